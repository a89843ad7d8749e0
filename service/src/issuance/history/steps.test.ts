import { generateKeyPairSync, randomUUID } from 'node:crypto'
import {
  type Desk,
  deskForEachTest,
  funded,
  landed,
  million,
  refusalOf,
  threeHours,
  topUp,
} from '@specie/test/issuance.ts'
import { member } from '@specie/test/people.ts'
import { expect, test } from 'vitest'
import { registerKey } from '../../access/api-key/register.ts'
import type { Env } from '../../base/env.ts'
import { advanceMints } from '../mint/job.ts'
import { mintTokens } from '../mint/request.ts'
import { redeemTokens } from '../redemption/request.ts'
import { supplySteps } from './timeline-steps.ts'

// The timeline of a mint or a redemption, as its institution sees it in the portal.

let desk: Desk
let env: Env
deskForEachTest(async (fresh) => {
  desk = fresh
  env = desk.env
  await topUp(env, 'CHF', 2n * million)
})

async function mintBy(institutionId: string, actor: string): Promise<string> {
  const ask = { asset: 'VCHF', blockchain: 'ETH', quantity: '200000' }
  return (await mintTokens(env, { institutionId, actor, agreements: [] }, ask)).answer.requestid
}

test('a mint and a redemption name the requester, each step, the fees and when they settle', async () => {
  const acme = await funded(env, { CHF: million })
  const { person } = await member(env, acme, 'trader')
  const requestid = await mintBy(acme, `person:${person.id}`)
  const asked = await supplySteps(env, acme, requestid)
  expect(asked).toMatchObject({
    requestid,
    asked_by: person.name,
    settles_at: new Date(env.clock.settlement().getTime() + threeHours * 1_000).toISOString(),
    fees: { commission: '0', spread: '0', currency: 'CHF' },
  })
  await landed(env, 'mint', requestid)
  await advanceMints.run(env)
  desk.pass(threeHours)
  await advanceMints.run(env)
  const { steps } = await supplySteps(env, acme, requestid)
  expect([steps[0]!.state, steps.at(-1)!.state]).toEqual(['requested', 'settled'])
  expect(steps.map(({ at }) => at)).toEqual(steps.map(({ at }) => at).toSorted())

  const fields = { asset: 'VCHF', blockchain: 'ETH', quantity: '1000' }
  const { answer } = await redeemTokens(env, { institutionId: acme, actor: 'service' }, fields)
  const redeemed = await supplySteps(env, acme, answer.requestid)
  expect([redeemed.asked_by, redeemed.fees]).toEqual([null, { commission: '0', spread: '0', currency: 'CHF' }])
})

test('a requesting key is named by its label', async () => {
  const acme = await funded(env, { CHF: million })
  const spki = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey.export({ type: 'spki', format: 'der' })
  const key = { institutionId: acme, spki, label: 'treasury desk', scopes: ['mint'] as const, nonceWindowMs: null }
  const by = { actor: 'test', why: 'because', at: env.clock.now() }
  const id = await env.db.tx((tx) => registerKey(env, tx, key, by))
  expect((await supplySteps(env, acme, await mintBy(acme, `key ${id}`))).asked_by).toBe('API key treasury desk')
})

test('another institution’s change, or an unknown id, has no timeline', async () => {
  const [acme, beta] = [await funded(env, { CHF: million }), await funded(env, {})]
  const requestid = await mintBy(acme, 'key')
  expect((await supplySteps(env, acme, requestid)).asked_by).toBe(null)
  for (const id of [requestid, randomUUID(), 'nonsense'])
    expect(await refusalOf(supplySteps(env, beta, id))).toBe('not_found')
})
