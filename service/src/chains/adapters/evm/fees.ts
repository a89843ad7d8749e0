import type { Json } from '@specie/protocol/json.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'

// What a transaction offers for its gas (EIP-1559), in wei of the chain's own coin.

export type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

const gwei = 10n ** 9n

/** Beyond this a person decides. A gas is worth far less on some chains than on others. */
const highest: { readonly [code in ChainCode]?: bigint } = { ETH: 500n * gwei, BASE: 100n * gwei, ARB: 100n * gwei }
const highestElsewhere = 20_000n * gwei

/** Nodes of quiet chains ask for no tip at all, and those that mine then leave it lying. */
const leastPriority = gwei / 1_000n

/** Twice the base fee: it may rise by an eighth for six blocks in a row and the offer still holds. */
export function marketFees(baseFee: bigint, priority: bigint): Fees {
  const maxPriorityFeePerGas = most(priority, leastPriority)
  return { maxFeePerGas: 2n * baseFee + maxPriorityFeePerGas, maxPriorityFeePerGas }
}

/** The market's price, and for a replacement in both fields an eighth more than any before: nodes demand a tenth. */
export function offer(code: ChainCode, market: Fees, earlier: readonly Fees[]): Fees {
  const raised = (of: keyof Fees) => earlier.map((fees) => (fees[of] * 9n + 7n) / 8n).reduce(most, market[of])
  const fees = { maxFeePerGas: raised('maxFeePerGas'), maxPriorityFeePerGas: raised('maxPriorityFeePerGas') }
  const limit = highest[code] ?? highestElsewhere
  if (fees.maxFeePerGas <= limit) return fees
  throw new Error(
    `A transaction on ${code} would now offer ${fees.maxFeePerGas / gwei} gwei for a gas, more than the highest ` +
      `allowed, ${limit / gwei}: it waits until the network is cheaper or somebody raises the limit.`,
  )
}

/**
 * A first offer within what an order may pay for a gas. Null when that does not even buy a place in the next block; and
 * for a replacement, which must offer what it offers.
 */
export function within(fees: Fees, limit: bigint, baseFee: bigint, isFirst: boolean): Fees | null {
  if (fees.maxFeePerGas <= limit) return fees
  return isFirst && baseFee + fees.maxPriorityFeePerGas <= limit ? { ...fees, maxFeePerGas: limit } : null
}

const most = (a: bigint, b: bigint): bigint => (a > b ? a : b)

export type Terms = Fees & { readonly gas: bigint }

export const termsToJson = (terms: Terms): Json => ({
  gas: String(terms.gas),
  maxFeePerGas: String(terms.maxFeePerGas),
  maxPriorityFeePerGas: String(terms.maxPriorityFeePerGas),
})

export function termsOf(json: Json): Terms {
  const told = json as Record<keyof Terms, string>
  return {
    gas: BigInt(told.gas),
    maxFeePerGas: BigInt(told.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(told.maxPriorityFeePerGas),
  }
}
