import type { Effect, Family, KeyName, Power } from '../../base/ports/chain.ts'

/** The key of the wallet whose nonce, or whose place in the queue, an effect takes. */
export function keyOf(effect: Pick<Effect, 'kind'> & { from?: number | Power }, family: Family): KeyName {
  switch (effect.kind) {
    case 'mint':
      return 'minter'
    case 'burn':
      return 'burner'
    case 'transfer':
    case 'collect':
      return 'omnibus'
    case 'native':
      return sourceKey(effect.from!)
    // On Solana the list is the frozen accounts, and the mode is the state of new ones: one authority for both.
    case 'list':
    case 'unlist':
      return family === 'solana' ? 'freezer' : 'lister'
    case 'allow_list_on':
    case 'allow_list_off':
      return family === 'solana' ? 'freezer' : 'switcher'
  }
}

/** The key of the wallet from which an effect takes coins. */
export const sourceKey = (from: number | Power): KeyName => (typeof from === 'number' ? `deposit:${from}` : from)
