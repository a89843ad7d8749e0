import type { Tx } from '../base/database/db.ts'
import type { OwnAccount } from '../base/ports/bank.ts'

/**
 * Which of these journals, by which the reserve owes clients money, it has paid by now. A sweep pays the oldest first:
 * a debt is paid when everything still due was caused by later ones.
 */
export async function paidByReserve(
  tx: Tx,
  fiat: OwnAccount['currency'],
  keys: readonly string[],
): Promise<Set<string>> {
  const rows = await tx.query<{ key: string }>(
    `select j.key from ledger.balance due
     join ledger.posted j on j.key = any($2)
     join ledger.line l on l.journal = j.journal and l.account = due.account
     where due.pool = 'client' and due.name = 'due_from_reserve' and due.asset = $1
       and due.balance <= coalesce((select sum(younger.amount) from ledger.line younger
         where younger.account = due.account and younger.version > l.version and younger.amount > 0), 0)`,
    [fiat, keys],
  )
  return new Set(rows.map((row) => row.key))
}
