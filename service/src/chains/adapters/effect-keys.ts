import type { Effect, KeyName, Power } from '../../base/ports/chain.ts'

/** The key of the wallet whose nonce, or whose place in the queue, an effect takes. */
export function keyOf(effect: Pick<Effect, 'kind'> & { from?: number | Power }): KeyName {
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
  }
}

/** The key of the wallet from which an effect takes coins. */
export const sourceKey = (from: number | Power): KeyName => (typeof from === 'number' ? `deposit:${from}` : from)
