import { openCaseAgain } from '../../banking/reconciliation/cases.ts'
import { unmarkedRows } from '../../base/audit/unmarked-rows.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Operation } from './operations.ts'

// The last look before signing (ADR 72): the operation and its causes carry the service's seal and agree. For a wallet at a
// provider, the approval is a cause too. Other operations stay in the queue; the rest continue.

/** Operations without a request sealed by the service. */
export async function withoutRequest(env: Env, sql: Sql, operations: readonly Operation[]): Promise<Operation[]> {
  const causes = await causesOf(sql, operations)
  const rowsOf = ({ id }: Operation) => [`chains.operation/${id}`, ...(causes.get(id) ?? [])]
  const doubtful = await unmarkedRows(env, sql, operations.flatMap(rowsOf))
  return operations.filter((one) => !causes.has(one.id) || rowsOf(one).some((row) => doubtful.has(row)))
}

async function causesOf(sql: Sql, operations: readonly Operation[]): Promise<Map<string, string[]>> {
  const rows = await sql.query<{ id: string; causes: string[] | null }>(
    `select o.id, case when sources is not null then sources || compliance.agreement_rows(o.subject, o.address_id) end as causes
     from chains.operation o, chains.operation_sources(o.id) sources where o.id = any($1::uuid[])`,
    [operations.map(({ id }) => id)],
  )
  return new Map(rows.flatMap(({ id, causes }) => (causes === null ? [] : [[id, causes]])))
}

/** Opens a case for each; the sender then skips them (banking.unrequested_effect). */
export async function putAside(env: Env, tx: Tx, operations: readonly Operation[]): Promise<void> {
  for (const { id, chain, purpose, subject, asset, amount, recipient } of operations) {
    env.log.error({ operation: id, chain, purpose, subject }, 'an operation without a sealed request is not signed')
    env.metrics.putAside.inc({ what: 'operation' })
    const problem = `This ${purpose} to ${recipient ?? 'no address'} has no request with the mark of the service, or was changed past the service.`
    const detail = { operationid: id, subject, blockchain: chain, asset, amount: String(amount), problem }
    await openCaseAgain(tx, { kind: 'not_asked_for', cause: id, detail }, env.clock.now())
  }
}
