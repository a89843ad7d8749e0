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

// Parses movements from a receipt. The index of a log within its transaction is the same in every block that may include the
// transaction; its index within the block is not.

export const transferEvent = parseAbi(['event Transfer(address indexed from, address indexed to, uint256 value)'])[0]
export const supplyEvents = parseAbi([
  'event Minted(bytes32 indexed requestId, address indexed to, uint256 amount)',
  'event Burned(bytes32 indexed requestId, address indexed from, uint256 amount)',
])
const knownEvents = [transferEvent, ...supplyEvents] as const

/** A transaction that may be relevant: always, or if `to` is watched. */
export type Trace = { readonly txid: Hash; readonly to: string | null; readonly payment: Payment | null }
/** Native coin paid by the transaction itself; payments by contracts leave no trace. */
export type Payment = { readonly from: Address; readonly to: Address; readonly value: bigint }

/** True for the coins that we mint and burn. */
export const isCoin = (asset: AssetCode): boolean => assets[asset].fiat !== null

/** The watched contracts and addresses in lower case, for look-up: on EVM chains case is not significant. */
export type WatchIndex = {
  readonly assets: ReadonlyMap<string, AssetCode>
  readonly addresses: ReadonlySet<string>
}

export function watchIndex({ contracts, addresses }: Watched): WatchIndex {
  return {
    assets: new Map(contracts.map(({ asset, address }) => [address.toLowerCase(), asset])),
    addresses: new Set(Array.from(addresses, (address) => address.toLowerCase())),
  }
}

export const isWatched = ({ addresses }: WatchIndex, to: string): boolean => addresses.has(to.toLowerCase())

type Position = Pick<Movement, 'txid' | 'height' | 'block'>
export type EvmMovement = Omit<Movement, 'final'>

export const isRelevant = (one: EvmMovement, to: WatchIndex): boolean =>
  one.kind !== 'transfer' || isWatched(to, one.to!)

type Payments = ReadonlyMap<Hash, Payment>

/** All movements of known assets in a transaction, to any recipient. */
export function movementsOf(receipt: TransactionReceipt, payments: Payments, { assets }: WatchIndex): EvmMovement[] {
  if (receipt.status !== 'success') return []
  const position = { txid: receipt.transactionHash, height: receipt.blockNumber, block: receipt.blockHash }
  const tokens = receipt.logs.flatMap((log, index) => {
    const asset = assets.get(log.address.toLowerCase())
    return (asset && tokenMovement({ ...position, index, asset }, log)) ?? []
  })
  const payment = payments.get(receipt.transactionHash)
  return payment ? [nativeMovement(position, payment), ...tokens] : tokens
}

function nativeMovement(position: Position, { from, to, value }: Payment): EvmMovement {
  const [sender, recipient] = [getAddress(from), getAddress(to)]
  // Its index comes before those of all logs.
  const at = { ...position, index: -1, asset: 'ETH' } as const
  return { ...at, kind: 'transfer', from: sender, to: recipient, amount: value, requestId: null }
}

type At = Position & Pick<Movement, 'index' | 'asset'>

/** A mint emits two events, Minted and a Transfer from the zero address: for our own coins only the first counts. */
function tokenMovement(at: At, log: TransactionReceipt['logs'][number]): EvmMovement | null {
  const [event] = parseEventLogs({ abi: knownEvents, logs: [log] })
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
