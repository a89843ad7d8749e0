import { holderRules } from '@specie/service/checks/holders.ts'
import { checkAll } from '@specie/service/checks/rule.ts'
import type { Db } from '@specie/service/base/database/db.ts'
import type { Env } from '@specie/service/base/env.ts'
import { connectAsService } from '@specie/service/database.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { filesOf } from '@specie/service/reports/document/report.ts'
import { makeReport } from '@specie/service/reports/reports.ts'
import { zipOf } from '@specie/service/reports/document/zip.ts'
import type { ReportName } from '@specie/protocol/console/report-names.ts'
import { testEnv } from '../src/env.ts'
import { post } from '../src/post.ts'
import { traceKey } from '../src/trace-key.ts'
import { benchDatabase, closingAll } from './database.ts'
import type { Measured } from './measure.ts'
import type { Report } from './report.ts'

// All reports of a generated year with 100,000 holders: holders at the end of each month, the reserve of each month, tokens of
// each quarter. Their sums must agree with the ledger and the chains.

const year = 2025
const omnibus = '0x52908400098527886E0F7030069857D2E4169EE7'
/** Of each holder, in millionths of a coin. */
const each = 1_000_000_000n

export async function reportsBench(quick: boolean): Promise<Report> {
  const holders = quick ? 5_000 : 100_000
  return closingAll(async (atEnd) => {
    const { url, owner } = await benchDatabase(atEnd)
    const app = connectAsService({ url, max: 4, traceKey })
    atEnd(() => app.close())
    const env = testEnv({ url, owner, app, drop: async () => {} })
    await generate(env, owner, holders)
    return measured(env, owner, holders)
  })
}

/** A first mint, a transfer to each holder in the first half of the year, and two by each of them in the second half. */
async function generate(env: Env, owner: Db, holders: number): Promise<void> {
  const total = BigInt(holders) * each
  await owner.tx(async (tx) => {
    // Row versions are not measured here, and take longer than the rows.
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into chains.contract (chain, asset, address, created_at) values ('ETH', 'VCHF', '0xc0', now());
       insert into chains.wallet (chain, key, address) values ('ETH', 'omnibus', '${omnibus}');
       insert into chains.coin_reading (chain, asset, start, cursor, height, read_until)
         values ('ETH', 'VCHF', 0, '{}', 1000000000, now());
       insert into chains.cursor (chain, cursor, latest, final, read_at) values ('ETH', '{}', 1000000000, 1000000000, now());
       insert into chains.movement (id, chain, txid, index, height, block, kind, asset, recipient, amount, state, created_at,
         updated_at)
       values (gen_random_uuid(), 'ETH', 'mint', 0, 0, 'b', 'mint', 'VCHF', '${omnibus}', ${total}, 'final', now(), now());
       insert into chains.coin_transfer (chain, asset, txid, index, height, at, recipient, amount)
         values ('ETH', 'VCHF', 'mint', 0, 0, '${year}-01-01T00:00:00Z', '${omnibus}', ${total})`,
    )
    await tx.query(
      `insert into chains.coin_transfer (chain, asset, txid, index, height, at, sender, recipient, amount)
       select 'ETH', 'VCHF', 'in' || n, 0, n, '${year}-01-01T00:00:01Z'::timestamptz + n % 180 * interval '1 day',
         '${omnibus}', '0x' || lpad(to_hex(n), 40, '0'), ${each} from generate_series(1, $1::int) n
       union all
       select 'ETH', 'VCHF', 'out' || n, 0, n, '${year}-07-05T00:00:01Z'::timestamptz + n % 180 * interval '1 day',
         '0x' || lpad(to_hex(n % $1::int + 1), 40, '0'), '0x' || lpad(to_hex((n + 7) % $1::int + 1), 40, '0'), 1000 + n
       from generate_series(1, 2 * $1::int) n`,
      [holders],
    )
    await keepDays(tx)
  })
  await owner.query('vacuum analyze chains.coin_transfer')
  await owner.query('vacuum analyze reports.holder')
  await bookYear(env, total)
}

/** The days as the job keeps them (reports/holders/job.ts), all at once. */
async function keepDays(tx: { query: Db['query'] }): Promise<void> {
  await tx.query(
    `insert into reports.holder_day (day, chain, asset, height, holders, amount, created_at)
     select day::date, 'ETH', 'VCHF', 0, 0, (select amount from chains.coin_transfer where txid = 'mint'), now()
     from generate_series('${year}-01-01'::date, '${year}-12-31'::date, '1 day') day`,
  )
  await tx.query(
    `insert into reports.holder (chain, asset, address, day, amount, class)
     select 'ETH', 'VCHF', address, day, sum(sum(change)) over (partition by address order by day),
       case address when '${omnibus}' then 'platform' else 'unknown' end
     from (
       select sender as address, (at at time zone 'UTC')::date as day, -amount as change from chains.coin_transfer
         where sender is not null
       union all
       select recipient, (at at time zone 'UTC')::date, amount from chains.coin_transfer where recipient is not null
     ) changes group by address, day`,
  )
}

/** The mint in the ledger, and a top-up of the reserve on each day. */
async function bookYear(env: Env, total: bigint): Promise<void> {
  const cents = total / 10_000n
  const at = (day: number) => {
    const now = new Date(Date.UTC(year, 0, 1 + day, 12))
    return { ...env, clock: { ...env.clock, now: () => now } }
  }
  await post(at(0), {
    key: 'bench:mint',
    kind: 'mint_booked',
    lines: [
      debit(account('reserve', 'bank', 'CHF'), cents),
      credit(account('reserve', 'redemption_liability', 'CHF'), cents),
      debit(account('supply', 'circulating', 'VCHF'), total),
      credit(account('supply', 'issued', 'ETH', 'VCHF'), total),
    ],
  })
  for (let day = 1; day < 365; day += 1) {
    const lines = [debit(account('reserve', 'bank', 'CHF'), 100n), credit(account('reserve', 'excess', 'CHF'), 100n)]
    await post(at(day), { key: `bench:${day}`, kind: 'reserve_topped_up', lines })
  }
}

const two = (n: number): string => String(n).padStart(2, '0')
const lastDay = (month: number): string => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)
const months = Array.from({ length: 12 }, (_, n) => n + 1)

const periods: Record<ReportName, string[]> = {
  holders: months.map(lastDay),
  reserve: months.map((month) => `${year}-${two(month)}`),
  outsourcing: [],
  mica: [1, 2, 3, 4].map((quarter) => `${year}-Q${quarter}`),
}

async function measured(env: Env, owner: Db, holders: number): Promise<Report> {
  const figures = new Map<string, Measured>()
  const notes: string[] = []
  let [whole, differences] = [0, 0]
  for (const [name, all] of Object.entries(periods) as [ReportName, string[]][]) {
    const begun = performance.now()
    let bytes = 0
    for (const period of all) {
      const report = await makeReport(env, name, period)
      bytes += zipOf(filesOf(report)).length
      differences += report.checks.filter(({ ok }) => !ok).length
    }
    const seconds = (performance.now() - begun) / 1_000
    whole += seconds
    figures.set(name, { perSecond: all.length / seconds })
    notes.push(`${all.length} × ${name}: ${seconds.toFixed(1)} s, ${(bytes / 1e6).toFixed(1)} MB.`)
  }
  const broken = (await checkAll(owner, holderRules)).filter(({ ok }) => !ok)
  const wrong = differences + broken.length
  return {
    title: `Reports of a year with ${holders.toLocaleString('en')} holders`,
    unit: 'reports/s',
    figures,
    ratios: [
      { name: '60 s / all reports of the year', value: 60 / whole, goal: 1 },
      { name: 'sums that agree (1: all)', value: wrong === 0 ? 1 : 0, goal: 1 },
    ],
    notes: [
      ...notes,
      ...broken.map(({ what, detail }) => `BROKEN ${what}: ${detail}`),
      `All of them: ${whole.toFixed(1)} s.`,
    ],
  }
}
