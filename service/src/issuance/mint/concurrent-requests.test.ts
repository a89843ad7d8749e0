import {
  askMint,
  changeOf,
  deskForEachTest,
  expectBooksToStand,
  funded,
  million,
  mint,
  money,
  topUp,
} from '@specie/test/issuance.ts'
import { expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { placeHold } from '../../compliance/holds.ts'

// Concurrent mint requests share a transaction, without a visible effect for clients.

let env: Env
deskForEachTest((desk) => void (env = desk.env))

test('many concurrent requests: each has its own mint, with its own id', async () => {
  await topUp(env, 'CHF', 100n * million)
  const clients = await Promise.all(Array.from({ length: 5 }, () => funded(env, { CHF: 60_000_000n })))
  const answers = await Promise.all(clients.flatMap((id) => [mint(env, id), mint(env, id), mint(env, id)]))
  expect(new Set(answers.map((one) => one.requestid)).size).toBe(15)
  for (const id of clients) {
    expect(await money(env, id)).toMatchObject({ CHF: { available: 0n, pending: 60_000_000n } })
  }
  for (const [i, { requestid }] of answers.entries()) {
    expect((await changeOf(env, clients[Math.floor(i / 3)]!, requestid)).stage).toBe('sending')
  }
  await expectBooksToStand(env.db)
})

test('a mint without enough money is refused, the other mints of the batch are not', async () => {
  await topUp(env, 'CHF', 100n * million)
  const [rich, poor] = [await funded(env, { CHF: 60_000_000n }), await funded(env, { CHF: 100n })]
  const outcomes = await Promise.allSettled([mint(env, rich), mint(env, poor), mint(env, rich)])
  expect(outcomes.map((one) => one.status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(outcomes[1]).toMatchObject({ reason: { code: 'insufficient_balance', details: { available: '1' } } })
  expect(await money(env, rich)).toMatchObject({ CHF: { available: 20_000_000n, pending: 40_000_000n } })
  expect(await money(env, poor)).toMatchObject({ CHF: { available: 100n, pending: 0n } })
})

test('many concurrent requests with one client id make one mint, with one answer (O2)', async () => {
  await topUp(env, 'CHF', 100n * million)
  const acme = await funded(env, { CHF: 60_000_000n })
  const results = await Promise.all(Array.from({ length: 8 }, () => askMint(env, acme, { clreqid: 'same' })))
  expect(new Set(results.map(({ answer }) => answer.requestid)).size).toBe(1)
  expect(results.filter(({ replayed }) => !replayed).length).toBe(1)
  expect(await money(env, acme)).toMatchObject({ CHF: { available: 40_000_000n, pending: 20_000_000n } })
})

test('a hold on an institution’s next mint holds one of several concurrent ones', async () => {
  await topUp(env, 'CHF', 100n * million)
  const [acme, other] = [await funded(env, { CHF: 60_000_000n }), await funded(env, { CHF: 60_000_000n })]
  await env.db.tx((tx) =>
    placeHold(env, tx, { institutionId: acme, on: 'next mint', reason: 'aml_review' }, 'officer one'),
  )
  const answers = await Promise.all([mint(env, other), mint(env, acme), mint(env, acme)])
  expect(answers.map((one) => one.status).toSorted()).toEqual(['held', 'pending', 'pending'])
  expect(answers[0].status).toBe('pending')
})
