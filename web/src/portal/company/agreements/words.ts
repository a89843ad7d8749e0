import type { Output } from '../../../api/call.ts'

export type Agreement = Output<'agreements'>['items'][number]

/** What an agreement allows. */
export const opens: { readonly [product in Agreement['product']]: string } = {
  stablecoin_issuance: 'Mint and redeem coins.',
  crypto_conversion: 'Trade, convert, and pay over rails.',
}

/** Words of states for the institution. */
export const meaning: { readonly [status in Agreement['status']]?: string } = {
  sent: 'Waits for your signature',
  signed: 'Signed, our team countersigns it',
  active: 'In force',
}
