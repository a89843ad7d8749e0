import type { Tx } from '../base/database/db.ts'
import type { OwnAccount } from '../base/ports/bank.ts'

/** Those of these journals that book a debt of the reserve to clients and are paid by now. */
export async function paidByReserve(
  tx: Tx,
  fiat: OwnAccount['currency'],
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ key: string }>(
    `select j.key from ledger.balance due
     cross join lateral (select ledger.unpaid_from(due.account) as first offset 0) unpaid
     join ledger.line debt on debt.account = due.account and debt.version < unpaid.first
     join ledger.posted j on j.journal = debt.journal and j.key = any($2)
     where (due.pool, due.owner, due.name, due.asset) = ('client', '', 'due_from_reserve', $1)`,
    [fiat, keys],
  )
  return new Set(rows.map((row) => row.key))
}
