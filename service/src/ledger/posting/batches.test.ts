import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { errorOf, undone } from '@specie/test/database-rights/rows.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../base/database/db.ts'
import type { KnownIds } from './account-ids.ts'
import { account } from '../chart.ts'
import { credit, debit, type Journal, Refused } from './journal.ts'
import { allIds, postBatch } from './post-batch.ts'

// ledger.post and ledger.close_period in the database: one call, one batch.

let database: TestDatabase
let ids: KnownIds
beforeAll(async () => {
  database = await freshDatabase()
  // In its own transaction, as in the service.
  const owners = ['acme', 'beta', 'gamma'].map((owner) => ({ journal: deposit('x', owner, 1n), at: longAgo }))
  ids = await allIds(testEnv(database), [...owners, { journal: loss, at: longAgo }])
})
afterAll(() => database.drop())

const available = (owner: string) => account('client', 'available', owner, 'CHF')
const deposit = (key: string, to: string, amount: bigint): Journal => ({
  key,
  kind: 'deposit',
  lines: [debit(account('client', 'bank', 'CHF'), amount), credit(available(to), amount)],
})
const transfer = (key: string, from: string, to: string, amount: bigint): Journal => ({
  key,
  kind: 'transfer',
  lines: [debit(available(from), amount), credit(available(to), amount)],
})
/** The issuer's own money may be below zero. */
const loss: Journal = {
  key: 'loss',
  kind: 'loss',
  lines: [debit(account('house', 'capital', 'CHF'), 5n), credit(account('house', 'network_fees', 'CHF'), 5n)],
}
const back = (key: string, { lines }: Journal, reverses: bigint): Journal => ({
  key,
  kind: 'reversal',
  lines: lines.map((line) => ({ ...line, amount: -line.amount })),
  reverses,
})

const hour = 3_600_000
const longAgo = new Date('2026-01-01T00:00:00.000Z')

/** The result of each journal of a batch, and its id. */
async function post(tx: Tx, journals: readonly Journal[], at = longAgo): Promise<{ told: string; id: bigint }[]> {
  const batch = journals.map((journal) => ({ journal, at }))
  const answers = await postBatch(tx, ids, batch)
  return answers.map((answer) =>
    answer instanceof Refused
      ? { told: answer.reason, id: 0n }
      : { told: answer.replayed ? 'replayed' : 'posted', id: answer.id },
  )
}
const outcomes = async (tx: Tx, ...journals: Journal[]) => (await post(tx, journals)).map((answer) => answer.told)

/** Waits until a transaction waits for another one. */
async function someoneWaits(): Promise<void> {
  const waiting = `select from pg_locks where not granted and locktype in ('transactionid', 'tuple')`
  await expect.poll(async () => (await database.owner.query(waiting)).length, { timeout: 30_000 }).toBeGreaterThan(0)
}

const trying = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => undone(database.app, work)

describe('a batch', () => {
  test('with a posted journal does not post it again', () =>
    trying(async (tx) => {
      const [first] = await post(tx, [deposit('first', 'acme', 5n)])
      const [again] = await post(tx, [deposit('first', 'acme', 5n)])
      expect([first!.told, again!.told, again!.id]).toEqual(['posted', 'replayed', first!.id])
    }))

  test('cannot spend money that comes later in it', () =>
    trying(async (tx) => {
      const batch = [transfer('out', 'acme', 'beta', 5n), deposit('in', 'acme', 5n)]
      expect(await outcomes(tx, ...batch)).toEqual(['insufficient', 'posted'])
      expect(await outcomes(tx, transfer('on', 'acme', 'beta', 5n))).toEqual(['posted'])
    }))

  test('posts its valid journals: not those that are empty or do not balance in each pool and asset', () =>
    trying(async (tx) => {
      const good = deposit('good', 'acme', 5n)
      const half = { ...deposit('half', 'acme', 5n), lines: good.lines.slice(1) }
      const empty = { ...deposit('empty', 'acme', 5n), lines: [] }
      expect(await outcomes(tx, empty)).toEqual(['empty'])
      expect(await outcomes(tx, half)).toEqual(['unbalanced'])
      expect(await outcomes(tx, empty, good)).toEqual(['empty', 'posted'])
      expect(await outcomes(tx, half, deposit('other', 'beta', 5n), empty)).toEqual(['unbalanced', 'posted', 'empty'])
    }))

  test('moves nothing for refused journals, and keeps the floor of accounts that have one', () =>
    trying(async (tx) => {
      await post(tx, [deposit('in', 'acme', 4n), deposit('more', 'acme', 6n)])
      const half = { ...transfer('half', 'acme', 'beta', 10n), lines: [debit(available('acme'), 10n)] }
      const { lines } = transfer('', 'acme', 'beta', 6n)
      const short = { key: 'short', kind: 'transfer', lines: [...lines, ...lines] }
      const batch = [half, short, loss, transfer('all', 'acme', 'beta', 10n)]
      expect(await outcomes(tx, ...batch)).toEqual(['unbalanced', 'insufficient', 'posted', 'posted'])
      const entries = await tx.query(
        'select amount, balance, version from ledger.entry where account_id = $1 order by version',
        [ids.get(available('acme').code)],
      )
      expect(entries).toEqual([
        { amount: -4n, balance: 4n, version: 1n },
        { amount: -6n, balance: 10n, version: 2n },
        { amount: 10n, balance: 0n, version: 3n },
      ])
    }))

  test('refuses a journal with the key of another one, or of another kind', () =>
    trying(async (tx) => {
      const first = deposit('one', 'acme', 5n)
      await outcomes(tx, first)
      expect(await outcomes(tx, deposit('one', 'acme', 6n))).toEqual(['key_reused'])
      expect(await outcomes(tx, deposit('one', 'beta', 5n))).toEqual(['key_reused'])
      expect(await outcomes(tx, { ...first, kind: 'gift' })).toEqual(['key_reused'])
      expect(await outcomes(tx, { ...first, lines: first.lines.toReversed() })).toEqual(['replayed'])
    }))

  test('compares each journal with its own lines alone', () =>
    trying(async (tx) => {
      const [one, two] = [deposit('one', 'acme', 5n), deposit('two', 'beta', 7n)]
      await outcomes(tx, one, two)
      expect(await outcomes(tx, two, one, deposit('three', 'acme', 1n))).toEqual(['replayed', 'replayed', 'posted'])
    }))

  test('reverses a journal next to others that reverse nothing', () =>
    trying(async (tx) => {
      const [first, second] = [deposit('one', 'acme', 5n), deposit('two', 'acme', 6n)]
      const { id } = (await post(tx, [first, second]))[0]!
      expect(await outcomes(tx, deposit('three', 'acme', 1n), back('back', first, id))).toEqual(['posted', 'posted'])
    }))

  test('reports for each reversal what is wrong with it', () =>
    trying(async (tx) => {
      const [one, two] = [deposit('one', 'acme', 5n), deposit('two', 'acme', 6n)]
      const [first, second] = (await post(tx, [one, two])).map(({ id }) => id) as [bigint, bigint]
      const batch = [
        back('mixed up', two, first),
        back('back 1', one, first),
        back('back 2', two, second),
        back('again', one, first),
        back('of nothing', one, 10n ** 15n),
      ]
      expect(await outcomes(tx, ...batch)).toEqual([
        'not_a_mirror',
        'reversed_already',
        'posted',
        'reversed_already',
        'unknown_journal',
      ])
      expect(await outcomes(tx, back('back 1', one, first))).toEqual(['posted'])
      expect(await outcomes(tx, back('once more', two, second))).toEqual(['reversed_already'])
    }))

  test('refuses a key with the same lines but without the reversed journal', () =>
    trying(async (tx) => {
      const first = deposit('one', 'acme', 5n)
      const { id } = (await post(tx, [first]))[0]!
      const reversal = back('back', first, id)
      expect(await outcomes(tx, reversal)).toEqual(['posted'])
      expect(await outcomes(tx, reversal)).toEqual(['replayed'])
      const { reverses: _reverses, ...plain } = reversal
      expect(await outcomes(tx, plain)).toEqual(['key_reused'])
    }))

  test('waits for another one on the same account, and continues from its balance', async () => {
    const paidOut = (key: string) => transfer(key, 'acme', 'beta', 5n)
    await database.app.tx((tx) => post(tx, [deposit('for two', 'acme', 10n)]))
    let second: Promise<string[]> | undefined
    await database.app.tx(async (tx) => {
      await outcomes(tx, paidOut('one of two'))
      second = database.app.tx((other) => outcomes(other, paidOut('two of two'), paidOut('three of two')))
      await Promise.race([someoneWaits(), second])
    })
    expect(await second).toEqual(['posted', 'insufficient'])
  })

  test('requires one size for each of its keys', () =>
    trying(async (tx) => {
      await outcomes(tx, deposit('one', 'acme', 5n))
      const [row] = await tx.query<{ id: bigint }>(
        `select id from ledger.account where name = 'bank' and asset = 'CHF'`,
      )
      const call = () =>
        tx.query(
          `select * from ledger.post('{a,b}', '{k,k}', '{2026-01-01,2026-01-01}', '{null,null}', '{null,null}', '{2}', $1, '{1,1}', '{1,-1}')`,
          [`{${row!.id}}`],
        )
      expect(await errorOf(tx, call)).toBe('sizes must add up to the lines')
    }))
})

describe('the date of a journal', () => {
  const dateOf = async (tx: Tx, id: bigint) =>
    (await tx.query<{ at: Date }>('select at from ledger.journal where id = $1', [id]))[0]!.at
  const close = async (tx: Tx, institution: string, until: Date) =>
    (await tx.query<{ until: Date }>('select ledger.close_period($1, $2) as until', [institution, until]))[0]!.until
  const posted = async (tx: Tx, journal: Journal, at: Date) => dateOf(tx, (await post(tx, [journal], at))[0]!.id)
  const later = new Date(longAgo.getTime() + hour)
  const latest = new Date(longAgo.getTime() + 2 * hour)

  test('is the requested one, and never in the future of the database', () =>
    trying(async (tx) => {
      expect(await posted(tx, deposit('one', 'acme', 1n), longAgo)).toEqual(longAgo)
      const ahead = new Date(Date.now() + hour)
      const date = await posted(tx, deposit('two', 'acme', 1n), ahead)
      expect(date.getTime()).toBeLessThan(ahead.getTime() - hour / 2)
      expect(date.getTime()).toBeGreaterThan(Date.now() - hour)
    }))

  test('is in no closed period of any of its accounts', () =>
    trying(async (tx) => {
      expect(await close(tx, 'acme', later)).toEqual(later)
      expect(await close(tx, 'beta', latest)).toEqual(latest)
      await post(tx, [deposit('in', 'gamma', 9n)])
      expect(await posted(tx, deposit('one', 'acme', 5n), longAgo)).toEqual(later)
      expect(await posted(tx, deposit('two', 'gamma', 5n), longAgo)).toEqual(longAgo)
      expect(await posted(tx, transfer('three', 'acme', 'beta', 1n), longAgo)).toEqual(latest)
      expect(await posted(tx, transfer('four', 'gamma', 'acme', 1n), longAgo)).toEqual(later)
      const after = new Date(latest.getTime() + 1)
      expect(await posted(tx, transfer('five', 'acme', 'beta', 1n), after)).toEqual(after)
    }))

  test('a period with an end in the future ends now, and a closed period stays closed', () =>
    trying(async (tx) => {
      const until = await close(tx, 'acme', new Date(Date.now() + hour))
      expect(until.getTime()).toBeLessThanOrEqual(Date.now() + 60_000)
      expect(until.getTime()).toBeGreaterThan(Date.now() - hour)
      expect(await close(tx, 'acme', later)).toEqual(later)
      expect(await posted(tx, deposit('one', 'acme', 5n), longAgo)).toEqual(until)
    }))

  test('closing a period waits for postings to its accounts, and for no others', async () => {
    await database.app.tx((tx) => post(tx, [deposit('in', 'acme', 5n)]))
    await database.app.tx(async (tx) => {
      await close(tx, 'acme', latest)
      await close(tx, 'beta', latest)
    })
    const closed = (institution: string) =>
      trying(async (other) => {
        await other.query(`set local lock_timeout = '200 ms'`)
        return errorOf(other, () => close(other, institution, later))
      })
    await trying(async (tx) => {
      await post(tx, [deposit('under way', 'acme', 5n)])
      expect(await closed('acme')).toMatch(/lock timeout/)
      expect(await closed('beta')).toBe('it went through')
    })
  })
})

test('two processes that open the same account at once get the same one', async () => {
  const open = async (tx: Tx) =>
    (
      await tx.query<{ ids: bigint[] }>(
        `select ledger.open_accounts('{client,client}', '{available,bank}', '{new,""}', '{CHF,CHF}') as ids`,
      )
    )[0]!.ids
  let second: Promise<bigint[]> | undefined
  const first = await database.app.tx(async (tx) => {
    const ids = await open(tx)
    second = database.app.tx(open)
    await Promise.race([someoneWaits(), second])
    return ids
  })
  expect(await second).toEqual(first)
  expect(new Set(first).size).toBe(2)
})
