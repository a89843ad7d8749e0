// Limits of institutions: what each may use of a product in a day or a month. Two of the staff set them (`limit.set`).

/** `onramp` and `offramp`: payments over rails, by direction. `trade`: orders and conversions, in both assets. */
export const limitedProducts = ['mint', 'redeem', 'withdraw', 'trade', 'onramp', 'offramp'] as const
export type LimitedProduct = (typeof limitedProducts)[number]

export const limitPeriods = ['day', 'month'] as const
export type LimitPeriod = (typeof limitPeriods)[number]

/** For the middle of a sentence. */
export const limitedProductWords: { readonly [product in LimitedProduct]: string } = {
  mint: 'mints',
  redeem: 'redemptions',
  withdraw: 'withdrawals',
  trade: 'trades',
  onramp: 'payments from fiat over rails',
  offramp: 'payments to fiat over rails',
}
