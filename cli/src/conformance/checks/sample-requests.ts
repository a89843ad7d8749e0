// Requests that checks vary.

export const sampleOrder = {
  timestamp: '2026-11-14T12:00:00Z',
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

/** Well formed, and nobody's. */
export const unknownId = '00000000-0000-0000-0000-000000000000'
