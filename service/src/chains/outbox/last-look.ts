import { openCaseAgain } from '../../banking/reconciliation/cases.ts'
import { unmarkedRows } from '../../base/audit/unmarked-rows.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Operation } from './operations.ts'

// The last look before something is signed (ADR 72): the service has written the operation and all that it rests on, and both
// agree. Otherwise it stays in line, and the others go on.

/** Operations that nobody with the key of the service asked for. */
export async function notAskedFor(env: Env, sql: Sql, operations: readonly Operation[]): Promise<Operation[]> {
  const causes = await causesOf(sql, operations)
  const rowsOf = ({ id }: Operation) => [`chains.operation/${id}`, ...(causes.get(id) ?? [])]
  const doubtful = await unmarkedRows(env, sql, operations.flatMap(rowsOf))
  return operations.filter((one) => !causes.has(one.id) || rowsOf(one).some((row) => doubtful.has(row)))
}

async function causesOf(sql: Sql, operations: readonly Operation[]): Promise<Map<string, string[]>> {
  const rows = await sql.query<{ id: string; causes: string[] | null }>(
    'select id, chains.operation_sources(id) as causes from unnest($1::uuid[]) id',
    [operations.map(({ id }) => id)],
  )
  return new Map(rows.flatMap(({ id, causes }) => (causes === null ? [] : [[id, causes]])))
}

/** A case for each; the sender passes over them from now on (banking.unrequested_effect). */
export async function putAside(env: Env, tx: Tx, operations: readonly Operation[]): Promise<void> {
  for (const { id, chain, purpose, subject, asset, amount, recipient } of operations) {
    env.log.error({ operation: id, chain, purpose, subject }, 'an operation that nobody asked for is not signed')
    env.metrics.putAside.inc({ what: 'operation' })
    const problem = `Nobody with the key of the service asked for this ${purpose} to ${recipient ?? 'nobody'}, or it was changed past the service.`
    const detail = { operationid: id, subject, blockchain: chain, asset, amount: String(amount), problem }
    await openCaseAgain(tx, { kind: 'not_asked_for', cause: id, detail }, env.clock.now())
  }
}
