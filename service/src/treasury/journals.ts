import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { CoinCode } from '../base/ports/chain.ts'
import { account } from '../ledger/chart.ts'
import { credit, debit, type Line } from '../ledger/posting/journal.ts'
import { coinsFor, fiatOf, wholeFiat } from './coin.ts'

// What the journals of all that issues and redeems coins are made of (ledger.md); n is an amount of the coin's fiat.

/** Our fee is ours, and still lies with clients' money. */
export const earned = (fiat: AssetCode, fee: bigint): Line[] => [
  credit(account('client', 'fees_due', fiat), fee),
  debit(account('house', 'fees_receivable', fiat), fee),
  credit(account('house', 'fees', fiat), fee),
]

/** Clients' money is the reserve's; a sweep follows. It is excess there as long as the coins do not exist (L5). */
export const movedAhead = (fiat: AssetCode, n: bigint): Line[] => [
  credit(account('client', 'due_to_reserve', fiat), n),
  debit(account('reserve', 'due_from_client', fiat), n),
  credit(account('reserve', 'excess', fiat), n),
]

/** Coins are on a chain, finally, and the reserve owes their worth (L4). */
export const circulating = (coin: CoinCode, chain: ChainCode, n: bigint): Line[] => [
  credit(account('reserve', 'redemption_liability', fiatOf(coin)), n),
  debit(account('supply', 'circulating', coin), coinsFor(n)),
  credit(account('supply', 'issued', chain, coin), coinsFor(n)),
]

/** Coins are gone, finally: the reserve owes their worth no longer to a holder but to the client. */
export const retired = (coin: CoinCode, chain: ChainCode, n: bigint): Line[] => [
  debit(account('supply', 'issued', chain, coin), coinsFor(n)),
  credit(account('supply', 'circulating', coin), coinsFor(n)),
  debit(account('reserve', 'redemption_liability', fiatOf(coin)), n),
  credit(account('reserve', 'due_to_client', fiatOf(coin)), n),
  debit(account('client', 'due_from_reserve', fiatOf(coin)), n),
]

/**
 * A holder destroyed coins of his own. Nobody is owed their worth any more, so it stays in the reserve as excess; what
 * is below a minor unit of the fiat waits in `fractions` until further burns make it whole (L4).
 */
export function destroyed(coin: CoinCode, chain: ChainCode, burned: bigint, fractions: bigint): Line[] {
  const fiat = fiatOf(coin)
  const n = wholeFiat(fractions + burned)
  const left = burned - coinsFor(n)
  const fractional = account('supply', 'burned_fractions', coin)
  return [
    debit(account('supply', 'issued', chain, coin), burned),
    left < 0n ? debit(fractional, -left) : credit(fractional, left),
    credit(account('supply', 'circulating', coin), coinsFor(n)),
    debit(account('reserve', 'redemption_liability', fiat), n),
    credit(account('reserve', 'excess', fiat), n),
  ]
}
