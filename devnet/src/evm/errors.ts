import type { Hex } from 'viem'
import { decodeErrorResult } from 'viem/utils'

export type EdrError = { code: number; message: string; data?: unknown }

type Words = (found: string[]) => string

/** EDR's messages, and those of geth, which clients match. */
const words: [RegExp, Words][] = [
  [/^Known transaction/, () => 'already known'],
  [
    /nonce too low. Expected nonce to be at least (\d+) but got (\d+)/,
    ([next, got]) => `nonce too low: next nonce ${next}, tx nonce ${got}`,
  ],
  [/^Replacement transaction underpriced/, () => 'replacement transaction underpriced'],
  [
    /max upfront cost is: (\d+) and the sender's balance is: (\d+)/,
    ([cost, balance]) => `insufficient funds for gas * price + value: balance ${balance}, tx cost ${cost}`,
  ],
  [
    /requires at least (\d+) gas but got (\d+)/,
    ([needed, gas]) => `intrinsic gas too low: gas ${gas}, minimum needed ${needed}`,
  ],
  [/exceeds block gas limit/, () => 'exceeds block gas limit'],
  [/gas limit.*exceeds.*cap|transaction gas cap/i, () => 'transaction gas limit too high (cap: 16777216)'],
  [
    /invalid chainId. The expected chainId is (\d+)/,
    ([want]) => `invalid sender: invalid chain id for signer: want ${want}`,
  ],
  [/invalid block tag/, () => 'header not found'],
]

export function asGethWouldSay(error: EdrError, method: string): EdrError {
  const reverted = revertData(error.data)
  if (reverted !== null) return { code: 3, message: revertMessage(reverted), data: reverted }
  if (error.code === -32004) return { code: -32601, message: `the method ${method} does not exist/is not available` }
  for (const [pattern, say] of words) {
    const found = pattern.exec(error.message)
    if (found) return { code: -32000, message: say(found.slice(1)) }
  }
  return { code: error.code, message: error.message }
}

function revertData(data: unknown): Hex | null {
  const { reason, data: returned } = (data ?? {}) as { reason?: { Revert?: Hex }; data?: Hex }
  return typeof reason === 'object' && reason?.Revert !== undefined ? (returned ?? reason.Revert) : null
}

function revertMessage(data: Hex): string {
  try {
    const { errorName, args } = decodeErrorResult({ data })
    if (errorName === 'Error') return `execution reverted: ${String(args?.[0])}`
  } catch {
    // A custom error of the contract: clients with its ABI decode the data.
  }
  return 'execution reverted'
}
