import { randomUUID } from 'node:crypto'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../base/database/db.ts'
import { type AdmissionRequest, admissionColumns } from './admission.ts'

// A1 in access.admit, called with a whole batch. A refusal is null for an admitted request.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

type Verdict = { refusals: (string | null)[] | null; highest: bigint[] | null; waits: number[] | null }
type Use = { nonce: bigint; due: number }

/** The use of a key so far. `due`: milliseconds from now until its next call is allowed. */
async function key(tx: Tx, { nonce, due }: Use): Promise<string> {
  const id = randomUUID()
  await tx.query('set local session_replication_role = replica')
  await tx.query(
    `insert into access.key_use (key_id, last_nonce, next_at, version)
     values ($1, $2, clock_timestamp() + $3 * interval '1 ms', 7)`,
    [id, nonce, due],
  )
  return id
}

/** All in one transaction, so the database's clock hardly moves between set-up and call. */
const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => database.owner.tx(work)

async function admit(tx: Tx, ...requests: (AdmissionRequest | null)[]): Promise<Verdict> {
  const [row] = await tx.query<Verdict>('select * from access.admit($1, $2, $3)', admissionColumns(requests))
  return row!
}

const request = (keyId: string, nonce: bigint, version = 7n): AdmissionRequest => ({ keyId, nonce, version })

/** Its last nonce, and the milliseconds until its next call is allowed. */
async function useOf(tx: Tx, id: string): Promise<Use> {
  const [row] = await tx.query<{ nonce: bigint; due: string }>(
    `select last_nonce::bigint as nonce, round(extract(epoch from next_at - clock_timestamp()) * 1000)::text as due
     from access.key_use where key_id = $1`,
    [id],
  )
  return { nonce: row!.nonce, due: Number(row!.due) }
}

/** When its next call is allowed, in microseconds of the database's clock. */
async function dueAt(tx: Tx, id: string): Promise<bigint> {
  const [row] = await tx.query<{ at: bigint }>(
    'select (extract(epoch from next_at) * 1000000)::bigint as at from access.key_use where key_id = $1',
    [id],
  )
  return row!.at
}

const long = -3_600_000

/** Alone in its batch, and together with another request of the same key: two code paths of the function. */
const paths: [string, (id: string) => AdmissionRequest[]][] = [
  ['alone', () => []],
  ['after a stale one of the same key', (id) => [request(id, 1n)]],
]

describe.each(paths)('%s', (_way, before) => {
  const admitOne = async (tx: Tx, id: string, last: AdmissionRequest) => {
    const { refusals, highest, waits } = await admit(tx, ...before(id), last)
    const n = before(id).length
    return { refusal: refusals?.[n] ?? null, highest: highest?.[n], wait: waits?.[n] }
  }

  test('a higher nonce is admitted at its due time, and the next is due a second later', () =>
    within(async (tx) => {
      const id = await key(tx, { nonce: 10n, due: long })
      expect((await admitOne(tx, id, request(id, 11n))).refusal).toBeNull()
      const { nonce, due } = await useOf(tx, id)
      expect(nonce).toBe(11n)
      expect(due).toBeLessThanOrEqual(1_000)
      expect(due).toBeGreaterThan(0)
    }))

  test.each([10n, 9n])('nonce %s after 10 is stale, gets the last one, and uses up nothing', (nonce) =>
    within(async (tx) => {
      const id = await key(tx, { nonce: 10n, due: long })
      expect(await admitOne(tx, id, request(id, nonce))).toEqual({ refusal: 'stale', highest: 10n, wait: 1 })
      expect(await useOf(tx, id)).toMatchObject({ nonce: 10n })
      expect((await useOf(tx, id)).due).toBeLessThanOrEqual(long)
    }),
  )

  test('up to 50 ms early is accepted without gaining time: the next is due a second after this one was', () =>
    within(async (tx) => {
      const id = await key(tx, { nonce: 10n, due: 49 })
      const was = await dueAt(tx, id)
      expect((await admitOne(tx, id, request(id, 11n))).refusal).toBeNull()
      expect((await useOf(tx, id)).due).toBeLessThanOrEqual(1_049)
      expect((await dueAt(tx, id)) - was).toBeGreaterThanOrEqual(1_000_000n)
    }))

  test('a request that is too early is refused with its waiting time; neither the nonce nor the due time changes', () =>
    within(async (tx) => {
      const id = await key(tx, { nonce: 10n, due: 1_040 })
      const before = await useOf(tx, id)
      const { refusal, highest, wait } = await admitOne(tx, id, request(id, 11n))
      expect([refusal, highest]).toEqual(['limited', 10n])
      // Measured from a moment between the two; up to a millisecond more by rounding up.
      expect(wait).toBeLessThanOrEqual(before.due + 1)
      expect(wait).toBeGreaterThanOrEqual(Math.max(1, (await useOf(tx, id)).due - 1))
      const { nonce, due } = await useOf(tx, id)
      expect(nonce).toBe(10n)
      expect(due).toBeLessThanOrEqual(1_040)
    }))

  test('a nonce a day ahead is admitted; further ahead it is refused, and uses up nothing', () =>
    within(async (tx) => {
      const id = await key(tx, { nonce: 10n, due: long })
      const day = BigInt(Date.now()) + 86_400_000n
      for (const nonce of [day + 60_000n, 2n ** 64n - 1n])
        expect(await admitOne(tx, id, request(id, nonce))).toEqual({ refusal: 'ahead', highest: 10n, wait: 1 })
      expect(await useOf(tx, id)).toMatchObject({ nonce: 10n })
      expect((await admitOne(tx, id, request(id, day - 60_000n))).refusal).toBeNull()
    }))

  test('a clock that was set back locks a key out for at most one slot', () =>
    within(async (tx) => {
      const id = await key(tx, { nonce: 10n, due: 3_600_000 })
      const inAnHour = await dueAt(tx, id)
      const { refusal, wait } = await admitOne(tx, id, request(id, 11n))
      expect(refusal).toBe('limited')
      expect(wait).toBeLessThanOrEqual(1_050)
      expect(wait).toBeGreaterThan(0)
      expect((await useOf(tx, id)).due).toBeLessThanOrEqual(1_050)
      // It is not free at once either: a call due in an hour is now due in one slot.
      expect((await dueAt(tx, id)) - (inAnHour - 3_600_000_000n)).toBeGreaterThanOrEqual(1_050_000n)
    }))

  test('under another version of the standing of the key nothing is used up, and the key must be read again', () =>
    within(async (tx) => {
      const id = await key(tx, { nonce: 10n, due: long })
      expect((await admitOne(tx, id, request(id, 11n, 6n))).refusal).toBe('changed')
      expect(await useOf(tx, id)).toMatchObject({ nonce: 10n })
      expect((await useOf(tx, id)).due).toBeLessThanOrEqual(long)
    }))
})

describe('several requests of one key in one batch', () => {
  test('with rising nonces: the first is admitted and its nonce used up, the others are limited', () =>
    within(async (tx) => {
      const id = await key(tx, { nonce: 10n, due: long })
      const { refusals, highest } = await admit(tx, request(id, 11n), request(id, 12n), request(id, 13n))
      expect(refusals).toEqual([null, 'limited', 'limited'])
      expect(highest!.slice(1)).toEqual([11n, 11n])
      expect(await useOf(tx, id)).toMatchObject({ nonce: 11n })
    }))

  test('too early: all are limited, and no nonce is used up', () =>
    within(async (tx) => {
      const id = await key(tx, { nonce: 10n, due: 1_040 })
      expect((await admit(tx, request(id, 13n), request(id, 12n), request(id, 10n))).refusals).toEqual([
        'limited',
        'limited',
        'stale',
      ])
      expect(await useOf(tx, id)).toMatchObject({ nonce: 10n })
    }))

  test('a nonce too far ahead does not take the slot of the next', () =>
    within(async (tx) => {
      const id = await key(tx, { nonce: 10n, due: long })
      expect((await admit(tx, request(id, 2n ** 64n - 1n), request(id, 11n))).refusals).toEqual(['ahead', null])
      expect(await useOf(tx, id)).toMatchObject({ nonce: 11n })
    }))

  test('with falling nonces: the later ones are stale', () =>
    within(async (tx) => {
      const id = await key(tx, { nonce: 10n, due: long })
      expect((await admit(tx, request(id, 13n), request(id, 12n), request(id, 13n))).refusals).toEqual([
        null,
        'stale',
        'stale',
      ])
      expect(await useOf(tx, id)).toMatchObject({ nonce: 13n })
    }))

  test('repeating the last nonce does not delay the next one', () =>
    within(async (tx) => {
      const id = await key(tx, { nonce: 10n, due: long })
      expect((await admit(tx, request(id, 10n), request(id, 11n))).refusals).toEqual(['stale', null])
    }))

  test('a request with an outdated version has no effect', () =>
    within(async (tx) => {
      const id = await key(tx, { nonce: 10n, due: long })
      expect((await admit(tx, request(id, 99n, 6n), request(id, 11n))).refusals).toEqual(['changed', null])
      expect(await useOf(tx, id)).toMatchObject({ nonce: 11n })
    }))
})

describe('two batches at once', () => {
  /** While `work` runs, `nonce` of the key is admitted by a batch that has not committed. */
  const whileAdmitted = (id: string, nonce: bigint, work: () => Promise<void>): Promise<void> =>
    within(async (tx) => {
      expect((await admit(tx, request(id, nonce))).refusals).toBeNull()
      await work()
    })

  /** Waits until a transaction waits for a row lock. */
  async function someoneWaits(): Promise<void> {
    for (;;) {
      const [found] = await database.app.query(
        `select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`,
      )
      if (found) return
    }
  }

  test.each(paths)('with the same nonce, the second %s: it waits, and is stale', async (_path, before) => {
    const id = await within((tx) => key(tx, { nonce: 10n, due: long }))
    let second: Promise<Verdict> | undefined
    await whileAdmitted(id, 11n, async () => {
      second = within((tx) => admit(tx, ...before(id), request(id, 11n)))
      await Promise.race([someoneWaits(), second])
    })
    expect((await second!).refusals!.at(-1)).toBe('stale')
  })

  test.each(paths)('of different keys, the second %s, do not wait for each other', async (_path, before) => {
    const [one, two] = await within(async (tx) => [
      await key(tx, { nonce: 10n, due: long }),
      await key(tx, { nonce: 10n, due: long }),
    ])
    await whileAdmitted(one, 11n, () =>
      within(async (tx) => {
        await tx.query(`set local lock_timeout = '5 s'`)
        expect((await admit(tx, ...before(two), request(two, 11n))).refusals?.at(-1) ?? null).toBeNull()
      }),
    )
  })
})

test('each key of a batch is decided separately; an admitted request is not checked again', () =>
  within(async (tx) => {
    const good = await key(tx, { nonce: 10n, due: long })
    const early = await key(tx, { nonce: 10n, due: 1_040 })
    const stale = await key(tx, { nonce: 10n, due: long })
    const twice = await key(tx, { nonce: 10n, due: long })
    expect((await admit(tx, request(good, 11n), null, request(early, 11n), request(stale, 5n))).refusals).toEqual([
      null,
      null,
      'limited',
      'stale',
    ])
    expect((await admit(tx, request(twice, 11n), null, request(twice, 12n), request(stale, 5n))).refusals).toEqual([
      null,
      null,
      'limited',
      'stale',
    ])
  }))

test('when all are admitted there are no refusals', () =>
  within(async (tx) => {
    const [one, two] = [await key(tx, { nonce: 1n, due: long }), await key(tx, { nonce: 1n, due: long })]
    expect(await admit(tx, request(one, 2n), null, request(two, 2n))).toMatchObject({ refusals: null })
  }))

test('an unknown key is not admitted', () =>
  within(async (tx) => {
    expect((await admit(tx, request(randomUUID(), 1n))).refusals).toEqual(['changed'])
  }))
