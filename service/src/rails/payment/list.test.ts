import { randomUUID } from 'node:crypto'
import { txidOf } from '@specie/test/chains/chain-rows.ts'
import { freshDatabase, pastTriggersIn, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { signedByHand } from '@specie/test/sender.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { enqueue } from '../../chains/outbox/operations.ts'
import { placeHold } from '../../compliance/holds.ts'
import type { Payment } from './row.ts'
import { listPayments } from './list.ts'

let database: TestDatabase
let env: Env
const acme = randomUUID()
const rails = { on: randomUUID(), off: randomUUID() }
const arrived = txidOf()
let on: string
let off: string

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  await newInstitution(env.db, { id: acme })
  for (const [kind, id] of Object.entries(rails)) {
    await withoutTriggers(
      `insert into rails.rail (id, institution_id, railtype, sender, asset, currency, blockchain, destination, state,
         created_at, updated_at) values ($1, $2, $3, '{}', 'VCHF', 'CHF', 'ETH', 'x', 'active', now(), now())`,
      [id, acme, kind === 'on' ? 'FiatToStablecoin' : 'StablecoinToFiat'],
    )
  }
  on = await payment({
    rail_id: rails.on,
    source: 'provider/1',
    received: 100_050n,
    received_currency: 'CHF',
    sent: 1_000_000_000n,
    sent_currency: 'VCHF',
    commission: 20n,
    spread: 30n,
    state: 'completed',
    completed_at: new Date('2026-11-16T10:00:00Z'),
    legs: [{ leg: 'received', status: 'done', at: '2026-11-16T09:00:00.000Z', ref: 'provider/1' }],
    created_at: new Date('2026-11-16T09:00:00Z'),
  })
  off = await payment({
    rail_id: rails.off,
    source: `ETH/${arrived}/0`,
    received: 5_000_000n,
    received_currency: 'VCHF',
    sent_currency: 'CHF',
    blockchain: 'ETH',
    state: 'held',
    created_at: new Date('2026-11-16T09:30:00Z'),
  })
})
afterAll(() => database.drop())

/** Without the triggers: other tests cover the way to these states. */
const withoutTriggers = (text: string, values: unknown[]) =>
  database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(text, values)
  })

async function payment(row: Partial<Payment>): Promise<string> {
  const id = randomUUID()
  const { legs = [], ...rest } = row
  const all = { ...rest, id, institution_id: acme, legs: JSON.stringify(legs), updated_at: row.created_at }
  const places = Object.keys(all).map((_, i) => `$${i + 1}`)
  await withoutTriggers(
    `insert into rails.payment (${Object.keys(all).join(', ')}) values (${places.join(', ')})`,
    Object.values(all),
  )
  return id
}

const list = async (request: Parameters<typeof listPayments>[2] = {}, institution = acme) =>
  (await listPayments(env, institution, request)).payments
const ids = async (request: Parameters<typeof listPayments>[2] = {}) =>
  (await list(request)).map(({ paymentid }) => paymentid)

test('received amount, sent amount and cost are given, each in its currency', async () => {
  const [first] = await list({ paymentid: on })
  expect(first).toMatchObject({
    railid: rails.on,
    status: 'completed',
    received: '1000.5',
    received_currency: 'CHF',
    sent: '1000',
    sent_currency: 'VCHF',
    rate: '1',
    fee: '0.5',
    fee_currency: 'CHF',
    hold: null,
    completed_at: '2026-11-16T10:00:00.000Z',
    legs: [{ leg: 'received', status: 'done', at: '2026-11-16T09:00:00.000Z', ref: 'provider/1' }],
  })
  const [second] = await list({ paymentid: off.toUpperCase() })
  expect(second).toMatchObject({ received: '5', sent: null, fee: '0', fee_currency: 'CHF', completed_at: null })
})

test('a held payment shows its hold like every other list', async () => {
  await env.db.tx((tx) => placeHold(env, tx, { institutionId: acme, on: off, reason: 'aml_review' }, 'officer'))
  expect((await list({ status: 'held' }))[0]!.hold).toEqual({
    reason: 'aml_review',
    since: expect.any(String),
    message: 'under review, contact support',
  })
})

test('lists have filters and pages, and no rows of other institutions', async () => {
  expect(await ids()).toEqual([off, on])
  expect(await ids({ railid: rails.on })).toEqual([on])
  expect(await ids({ status: 'completed' })).toEqual([on])
  expect(await ids({ paymentid: 'nonsense' })).toEqual([])
  const { next_cursor } = await listPayments(env, acme, { limit: 1 })
  expect(await ids({ limit: 1, cursor: next_cursor! })).toEqual([on])
  expect(await list({}, randomUUID())).toEqual([])
})

test('a hash finds payments that arrived with it or were sent in any version of its transaction', async () => {
  expect(await ids({ txid: arrived.toUpperCase().replace('0X', '0x') })).toEqual([off])
  const effect = { kind: 'mint', asset: 'VCHF', to: '0x1', amount: 1n } as const
  const ask = { chain: 'ETH', purpose: 'rail_mint', subject: on, effect } as const
  await pastTriggersIn(database.owner, (tx) => enqueue(env, tx, ask))
  const hashes = [await signedByHand(env.db, 'rail_mint', on), await signedByHand(env.db, 'rail_mint', on)]
  for (const txid of hashes) expect(await ids({ txid })).toEqual([on])
  expect(await ids({ txid: txidOf() })).toEqual([])
})
