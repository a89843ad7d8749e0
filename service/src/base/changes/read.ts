import type { Env } from '../env.ts'

/** What transactions have changed: steps of items and orders by owner, and tables with row versions. */
export type Change = {
  readonly kind: 'step' | 'order' | 'table'
  /** A step as `machine from to hold`, or the name of the table. */
  readonly name: string
  /** The owner of a step or an order; null without one, and for tables. */
  readonly institutionId: string | null
  /** The newest transaction among them. */
  readonly committed: bigint
}

/** All transactions before `until` have been read. */
export type Changes = { readonly until: bigint; readonly changes: readonly Change[] }

type Row = {
  until: string
  kind: Change['kind'] | null
  name: string
  institution_id: string | null
  committed: string
}

/** The end of what can be read now. Every earlier transaction has finished. */
export async function endOfChanges({ db }: Pick<Env, 'db'>): Promise<bigint> {
  const [row] = await db.query<{ until: string }>({
    name: 'changes.end',
    text: 'select pg_snapshot_xmin(pg_current_snapshot())::text as until',
  })
  return BigInt(row!.until)
}

/** Everything that transactions from `since` on have changed, each kind once. */
export async function readChanges({ db, runtime }: Pick<Env, 'db' | 'runtime'>, since: bigint): Promise<Changes> {
  const rows = await db.query<Row>({
    name: 'changes.since',
    text: `
      select now.until::text, changed.kind, changed.name, changed.institution_id, changed.committed::text
      from (select pg_snapshot_xmin(pg_current_snapshot()) as until) now
      left join lateral (
        select 'step' as kind, machine || ' ' || coalesce(from_state, '') || ' ' || to_state || coalesce(' ' || hold, '') as name,
          institution_id, max(committed::text::bigint) as committed
        from state.step where committed >= $1::xid8 and committed < now.until group by 2, 3
        union all
        select 'table', name, null, max(committed::text::bigint)
        from audit.version where committed >= $1::xid8 and committed < now.until group by 2
        union all
        select 'order', 'order', institution_id, max(committed::text::bigint)
        from ${runtime.rooms.orderTable} where state <> 'received' and committed >= $1::xid8 and committed < now.until group by 3
      ) changed on true`,
    values: [since],
  })
  const changes = rows.flatMap(({ kind, name, institution_id: institutionId, committed }) =>
    kind === null ? [] : { kind, name, institutionId, committed: BigInt(committed) },
  )
  return { until: BigInt(rows[0]!.until), changes }
}
