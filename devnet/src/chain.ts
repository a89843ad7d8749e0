import { faultNames, type Fault, type Faults } from './faults.ts'
import { HangUp, RpcError, type Handle } from './rpc.ts'

export type Description = { code: string; family: 'evm' | 'solana' | 'bitcoin'; online: boolean } & Record<
  string,
  unknown
>

/** The operator's commands of a chain; the body was JSON. */
export type Controls = Record<string, (body: Record<string, unknown>) => Promise<object>>

/** The folder of a chain's log, and the number of events between two snapshots. */
export type LogAt = {
  file: string
  snapshotEvery?: number | undefined
  /** For tests: no part of the log is removed. */
  keepsLog?: boolean
}

/** A chain replays this many events in less than half a second; eight chains start at once. */
export const usualSnapshots = 1_000

export type Chain = {
  code: string
  describe(): Description
  handle: Handle
  /** For nodes with wallets: a call to one of them. */
  inWallet?: (name: string) => Handle
  controls: Controls
  stop(): Promise<void>
}

/** The operator's command cannot be done. */
export class Refusal extends Error {}

export function wholeNumber(
  body: Record<string, unknown>,
  name: string,
  low: number,
  high: number,
  otherwise?: number,
) {
  const value = body[name] ?? otherwise
  if (typeof value === 'number' && Number.isInteger(value) && value >= low && value <= high) return value
  throw new Refusal(`${name} must be a whole number from ${low} to ${high}`)
}

/** In the smallest unit of the chain, as text, because it may not fit a number. */
export function smallestUnits(body: Record<string, unknown>): bigint {
  const { amount } = body
  if (typeof amount === 'string' && /^[1-9]\d{0,29}$/.test(amount)) return BigInt(amount)
  throw new Refusal('amount must be text of digits, in the smallest unit of the chain')
}

/** `"transactions": "forget"` drops those of the removed blocks; otherwise they wait to be mined again. */
export const forgets = ({ transactions }: Record<string, unknown>): boolean => {
  if (transactions === undefined || transactions === 'keep' || transactions === 'forget')
    return transactions === 'forget'
  throw new Refusal('transactions must be "keep" or "forget"')
}

export function armingControls(faults: Faults): Controls {
  const arming = (fault: Fault) => async (body: Record<string, unknown>) => {
    faults.arm(fault, wholeNumber(body, 'count', 0, 1_000_000, 1))
    return { armed: faults.armed() }
  }
  return Object.fromEntries(faultNames.map((fault) => [fault, arming(fault)]))
}

/** Call it once the transaction is durable. An armed fault may answer its sender with an error. */
export function leaveInDoubt(faults: Faults): void {
  if (faults.take('accept-then-error')) throw new RpcError(-32603, 'internal error')
  if (faults.take('timeout-next')) throw new HangUp()
}
