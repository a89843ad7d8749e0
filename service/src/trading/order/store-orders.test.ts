import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { guardedBy, put, errorOf, undone } from '@specie/test/database-rights/rows.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Db, OutcomeUnknown, type Tx } from '../../base/database/db.ts'
import type { AdmissionRequest } from '../../access/admission/admission.ts'
import type { DeferredAdmission } from '../../access/admission/deferred-admission.ts'
import type { KnownIds } from '../../ledger/posting/account-ids.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'
import { allIds, postBatch, postArguments } from '../../ledger/posting/post-batch.ts'
import { pairOf } from '../market/pair.ts'
import { rejectedOrder } from './row.ts'
import { applyAdmission, placementsOf } from './store-orders.ts'

// The answers of trading.place: one call, one batch. No row: every order was placed.

let database: TestDatabase
let known: KnownIds
const [acme, beta, venue, poor] = [randomUUID(), randomUUID(), randomUUID(), randomUUID()]
const eth = 'ETH/CHF'
const btc = 'BTC/CHF'
const at = new Date('2026-03-02T12:00:00.000Z')

beforeAll(async () => {
  database = await freshDatabase()
  const owners = [acme, beta, venue, poor].map((owner) => ({ journal: endowment(owner), at }))
  known = await allIds(testEnv(database), owners)
  await database.app.tx((tx) => postBatch(tx, known, owners.slice(0, 3)))
  await database.owner.query(
    `insert into trading.pair (symbol, version, updated_at) values ('${eth}', 3, now()), ('${btc}', 4, now())`,
  )
})
afterAll(() => database.drop())

const available = (owner: string) => account('client', 'available', owner, 'CHF')
const endowment = (owner: string): Journal => ({
  key: `endowment:${owner}`,
  kind: 'test',
  lines: [debit(account('client', 'bank', 'CHF'), 100n), credit(available(owner), 100n)],
})

type Order = {
  clordid: string
  institution?: string
  symbol?: string
  version?: number
  side?: 'Buy' | 'Sell'
  qty?: number
  amount?: number
  at?: Date
  /** The payer of its journal, by default the institution itself; null: the order is rejected and has no journal. */
  payer?: string | null
  key?: string
  admission?: AdmissionRequest | null
}
type Desk = { symbol: string; base: number; quote: number; maxBase?: number }

const versions: Record<string, number> = { [eth]: 3, [btc]: 4 }

/** The rows of trading.place. */
function place(tx: Tx, orders: Order[], desk: Desk[] = []) {
  const all = orders.map((order) => {
    const institution = order.institution ?? acme
    const payer = order.payer === undefined ? institution : order.payer
    const amount = payer === null ? 0 : (order.amount ?? 10)
    const symbol = order.symbol ?? eth
    const basic = { id: randomUUID(), side: 'Buy' as const, qty: 5, at, admission: null, version: versions[symbol] }
    return { ...basic, ...order, symbol, institution, payer, amount }
  })
  const journals = all.flatMap(({ id, payer, amount, key = `order:${id}`, at: decidedAt }) => {
    if (payer === null) return []
    const lines = [debit(available(payer), BigInt(amount)), credit(available(beta), BigInt(amount))]
    return [{ journal: { key, kind: 'trade', lines }, at: decidedAt }]
  })
  let journal = 0
  return tx.query<{
    outcome: string
    account_id: bigint | null
    highest_nonce: bigint | null
    retry_ms: number | null
  }>(
    `select * from trading.place(
       array(select row from jsonb_populate_recordset(null::trading.placement, $1) row), $2, $3, $4, $5, $6, $7, $8, $9, $10,
       array(select row from jsonb_populate_recordset(null::trading.desk_count, $11) row))`,
    [
      JSON.stringify(
        all.map(({ admission, payer, id, ...order }) => ({
          key: admission?.keyId,
          nonce: admission && String(admission.nonce),
          standing: admission && String(admission.version),
          id,
          institution: order.institution,
          clordid: order.clordid,
          symbol: order.symbol,
          version: order.version,
          side: order.side,
          qty: order.qty,
          price: 2,
          state: payer === null ? 'Rejected' : 'Filled',
          amount: order.amount,
          fee: payer === null ? 0 : 1,
          fills: [['desk']],
          error: payer === null ? 'fok_not_fillable' : null,
          trade: payer === null ? null : id,
          at: order.at,
          journal: payer === null ? null : (journal += 1),
        })),
      ),
      ...postArguments(known, journals),
      JSON.stringify(
        desk.map(({ maxBase = 1_000, ...count }) => ({
          ...count,
          most_base: maxBase,
          most_quote: 1_000,
          most_loss: 1_000_000,
          low: 1,
          high: 1,
        })),
      ),
    ],
  )
}

const outcomes = async (tx: Tx, orders: Order[], desk: Desk[] = []) =>
  (await place(tx, orders, desk)).map(({ outcome }) => outcome)

const stored = (tx: Tx) =>
  tx.query(
    `select clordid, institution_id, state, amount, fee, fills, error, trade_id = id as traded
     from trading.client_order order by clordid`,
  )
const balance = async (tx: Tx, owner: string) =>
  (
    await tx.query<{ balance: bigint }>('select balance from ledger.account where id = $1', [
      known.get(available(owner).code),
    ])
  )[0]!.balance
const flows = (tx: Tx) => tx.query('select symbol, began, base, quote from trading.desk_flow order by symbol')

const trying = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => undone(database.owner, work)

const filled = { state: 'Filled', amount: 10n, fee: 1n, fills: [['desk']], error: null, traded: true }
const emptied = { state: 'Rejected', amount: 0n, fee: 0n, fills: [], error: 'insufficient_balance', traded: null }

test('orders are stored with their money moved, or rejected as decided', () =>
  trying(async (tx) => {
    const orders = [{ clordid: 'a' }, { clordid: 'b', payer: null }, { clordid: 'c', amount: 20 }]
    expect(await place(tx, orders)).toEqual([])
    const rejected = { state: 'Rejected', amount: 0n, fee: 0n, fills: [['desk']], error: 'fok_not_fillable' }
    expect(await stored(tx)).toEqual([
      { clordid: 'a', institution_id: acme, ...filled },
      { clordid: 'b', institution_id: acme, ...rejected, traded: null },
      { clordid: 'c', institution_id: acme, ...filled, amount: 20n },
    ])
    expect([await balance(tx, acme), await balance(tx, beta)]).toEqual([70n, 130n])
    expect(await place(tx, [{ clordid: 'd', payer: null }])).toEqual([])
  }))

describe('nothing of a batch is stored', () => {
  const nothingStored = async (tx: Tx, orders: number) => {
    expect(await stored(tx)).toHaveLength(orders)
    expect(await balance(tx, beta)).toBe(100n + 10n * BigInt(orders))
  }

  test('when one order exists already: it is reported as taken, the others are retried', () =>
    trying(async (tx) => {
      expect(await outcomes(tx, [{ clordid: 'a' }])).toEqual([])
      expect(await outcomes(tx, [{ clordid: 'b' }, { clordid: 'a' }])).toEqual(['again', 'taken'])
      expect(await outcomes(tx, [{ clordid: 'a' }])).toEqual(['taken'])
      expect(await outcomes(tx, [{ clordid: 'a', institution: venue }, { clordid: 'a' }])).toEqual(['again', 'taken'])
      await nothingStored(tx, 1)
      expect(await outcomes(tx, [{ clordid: 'a', institution: venue }, { clordid: 'b' }])).toEqual([])
    }))

  test.each([
    [eth, 3, []],
    [eth, 2, ['again', 'moved']],
    [eth, 4, ['again', 'moved']],
    ['VCHF/CHF', 0, []],
    ['VCHF/CHF', 1, ['again', 'moved']],
  ])('when a pair has changed: %s at version %i', (symbol, version, expected) =>
    trying(async (tx) => {
      expect(
        await outcomes(tx, [
          { clordid: 'a', symbol: btc },
          { clordid: 'b', symbol, version },
        ]),
      ).toEqual(expected)
      await nothingStored(tx, expected.length === 0 ? 2 : 0)
    }),
  )

  test('when one caller was not admitted, which is reported before its other errors', () =>
    trying(async (tx) => {
      const [good, stale] = [randomUUID(), randomUUID()]
      await guardedBy(tx, null, 'access.key_use')
      for (const key_id of [good, stale])
        await put(tx, 'access.key_use', { key_id, last_nonce: 10, next_at: '2026-01-01', version: 7 })
      const admission = (keyId: string, nonce: bigint): AdmissionRequest => ({ keyId, nonce, version: 7n })
      expect(await outcomes(tx, [{ clordid: 'a' }])).toEqual([])
      const rows = await place(tx, [
        { clordid: 'b', admission: admission(good, 11n) },
        { clordid: 'a', admission: admission(stale, 9n) },
        { clordid: 'c', version: 2 },
        { clordid: 'a' },
      ])
      expect(rows.map(({ outcome }) => outcome)).toEqual(['again', 'stale', 'moved', 'taken'])
      expect(rows[1]).toMatchObject({ highest_nonce: 10n, retry_ms: 1 })
      await nothingStored(tx, 1)
      expect(await outcomes(tx, [{ clordid: 'd', admission: admission(stale, 12n) }])).toEqual([])
      expect(await outcomes(tx, [{ clordid: 'e', admission: admission(stale, 12n) }])).toEqual(['stale'])
    }))

  test.each([
    ['with limits', [{ symbol: eth, base: -5, quote: 10 }]],
    ['without', []],
  ])('when the ledger refuses one of its journals, in a pair %s', (_which, desk) =>
    trying(async (tx) => {
      const refusal = 'the ledger refuses the journal of an order'
      const taken = [{ clordid: 'a' }, { clordid: 'b', key: `endowment:${acme}` }]
      expect(await errorOf(tx, () => place(tx, taken, desk))).toBe(refusal)
      expect(await errorOf(tx, () => place(tx, taken.toReversed(), desk))).toBe(refusal)
      const replayed = [{ clordid: 'b', key: 'order:1' }, { clordid: 'c' }]
      expect(await outcomes(tx, [{ clordid: 'a', key: 'order:1' }], desk)).toEqual([])
      expect(await errorOf(tx, () => place(tx, replayed, desk))).toBe(refusal)
    }),
  )
})

describe.each([
  ['with limits', true],
  ['without limits', false],
])('who is short, in pairs %s', (_which, isLimited) => {
  const desk = (...all: Desk[]) => (isLimited ? all : [])

  test('has the order rejected; the others of the batch are filled', () =>
    trying(async (tx) => {
      const orders = [
        { clordid: 'a' },
        { clordid: 'b', institution: poor },
        { clordid: 'c', payer: null },
        { clordid: 'd', amount: 91 },
        { clordid: 'e', amount: 90 },
      ]
      const rows = await place(tx, orders, desk({ symbol: eth, base: -20, quote: 201 }))
      const idOf = (owner: string) => BigInt(known.get(available(owner).code)!)
      expect(rows.map(({ outcome, account_id }) => [outcome, account_id])).toEqual([
        ['placed', null],
        ['short', idOf(poor)],
        ['placed', null],
        ['short', idOf(acme)],
        ['placed', null],
      ])
      expect(await stored(tx)).toMatchObject([
        { clordid: 'a', ...filled },
        { clordid: 'b', institution_id: poor, ...emptied },
        { clordid: 'c', state: 'Rejected', error: 'fok_not_fillable', fills: [['desk']] },
        { clordid: 'd', ...emptied },
        { clordid: 'e', ...filled, amount: 90n },
      ])
      expect(await balance(tx, acme)).toBe(0n)
      if (isLimited) expect(await flows(tx)).toEqual([{ symbol: eth, began: at, base: -10n, quote: 100n }])
    }))

  test('is named when it delivers: that order is not stored', () =>
    trying(async (tx) => {
      const rows = await place(tx, [{ clordid: 'a', payer: poor }], desk({ symbol: eth, base: -2, quote: 4 }))
      expect(rows).toMatchObject([{ outcome: 'quoter_short', account_id: BigInt(known.get(available(poor).code)!) }])
      expect(await stored(tx)).toEqual([])
      // Alone in its batch, the order may have taken quotes of venues; the desk's part was counted.
      if (isLimited) expect(await flows(tx)).toEqual([{ symbol: eth, began: at, base: 0n, quote: 0n }])
    }))
})

describe('the desk counts', () => {
  const later = new Date('2026-03-02T12:07:00.000Z')

  test('its fills, at the time of the latest order', () =>
    trying(async (tx) => {
      const orders = [{ clordid: 'a', at: later }, { clordid: 'b' }]
      expect(await outcomes(tx, orders, [{ symbol: eth, base: -10, quote: 20 }])).toEqual([])
      const began = new Date('2026-03-02T12:05:00.000Z')
      expect(await flows(tx)).toEqual([{ symbol: eth, began, base: -10n, quote: 20n }])
      expect(await stored(tx)).toHaveLength(2)
    }))

  test('only fills, for each pair and each side', () =>
    trying(async (tx) => {
      const orders: Order[] = [
        { clordid: 'a', institution: poor, qty: 3, amount: 7 },
        { clordid: 'b', institution: poor, qty: 4, amount: 9, side: 'Sell' },
        { clordid: 'c', institution: poor, qty: 6, amount: 8, side: 'Sell', symbol: btc },
        { clordid: 'd', qty: 1, amount: 2 },
        { clordid: 'e', institution: poor, payer: null, qty: 50 },
      ]
      const desk = [
        { symbol: eth, base: -3 + 4 - 1, quote: 7 - 9 + 2 },
        { symbol: btc, base: 6, quote: -8 },
      ]
      expect(await outcomes(tx, orders, desk)).toEqual(['short', 'short', 'short', 'placed', 'placed'])
      expect(await flows(tx)).toEqual([
        { symbol: btc, began: at, base: 0n, quote: 0n },
        { symbol: eth, began: at, base: -1n, quote: 2n },
      ])
    }))

  test('and stores nothing beyond a limit: the orders of that pair are refused, the others are retried', () =>
    trying(async (tx) => {
      const orders: Order[] = [
        { clordid: 'a' },
        { clordid: 'b', symbol: btc },
        { clordid: 'c', payer: null },
        { clordid: 'd', institution: poor },
      ]
      const desk = [
        { symbol: eth, base: -10, quote: 20, maxBase: 4 },
        { symbol: btc, base: -5, quote: 10 },
      ]
      expect(await outcomes(tx, orders, desk)).toEqual(['exposed', 'again', 'again', 'again'])
      expect([await stored(tx), await flows(tx), await balance(tx, acme)]).toEqual([[], [], 100n])
    }))
})

describe('when the database was lost', () => {
  const order = { pair: pairOf('ETH/CHF'), side: 'Buy', qty: 5n, price: 2n } as const
  const entering = (admission: AdmissionRequest | null = null) => {
    const identity = { id: randomUUID(), institutionId: acme, clordid: randomUUID(), version: 3n, at }
    return { decided: rejectedOrder(identity, order, 'fok_not_fillable'), journal: null, bounds: null, admission }
  }
  const admission = { keyId: randomUUID(), nonce: 1n, version: 1n } as AdmissionRequest

  /** A database that fails the first time; `has`: it has stored the order. */
  function failing(error: Error, has = false): Db {
    let calls = 0
    const query = async (...args: Parameters<Db['query']>) => {
      if ((calls += 1) > 1) return database.app.query(...args)
      if (has) await database.app.query(...args)
      throw error
    }
    return { ...database.app, query } as Db
  }
  const answer = async (db: Db, placement: ReturnType<typeof entering>) =>
    placementsOf(testEnv(database, { db })).submit(placement)
  const reset = () => Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })

  test('an order that it has stored is taken', async () => {
    expect(await answer(failing(reset(), true), entering())).toEqual({ outcome: 'taken' })
  })

  test('one that it has not stored is decided anew; where its nonce may be spent, the client has to ask', async () => {
    expect(await answer(failing(reset()), entering())).toEqual({ outcome: 'moved' })
    expect(await answer(failing(reset()), entering(admission))).toEqual({ outcome: 'lost' })
  })

  test('without the confirmation of its standby, the client has to ask whether it was stored', async () => {
    const unconfirmed = new OutcomeUnknown('The database has no confirmation of its standby.')
    const told = await answer(failing(unconfirmed), entering())
    expect(told).toEqual({ outcome: 'lost' })
    const entry = {
      pendingRequest: () => admission,
      applyResult: () => {},
    } as Partial<DeferredAdmission> as DeferredAdmission
    expect(() => applyAdmission(entry, told)).toThrow(/lost while an order was placed.*Send it again under the same id/)
  })

  test('any other error is thrown', async () => {
    await expect(answer(failing(new Error('a defect')), entering())).rejects.toThrow('a defect')
  })
})
