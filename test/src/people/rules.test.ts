import { ruleKinds, type LooksFor, type RuleKind } from '@specie/protocol/rules.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { staff } from '../people.ts'
import { as } from './portal.ts'
import { type Served, servePeople } from './served.ts'

let served: Served
let officer: ReturnType<typeof as>
beforeAll(async () => {
  served = await servePeople()
  officer = as(await staff(served.env, 'compliance'), served.origin)
})
afterAll(() => served.end())

const samples: { readonly [K in RuleKind]: Extract<LooksFor, { kind: K }> } = {
  amount: { kind: 'amount', over: '100000' },
  velocity: { kind: 'velocity', hours: 24, count: 5 },
  first_use: { kind: 'first_use', over: '100000' },
  country: { kind: 'country', countries: ['MM'] },
  dormant: { kind: 'dormant', days: 180, over: '100000' },
  structuring: { kind: 'structuring', below: '15000', percent: 20, count: 3, hours: 72 },
  round_trip: { kind: 'round_trip', hours: 24, over: '100000' },
  many_to_one: { kind: 'many_to_one', hours: 168, institutions: 5 },
}

test.each(ruleKinds)('a rule of the kind %s is written, shown as a sentence and tried', async (kind) => {
  const definition = { looks_for: samples[kind], effect: 'aml_review' }
  const written = await officer('POST', '/rules', { name: `Rule ${kind}`, definition, reason: 'a new pattern' })
  expect([written.status, written.body]).toMatchObject([200, { state: 'draft', definition, text: expect.any(String) }])
  const { versionid, ruleid } = written.body
  expect((await officer('GET', `/rules/${ruleid}`)).body.versions).toMatchObject([{ versionid, definition }])
  const tried = await officer('GET', `/rules/versions/${versionid}/try`)
  expect([tried.status, tried.body]).toMatchObject([200, { looked_at: 0, fired: 0, hits: [] }])
})

test('every version is in the list', async () => {
  const { versions } = (await officer('GET', '/rules')).body
  expect(versions.map(({ definition }: any) => definition.looks_for.kind).toSorted()).toEqual(ruleKinds.toSorted())
})
