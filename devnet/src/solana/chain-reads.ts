import { beginOf, blockhashOf, genesisHash, slotOfBlockhash } from './slots.ts'
import { optionsOf, withContext, type Reads, type View } from './view.ts'

const lamportsPerSignature = 5_000

export function lifetimeAt({ state, spec }: View, slot: number): object {
  return { blockhash: blockhashOf(state.slots, slot), lastValidBlockHeight: slot + spec.blockhashSlots }
}

/** No slot is skipped here, so a slot's number is its height. */
export function chainReads(view: View): Reads {
  const { state, spec, slotFor } = view
  return {
    getHealth: () => 'ok',
    getVersion: () => ({ 'solana-core': '3.0.0', 'feature-set': 0 }),
    getGenesisHash: () => genesisHash,
    getSlot: ([options]) => slotFor(optionsOf(options)),
    getBlockHeight: ([options]) => slotFor(optionsOf(options)),
    getBlockTime: ([slot]) => Math.floor(beginOf(state.slots, Number(slot)) / 1000),
    getRecentPrioritizationFees: () => [],
    getLatestBlockhash: ([options]) => {
      const slot = slotFor(optionsOf(options))
      return withContext(slot, lifetimeAt(view, slot))
    },
    isBlockhashValid: ([hash, options]) => {
      const slot = slotFor(optionsOf(options))
      return withContext(slot, slotOfBlockhash(state.slots, String(hash), slot, spec.blockhashSlots) !== null)
    },
    getFeeForMessage: ([message, options]) => {
      const bytes = Buffer.from(String(message), 'base64')
      // A version byte may precede the number of signatures.
      const signatures = (bytes[0]! >= 0x80 ? bytes[1] : bytes[0]) ?? 0
      return withContext(slotFor(optionsOf(options)), signatures * lamportsPerSignature)
    },
  }
}
