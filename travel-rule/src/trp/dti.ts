import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'

// Digital Token Identifiers (ISO 24165): eight signs and a check character, of digits and consonants without Y. Each token
// has one per ledger; the registry is that of the DTI Foundation.

/** An asset on a chain. */
export type Token = { readonly asset: AssetCode; readonly chain: ChainCode }

export type TokenDti = Token & { readonly dti: string }

/**
 * The two coins whose codes are published. The codes of VCHF, VGBP and USDC are settings of an operator: the issuer registers
 * each coin on each chain.
 */
export const publishedDtis: readonly TokenDti[] = [
  { asset: 'BTC', chain: 'BTC', dti: '4H95J0R2X' },
  { asset: 'ETH', chain: 'ETH', dti: 'X9J9K872S' },
]

const alphabet = '0123456789BCDFGHJKLMNPQRSTVWXZ'

const uat = (asset: AssetCode, chain: ChainCode, base: string): TokenDti => ({
  asset,
  chain,
  dti: base + checkOf(base),
})

/** For UAT: invented codes with a valid check character. */
export const uatDtis: readonly TokenDti[] = [
  ...publishedDtis,
  uat('USDC', 'ETH', 'ZZT00000'),
  uat('VCHF', 'ETH', 'ZZT00001'),
  uat('VCHF', 'BASE', 'ZZT00002'),
  uat('VCHF', 'ARB', 'ZZT00003'),
  uat('VCHF', 'AVAX', 'ZZT00004'),
  uat('VCHF', 'POL', 'ZZT00005'),
  uat('VCHF', 'SOL', 'ZZT00006'),
  uat('VGBP', 'ETH', 'ZZT00007'),
  uat('VGBP', 'BASE', 'ZZT00008'),
  uat('VGBP', 'CELO', 'ZZT00009'),
  uat('VGBP', 'SOL', 'ZZT0000B'),
]

/** Form and check character. The code of Bitcoin was assigned before the rule and breaks it. */
export function isDti(text: string): boolean {
  if (!/^[1-9B-DF-HJ-NP-TV-XZ][\dB-DF-HJ-NP-TV-XZ]{8}$/.test(text)) return false
  return text === '4H95J0R2X' || checkOf(text.slice(0, 8)) === text[8]
}

/** ISO 7064, hybrid system MOD 31,30. */
function checkOf(base: string): string {
  let product = 30
  for (const sign of base) {
    const sum = (product + alphabet.indexOf(sign)) % 30 || 30
    product = (sum * 2) % 31
  }
  return alphabet[(31 - product) % 30]!
}
