import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ensureDatabase, startPostgres } from '@specie/local/postgres.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { connect, type Db } from '@specie/service/base/database/db.ts'
import { connectAsService, prepareDatabase } from '@specie/service/database.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit, type Journal } from '@specie/service/ledger/posting/journal.ts'
import { postIn } from '@specie/service/ledger/posting/post.ts'
import { compare, type Contestant, load, type Measured } from './measure.ts'
import type { Report } from './report.ts'
import { findPgbench, plainSchema, plainTransaction, preparePgbench, tpcb } from './yardsticks.ts'
import { check } from '../src/checks.ts'

const accounts = 10_000
const connections = 16

/** `postIn` beside what it replaces, on one server, in one run. Durable throughout: fsync is on for all. */
export async function ledgerBench(quick: boolean): Promise<Report> {
  const folder = await mkdtemp(join(tmpdir(), 'specie-bench-'))
  const postgres = await startPostgres({ folder })
  try {
    await ensureDatabase(postgres, 'bench')
    return await onServer(postgres.url('bench'), quick)
  } finally {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function onServer(url: string, quick: boolean): Promise<Report> {
  const owner = connect({ url, max: connections })
  const app = connectAsService({ url, max: connections })
  const pgbench = await findPgbench()
  try {
    await prepareDatabase(owner, 'uat', systemClock.now())
    await postTogether(app, [endowment()])
    await owner.query(plainSchema(accounts))
    if (pgbench) await preparePgbench(pgbench, url)
    await owner.query('vacuum analyze')
    const contestants = [...posting(app), ...byHand(owner)]
    if (pgbench)
      contestants.push({ name: `pgbench TPC-B, ${connections} clients`, run: (seconds) => tpcb(pgbench, url, seconds) })
    const figures = await compare(contestants, quick ? { rounds: 3, seconds: 0.5 } : { rounds: 3, seconds: 4 })
    const broken = (await check(app)).filter((row) => !row.ok)
    if (broken.length > 0) throw new Error(`The ledger broke under load: ${JSON.stringify(broken)}`)
    return reported(figures)
  } finally {
    await Promise.all([owner, app].map((db) => db.close()))
  }
}

/** As many as a job that finds much to do posts at once. */
const together = 100

const names = {
  alone: (shape: Shape) => `postIn, one journal a transaction, ${shapes[shape]}`,
  together: (shape: Shape) => `postIn, ${together} journals a transaction, ${shapes[shape]}`,
  byHand: (shape: Shape) => `by hand, one journal a transaction, ${shapes[shape]}`,
}

/** In a transaction of its own, as the service does it beside the rows that say why. */
function postTogether(db: Db, journals: readonly Journal[]): Promise<unknown> {
  const env = { clock: systemClock, runtime: { accountIds: new Map() } }
  return db.tx((tx) => postIn(env, tx, journals))
}

const posting = (db: Db): Contestant[] =>
  shapesOfLoad.flatMap((shape) => [
    {
      name: names.alone(shape),
      run: (seconds: number) => load(connections, seconds, () => postTogether(db, [trade(shape)])),
    },
    {
      name: names.together(shape),
      run: async (seconds: number) => {
        const batch = () => Array.from({ length: together }, () => trade(shape))
        const measured = await load(connections, seconds, () => postTogether(db, batch()))
        return { ...measured, perSecond: measured.perSecond * together }
      },
    },
  ])

const byHand = (owner: Db): Contestant[] =>
  shapesOfLoad.map((shape) => ({ name: names.byHand(shape), run: plain(owner, shape) }))

const plain = (db: Db, shape: Shape) => (seconds: number) =>
  load(connections, seconds, () => plainTransaction(db, randomUUID(), fourLines(shape)))

const shapes = { spread: '10,000 accounts', hot: 'one hot account' }
type Shape = keyof typeof shapes
const shapesOfLoad = Object.keys(shapes) as Shape[]
const anyone = () => 1 + Math.floor(Math.random() * accounts)

/** Two transfers in one journal, as a trade is; in the hot shape both go through the same account. */
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

/** Every account is opened and funded by one journal of 10,001 lines. */
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
  const [alone, best] = [per(names.alone('spread'))!, per(names.together('spread'))!]
  const pgbench = per(`pgbench TPC-B, ${connections} clients`)
  return {
    title: 'Ledger: journals of four entries, durable',
    unit: 'journals/s',
    figures,
    ratios: [
      { name: 'postIn, one journal / by hand', value: alone / per(names.byHand('spread'))! },
      { name: `postIn, ${together} journals / by hand`, value: best / per(names.byHand('spread'))!, goal: 4 },
      ...(pgbench ? [{ name: `postIn, ${together} journals / pgbench`, value: best / pgbench }] : []),
      {
        name: `postIn, ${together} journals: one hot account / 10,000 accounts`,
        value: per(names.together('hot'))! / best,
        goal: 1,
      },
    ],
  }
}
