import { thisPlatform } from '../platform.ts'

// Requests that checks vary.

export const sampleOrder = {
  /** The timestamp must be of today. */
  get timestamp(): string {
    return new Date(thisPlatform.now()).toISOString()
  },
  clordid: 'conformance',
  symbol: 'VCHF/CHF',
  side: 'Buy',
  ordtype: 'Limit',
  timeinforce: 'FOK',
  orderqty: '100',
  price: '1.01',
}
export const sampleMint = { asset: 'VCHF', blockchain: 'ETH', quantity: '250000' }
export const sampleWithdrawal = { asset: 'CHF', quantity: '10', destination: 'no such account' }

/** A well-formed id without an owner. */
export const unknownId = '00000000-0000-0000-0000-000000000000'
