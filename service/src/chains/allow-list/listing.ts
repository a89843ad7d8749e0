import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { enqueueAll } from '../outbox/operations.ts'
import type { Decision } from './row.ts'

// The holders on a list, and the changes that it needs.

type List = Pick<Decision, 'chain' | 'asset'>
export type Change = { readonly address: string; readonly is_listed: boolean }

/** After this time, an operation that the chain has refused is tried again. */
const retryAfter = "interval '10 minutes'"

/**
 * Wallets to list and to remove. A holder whose last change is not final yet waits, because changes of one holder must not
 * overtake each other.
 */
export const changesDue = (sql: Sql, { chain, asset }: List, at: Date): Promise<Change[]> =>
  sql.query<Change>(
    `select address, allowed.address is not null as is_listed
     from (select distinct address from chains.allowed_holder where chain = $1) allowed
     full join (select * from chains.listed where chain = $1 and asset = $2) listed using (address)
     where case when listed.address is null then true
       when listed.state = 'final' then (allowed.address is not null) <> listed.is_listed
       when listed.state in ('failed', 'canceled') then listed.created_at < $3::timestamptz - ${retryAfter}
       else false end
     order by address limit 500`,
    [chain, asset, at],
  )

/** Changes that the chain does not have yet. */
export async function isComplete(sql: Sql, { chain, asset }: List): Promise<boolean> {
  const open = await sql.query(
    `select from chains.allowed_holder allowed where allowed.chain = $1 and not exists (
       select from chains.listed l where (l.chain, l.asset, l.address) = ($1, $2, allowed.address) and l.is_listed
         and l.state = 'final') limit 1`,
    [chain, asset],
  )
  return open.length === 0
}

/** Records changes, and queues their operations in the same transaction (E1). */
export async function queueChanges(
  env: Env,
  tx: Tx,
  { chain, asset }: List,
  changes: readonly Change[],
): Promise<void> {
  const at = env.clock.now()
  const rows = changes.map((one) => ({ id: env.ids.uuid(at), ...one }))
  await tx.query(
    `insert into chains.listing (id, chain, asset, address, is_listed, created_at)
     select id, $2, $3, address, is_listed, $4 from jsonb_to_recordset($1) as due (id uuid, address text, is_listed boolean)`,
    [JSON.stringify(rows), chain, asset, at],
  )
  const effectOf = ({ address, is_listed }: Change) =>
    ({ kind: is_listed ? 'list' : 'unlist', asset, to: address, amount: 0n }) as const
  const asks = rows.map((row) => ({ chain, purpose: 'listing', subject: row.id, effect: effectOf(row) }) as const)
  await enqueueAll(env, tx, asks)
}

type Failed = List & Change & { readonly reason: string | null }

/** Holders whose last change the chain has refused. */
export const failedChanges = (sql: Sql): Promise<Failed[]> =>
  sql.query<Failed>(
    `select chain, asset, address, is_listed, reason from chains.listed where state = 'failed' order by chain, asset, address`,
  )

/** The last change of each holder on this list. */
export async function lastChanges(sql: Sql, { chain, asset }: List): Promise<Map<string, Change & { state: string }>> {
  const rows = await sql.query<Change & { state: string }>(
    'select address, is_listed, state from chains.listed where chain = $1 and asset = $2',
    [chain, asset],
  )
  return new Map(rows.map((row) => [row.address, row]))
}

export async function allowedHolders(sql: Sql, { chain }: List): Promise<Set<string>> {
  const rows = await sql.query<{ address: string }>('select address from chains.allowed_holder where chain = $1', [
    chain,
  ])
  return new Set(rows.map(({ address }) => address))
}
