import { type AssetCode, assets, isAsset } from '@specie/protocol/assets.ts'
import type { Tx } from '../../base/database/db.ts'
import { endsBeforeItBegins } from '../../base/http/pages.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { lockUndebited } from '../../banking/payout/row.ts'
import { closePeriod } from '../../ledger/posting/close-period.ts'
import { type Described, described, type Named, named, ownAccounts } from './described.ts'

/** `amount`: the change of the total of available, pending and held; outgoing is negative. */
export type Movement = Omit<MovementRow, 'asset'> & { balance: bigint }

export type AssetStatement = { asset: AssetCode; opening: bigint; closing: bigint; movements: Movement[] }
export type Period = { from: Date; to: Date }

/** The maximum of one answer; a longer period must be requested in parts. */
const maxMovements = 10_000

/** The statements of a period. It ends at the requested time, or now if that is in the future. */
export type StatementOfPeriod = { period: Period; statements: AssetStatement[] }

/** The same from fields as a caller writes them. */
export function requestedStatements(
  env: Env,
  institutionId: string,
  { asset, ...given }: { from: string; to: string; asset?: string | undefined },
): Promise<StatementOfPeriod> {
  if (asset !== undefined && !isAsset(asset)) throw new ApiError('unknown_asset', { field: 'asset', asset })
  const requested = { from: new Date(given.from), to: new Date(given.to) }
  if (requested.from >= requested.to) throw endsBeforeItBegins()
  return statementsOf(env, institutionId, requested, asset)
}

/**
 * Opening balance, movements and closing balance of an institution, by asset. The period is closed first: everything
 * posted later is dated after it, so the same period always gives the same statement.
 */
export async function statementsOf(
  env: Env,
  institutionId: string,
  requested: Period,
  asset: AssetCode | undefined,
): Promise<StatementOfPeriod> {
  const period = { from: requested.from, to: await closePeriod(env, institutionId, requested.to) }
  if (period.from > period.to) throw badRequest('not_begun', notBegun(period.to), 'from')
  await env.db.tx((tx) => markUnreferenced(tx, institutionId, period.to))
  const statements = await env.db.tx((tx) => read(tx, institutionId, period, asset), 'repeatable read, read only')
  return { period, statements }
}

const notBegun = (now: Date): string =>
  `This period has not begun yet, so it has no statement. Name a \`from\` before ${now.toISOString()}.`

/**
 * Marks payouts without a bank reference: statements up to this time leave it out. When the bank reports it later,
 * these statements do not change. The lock serializes this with concurrent bookings.
 */
async function markUnreferenced(tx: Tx, institutionId: string, until: Date): Promise<void> {
  const payouts = await lockUndebited(tx, institutionId)
  if (payouts.length === 0) return
  await tx.query(
    `insert into transfers.unreferenced (payout_id, until) select id, $2 from unnest($1::uuid[]) id
     on conflict (payout_id) do update set until = excluded.until where unreferenced.until < excluded.until`,
    [payouts, until],
  )
}

async function read(
  tx: Tx,
  institutionId: string,
  period: Period,
  asset: AssetCode | undefined,
): Promise<AssetStatement[]> {
  const balances = await balancesOf(tx, institutionId, period)
  const movements = Map.groupBy(await movementsOf(tx, institutionId, period), (row) => row.asset)
  const wanted = asset === undefined ? [...balances.keys()] : [asset]
  return wanted.map((code) => {
    const { opening, closing } = balances.get(code) ?? { opening: 0n, closing: 0n }
    return { asset: code, opening, closing, movements: running(code, opening, closing, movements.get(code) ?? []) }
  })
}

/**
 * Opening from the entries before the period, closing from today's balance less the entries after it. The two agree
 * only if no entry is missing. An asset that was first used after the period is left out.
 */
async function balancesOf(tx: Tx, institutionId: string, { from, to }: Period) {
  const rows = await tx.query<{ asset: AssetCode; opening: bigint; closing: bigint }>(
    `select asset, sum(coalesce(before, 0)) as opening, sum(balance - coalesce(after, 0)) as closing
     from (${ownAccounts}) own left join lateral (
       select -sum(amount) filter (where at < $2) as before, -sum(amount) filter (where at >= $3) as after, min(at) as first
       from ledger.line join ledger.posted using (journal) where line.account = own.account
     ) moved on true
     group by asset having min(first) < $3`,
    [institutionId, from, to],
  )
  const order = Object.keys(assets)
  const sorted = rows.toSorted((a, b) => order.indexOf(a.asset) - order.indexOf(b.asset))
  return new Map(sorted.map(({ asset, ...balance }) => [asset, balance]))
}

type MovementRow = Named<Described>

/** Movements between the institution's own accounts do not change its total, and are left out. */
const totals = `
  select asset, journal, -sum(amount) as amount
  from (${ownAccounts}) own join ledger.line using (account) join ledger.posted using (journal)
  where at >= $2 and at < $3
  group by asset, journal having sum(amount) <> 0`

/** A payout without a bank reference at the time of the statement has none there later either. */
const inPeriod = `${described(totals, { bankref: 'case when mark.until >= $3 then null else out.debited end' })}
  order by j.at, j.journal limit $4`

async function movementsOf(tx: Tx, institutionId: string, { from, to }: Period): Promise<MovementRow[]> {
  const rows = await tx.query<Described>(inPeriod, [institutionId, from, to, maxMovements + 1])
  if (rows.length > maxMovements) {
    throw badRequest('too_long', `The period has more than ${maxMovements} movements. Request a shorter one.`, 'to')
  }
  return rows.map(named)
}

function running(asset: AssetCode, opening: bigint, closing: bigint, rows: readonly MovementRow[]): Movement[] {
  let balance = opening
  const movements = rows.map(({ asset: _asset, ...row }) => ({ ...row, balance: (balance += row.amount) }))
  if (balance !== closing)
    throw new Error(`a statement of ${asset} does not add up: ${balance} against ${closing} (L2)`)
  return movements
}
