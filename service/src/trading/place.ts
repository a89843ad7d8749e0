import { batcher, type Batcher } from '../base/batch.ts'
import type { Db, Sql } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import type { KnownIds } from '../ledger/accounts.ts'
import { codeOf } from '../ledger/chart.ts'
import { durably } from '../ledger/durably.ts'
import type { Journal } from '../ledger/journal.ts'
import { allIds, literal, quoted, written } from '../ledger/send.ts'
import type { Decided } from './order.ts'

/** A decided order with the journal that carries it out; none for one that is rejected. */
export type Placement = { readonly decided: Decided; readonly journal: Journal | null }

/** See trading.place in 0015_trading.sql. `provider`: the holder whose account is short. */
export type Verdict =
  | { readonly outcome: 'placed' | 'short' | 'taken' | 'moved' }
  | { readonly outcome: 'provider'; readonly holder: string }

type Row = { outcome: Verdict['outcome'] | 'again'; account_id: bigint | null }

const mostInBatch = 256

type Desk = Batcher<Placement, Verdict>
const desks = new WeakMap<Db, Desk>()

/** Stores orders with their journals, durably; those who come at the same moment share one round trip and one commit. */
export function placementsOf(env: Pick<Env, 'db' | 'metrics'>): Desk {
  let desk = desks.get(env.db)
  if (!desk) {
    const run = (batch: Placement[]) => {
      env.metrics.batches.observe({ of: 'orders' }, batch.length)
      return persist(env.db, batch)
    }
    desks.set(env.db, (desk = batcher(run, mostInBatch)))
  }
  return desk
}

/** An order that is there already is `taken`, also by itself: repeating does no harm. */
function persist(db: Db, batch: readonly Placement[]): Promise<Verdict[]> {
  const what = () => `${batch.length} orders (first: ${batch[0]!.decided.id})`
  return durably(db, what, async () => place(db, await allIds(db, journalsOf(batch)), batch))
}

const journalsOf = (batch: readonly Placement[]) =>
  batch.flatMap(({ journal, decided }) => (journal === null ? [] : [{ journal, at: decided.at }]))

/** One verdict for each, in order. What another one of the batch stood in the way of is stored at once without it. */
export async function place(sql: Sql, known: KnownIds, batch: readonly Placement[]): Promise<Verdict[]> {
  const rows = await sql.query<Row>({
    name: 'trading.place',
    text: `select * from trading.place($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16,
      $17, $18, $19, $20, $21, $22, $23, $24, $25)`,
    values: [...columns(batch), ...written(known, journalsOf(batch))],
  })
  const rest = batch.filter((_, i) => rows[i]!.outcome === 'again')
  const later = rest.length === 0 ? [] : await place(sql, known, rest)
  return rows.map((row, i) => verdictOf(known, batch[i]!, row) ?? later.shift()!)
}

function verdictOf(known: KnownIds, { journal }: Placement, { outcome, account_id }: Row): Verdict | null {
  if (outcome === 'again') return null
  if (outcome !== 'provider') return { outcome }
  const short = journal!.lines.find(({ account }) => known.get(codeOf(account)) === Number(account_id))!
  return { outcome, holder: short.account.owner }
}

/** Written out by hand as in ledger/send.ts: nothing but `fills` holds what would need escaping. */
function columns(batch: readonly Placement[]): string[] {
  const each = (text: (decided: Decided) => unknown) => literal(batch.map(({ decided }) => text(decided)))
  let journals = 0
  return [
    each(({ id }) => id),
    each(({ institutionId }) => institutionId),
    each(({ clordid }) => `"${clordid}"`),
    each(({ order }) => order.pair.symbol),
    each(({ version }) => version),
    each(({ order }) => order.side),
    each(({ order }) => order.qty),
    each(({ order }) => order.price),
    each(({ state }) => state),
    each(({ amount }) => amount),
    each(({ fee }) => fee),
    each(({ legs }) => quoted(fillsOf(legs))),
    each(({ error }) => error ?? 'null'),
    each(({ tradeId }) => tradeId ?? 'null'),
    each(({ at }) => at.toISOString()),
    literal(batch.map(({ journal }) => (journal === null ? 'null' : (journals += 1)))),
  ]
}

export const fillsOf = (legs: Decided['legs']): string =>
  JSON.stringify(
    legs.map(({ quote, qty, amount }) => [
      quote.provider,
      quote.quoteid,
      String(qty),
      String(quote.price),
      String(amount),
    ]),
  )
