import type { StatementReference } from '@specie/protocol/endpoints/transfers.ts'

// The subject of a movement, by the id under which the client finds it in a list.

/** The kind of id after the prefix of a journal's key: `withdrawal:<withdrawalid>:sent`. */
export const idsByPrefix: { readonly [prefix: string]: StatementReference } = {
  wire: 'depositid',
  deposit: 'depositid',
  withdrawal: 'withdrawalid',
  mint: 'requestid',
  redemption: 'requestid',
  order: 'ordid',
  conversion: 'conversionid',
  payment: 'paymentid',
}

/** `ref` is the id of the subject, and `reftype` the list field that finds it. */
export type Reference = { readonly ref: string; readonly reftype: StatementReference | null }

/** The subject of a payout: the payout's journals belong to it. */
type PaidFor = { readonly kind: string; readonly subject: string }

/** The reference of a journal. An unknown one, such as a manual correction, is named by its journal's key. */
export function referenceOf(key: string, paidFor: PaidFor | null): Reference {
  if (paidFor !== null) return { ref: paidFor.subject, reftype: idsByPrefix[paidFor.kind] ?? null }
  const [prefix, id, step] = key.split(':')
  // A conversion with steps belongs to a mint that is paid in crypto, and has the mint's id.
  const reftype = prefix === 'conversion' && step !== undefined ? 'requestid' : idsByPrefix[prefix!]
  return reftype === undefined || id === undefined ? { ref: key, reftype: null } : { ref: id, reftype }
}
