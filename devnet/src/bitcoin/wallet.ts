import { RpcError } from '../rpc.ts'
import { addressOf } from './address.ts'
import type { Mempool } from './mempool.ts'
import { onChain, type State, tipOf } from './state.ts'
import { outpoint, type Tx } from './transaction.ts'

// Watch-only wallets without keys: their transactions, and their confirmations.

export type Wallet = {
  readonly addresses: Set<string>
  /** Every transaction of this wallet, including dropped ones. */
  readonly known: Map<string, Known>
}
export type Wallets = Map<string, Wallet>

/** With its spent outputs, as far as known on arrival. */
export type Known = { readonly tx: Tx; readonly sources: readonly (Source | undefined)[] }
type Source = { readonly value: bigint; readonly address: string | undefined }

export function createWallet(wallets: Wallets, name: string): void {
  if (wallets.has(name)) throw new RpcError(-4, 'Wallet file verification failed. Database already exists.')
  wallets.set(name, { addresses: new Set(), known: new Map() })
}

/** The output that an input spends, on the chain or in the mempool. */
export function sourcesOf(state: State, pool: Mempool, { vin }: Tx): (Source | undefined)[] {
  return vin.map(({ txid, vout }) => {
    const out = (pool.get(txid)?.tx ?? txOnChain(state, txid))?.vout[vout]
    return out && { value: out.value, address: addressOf(out.script) }
  })
}

export function txOnChain({ places, chain }: State, txid: string): Tx | undefined {
  const height = places.get(txid)
  return height === undefined ? undefined : chain[height]!.block.txs.find((tx) => tx.txid === txid)
}

export function notice(state: State, pool: Mempool, wallets: Wallets, tx: Tx): void {
  if (wallets.size === 0) return
  const sources = sourcesOf(state, pool, tx)
  const addresses = [...tx.vout.map(({ script }) => addressOf(script)), ...sources.map((source) => source?.address)]
  for (const wallet of wallets.values()) {
    const concerned = addresses.some((address) => address !== undefined && wallet.addresses.has(address))
    if (concerned) wallet.known.set(tx.txid, { tx, sources })
  }
}

/** The tolerance of block times. */
const tolerance = 7_200

export function watch(state: State, pool: Mempool, wallet: Wallet, addresses: readonly string[], since: number): void {
  for (const address of addresses) wallet.addresses.add(address)
  const one: Wallets = new Map([['', wallet]])
  for (const { block } of state.chain) {
    if (block.time >= since - tolerance) for (const tx of block.txs) notice(state, pool, one, tx)
  }
  for (const { tx } of pool.values()) notice(state, pool, one, tx)
}

/** As wallets count: negative if another transaction on the chain has spent its coins. */
export function confirmations(state: State, pool: Mempool, { txid, vin }: Tx): number {
  const { height } = tipOf(state)
  const at = state.places.get(txid)
  if (at !== undefined) return height - at + 1
  if (pool.has(txid)) return 0
  const names = new Set(vin.map((input) => outpoint(input.txid, input.vout)))
  const rival = state.chain.findLast(({ spent }) => spent.some(([name]) => names.has(name)))
  return rival ? rival.height - height - 1 : 0
}

export function placeOf(state: State, txid: string): { blockhash: string; blockheight: number } | object {
  const height = state.places.get(txid)
  return height === undefined ? {} : { blockhash: state.chain[height]!.block.hash, blockheight: height }
}

export const feeOf = ({ tx, sources }: Known): bigint =>
  sources.reduce((sum, source) => sum + (source?.value ?? 0n), 0n) - tx.vout.reduce((sum, { value }) => sum + value, 0n)

/** An output to ourselves is listed twice if we sent it, as Bitcoin Core does for imported addresses. */
export function rowsOf(state: State, pool: Mempool, { addresses }: Wallet, known: Known) {
  const { tx, sources } = known
  const sent = sources.some((source) => addresses.has(source?.address ?? ''))
  const common = { txid: tx.txid, confirmations: confirmations(state, pool, tx), ...placeOf(state, tx.txid) }
  return tx.vout.flatMap(({ value, script }, vout) => {
    const address = addressOf(script)
    const row = { ...common, ...(address === undefined ? {} : { address }), vout }
    const send = { ...row, category: 'send', amount: btc(-value), fee: btc(-feeOf(known)) }
    const receive = { ...row, category: 'receive', amount: btc(value) }
    return [...(sent ? [send] : []), ...(address !== undefined && addresses.has(address) ? [receive] : [])]
  })
}

/** After a block; if it has left the chain, from the fork point of its branch. */
export function heightAfter(state: State, hash: string): number {
  for (let at = state.known.get(hash); at; at = state.known.get(at.block.previous)) {
    if (onChain(state, at.block.hash)) return at.height
  }
  throw new RpcError(-5, 'Block not found')
}

const { rawJSON } = JSON as unknown as { rawJSON(digits: string): unknown }

/** An amount in JSON: a number with eight exact decimals. */
export function btc(satoshis: bigint): unknown {
  const digits = String(satoshis < 0n ? -satoshis : satoshis).padStart(9, '0')
  return rawJSON(`${satoshis < 0n ? '-' : ''}${digits.slice(0, -8)}.${digits.slice(-8)}`)
}
