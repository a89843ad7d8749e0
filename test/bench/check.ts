import type { Db } from '@specie/service/base/database/db.ts'
import { checkBooks, checkTraces } from '@specie/service/checks/check.ts'
import { connectAsService } from '@specie/service/database.ts'
import { type CheckRow, fullRange, type CheckRange } from '@specie/service/checks/rule.ts'
import { sealAll } from '@specie/service/base/audit/seals.ts'
import { testEnv } from '../src/env.ts'
import { benchDatabase, closingAll } from './database.ts'
import type { Measured } from './measure.ts'
import { fewInstitutions, placeEarlier } from './orders/growth.ts'
import { foundInstitutions, fund, setBook } from './orders/rows.ts'
import type { Report } from './report.ts'
import { traceKey } from '../src/trace-key.ts'

// The duration of `specie check` on a database with a million orders: full, and since the last check.

export async function checkBench(quick: boolean): Promise<Report> {
  const [orders, more] = quick ? [20_000, 2_000] : [1_000_000, 10_000]
  return closingAll(async (atEnd) => {
    const { url, owner } = await benchDatabase(atEnd)
    const app = connectAsService({ url, max: 4, traceKey })
    atEnd(() => app.close())
    return measured(owner, app, url, orders, more)
  })
}

async function measured(owner: Db, app: Db, url: string, orders: number, more: number): Promise<Report> {
  await foundInstitutions(owner, fewInstitutions)
  await fund(app, fewInstitutions)
  await setBook(owner)
  await placeEarlier(app, 0, orders)
  await owner.query('vacuum analyze')
  const env = testEnv({ url, owner, app, drop: async () => {} })
  const sealing = await seconds(() => sealAll.run(env))
  const full = await seconds(() => inOrder(app, fullRange))
  const since = await sealedUpTo(app)
  await placeEarlier(app, orders, orders + more)
  await sealAll.run(env)
  const recent = await seconds(() => inOrder(app, since))
  const rate = (many: number, took: number): Measured => ({ perSecond: many / took })
  return {
    title: `specie check with ${orders.toLocaleString('en')} orders`,
    unit: 'orders/s',
    figures: new Map([
      ['sealed', rate(orders, sealing)],
      ['checked, whole', rate(orders, full)],
      [`checked, ${more.toLocaleString('en')} since`, rate(more, recent)],
    ]),
    ratios: [],
    notes: [
      `Sealing took ${sealing.toFixed(1)} s, the whole check ${full.toFixed(1)} s, and one of the ${more.toLocaleString('en')} orders since ${recent.toFixed(1)} s.`,
    ],
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return (performance.now() - begun) / 1_000
}

/** The bench inserts institutions and their money directly, which the check reports; nothing else may be broken. */
const byHand = (row: CheckRow) =>
  /^(institutions|trading\.pair)/.test(row.what) || /endowment:|institutions\.|bank_account/.test(row.detail)

async function inOrder(app: Db, since: CheckRange): Promise<void> {
  const progress = (what: string) => process.stderr.isTTY && process.stderr.write(`\r\u001b[K${what.slice(0, 100)}`)
  const rows = await app.tx(
    async (tx) => [...(await checkBooks(tx, since, progress)), ...(await checkTraces(tx, since, progress))],
    'check',
  )
  const broken = rows.filter((row) => !row.ok && !byHand(row))
  if (broken.length > 0) throw new Error(`The check is broken: ${JSON.stringify(broken)}`)
}

async function sealedUpTo(app: Db): Promise<CheckRange> {
  const rows = await app.query<{ stream: string; last: bigint }>(
    'select stream, max(last) as last from audit.seal group by stream',
  )
  const of = (name: string) => rows.find(({ stream }) => stream === name)?.last ?? 0n
  return {
    full: false,
    journals: of('journals'),
    versions: of('versions'),
    orders: of('orders'),
    history: of('history'),
  }
}
