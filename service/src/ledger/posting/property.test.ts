import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, patience, type TestDatabase } from '@specie/test/database.ts'
import { post } from '@specie/test/post.ts'
import { check } from '@specie/test/checks.ts'
import { systemClock } from '../../base/clock.ts'
import { connect, type Db } from '../../base/database/db.ts'
import { type Account, account } from '../chart.ts'
import type { Journal } from './journal.ts'

// The ledger against an independent model: plain arithmetic on Maps, deciding journals in order of arrival.

type Held = { floored: boolean; creditNormal: boolean; pool: string; asset: string; balance: bigint; entries: string[] }
type Model = { accounts: Map<string, Held>; journals: Map<string, string> }
type Verdict = { outcome: string; account?: string }

const nameOf = (a: Account) => [a.pool, a.name, a.owner, a.asset].join(' ')
const contentOf = (journal: Journal) =>
  [journal.kind, ...journal.lines.map((line) => `${nameOf(line.account)} ${line.amount}`).toSorted()].join('\n')

function judge(model: Model, journal: Journal): Verdict {
  const taken = model.journals.get(journal.key)
  if (taken !== undefined) return { outcome: taken === contentOf(journal) ? 'replayed' : 'key_reused' }
  if (journal.lines.length === 0) return { outcome: 'empty' }
  const books = new Map<string, bigint>()
  for (const { account: a, amount } of journal.lines) {
    books.set(a.pool + a.asset, (books.get(a.pool + a.asset) ?? 0n) + amount)
  }
  if ([...books.values()].some((sum) => sum !== 0n)) return { outcome: 'unbalanced' }
  const after = new Map<string, Held>()
  for (const line of journal.lines) {
    const name = nameOf(line.account)
    const held = after.get(name) ?? model.accounts.get(name)!
    const balance = held.creditNormal ? held.balance - line.amount : held.balance + line.amount
    if (held.floored && balance < 0n) return { outcome: 'insufficient', account: name }
    after.set(name, { ...held, balance, entries: [...held.entries, `${line.amount} ${balance}`] })
  }
  for (const [name, held] of after) model.accounts.set(name, held)
  model.journals.set(journal.key, contentOf(journal))
  return { outcome: 'posted' }
}

/**
 * `post` never posts two journals of one key at once: it posts the first journal of each key, then the second of each, and
 * so on. A caller that waits for another caller gets the result of that caller.
 */
function judgeRound(model: Model, round: readonly Journal[]): Verdict[] {
  const verdicts: Verdict[] = []
  const callers = [...Map.groupBy(round.keys(), (i) => round[i]!.key).values()]
  for (let wave = callers; wave.length > 0; wave = wave.map((of) => of.slice(1)).filter((of) => of.length > 0)) {
    for (const [i] of wave) verdicts[i!] = judge(model, round[i!]!)
  }
  return verdicts
}

/** Accounts of both sides, with and without a floor, in two pools and two assets; those with an owner are new. */
const universe = (run: string) => [
  account('client', 'transitional', run, 'CHF'),
  account('client', 'available', `${run}-a`, 'CHF'),
  account('client', 'available', `${run}-b`, 'CHF'),
  account('client', 'transitional', run, 'GBP'),
  account('client', 'available', `${run}-a`, 'GBP'),
  account('house', 'gas', run, 'CHF'),
  account('house', 'fees', 'CHF'),
  account('house', 'network_fees', 'CHF'),
]
const books = [
  [0, 1, 2],
  [3, 4],
  [5, 6, 7],
]

async function modelOf(db: Db, accounts: readonly Account[]): Promise<Model> {
  const held = await Promise.all(
    accounts.map(async (a): Promise<[string, Held]> => [
      nameOf(a),
      {
        floored: a.name !== 'fees' && a.name !== 'network_fees',
        creditNormal: a.name === 'available' || a.name === 'fees',
        pool: a.pool,
        asset: a.asset,
        ...(await booked(db, a)),
      },
    ]),
  )
  return { accounts: new Map(held), journals: new Map() }
}

async function booked(db: Db, a: Account): Promise<Pick<Held, 'balance' | 'entries'>> {
  const key = [a.pool, a.name, a.owner, a.asset]
  const of = 'from ledger.account where (pool, name, owner, asset) = ($1, $2, $3, $4)'
  const [row] = await db.query<{ balance: bigint }>(`select balance ${of}`, key)
  const entries = await db.query<{ amount: bigint; balance: bigint; version: bigint }>(
    `select amount, balance, version from ledger.entry where account_id = (select id ${of}) order by version`,
    key,
  )
  entries.forEach((entry, i) => expect(entry.version).toBe(BigInt(i + 1)))
  return { balance: row?.balance ?? 0n, entries: entries.map((entry) => `${entry.amount} ${entry.balance}`) }
}

const move = fc.constantFrom(...books).chain((book) =>
  fc.record({
    from: fc.constantFrom(...book),
    to: fc.constantFrom(...book),
    amount: fc.oneof(
      { weight: 9, arbitrary: fc.bigInt(1n, 100n) },
      { weight: 1, arbitrary: fc.bigInt(1n, 10n ** 24n) },
    ),
  }),
)

const journalRequest = fc.record({
  /** Every sixth one repeats an earlier one of this run. */
  again: fc.oneof({ weight: 5, arbitrary: fc.constant(null) }, { weight: 1, arbitrary: fc.nat(1_000) }),
  key: fc.nat(60),
  kind: fc.constantFrom('one', 'one', 'one', 'two'),
  moves: fc.array(move, { minLength: 1, maxLength: 3 }),
  flaw: fc.oneof(
    { weight: 12, arbitrary: fc.constant('none' as const) },
    { weight: 1, arbitrary: fc.constantFrom('half' as const, 'empty' as const) },
  ),
})
type JournalRequest = typeof journalRequest extends fc.Arbitrary<infer T> ? T : never

function journalsOf(
  run: string,
  accounts: readonly Account[],
  plan: readonly JournalRequest[],
  past: Journal[] = [],
): Journal[] {
  return plan.map(({ again, key, kind, moves, flaw }) => {
    if (again !== null && past.length > 0) return past[again % past.length]!
    const lines = moves.flatMap(({ from, to, amount }) => [
      { account: accounts[to]!, amount },
      { account: accounts[from]!, amount: -amount },
    ])
    const kept = { none: lines, half: lines.slice(1), empty: [] }[flaw]
    const journal = { key: `${run}:${key}`, kind, lines: kept }
    past.push(journal)
    return journal
  })
}

let database: TestDatabase
let second: Db
beforeAll(async () => {
  database = await freshDatabase()
  second = connect({ url: database.url, patience, role: 'specie_app' })
})
afterAll(async () => {
  await second.close()
  await database.drop()
})

let runs = 0
const outcomeOf = (result: PromiseSettledResult<{ replayed: boolean }>): Verdict => {
  if (result.status === 'fulfilled') return { outcome: result.value.replayed ? 'replayed' : 'posted' }
  const { reason, account: short } = result.reason as { reason?: string; account?: Account }
  if (!reason) throw result.reason
  return short ? { outcome: reason, account: nameOf(short) } : { outcome: reason }
}

test('random batches have the results and balances of the model', async () => {
  const seen = new Set<string>()
  const rounds = fc.array(fc.array(journalRequest, { minLength: 1, maxLength: 25 }), { minLength: 1, maxLength: 5 })
  await fc.assert(
    fc.asyncProperty(rounds, async (planned) => {
      const run = `r${++runs}`
      const accounts = universe(run)
      const model = await modelOf(database.owner, accounts)
      const env = { db: database.app, clock: systemClock }
      const past: Journal[] = []
      for (const plan of planned) {
        const round = journalsOf(run, accounts, plan, past)
        const results = await Promise.allSettled(round.map((journal) => post(env, journal)))
        expect(results.map(outcomeOf)).toEqual(judgeRound(model, round))
        results.map(outcomeOf).forEach(({ outcome }) => seen.add(outcome))
      }
      await agrees(model, accounts)
    }),
    { numRuns: 60, endOnFailure: true },
  )
  expect([...seen].toSorted()).toEqual(['empty', 'insufficient', 'key_reused', 'posted', 'replayed', 'unbalanced'])
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
})

test('two processes at once: the posted journals are allowed by the model in their order', async () => {
  const rounds = fc.array(journalRequest, { minLength: 20, maxLength: 80 })
  await fc.assert(
    fc.asyncProperty(rounds, rounds, async (left, right) => {
      const run = `c${++runs}`
      const accounts = universe(run)
      const model = await modelOf(database.owner, accounts)
      const stream = (db: Db, plan: readonly JournalRequest[]) =>
        journalsOf(run, accounts, plan).map(async (journal) => {
          const posting = post({ db, clock: systemClock }, journal)
          const [result] = await Promise.allSettled([posting])
          outcomeOf(result)
          return result.status === 'fulfilled' ? { ...result.value, journal } : null
        })
      const answers = await Promise.all([...stream(database.app, left), ...stream(second, right)])
      const posted = answers.filter((answer) => answer !== null && !answer.replayed).map((answer) => answer!)
      for (const { journal } of posted.toSorted((a, b) => Number(a.id - b.id))) {
        expect(judge(model, journal)).toEqual({ outcome: 'posted' })
      }
      for (const answer of answers) if (answer?.replayed) expect(judge(model, answer.journal).outcome).toBe('replayed')
      await agrees(model, accounts)
    }),
    { numRuns: 25, endOnFailure: true },
  )
  expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
})

async function agrees(model: Model, accounts: readonly Account[]): Promise<void> {
  for (const a of accounts) {
    const { balance, entries } = model.accounts.get(nameOf(a))!
    expect({ account: nameOf(a), ...(await booked(database.owner, a)) }).toEqual({
      account: nameOf(a),
      balance,
      entries,
    })
  }
}
