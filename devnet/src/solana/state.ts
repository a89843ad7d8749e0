import type { Address, Signature } from '@solana/kit'
import type { SolanaSpec } from '../chains.ts'
import { createBank, execute, forgetBefore, rollBack, setTime, type Bank } from './bank.ts'
import { createSlots, slotOfBlockhash, type Anchor, type Slots } from './slots.ts'
import { decodeWire, type Sent } from './transaction.ts'

/** The events of the chain; empty slots leave no trace. */
export type ChainStep =
  | { anchor: Anchor }
  | { tx: string }
  | { drop: Signature }
  /** The queue runs in this slot; the named transactions fail. */
  | { slot: number; time: number; fails: Signature[] }
  /** Slots after `fork` are abandoned at the slot `at`. */
  | { fork: number; at: number; forget: boolean }

export type State = { bank: Bank; slots: Slots; queue: Map<Signature, Sent>; lastRun: number }

export const createState = (faucet: Address): State => ({
  bank: createBank(faucet),
  slots: createSlots({ slot: 0, wall: 0, pace: 1 }),
  queue: new Map(),
  lastRun: 0,
})

export function apply(state: State, spec: SolanaSpec, event: ChainStep): void {
  const { bank, slots, queue } = state
  if ('anchor' in event) slots.anchor = event.anchor
  else if ('tx' in event) enqueue(state, decodeWire(event.tx, 'base64'))
  else if ('drop' in event) queue.delete(event.drop)
  else if ('fork' in event) fork(state, event)
  else {
    forgetBefore(bank, event.slot - spec.finalized)
    setTime(bank, event.slot, event.time)
    for (const sent of queue.values()) {
      const { lifetimeToken } = sent.message
      // A transaction with an expired blockhash disappears.
      if (slotOfBlockhash(slots, lifetimeToken, event.slot, spec.blockhashSlots) === null) continue
      execute(bank, sent, event.slot, event.time, event.fails.includes(sent.signature))
    }
    queue.clear()
    state.lastRun = event.slot
  }
}

export const enqueue = ({ queue }: State, sent: Sent): void => void queue.set(sent.signature, sent)

/** Blockhashes of abandoned slots are void too, and with them the transactions that use them. */
function fork(state: State, { fork: base, at, forget }: { fork: number; at: number; forget: boolean }): void {
  const { bank, slots } = state
  const dropped = rollBack(bank, base)
  slots.forks = [...slots.forks, { from: base + 1, id: slots.forks.length + 1 }]
  const waiting = [...state.queue.values()]
  state.queue.clear()
  for (const sent of [...(forget ? [] : dropped), ...waiting]) enqueue(state, sent)
  state.lastRun = Math.max(state.lastRun, at)
}
