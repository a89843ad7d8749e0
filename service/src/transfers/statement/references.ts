import type { StatementReference } from '@specie/protocol/transfers.ts'

// What a movement belongs to, by the id under which the client finds it in a list.

/** Which id the journals of a thing carry behind their prefix: `withdrawal:<withdrawalid>:sent`. */
export const idsByPrefix: { readonly [prefix: string]: StatementReference } = {
  wire: 'depositid',
  deposit: 'depositid',
  withdrawal: 'withdrawalid',
  mint: 'requestid',
  redemption: 'requestid',
  order: 'ordid',
  conversion: 'conversionid',
}

/** `ref` is the id of what moved, and `reftype` the field of the list in which it is looked for. */
export type Reference = { readonly ref: string; readonly reftype: StatementReference | null }

/** What was paid by the bank: its payout's journals belong to it. */
type PaidFor = { readonly kind: string; readonly subject: string }

/** The reference of a journal. What nothing is known of, such as a correction by hand, is named by its journal's key. */
export function referenceOf(key: string, paidFor: PaidFor | null): Reference {
  if (paidFor !== null) return { ref: paidFor.subject, reftype: idsByPrefix[paidFor.kind] ?? null }
  const [prefix, id, step] = key.split(':')
  // A conversion with steps is that of a mint paid in crypto, and has the mint's id.
  const reftype = prefix === 'conversion' && step !== undefined ? 'requestid' : idsByPrefix[prefix!]
  return reftype === undefined || id === undefined ? { ref: key, reftype: null } : { ref: id, reftype }
}
