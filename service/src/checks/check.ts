import { assets } from '@specie/protocol/assets.ts'
import { bankingPending, bankingRules } from './banking.ts'
import { bankingJournals } from './banking-journals.ts'
import { checkBankIn } from './bank-statements.ts'
import { checkCatalog } from './check-catalog.ts'
import { codeTableRule } from './code-tables.ts'
import { checkMarks } from './marks.ts'
import { checkOrderMarks } from './order-marks.ts'
import { inconsistentRows } from './row-versions.ts'
import type { Db, Sql } from '../base/database/db.ts'
import { inconsistentStates, invalidStepsAfter } from './states.ts'
import { rooms } from '../rooms.ts'
import { chainsJournals, chainsRules, listOperations, operationRule } from './chains.ts'
import { holderRules } from './holders.ts'
import { issuanceJournals, issuanceOperations, issuancePending, issuanceRules } from './issuance.ts'
import { debtPrefixes, debtRule, debtRules } from './debts.ts'
import { chart } from '../ledger/chart.ts'
import { ledgerRules } from './ledger.ts'
import { checkSeen, counterRules } from './counters.ts'
import { lastChecked, noteResult, seenNow } from './cursor.ts'
import { type CheckRow, fullRange, checkRules, type Progress, type Rule, type CheckRange } from './rule.ts'
import { type Anchor, checkAudit } from './audit.ts'
import { checkUnsealed } from './unsealed.ts'
import { ownershipRules } from './ownership.ts'
import { standingRule } from './standing.ts'
import { railsJournals, railsOperations, railsRules } from './rails.ts'
import { treasuryPrefixes, treasuryRules } from './treasury.ts'
import { tradingJournals, tradingPending, tradingRules } from './trading.ts'
import {
  frozenRules,
  returnOperations,
  transfersJournals,
  transfersOperations,
  transfersPending,
  transfersRules,
} from './transfers.ts'

// All database checks of `specie check`. This room reads every schema, as an auditor would. The rules of each room are in
// the file of its name, and are put together here.

const pending = [bankingPending, transfersPending, issuancePending, tradingPending].join('\n union all ')

const literals = (rows: readonly (readonly (string | number | boolean)[])[]) =>
  rows.map((row) => `(${row.map((cell) => (typeof cell === 'string' ? `'${cell}'` : cell)).join(', ')})`).join(', ')

const chartRows = Object.entries(chart).flatMap(([pool, names]) =>
  Object.entries(names).map(([name, { side, floored, owner }]) => [pool, name, side, floored, owner] as const),
)
const assetRows = Object.values(assets).map(({ symbol, decimals }) => [symbol, decimals] as const)

/** The rows that can have a hold. */
const holdable = Object.values(rooms.held).map(({ table }) => table)

const houseRules: Rule[] = [
  standingRule,
  {
    invariant: 'S1',
    what: 'exactly the rows with a hold are marked',
    breaks: `
      select format('%s %s: on_hold is %s', tbl, id, on_hold)
      from (${holdable.map((table) => `select '${table}' as tbl, id, on_hold from ${table}`).join(' union all ')}) thing
      where on_hold <> (id in (select subject_id from compliance.hold
        where subject_id is not null and state <> 'released' and concluded_at is null))`,
  },
  {
    invariant: 'L3',
    what: 'chart and scales of assets equal the code',
    breaks: `
      select format('ledger.chart %s/%s', coalesce(here.pool, code.pool), coalesce(here.name, code.name)) from ledger.chart here
      full join (values ${literals(chartRows)}) code (pool, name, side, floored, owner) on (code.pool, code.name) = (here.pool, here.name)
      where (here.side, here.floored, here.owner) is distinct from (code.side, code.floored, code.owner)
      union all
      select format('ledger.asset %s', coalesce(here.code, code.code)) from ledger.asset here
      full join (values ${literals(assetRows)}) code (code, decimals) on code.code = here.code
      where here.decimals is distinct from code.decimals`,
  },
  {
    invariant: 'L6',
    what: 'pending equals the open items, by institution and asset',
    breaks: `
      select format('client/pending:%s/%s has %s, what is under way %s', coalesce(whose, owner), coalesce(code, asset),
        coalesce(balance, 0), coalesce(amount, 0))
      from (
        select whose::text, code, sum(amount) as amount from (${pending}) open (whose, code, amount) group by 1, 2
      ) open
      full join (select * from ledger.account where pool = 'client' and name = 'pending') account on (owner, asset) = (whose, code)
      where coalesce(balance, 0) <> coalesce(amount, 0)`,
  },
  { invariant: 'S1', what: 'every state is the end of its history', breaks: inconsistentStates },
  {
    invariant: 'S1',
    what: 'every step of a history is in its table',
    breaks: ({ history }) => invalidStepsAfter(history),
  },
]

/** Operations on chains and the rows that requested them. */
export const everyOperation = operationRule([
  issuanceOperations,
  transfersOperations,
  returnOperations,
  railsOperations,
  listOperations,
])

export const bookRules: readonly Rule[] = [
  ...ledgerRules,
  ...houseRules,
  codeTableRule,
  ...counterRules,
  ...ownershipRules(
    [
      ...bankingJournals,
      ...transfersJournals,
      ...issuanceJournals,
      ...tradingJournals,
      ...railsJournals,
      ...chainsJournals,
    ],
    [...treasuryPrefixes, ...debtPrefixes],
  ),
  ...tradingRules,
  ...railsRules,
  ...bankingRules,
  ...transfersRules,
  ...frozenRules,
  ...issuanceRules,
  everyOperation,
  ...chainsRules,
  ...holderRules,
  ...treasuryRules,
  ...debtRules,
  debtRule,
]

/** Agreement of journals and rows. With the time of day, rows that are ahead of it or far behind it are limited too. */
export async function checkBooks(
  sql: Sql,
  since: CheckRange = fullRange,
  progress?: Progress,
  now: Date | null = null,
): Promise<CheckRow[]> {
  const timely = now === null ? [] : [await checkSeen(sql, now)]
  return [...(await checkRules(sql, bookRules, since, progress)), ...timely, ...(await checkBankIn(sql, now))]
}

/** Agreement with row versions and seals. */
export async function checkTraces(
  sql: Sql,
  since: CheckRange = fullRange,
  progress: Progress = () => {},
  anchor: Anchor = {},
): Promise<CheckRow[]> {
  await sql.query(`set local timezone = 'UTC'; set local datestyle = 'ISO, YMD'`)
  const rows: CheckRow[] = []
  for (const table of Object.keys(rooms.tables)) {
    const breaks = await inconsistentRows(sql, table, since.full ? null : since.versions)
    rows.push(
      ...(await checkRules(
        sql,
        [{ invariant: 'V1', what: `${table}: unchanged since the service wrote it`, breaks }],
        since,
        progress,
      )),
    )
  }
  const traceKey = anchor.traceKey ?? null
  return [
    ...grouped(rows),
    await checkMarks(sql, traceKey, since.full ? null : since.versions, progress),
    await checkOrderMarks(sql, traceKey, since.full ? null : since.orders, progress),
    await checkCatalog(sql, rooms.tables, traceKey, progress),
    await checkUnsealed(sql, progress),
    ...(await checkAudit(sql, since, progress, anchor)),
  ]
}

/** One line for all intact tables. They are many. */
function grouped(rows: readonly CheckRow[]): CheckRow[] {
  const broken = rows.filter((one) => !one.ok)
  const rest = {
    invariant: 'V1' as const,
    what: `the rows of ${rows.length} tables are unchanged since the service wrote them`,
    detail: '',
  }
  return broken.length === 0 ? [{ ...rest, ok: true }] : broken
}

export type Checked = { readonly rows: CheckRow[]; readonly since: CheckRange }

/**
 * Everything in one snapshot, without concurrent changes. Without `full` it checks the sealed data since the last successful
 * check. Without a time, it makes no comparison with the time of day.
 */
export async function checkAllOf(
  db: Db,
  { full, at, progress, anchor }: { full: boolean; at: Date | null; progress?: Progress; anchor?: Anchor },
): Promise<Checked> {
  const traceKey = anchor?.traceKey ?? null
  const last = await lastChecked(db, traceKey)
  const since = full ? fullRange : last.since
  const { rows, seen } = await db.tx(async (tx) => {
    const seen = await seenNow(tx)
    const books = await checkBooks(tx, since, progress, at)
    return { rows: [...books, ...(await checkTraces(tx, since, progress, anchor)), last.named], seen }
  }, 'check')
  await noteResult(db, rows, seen, traceKey)
  return { rows, since }
}
