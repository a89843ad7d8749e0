import { createHash } from 'node:crypto'
import type { Blockhash } from '@solana/kit'
import { bytesToBase58 } from './base58.ts'

/** From this slot at this wall time on, a slot lasts `pace` milliseconds. */
export type Anchor = { slot: number; wall: number; pace: number }

/**
 * Slots follow the clock alone, so that an idle chain costs nothing and writes nothing to the log; their blockhashes follow
 * from their numbers.
 */
export type Slots = {
  anchor: Anchor
  /** The slot at which time is stopped. */
  stalledAt: number | null
  /** Slots from `from` on belong to this fork, until the next one. */
  forks: { from: number; id: number }[]
  hashes: Map<string, Blockhash>
}

const digest = (text: string): string => bytesToBase58(createHash('sha256').update(text).digest())

export const genesisHash = digest('specie devnet SOL')

export const createSlots = (anchor: Anchor): Slots => ({ anchor, stalledAt: null, forks: [], hashes: new Map() })

export const slotAt = ({ anchor, stalledAt }: Slots, wall: number): number =>
  stalledAt ?? anchor.slot + Math.max(0, Math.floor((wall - anchor.wall) / anchor.pace))

/** Wall time at which a slot begins. */
export const beginOf = ({ anchor }: Slots, slot: number): number => anchor.wall + (slot - anchor.slot) * anchor.pace

const keptHashes = 2_000

export function blockhashOf({ forks, hashes }: Slots, slot: number): Blockhash {
  const fork = forks.findLast(({ from }) => from <= slot)?.id ?? 0
  const key = `${fork} ${slot}`
  const known = hashes.get(key)
  if (known) return known
  const hash = digest(`${genesisHash} ${key}`) as Blockhash
  if (hashes.size >= keptHashes) hashes.clear()
  hashes.set(key, hash)
  return hash
}

/** The recent slot with this blockhash. */
export function slotOfBlockhash(slots: Slots, hash: string, current: number, life: number): number | null {
  for (let slot = current; slot >= Math.max(0, current - life); slot -= 1)
    if (blockhashOf(slots, slot) === hash) return slot
  return null
}
