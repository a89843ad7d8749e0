import type { AuthReason } from '@specie/protocol/errors.ts'
import { batcher, type Batcher } from '../../base/database/batcher.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, type Details, rateLimited } from '../../base/http/errors.ts'

/** A verified request before its admission, with the cached version of the key's standing. */
export type AdmissionRequest = { readonly keyId: string; readonly nonce: bigint; readonly version: bigint }

/** The decision of the database. */
export type Admission = {
  /** `changed`: the key's standing has changed; the nonce was not used up. */
  readonly outcome: 'admitted' | 'stale' | 'ahead' | 'limited' | 'changed'
  /** The highest nonce used so far, including this request's if it was admitted. */
  readonly highestNonce: bigint
  readonly retryMs: number
}

/** One row per batch, see the SQL function. No refusals: all were admitted. */
type Row = { refusals: (Refusal | null)[] | null; highest: bigint[]; waits: number[] }
type Refusal = Exclude<Admission['outcome'], 'admitted'>

const batchSize = 512

/** Nonce and rate, checked in the database for all requests that have arrived (A1; see SQL: access.admit). */
export function admissions({ db, metrics }: Pick<Env, 'db' | 'metrics'>): Batcher<AdmissionRequest, Admission> {
  return batcher(async (asked: AdmissionRequest[]) => {
    metrics.batches.observe({ of: 'admission' }, asked.length)
    const [row] = await db.query<Row>({
      name: 'admit',
      text: 'select * from access.admit($1, $2, $3)',
      values: admissionColumns(asked),
    })
    const { refusals, highest, waits } = row!
    return asked.map(({ nonce }, i) => {
      const outcome = refusals?.[i] ?? 'admitted'
      return outcome === 'admitted'
        ? { outcome, highestNonce: nonce, retryMs: 0 }
        : { outcome, highestNonce: highest[i]!, retryMs: waits[i]! }
    })
  }, batchSize)
}

/** The arguments of access.admit; null for a request that was admitted before. */
export const admissionColumns = (asked: readonly (AdmissionRequest | null)[]): string[] => [
  column(asked.map((one) => one?.keyId)),
  column(asked.map((one) => one?.nonce)),
  column(asked.map((one) => one?.version)),
]

const column = (values: readonly (string | bigint | undefined)[]): string =>
  `{${values.map((value) => value ?? 'null').join(',')}}`

/** Throws when the request was refused. */
export function assertAdmitted({ outcome, highestNonce, retryMs }: Admission): void {
  if (outcome === 'limited') throw rateLimited(retryMs)
  if (outcome === 'stale') throw invalidNonce('stale_nonce', highestNonce)
  if (outcome === 'ahead') throw invalidNonce('nonce_ahead', highestNonce, {}, tooFarAhead)
}

const tooFarAhead =
  'The nonce is more than a day ahead of the time of the service. Send UNIX time in milliseconds. The nonce was not used up.'

/** `last` is below zero for an unused key. */
export const invalidNonce = (reason: AuthReason, last: bigint, details: Details = {}, message?: string): ApiError =>
  new ApiError('invalid_nonce', { reason, last_nonce: last < 0n ? null : String(last), ...details }, message)
