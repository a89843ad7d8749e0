import type { FiatCurrency } from '@specie/payments/bankfile.ts'
import { formatAmount, minus, parseAmount } from '@specie/protocol/money.ts'

/** Fiat received at a collection. */
export type Arrival = {
  id: string
  /** The reference of the collection account. */
  reference: string
  currency: FiatCurrency
  amount: string
  payer: { name: string; account: string }
  at: string
}

/** The provider's margin, in basis points of the received amount. */
const spreadBps = 10n

/** The amount wired on, and the provider's margin: rounded up, at least a cent, never the whole amount. */
export function quoteOf({ currency, amount }: Arrival): { net: string; spread: string } {
  const all = parseAmount(amount, currency)
  const share = (all.minor * spreadBps + 9_999n) / 10_000n
  const spread = { ...all, minor: share < all.minor ? share : all.minor - 1n }
  return { net: formatAmount(minus(all, spread)), spread: formatAmount(spread) }
}
