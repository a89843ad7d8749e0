import { jsonObject, textOf } from './json.ts'
import { TrpRefusal } from './refusal.ts'
import { shortReason } from './resolution.ts'

/** The end of an approved exchange, sent by the originator. */
export type Confirmation =
  | { readonly kind: 'sent'; readonly txid: string }
  | { readonly kind: 'canceled'; readonly reason: string | null }

export const writeConfirmation = (confirmation: Confirmation): string =>
  JSON.stringify(confirmation.kind === 'sent' ? { txid: confirmation.txid } : { canceled: confirmation.reason })

export function readConfirmation(body: string): Confirmation {
  const { txid, canceled } = jsonObject(body)
  const isSent = typeof txid === 'string' && txid.trim() !== ''
  const isCanceled = typeof canceled === 'string' || (canceled === null && !isSent)
  if (isSent === isCanceled) throw new TrpRefusal(422, 'Send exactly one of `txid` and `canceled`.')
  return isSent ? { kind: 'sent', txid: textOf('txid', txid) } : { kind: 'canceled', reason: shortReason(canceled) }
}
