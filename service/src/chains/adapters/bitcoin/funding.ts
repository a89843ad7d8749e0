import type { Coin } from './wallet.ts'

// Selects the coins that fund a payment and its fee. Pure: sizes and satoshis.

/** Satoshis per 1,000 virtual bytes, as in the node's RPC. */
type Rate = bigint

export type Payment = {
  readonly amount: bigint
  /** Size in bytes of the recipient's script, and of our own script for the change. */
  readonly target: number
  readonly own: number
  readonly rate: Rate
  /** The replaced attempt, with the node's minimum increment. */
  readonly replaces: { readonly fee: bigint; readonly vsize: bigint; readonly step: Rate } | null
}

export type Funding = {
  readonly inputs: readonly Coin[]
  readonly fee: bigint
  /** Zero when the change would cost more to spend than it is worth. */
  readonly change: bigint
  readonly vsize: bigint
}

/** Bitcoin Core's own limit for P2WPKH. */
export const dust = 294n

/** Uses all of `must` (the inputs of the replaced attempt) and the largest of `may`; null if they are not enough. */
export function fund(payment: Payment, must: readonly Coin[], may: readonly Coin[]): Funding | null {
  const inputs = [...must]
  const rest = may.toSorted((a, b) => Number(b.value - a.value))
  for (;;) {
    const found = inputs.length > 0 ? settle(payment, inputs) : null
    if (found !== null) return found
    const next = rest.shift()
    if (next === undefined) return null
    inputs.push(next)
  }
}

function settle(payment: Payment, inputs: readonly Coin[]): Funding | null {
  const { amount, target, own } = payment
  const left = inputs.reduce((sum, { value }) => sum + value, 0n) - amount
  const withChange = vsizeOf(inputs.length, [target, own])
  const fee = minimumFee(payment, withChange)
  if (left - fee >= dust) return { inputs, fee, change: left - fee, vsize: withChange }
  const withoutChange = vsizeOf(inputs.length, [target])
  return left >= minimumFee(payment, withoutChange) ? { inputs, fee: left, change: 0n, vsize: withoutChange } : null
}

/** A replacement pays a tenth more per byte than the earlier attempt, plus its own relay fee (BIP-125). */
function minimumFee({ rate, replaces }: Payment, vsize: bigint): bigint {
  const marketFee = divideUp(rate * vsize, 1_000n)
  if (replaces === null) return marketFee
  const more = divideUp(replaces.fee * 11n * (vsize > replaces.vsize ? vsize : replaces.vsize), 10n * replaces.vsize)
  const replacementFee = more + divideUp(replaces.step * vsize, 1_000n)
  return replacementFee > marketFee ? replacementFee : marketFee
}

/** For P2WPKH inputs with signatures of maximum length, 72 bytes. */
function vsizeOf(inputs: number, scripts: readonly number[]): bigint {
  const weight = 42 + inputs * 272 + scripts.reduce((sum, length) => sum + 4 * (9 + length), 0)
  return divideUp(BigInt(weight), 4n)
}

const divideUp = (n: bigint, by: bigint): bigint => (n + by - 1n) / by
