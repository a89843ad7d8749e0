import { type ExactJson, WrittenNumber } from '@specie/protocol/encoding/json.ts'
import { refuse } from '../problem.ts'
import type { Token, TokenDti } from './dti.ts'
import { isObject } from './json.ts'
import type { Peer } from './peer.ts'
import { TrpRefusal } from './refusal.ts'
import { isSince, type Version } from './version.ts'

// The asset of an inquiry: its DTI, and for the coin of a chain its number in SLIP-0044. A number cannot name a token of a
// chain such as VCHF.

/** The coins of chains among the assets, with their numbers and symbols. */
const coins: readonly (Token & { readonly slip0044: number })[] = [
  { asset: 'BTC', chain: 'BTC', slip0044: 0 },
  { asset: 'ETH', chain: 'ETH', slip0044: 60 },
]

export type WrittenAsset = { readonly dti?: string; readonly slip0044?: number | string }

export function writeAsset(token: Token, dtis: readonly TokenDti[], version: Version, peer: Peer): WrittenAsset {
  const code = isSince(version, '3.2.0') ? dtis.find(isSame(token))?.dti : undefined
  const coin = coins.find(isSame(token))
  const dti = code === undefined ? {} : { dti: code }
  if (coin && peer.slip0044 !== 'omit')
    return { ...dti, slip0044: peer.slip0044 === 'symbol' ? coin.asset : coin.slip0044 }
  if (code !== undefined) return dti
  return refuse(
    'asset',
    `${token.asset} on ${token.chain} has no identifier in TRP ${version}.`,
    'Set its DTI; a version before 3.2.0 can name only the coin of a chain.',
  )
}

const isSame =
  ({ asset, chain }: Token) =>
  (other: Token): boolean =>
    other.asset === asset && other.chain === chain

/** The token that the inquiry names. Both identifiers must agree if both are known. */
export function readAsset(asset: ExactJson | undefined, dtis: readonly TokenDti[]): Token {
  if (!isObject(asset)) throw new TrpRefusal(422, '`asset` is missing: send {"dti": …} or {"slip0044": …}.')
  const byDti = typeof asset['dti'] === 'string' ? dtis.find(({ dti }) => dti === asset['dti']) : undefined
  const coin = coinOf(asset['slip0044'])
  const found = byDti ?? (isGiven(asset['dti']) ? undefined : coin)
  if (!found) throw new TrpRefusal(422, '`asset` is not one that we hold.')
  // The coin beside the DTI of a token names the chain.
  if (coin && byDti && coin.chain !== byDti.chain) throw new TrpRefusal(422, '`asset`: dti and slip0044 disagree.')
  return { asset: found.asset, chain: found.chain }
}

const isGiven = (value: ExactJson | undefined): boolean => value !== undefined && value !== null && value !== ''

/** As a number, as its digits, or as a symbol. */
function coinOf(value: ExactJson | undefined): Token | undefined {
  const text = value instanceof WrittenNumber ? value.text : typeof value === 'string' ? value.trim().toUpperCase() : ''
  return coins.find(({ asset, slip0044 }) => text === asset || text === String(slip0044))
}
