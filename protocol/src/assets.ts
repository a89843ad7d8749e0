import { type ChainCode, chains } from './chains.ts'

// Every asset of a balance, in the shape of `/client/assets`.

export type AssetCode = 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
/** The currencies of the bank's accounts. */
export const fiatCodes = ['CHF', 'GBP'] as const satisfies AssetCode[]
export type FiatCode = (typeof fiatCodes)[number]

/** An asset on one chain. Amounts are decimal strings in the asset itself. */
type OnChain = {
  readonly blockchain: ChainCode
  /** Token contract or mint address; null for a chain's own coin, and until the token is deployed. */
  readonly contract: string | null
  readonly decimals: number
  readonly confirmations: number
  readonly min_deposit: string
  readonly min_withdraw: string
  readonly withdraw_fee: string
}

type Asset = {
  readonly symbol: AssetCode
  readonly name: string
  readonly type: 'stablecoin' | 'fiat' | 'crypto'
  /** The scale: one minor unit is 10^-decimals. */
  readonly decimals: number
  /** The redemption currency of a stablecoin, at par. */
  readonly fiat: FiatCode | null
  readonly blockchains: readonly OnChain[]
  /** The smallest issuance, in `min_mint_currency`: VCHF's equivalent moves with the reference rate. */
  readonly min_mint: string | null
  readonly min_mint_currency: FiatCode | null
  readonly min_redeem: string | null
}

type Terms = { min_deposit: string; min_withdraw: string; withdraw_fee: string }

function on(blockchain: ChainCode, decimals: number, terms: Terms): OnChain {
  return { blockchain, contract: null, decimals, confirmations: chains[blockchain].confirmations, ...terms }
}

function fiat(symbol: FiatCode, name: string): Asset {
  return { symbol, name, type: 'fiat', decimals: 2, fiat: null, blockchains: [], ...notIssued }
}

/** An asset of another issuer. It arrives by deposit, leaves by withdrawal, and exists on one chain. */
function foreign(symbol: AssetCode, name: string, type: Asset['type'], decimals: number, carrier: OnChain): Asset {
  return { symbol, name, type, decimals, fiat: null, blockchains: [carrier], ...notIssued }
}

function stablecoin(symbol: AssetCode, name: string, fiat: FiatCode, carriers: readonly ChainCode[]): Asset {
  return {
    symbol,
    name,
    type: 'stablecoin',
    decimals: 6,
    fiat,
    blockchains: carriers.map((chain) => on(chain, 6, chain === 'ETH' ? dearGas : cheapGas)),
    min_mint: '100000',
    min_mint_currency: 'GBP',
    min_redeem: '1',
  }
}

const notIssued = { min_mint: null, min_mint_currency: null, min_redeem: null }
const dearGas: Terms = { min_deposit: '1', min_withdraw: '10', withdraw_fee: '2' }
const cheapGas: Terms = { min_deposit: '1', min_withdraw: '1', withdraw_fee: '0.1' }
const satoshis: Terms = { min_deposit: '0.0001', min_withdraw: '0.0005', withdraw_fee: '0.0001' }
const ether: Terms = { min_deposit: '0.001', min_withdraw: '0.01', withdraw_fee: '0.001' }

export const assets: { readonly [Code in AssetCode]: Asset } = {
  VCHF: stablecoin('VCHF', 'Specie Swiss Franc', 'CHF', ['ETH', 'BASE', 'ARB', 'AVAX', 'POL', 'SOL']),
  VGBP: stablecoin('VGBP', 'Specie Pound Sterling', 'GBP', ['ETH', 'BASE', 'CELO', 'SOL']),
  CHF: fiat('CHF', 'Swiss franc'),
  GBP: fiat('GBP', 'Pound sterling'),
  USDC: foreign('USDC', 'USD Coin', 'stablecoin', 6, on('ETH', 6, dearGas)),
  BTC: foreign('BTC', 'Bitcoin', 'crypto', 8, on('BTC', 8, satoshis)),
  ETH: foreign('ETH', 'Ether', 'crypto', 18, on('ETH', 18, ether)),
}

export const isAsset = (text: string): text is AssetCode => Object.hasOwn(assets, text)
