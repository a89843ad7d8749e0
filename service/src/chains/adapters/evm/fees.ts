import type { Json } from '@specie/protocol/encoding/json.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'

// Gas fees of a transaction (EIP-1559), in wei.

export type Fees = { readonly maxFeePerGas: bigint; readonly maxPriorityFeePerGas: bigint }

const gwei = 10n ** 9n

/** Fee limit; above it an operator decides. Gas is much cheaper on some chains than on others. */
const maxFees: { readonly [code in ChainCode]?: bigint } = { ETH: 500n * gwei, BASE: 100n * gwei, ARB: 100n * gwei }
const defaultMaxFee = 20_000n * gwei

/** Nodes of quiet chains suggest a tip of zero, and block producers then ignore the transaction. */
const minPriority = gwei / 1_000n

/** Twice the base fee: enough even when it rises by an eighth in five consecutive blocks. */
export function marketFees(baseFee: bigint, priority: bigint): Fees {
  const maxPriorityFeePerGas = max(priority, minPriority)
  return { maxFeePerGas: 2n * baseFee + maxPriorityFeePerGas, maxPriorityFeePerGas }
}

/** The market fees. A replacement must raise both fields; nodes require a tenth more, we offer an eighth. */
export function offer(code: ChainCode, market: Fees, earlier: readonly Fees[]): Fees {
  const raised = (of: keyof Fees) => earlier.map((fees) => (fees[of] * 9n + 7n) / 8n).reduce(max, market[of])
  const fees = { maxFeePerGas: raised('maxFeePerGas'), maxPriorityFeePerGas: raised('maxPriorityFeePerGas') }
  const limit = maxFees[code] ?? defaultMaxFee
  if (fees.maxFeePerGas <= limit) return fees
  throw new Error(
    `A transaction on ${code} would now offer ${fees.maxFeePerGas / gwei} gwei per gas, more than the maximum ` +
      `allowed, ${limit / gwei}: it waits until the network is cheaper or an operator raises the limit.`,
  )
}

/**
 * Fees within an order's own limit per gas. Null if the limit is too low for the next block, and for a replacement above
 * the limit, because its fees cannot be reduced.
 */
export function within(fees: Fees, limit: bigint, baseFee: bigint, isFirst: boolean): Fees | null {
  if (fees.maxFeePerGas <= limit) return fees
  return isFirst && baseFee + fees.maxPriorityFeePerGas <= limit ? { ...fees, maxFeePerGas: limit } : null
}

const max = (a: bigint, b: bigint): bigint => (a > b ? a : b)

export type Terms = Fees & { readonly gas: bigint }

export const termsToJson = (terms: Terms): Json => ({
  gas: String(terms.gas),
  maxFeePerGas: String(terms.maxFeePerGas),
  maxPriorityFeePerGas: String(terms.maxPriorityFeePerGas),
})

export function termsOf(json: Json): Terms {
  const fields = json as Record<keyof Terms, string>
  return {
    gas: BigInt(fields.gas),
    maxFeePerGas: BigInt(fields.maxFeePerGas),
    maxPriorityFeePerGas: BigInt(fields.maxPriorityFeePerGas),
  }
}
