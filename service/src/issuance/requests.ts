import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { ApiError } from '../base/http/errors.ts'
import { type Asked, defined, rehearse } from '../base/requests.ts'
import { firstTxid } from '../chains/operations.ts'
import { availableOf } from '../ledger/balances.ts'
import { Refused } from '../ledger/journal.ts'

// What the requests for mints and redemptions have in common.

type Fields = { [field: string]: string | undefined }

/** What is done once for each client id (O2). */
export function askedOf(institutionId: string, endpoint: string, { clreqid, ...content }: Fields): Asked {
  return { institutionId, endpoint, clreqid, content: defined({ ...content, validate: undefined }) }
}

/** An answer as it is kept: without the hash of a transaction that is yet to be signed. */
export type Unsigned<Answer> = Omit<Answer, 'txid'> & { txid: string | null }
type Kept = { txid: string | null; requestid: string; validated: boolean }
type Told<K> = { answer: K & { txid: string }; replayed: boolean }

/** What the answer would be; nothing is done. */
export async function validated<K extends Kept>(env: Env, work: (tx: Tx) => Promise<K>): Promise<Told<K>> {
  const answer = await rehearse(env, work)
  return { answer: { ...answer, txid: '', requestid: '', validated: true }, replayed: false }
}

/** The answer with its hash: the sender signs within moments, and that is waited for. */
export async function signed<K extends Kept>(
  env: Env,
  purpose: 'mint' | 'redemption',
  { answer, replayed }: { answer: K; replayed: boolean },
): Promise<Told<K>> {
  const txid = answer.txid ?? (await firstTxid(env, purpose, answer.requestid))
  return { answer: { ...answer, txid }, replayed }
}

/** What the ledger refuses because the caller is short is the caller's to know. */
export async function explain(
  error: unknown,
  tx: Tx,
  institutionId: string,
  asset: AssetCode,
  needed: bigint,
): Promise<never> {
  const isShort = error instanceof Refused && error.reason === 'insufficient' && error.account?.owner === institutionId
  if (!isShort) throw error
  const available = await availableOf(tx, institutionId, asset)
  throw new ApiError('insufficient_balance', shortage(asset, available, needed))
}

function shortage(asset: AssetCode, available: bigint, needed: bigint) {
  const text = (minor: bigint) => formatAmount({ asset, minor })
  return { asset, available: text(available), needed: text(needed) }
}
