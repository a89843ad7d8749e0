import { checkBankIn } from '@specie/service/checks/bank-statements.ts'
import { type AuditVerdict, type RecordedHead, verifyChain } from '@specie/service/base/audit/audit.ts'
import type { Db, Tx } from '@specie/service/base/database/db.ts'
import { everyOperation } from '@specie/service/checks/check.ts'
import { ledgerRules } from '@specie/service/checks/ledger.ts'
import { checkAll, type CheckRow } from '@specie/service/checks/rule.ts'
import { ownershipRule } from '@specie/service/checks/ownership.ts'
import { inconsistentRows } from '@specie/service/checks/row-versions.ts'
import { railsRules } from '@specie/service/checks/rails.ts'
import { tradingJournals, tradingRules } from '@specie/service/checks/trading.ts'
import { treasuryRules } from '@specie/service/checks/treasury.ts'

// Parts of `specie check` and `specie audit verify`, each over all rows.

const atOneMoment = <T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> => db.tx(work, 'check')

/** L1 to L6. */
export const check = (db: Db): Promise<CheckRow[]> => checkAll(db, ledgerRules)
export const checkRails = (db: Db): Promise<CheckRow[]> => checkAll(db, [...railsRules, everyOperation])
export const checkTreasury = (db: Db): Promise<CheckRow[]> => checkAll(db, treasuryRules)
export const checkBank = (db: Db, now: Date | null = null): Promise<CheckRow[]> =>
  atOneMoment(db, (tx) => checkBankIn(tx, now))

/** Tables that move money. Tests insert rows of institutions and bank accounts directly, past the triggers. */
const movements = [
  'transfers.withdrawal',
  'transfers.deposit',
  'banking.wire',
  'banking.payout',
  'compliance.hold',
  'issuance.mint',
  'issuance.redemption',
  'issuance.conversion',
  'rails.rail',
  'rails.payment',
]

/** Movements with inconsistent row versions. */
export const rowsChangedUnseen = (db: Db): Promise<string[]> =>
  db.tx(async (tx) => {
    await tx.query(`set local timezone = 'UTC'`)
    const found: string[] = []
    for (const table of movements)
      for (const { format } of await tx.query<{ format: string }>(await inconsistentRows(tx, table, null)))
        if (format.includes('was changed past the service before')) found.push(format)
    return found
  }, 'check')

export const checkTrading = (db: Db): Promise<CheckRow[]> => {
  const owned = ['order', 'execution'].map((prefix) =>
    ownershipRule(
      prefix,
      tradingJournals.filter((journal) => journal.prefix === prefix),
    ),
  )
  return checkAll(db, [...tradingRules, ...owned])
}

export const verifyAudit = (db: Db, noted: readonly RecordedHead[] = []): Promise<AuditVerdict> =>
  atOneMoment(db, (tx) => verifyChain(tx, noted))
