import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import {
  type Address,
  getAddress,
  type Hash,
  parseAbi,
  parseEventLogs,
  type TransactionReceipt,
  zeroAddress,
} from 'viem'
import type { Movement, Watched } from '../../../base/ports/chain.ts'

// What a transaction moved, read from its receipt. A log's place within its own transaction stays what it is wherever
// the transaction lands; its place within the block does not.

export const transferEvent = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])[0]
export const supplyEvents = parseAbi([
  'event Minted(bytes32 indexed requestId, address indexed to, uint256 amount)',
  'event Burned(bytes32 indexed requestId, address indexed from, uint256 amount)',
])
const known = [transferEvent, ...supplyEvents] as const

/** A transaction that may be of interest: to everybody, or to whoever watches `to`. */
export type Trace = { readonly txid: Hash; readonly to: string | null; readonly payment: Payment | null }
/** The chain's own coin, paid by the transaction itself; what contracts pay along the way has no trace. */
export type Payment = { readonly from: Address; readonly to: Address; readonly value: bigint }

/** Ours to mint and burn. */
export const isCoin = (asset: AssetCode): boolean => assets[asset].fiat !== null

/** What is watched, ready to be looked up: on EVM chains the case of an address means nothing. */
export type Lookout = {
  readonly assets: ReadonlyMap<string, AssetCode>
  readonly addresses: ReadonlySet<string>
}

export function lookout({ contracts, addresses }: Watched): Lookout {
  return {
    assets: new Map(contracts.map(({ asset, address }) => [address.toLowerCase(), asset])),
    addresses: new Set(Array.from(addresses, (address) => address.toLowerCase())),
  }
}

export const isWatched = ({ addresses }: Lookout, to: string): boolean => addresses.has(to.toLowerCase())

type Place = Pick<Movement, 'txid' | 'height' | 'block'>
export type EvmMovement = Omit<Movement, 'final'>

export const isRelevant = (one: EvmMovement, to: Lookout): boolean => one.kind !== 'transfer' || isWatched(to, one.to!)

type Payments = ReadonlyMap<Hash, Payment>

/** All that it moved of what we know, for whomever. */
export function movementsOf(receipt: TransactionReceipt, payments: Payments, { assets }: Lookout): EvmMovement[] {
  if (receipt.status !== 'success') return []
  const place = { txid: receipt.transactionHash, height: receipt.blockNumber, block: receipt.blockHash }
  const tokens = receipt.logs.flatMap((log, index) => {
    const asset = assets.get(log.address.toLowerCase())
    return (asset && tokenMovement({ ...place, index, asset }, log)) ?? []
  })
  const payment = payments.get(receipt.transactionHash)
  return payment ? [nativeMovement(place, payment), ...tokens] : tokens
}

function nativeMovement(place: Place, { from, to, value }: Payment): EvmMovement {
  const [sender, recipient] = [getAddress(from), getAddress(to)]
  // Its index stands before those of all logs.
  const at = { ...place, index: -1, asset: 'ETH' } as const
  return { ...at, kind: 'transfer', from: sender, to: recipient, amount: value, requestId: null }
}

type At = Place & Pick<Movement, 'index' | 'asset'>

/** A mint is told twice, by Minted and as a Transfer from nobody: of our own coins the first alone counts. */
function tokenMovement(at: At, log: TransactionReceipt['logs'][number]): EvmMovement | null {
  const [event] = parseEventLogs({ abi: known, logs: [log] })
  if (!event) return null
  if (event.eventName === 'Transfer') {
    const { from, to, value } = event.args
    if (isCoin(at.asset) && (from === zeroAddress || to === zeroAddress)) return null
    const sender = from === zeroAddress ? null : from
    return { ...at, kind: 'transfer', from: sender, to, amount: value, requestId: null }
  }
  if (!isCoin(at.asset)) return null
  const { requestId, amount } = event.args
  return event.eventName === 'Minted'
    ? { ...at, kind: 'mint', from: null, to: event.args.to, amount, requestId }
    : { ...at, kind: 'burn', from: event.args.from, to: null, amount, requestId }
}
