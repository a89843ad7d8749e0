import { addToWatchlist, removeFromWatchlist } from '@specie/service/compliance/list/own.ts'
import { listsNow } from '@specie/service/compliance/screening/screener.ts'
import { named } from '@specie/service/compliance/screening/party.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onboard, sandbox } from '../client.ts'
import { staff } from '../people.ts'
import { operatorOf, requestIn } from '../people/operator.ts'
import { as } from '../people/portal.ts'
import { type Served, servePeople } from '../people/served.ts'
import { screened } from '../screening/desk.ts'

// The own list as staff and the sandbox write it: each entry names a person, a company, or either.

let served: Served
beforeAll(async () => {
  served = await servePeople()
})
afterAll(() => served.end())

const shell = 'Nordhavn Sanctioned Trading LLC'
const matchesOf = async (name: string) => {
  const { db } = served.env
  return (await listsNow(served.env, db)).find(named(name)).map((found) => found.name)
}

test('an entry of a company is not compared as a person; one person can add to it and not weaken it', async () => {
  const officer = as(await staff(served.env, 'compliance'), served.origin)
  const add = async (kind: string, effect: string) => {
    const { status, body } = await officer('POST', '/lists/own', { name: shell, kind, effect, reason: 'news' })
    expect([status, body]).toMatchObject([200, { name: shell }])
    return body
  }
  const company = await add('company', 'review')
  expect(await add('company', 'review')).toEqual(company)
  expect(await matchesOf('Sanctioned Trading')).toEqual([])
  expect(await matchesOf('Nordhavn Sanctioned Trading')).toEqual([shell])
  const either = await add('person', 'refuse')
  expect(either).toMatchObject({ kind: 'other', effect: 'refuse' })
  expect(await matchesOf('Sanctioned Trading')).toEqual([shell])
  const { items } = (await officer('GET', '/lists/versions?list=own')).body
  expect(items[0]).toMatchObject({ added: 0, changed: 1, source: 'staff' })
  expect(await add('company', 'review'), 'that takes two people').toEqual(either)
  const auditor = as(await staff(served.env, 'auditor'), served.origin)
  expect(
    (await auditor('POST', '/lists/own', { name: 'x', kind: 'other', effect: 'review', reason: 'y' })).status,
  ).toBe(403)
})

test('the login of the service alone cannot end an entry of staff, or replace it by a weaker one', async () => {
  const { db, clock } = served.env
  const at = clock.now()
  const entry = { name: 'Held Fast AG', kind: 'company', effect: 'refuse', list: 'staff' } as const
  await db.tx((tx) => addToWatchlist(tx, [entry], at, 'staff'))
  const weaker = { ...entry, effect: 'review' } as const
  await expect(db.tx((tx) => addToWatchlist(tx, [weaker], at, 'staff'))).rejects.toMatchObject({
    constraint: 'approval_missing',
  })
  await expect(db.tx((tx) => removeFromWatchlist(tx, [entry], at, 'staff'))).rejects.toMatchObject({
    constraint: 'approval_missing',
  })
  expect(await matchesOf('Held Fast AG')).toEqual(['Held Fast AG'])
})

test('a command adds an entry at once, and two people remove it', async () => {
  const officer = await operatorOf(served, 'compliance')
  const mlro = await operatorOf(served, 'mlro')
  const { id } = await officer.json('lists', 'add', 'person', 'review', 'Viktor', 'Gesucht', '--reason', 'news')
  expect(await matchesOf('Viktor Gesucht')).toEqual(['Viktor Gesucht'])
  const asked = await officer.done('lists', 'remove', id, 'the', 'wrong', 'person')
  expect(await matchesOf('Viktor Gesucht')).toEqual(['Viktor Gesucht'])
  await mlro.done('approvals', 'approve', requestIn(asked))
  expect(await matchesOf('Viktor Gesucht')).toEqual([])
  const again = await officer.run('lists', 'remove', id, 'once', 'more')
  expect([again.code, again.said]).toEqual([1, expect.stringContaining('Only an entry that is on the own list now')])
})

test('an entry of a sanctions list cannot be removed by staff', async () => {
  const officer = as(await staff(served.env, 'compliance'), served.origin)
  const entryid = '00000000-0000-7000-8000-000000000000'
  expect((await officer('POST', '/lists/own/remove', { entryid, reason: 'none' })).status).toBe(404)
})

test('the matches of an institution are decided with commands and in the sandbox', async () => {
  const { institutionid } = await onboard(served.origin, { name: 'Corvane Bullion SA' })
  const listed = { add: [{ name: 'Corvane Bullion SA', kind: 'company', effect: 'review' }] }
  expect((await sandbox(served.origin, 'lists/own', listed)).status).toBe(200)
  await screened(served.env)
  const parties = async (decision?: string) =>
    (await sandbox(served.origin, 'parties', { institutionid, ...(decision && { decision }) })).body.parties
  expect(await parties()).toMatchObject([{ open: 1, cleared: 0, confirmed: 0 }])
  const officer = await operatorOf(served, 'compliance')
  const { items } = await officer.json('screening', 'parties', 'open', '--institutionid', institutionid)
  expect(items).toMatchObject([{ name: 'Corvane Bullion SA', open: 1 }])
  const { hits } = await officer.json('screening', 'party', items[0].partyid)
  expect(hits).toMatchObject([{ entry: { title: 'Own list', name: 'Corvane Bullion SA' }, state: 'open' }])
  expect(await parties('confirm')).toMatchObject([{ open: 0, confirmed: 1 }])
  const asked = await officer.done('screening', 'decide', 'clear', items[0].partyid, 'another', 'company')
  await (await operatorOf(served, 'mlro')).done('approvals', 'approve', requestIn(asked))
  expect(await parties()).toMatchObject([{ open: 0, cleared: 1, confirmed: 0 }])
})
