import type { Coin } from './wallet.ts'

// Which coins pay for a payment and its fee. Pure: sizes and satoshis.

/** Satoshis for 1,000 virtual bytes, as nodes count. */
type Rate = bigint

export type Payment = {
  readonly amount: bigint
  /** Bytes of the script that is paid, and of our own that takes the change. */
  readonly target: number
  readonly own: number
  readonly rate: Rate
  /** Of the form that this one replaces, with what a node wants on top. */
  readonly replaces: { readonly fee: bigint; readonly vsize: bigint; readonly step: Rate } | null
}

export type Funding = {
  readonly inputs: readonly Coin[]
  readonly fee: bigint
  /** Zero: none, because it would cost more to spend than it is worth. */
  readonly change: bigint
  readonly vsize: bigint
}

/** Bitcoin Core's own limit for P2WPKH. */
export const dust = 294n

/** Takes all of `must` (what it replaces has spent them) and of `may` the largest first; null when they do not suffice. */
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
  const roomy = vsizeOf(inputs.length, [target, own])
  const fee = leastFee(payment, roomy)
  if (left - fee >= dust) return { inputs, fee, change: left - fee, vsize: roomy }
  const tight = vsizeOf(inputs.length, [target])
  return left >= leastFee(payment, tight) ? { inputs, fee: left, change: 0n, vsize: tight } : null
}

/** A replacement pays a tenth more for each byte than what it replaces, and for its own relay besides (BIP-125). */
function leastFee({ rate, replaces }: Payment, vsize: bigint): bigint {
  const fair = up(rate * vsize, 1_000n)
  if (replaces === null) return fair
  const more = up(replaces.fee * 11n * (vsize > replaces.vsize ? vsize : replaces.vsize), 10n * replaces.vsize)
  const dearer = more + up(replaces.step * vsize, 1_000n)
  return dearer > fair ? dearer : fair
}

/** With P2WPKH inputs whose signatures have their greatest length, 72 bytes. */
function vsizeOf(inputs: number, scripts: readonly number[]): bigint {
  const weight = 42 + inputs * 272 + scripts.reduce((sum, length) => sum + 4 * (9 + length), 0)
  return up(BigInt(weight), 4n)
}

const up = (n: bigint, by: bigint): bigint => (n + by - 1n) / by
