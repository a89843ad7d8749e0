import { expect, test } from 'vitest'
import { demoEntity } from '../../sandbox/demo/company.ts'
import { isOpen, type RequirementFacts, requirementsOf } from './requirements.ts'

const at = new Date('2026-11-16T12:00:00Z')
const document = (kind: RequirementFacts['documents'][number]['kind'], personId: string | null = null) => ({
  kind,
  personId,
  expiresOn: null as string | null,
})

const complete: RequirementFacts = {
  state: 'draft',
  entity: demoEntity('Acme Treasury AG'),
  persons: [{ id: 'p1', roles: ['director', 'signatory'] }],
  documents: [
    document('registry_extract'),
    document('articles'),
    document('source_of_funds'),
    document('passport', 'p1'),
  ],
  requests: [],
  edd: false,
  review: null,
  at,
}
const open = (over: Partial<RequirementFacts>) =>
  requirementsOf({ ...complete, ...over })
    .filter(isOpen)
    .map(({ code, state, person_id }) => [code, state, ...(person_id === null ? [] : [person_id])].join(' '))

const stateOf = (code: string, over: Partial<RequirementFacts>) =>
  requirementsOf({ ...complete, ...over }).find((one) => one.code === code)

test('a complete case has no open requirements', () => {
  expect(open({})).toEqual([])
})

test('an empty case requires everything, and the LEI is optional', () => {
  const codes = open({ entity: {}, persons: [], documents: [] })
  expect(codes).toContain('entity.legal_name due')
  expect(codes).toEqual(expect.arrayContaining(['person.owner due', 'person.director due', 'document.articles due']))
  expect(codes.join()).not.toContain('lei')
})

test('an owner is required unless no person holds 25 %', () => {
  const withOwner = { ...complete.entity, without_owner: false }
  expect(open({ entity: withOwner })).toEqual(['person.owner due'])
})

test('one of several documents is enough', () => {
  const others = complete.documents.filter(({ kind }) => kind !== 'passport')
  expect(open({ documents: others })).toEqual(['document.identity due p1'])
  expect(stateOf('document.identity', { documents: others })?.accepts).toEqual(['passport', 'identity_card'])
  expect(open({ documents: [...others, document('identity_card', 'p1')] })).toEqual([])
  expect(open({ documents: [...others, document('identity_card', 'somebody else')] })).not.toEqual([])
})

test.each([
  ['2026-11-15', 'past_due'],
  ['2026-11-16', 'later'],
  ['2027-01-01', 'later'],
  ['2027-06-01', 'met'],
])('a passport that expires on %s is %s', (expiresOn, state) => {
  const documents = [...complete.documents.slice(0, 3), { ...document('passport', 'p1'), expiresOn }]
  expect(stateOf('document.identity', { documents })).toMatchObject({ state, deadline: `${expiresOn}T23:59:59.999Z` })
})

test('enhanced due diligence requires more', () => {
  expect(open({ edd: true })).toEqual(['document.source_of_wealth due', 'document.residence due p1'])
})

test('a licence named by the institution is shown', () => {
  const licences = [{ authority: 'FINMA', number: '1', kind: 'Bank', country: 'CH' }]
  expect(open({ entity: { ...complete.entity, licences } })).toEqual(['document.licence due'])
})

test('a question is due until it is answered, and past due after its day', () => {
  const request = { id: 'r1', dueAt: new Date('2026-12-01T00:00:00Z'), answeredAt: null }
  expect(open({ requests: [request] })).toEqual(['information due'])
  expect(open({ requests: [{ ...request, dueAt: new Date('2026-11-01T00:00:00Z') }] })).toEqual([
    'information past_due',
  ])
  expect(open({ requests: [{ ...request, answeredAt: at }] })).toEqual([])
})

test('while staff review it, submitted data is being checked', () => {
  expect(stateOf('document.articles', { state: 'in_review' })?.state).toBe('being_checked')
  expect(stateOf('document.articles', { state: 'approved' })?.state).toBe('met')
})

test('a review requires a confirmation until its deadline', () => {
  const deadline = new Date('2026-12-31T00:00:00Z')
  expect(open({ state: 'periodic_review', review: { deadline, confirmed: false } })).toEqual(['review.confirm due'])
  expect(open({ state: 'review_overdue', review: { deadline: at, confirmed: false } })).toEqual([
    'review.confirm past_due',
  ])
  expect(open({ state: 'periodic_review', review: { deadline, confirmed: true } })).toEqual([])
})
