import { batcher, type Batcher } from '../../base/concurrency/batcher.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, rateLimited } from '../../base/http/errors.ts'

/** A verified request before it is admitted, and under which version its key's standing is known. */
export type AdmissionRequest = { readonly keyId: string; readonly nonce: bigint; readonly version: bigint }

/** What the database says of it: may it pass now? */
export type Admission = {
  /** `changed`: the key's standing is another one; nothing was spent. */
  readonly outcome: 'admitted' | 'stale' | 'limited' | 'changed'
  /** The highest nonce spent so far, this request's included when it was fresh. */
  readonly highestNonce: bigint
  readonly retryMs: number
}

/** One for all of a batch: see sql. No refusals: all were admitted. */
type Row = { refusals: (Refusal | null)[] | null; highest: bigint[]; waits: number[] }
type Refusal = Exclude<Admission['outcome'], 'admitted'>

const most = 512

/** Nonce and rate, decided in the database for as many requests at once as have arrived (A1; see sql: admit). */
export function admissions({ db, metrics }: Pick<Env, 'db' | 'metrics'>): Batcher<AdmissionRequest, Admission> {
  return batcher(async (asked: AdmissionRequest[]) => {
    metrics.batches.observe({ of: 'admission' }, asked.length)
    const [row] = await db.query<Row>({
      name: 'admit',
      text: 'select * from institutions.admit($1, $2, $3)',
      values: askedColumns(asked),
    })
    const { refusals, highest, waits } = row!
    return asked.map(({ nonce }, i) => {
      const outcome = refusals?.[i] ?? 'admitted'
      return outcome === 'admitted'
        ? { outcome, highestNonce: nonce, retryMs: 0 }
        : { outcome, highestNonce: highest[i]!, retryMs: waits[i]! }
    })
  }, most)
}

/** The arguments of institutions.admit; null for who was admitted before. */
export const askedColumns = (asked: readonly (AdmissionRequest | null)[]): string[] => [
  column(asked.map((one) => one?.keyId)),
  column(asked.map((one) => one?.nonce)),
  column(asked.map((one) => one?.version)),
]

const column = (values: readonly (string | bigint | undefined)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`

/** Throws when it may not pass. */
export function passed({ outcome, highestNonce, retryMs }: Admission): void {
  if (outcome === 'limited') throw rateLimited(retryMs)
  if (outcome === 'stale')
    throw new ApiError('invalid_nonce', { reason: 'stale_nonce', last_nonce: String(highestNonce) })
}
