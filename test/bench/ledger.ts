import { randomUUID } from 'node:crypto'
import { ensureDatabase } from '@specie/local/postgres.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { connect, type Db } from '@specie/service/base/database/db.ts'
import { connectAsService, prepareDatabase } from '@specie/service/database.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit, type Journal } from '@specie/service/ledger/posting/journal.ts'
import { benchPostgres, closingAll } from './database.ts'
import { compare, type Candidate, load, type Measured } from './measure.ts'
import type { Report } from './report.ts'
import { findPgbench, plainSchema, plainTransaction, preparePgbench, tpcb } from './yardsticks.ts'
import { post } from '../src/post.ts'
import { check } from '../src/checks.ts'
import { traceKey } from '../src/trace-key.ts'

const accounts = 10_000
const connections = 16

/** `post` next to its alternatives, on one server, in one run. Durable throughout: fsync is on for all. */
export const ledgerBench = (quick: boolean): Promise<Report> =>
  closingAll(async (atEnd) => {
    const { postgres } = await benchPostgres(atEnd)
    await ensureDatabase(postgres, 'bench')
    return onServer(postgres.url('bench'), quick)
  })

async function onServer(url: string, quick: boolean): Promise<Report> {
  const owner = connect({ url, max: connections })
  const app = connectAsService({ url, traceKey })
  const singles = Array.from({ length: connections }, () => connectAsService({ url, max: 1, traceKey }))
  const pgbench = await findPgbench()
  try {
    await prepareDatabase(owner, 'uat', systemClock.now())
    await post({ db: app, clock: systemClock }, endowment())
    await owner.query(plainSchema(accounts))
    if (pgbench) await preparePgbench(pgbench, url)
    await owner.query('vacuum analyze')
    const contestants = [...batched(app), ...oneByOne(owner, singles)]
    if (pgbench)
      contestants.push({ name: `pgbench TPC-B, ${connections} clients`, run: (seconds) => tpcb(pgbench, url, seconds) })
    const figures = await compare(contestants, quick ? { rounds: 3, seconds: 0.5 } : { rounds: 3, seconds: 4 })
    const broken = (await check(app)).filter((row) => !row.ok)
    if (broken.length > 0) throw new Error(`The ledger broke under load: ${JSON.stringify(broken)}`)
    return reported(figures)
  } finally {
    await Promise.all([owner, app, ...singles].map((db) => db.close()))
  }
}

const names = {
  spread: (callers: number) => `post, ${callers} at once, 10,000 accounts`,
  hot: (callers: number) => `post, ${callers} at once, one hot account`,
  transaction: `one transaction a journal, ${connections} connections`,
  hotTransaction: `the same, one hot account`,
  call: `one call a journal, ${connections} connections`,
}

const batched = (db: Db): Candidate[] =>
  (['spread', 'hot'] as const).flatMap((shape) =>
    [1, 16, 256].map((callers) => ({
      name: names[shape](callers),
      run: (seconds: number) => load(callers, seconds, () => post({ db, clock: systemClock }, trade(shape))),
    })),
  )

const oneByOne = (owner: Db, singles: readonly Db[]): Candidate[] => [
  { name: names.transaction, run: plain(owner, 'spread') },
  { name: names.hotTransaction, run: plain(owner, 'hot') },
  {
    // A pool of one connection for each caller: every batch is a batch of one.
    name: names.call,
    run: (seconds) =>
      load(connections, seconds, (caller) => post({ db: singles[caller]!, clock: systemClock }, trade('spread'))),
  },
]

const plain = (db: Db, shape: Shape) => (seconds: number) =>
  load(connections, seconds, () => plainTransaction(db, randomUUID(), fourLines(shape)))

type Shape = 'spread' | 'hot'
const anyone = () => 1 + Math.floor(Math.random() * accounts)

/** Two transfers in one journal, like a trade; in the hot shape both use the same account. */
function fourLines(shape: Shape): { account: number; amount: bigint }[] {
  const [from, to] = shape === 'hot' ? [1, 1] : [anyone(), anyone()]
  return [
    { account: anyone(), amount: 5n },
    { account: to, amount: -5n },
    { account: from, amount: 3n },
    { account: anyone(), amount: -3n },
  ]
}

const available = (n: number) => account('client', 'available', `i${n}`, 'CHF')

function trade(shape: Shape): Journal {
  const lines = fourLines(shape).map((line) => ({ account: available(line.account), amount: line.amount }))
  return { key: randomUUID(), kind: 'bench', lines }
}

/** One journal of 10,001 lines opens and funds every account. */
function endowment(): Journal {
  const each = 10n ** 15n
  const credits = Array.from({ length: accounts }, (_, i) => credit(available(i + 1), each))
  return {
    key: 'endowment',
    kind: 'bench',
    lines: [debit(account('client', 'bank', 'CHF'), each * BigInt(accounts)), ...credits],
  }
}

function reported(figures: Map<string, Measured>): Report {
  const per = (name: string) => figures.get(name)?.perSecond
  const best = per(names.spread(256))!
  const pgbench = per(`pgbench TPC-B, ${connections} clients`)
  return {
    title: 'Ledger: journals of four entries, durable',
    unit: 'journals/s',
    figures,
    ratios: [
      { name: 'post at 256 callers / one transaction a journal', value: best / per(names.transaction)!, goal: 4 },
      { name: 'post at 256 callers / one call a journal', value: best / per(names.call)! },
      ...(pgbench ? [{ name: 'post at 256 callers / pgbench', value: best / pgbench }] : []),
      { name: 'one hot account / 10,000 accounts', value: per(names.hot(256))! / best, goal: 1 },
    ],
  }
}
