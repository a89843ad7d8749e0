import { isAddress, type Address } from '@solana/kit'
import type { SolanaSpec } from '../chains.ts'
import { badParams, RpcError } from '../rpc.ts'
import type { State } from './state.ts'

export type Commitment = 'processed' | 'confirmed' | 'finalized'

export type Options = Record<string, unknown> & { commitment?: Commitment; encoding?: string }

/** Read-only methods. */
export type Reads = Record<string, (params: unknown[]) => unknown>

/** The state at the reader's commitment. */
export type View = {
  state: State
  spec: SolanaSpec
  /** The current slot. */
  now(): number
  slotFor(options: Options): number
  statusAt(slot: number): Commitment
}

export function createView(state: State, spec: SolanaSpec, now: () => number): View {
  const behind = { processed: 0, confirmed: spec.confirmed, finalized: spec.finalized }
  return {
    state,
    spec,
    now,
    slotFor: ({ commitment = 'finalized', minContextSlot }) => {
      if (!Object.hasOwn(behind, commitment)) throw badParams('commitment must be processed, confirmed or finalized')
      const slot = Math.max(0, now() - behind[commitment])
      if (minContextSlot === undefined || Number(minContextSlot) <= slot) return slot
      throw new RpcError(-32016, 'Minimum context slot has not been reached', { contextSlot: slot })
    },
    statusAt: (slot) => {
      const depth = now() - slot
      if (depth >= spec.finalized) return 'finalized'
      return depth >= spec.confirmed ? 'confirmed' : 'processed'
    },
  }
}

export const withContext = (slot: number, value: unknown): object => ({ context: { apiVersion: '3.0.0', slot }, value })

export function optionsOf(given: unknown): Options {
  if (given === undefined || given === null) return {}
  if (typeof given === 'object' && !Array.isArray(given)) return given as Options
  throw badParams('the options must be an object')
}

export function addressOf(text: unknown): Address {
  if (typeof text === 'string' && isAddress(text)) return text
  throw badParams('Invalid param: not an address')
}
