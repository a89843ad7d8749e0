import type { Db, Sql } from '../database/db.ts'
import { type AuditVerdict, type NotedHead, verifyChain } from './audit.ts'
import { headsAfter } from './signed-head.ts'
import { verifyHeads } from './verify-heads.ts'

/** Heads that were kept outside the database, and the key that must have signed them; null: the first that signed in it. */
export type KeptElsewhere = { readonly heads: readonly NotedHead[]; readonly key: Uint8Array | null }

/** `signed`: how many good heads the database itself holds; `bad`: a sentence for each that is not. */
export type AuditReport = { verdict: AuditVerdict; signed: number; bad: readonly string[]; key: Uint8Array | null }

/**
 * The chain against all heads that are known: kept elsewhere, and the database's own. `decisions` finds what is wrong with
 * decisions and signatures of people (checks/evidence/evidence.ts). One snapshot for all of it.
 */
export const verifyAudit = (
  db: Db,
  kept: KeptElsewhere,
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
