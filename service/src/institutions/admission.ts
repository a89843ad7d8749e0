import { batcher, type Batcher } from '../base/batch.ts'
import type { Env } from '../base/env.ts'

/** What the database says of a verified request: may it pass now, and what may its institution do? */
export type Admission = {
  outcome: 'admitted' | 'stale' | 'limited' | 'inactive'
  keyState: string
  /** The highest nonce spent so far, this request's included when it was fresh. */
  highestNonce: bigint
  retryMs: number
  scopes: string[]
  ipAllowlist: string[]
  kyb: string | null
  agreements: string[]
}

type Asked = { keyId: string; nonce: bigint }

type Row = {
  outcome: Admission['outcome']
  key_state: string
  highest_nonce: bigint
  retry_ms: number
  scopes: string[]
  ip_allowlist: string[]
  kyb: string | null
  agreements: string[]
}

const most = 512

/** Nonce and rate, decided in the database for as many requests at once as have arrived (A1; see sql: admit). */
export function admissions({ db, metrics }: Pick<Env, 'db' | 'metrics'>): Batcher<Asked, Admission> {
  return batcher(async (asked: Asked[]) => {
    metrics.batches.observe({ of: 'admission' }, asked.length)
    const rows = await db.query<Row>({
      name: 'admit',
      text: 'select * from institutions.admit($1::uuid[], $2::numeric[])',
      values: [asked.map((one) => one.keyId), asked.map((one) => one.nonce)],
    })
    return rows.map((row) => ({
      outcome: row.outcome,
      keyState: row.key_state,
      highestNonce: row.highest_nonce,
      retryMs: row.retry_ms,
      scopes: row.scopes,
      ipAllowlist: row.ip_allowlist,
      kyb: row.kyb,
      agreements: row.agreements,
    }))
  }, most)
}
