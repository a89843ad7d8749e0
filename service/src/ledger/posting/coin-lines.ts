import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import { account } from '../chart.ts'
import { credit, debit, type Line } from './journal.ts'
import { coinsFor, fiatOf, wholeFiat } from '../coin.ts'

// The parts of the journals that issue and redeem coins (ledger.md); n is an amount of the coin's fiat.

/** The fee belongs to the house, but stays among the clients' money until a sweep. */
export const feeLines = (fiat: AssetCode, fee: bigint): Line[] => [
  credit(account('client', 'fees_due', fiat), fee),
  debit(account('house', 'fees_receivable', fiat), fee),
  credit(account('house', 'fees', fiat), fee),
]

/** Moves clients' money to the reserve; a sweep follows. It is excess there until the coins exist (L5). */
export const advanceLines = (fiat: AssetCode, n: bigint): Line[] => [
  credit(account('client', 'due_to_reserve', fiat), n),
  debit(account('reserve', 'due_from_client', fiat), n),
  credit(account('reserve', 'excess', fiat), n),
]

/** The coins are final on a chain, and the reserve owes their value (L4). */
export const issueLines = (coin: CoinCode, chain: ChainCode, n: bigint): Line[] => [
  credit(account('reserve', 'redemption_liability', fiatOf(coin)), n),
  debit(account('supply', 'circulating', coin), coinsFor(n)),
  credit(account('supply', 'issued', chain, coin), coinsFor(n)),
]

/** The burn is final: the reserve now owes the value to the client instead of a holder of coins. */
export const redeemLines = (coin: CoinCode, chain: ChainCode, n: bigint): Line[] => [
  debit(account('supply', 'issued', chain, coin), coinsFor(n)),
  credit(account('supply', 'circulating', coin), coinsFor(n)),
  debit(account('reserve', 'redemption_liability', fiatOf(coin)), n),
  ...owedLines(fiatOf(coin), n),
]

/** The reserve holds money that belongs to clients, and owes it to them. */
export const owedLines = (fiat: AssetCode, n: bigint): Line[] => [
  credit(account('reserve', 'due_to_client', fiat), n),
  debit(account('client', 'due_from_reserve', fiat), n),
]

/**
 * A holder burned its own coins. Their value is no longer owed, so it stays in the reserve as excess; a part below one
 * minor unit of the fiat waits in `fractions` until further burns complete it (L4).
 */
export function burnLines(coin: CoinCode, chain: ChainCode, burned: bigint, fractions: bigint): Line[] {
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
