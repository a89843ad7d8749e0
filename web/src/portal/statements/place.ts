import type { StatementReference } from '@specie/protocol/endpoints/transfers.ts'

const places: { readonly [reftype in StatementReference]: string } = {
  depositid: '/transfers',
  withdrawalid: '/transfers',
  requestid: '/supply',
  ordid: '/orders',
  conversionid: '/conversions',
  paymentid: '/payments',
}

/** The page of the operation of a movement; null for a correction. */
export const placeOf = ({ reftype, ref }: { reftype: StatementReference | null; ref: string }): string | null =>
  reftype === null ? null : `${places[reftype]}/${ref}`
