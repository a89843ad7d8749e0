import type { Db, Sql } from '../database/db.ts'
import { type AuditVerdict, type RecordedHead, verifyChain } from './audit.ts'
import { headsAfter } from './signed-head.ts'
import { verifyHeads } from './verify-heads.ts'

/** Heads kept outside the database, and the trusted key; null: the first key that signed in this database. */
export type ExternalHeads = { readonly heads: readonly RecordedHead[]; readonly key: Uint8Array | null }

/** `signed`: the number of valid heads in the database; `bad`: a sentence for each invalid one. */
export type AuditReport = { verdict: AuditVerdict; signed: number; bad: readonly string[]; key: Uint8Array | null }

/**
 * Verifies the chain against all known heads: kept elsewhere, and the database's own. `decisions` finds problems of
 * decisions and signatures of people (checks/evidence/evidence.ts). All in one snapshot.
 */
export const verifyAudit = (
  db: Db,
  kept: ExternalHeads,
  decisions: (sql: Sql) => Promise<string[]>,
): Promise<AuditReport> =>
  db.tx(async (tx) => {
    const rows = await headsAfter(tx, 0n)
    const key = kept.key ?? rows[0]?.publicKey ?? null
    const own = verifyHeads(
      rows,
      key,
      ({ seq, at }) => `the signed head ${seq} of ${at.toISOString()} (audit.signature)`,
    )
    const verdict = await verifyChain(tx, [...kept.heads, ...own.good])
    return { verdict, signed: own.good.length, bad: [...own.bad, ...(await decisions(tx))], key }
  }, 'check')
