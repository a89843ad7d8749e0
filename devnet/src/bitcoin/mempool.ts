import { RpcError } from '../rpc.ts'
import { checkForm, checkSpend, type Coin, Invalid } from './rules.ts'
import { nextPlace, type State } from './state.ts'
import { isCoinbase, outpoint, type Tx, vsizeOf } from './transaction.ts'

// Transactions that wait for a block, by the relay rules of nodes: no dust, a fee, and a replacement that pays more (BIP-125).

export type Waiting = { readonly tx: Tx; readonly fee: bigint }
/** By txid, in the order of arrival: a spender comes after the transaction that it spends. */
export type Mempool = Map<string, Waiting>

const dust = 294n
const willing = 0xffff_fffd

const spends = ({ vin }: Tx): string[] => vin.map(({ txid, vout }) => outpoint(txid, vout))

/** The coins of the chain and of the mempool. */
function coinsOf({ coins }: State, pool: Mempool, height: number) {
  const waiting = (name: string): Coin | undefined => {
    const [txid, vout] = name.split(':') as [string, string]
    const out = pool.get(txid)?.tx.vout[Number(vout)]
    return out && { ...out, height, coinbase: false }
  }
  return { get: (name: string) => coins.get(name) ?? waiting(name) }
}

/** The new entry, and the entries that it replaces. Throws the error with which a node would refuse it. */
export function checkWaiting(
  state: State,
  pool: Mempool,
  tx: Tx,
  verify = true,
): { waiting: Waiting; replaced: string[] } {
  if (state.places.has(tx.txid)) throw new RpcError(-27, 'Transaction outputs already in utxo set')
  if (pool.has(tx.txid)) throw new RpcError(-27, 'txn-already-in-mempool')
  checkForm(tx)
  if (isCoinbase(tx)) throw new Invalid('coinbase')
  const place = nextPlace(state)
  const fee = checkSpend(tx, coinsOf(state, pool, place.height), place, verify)
  if (tx.vout.some(({ value, script }) => script[0] !== 0x6a && value < dust)) throw new Invalid('dust')
  if (fee < BigInt(vsizeOf(tx))) throw new Invalid('min relay fee not met')
  return { waiting: { tx, fee }, replaced: replacedBy(pool, tx, fee) }
}

function replacedBy(pool: Mempool, tx: Tx, fee: bigint): string[] {
  const wanted = new Set(spends(tx))
  const rivals = [...pool.values()].filter((other) => spends(other.tx).some((name) => wanted.has(name)))
  if (rivals.length === 0) return []
  const gone = withDescendants(
    pool,
    rivals.map((one) => one.tx.txid),
  )
  const lost = gone.reduce((sum, txid) => sum + pool.get(txid)!.fee, 0n)
  const size = BigInt(vsizeOf(tx))
  const isDearer = rivals.every((one) => fee * BigInt(vsizeOf(one.tx)) > one.fee * size)
  const isAllowed = rivals.every((one) => one.tx.vin.some(({ sequence }) => sequence <= willing))
  if (!isAllowed) throw new Invalid('txn-mempool-conflict')
  if (!isDearer || fee < lost + size) throw new Invalid('insufficient fee, rejecting replacement')
  return gone
}

/** These, and every transaction that spends their outputs. */
export function withDescendants(pool: Mempool, txids: readonly string[]): string[] {
  const gone = new Set(txids)
  for (const { tx } of pool.values()) if (tx.vin.some(({ txid }) => gone.has(txid))) gone.add(tx.txid)
  return [...gone].filter((txid) => pool.has(txid))
}

/** After the chain has changed: mined transactions leave, and orphaned ones return if still valid. */
export function settlePool(state: State, pool: Mempool, back: readonly Tx[]): void {
  const all = [...back, ...[...pool.values()].map(({ tx }) => tx)]
  pool.clear()
  for (const tx of all) {
    try {
      const { waiting, replaced } = checkWaiting(state, pool, tx, false)
      if (replaced.length === 0) pool.set(tx.txid, waiting)
    } catch (error) {
      if (!(error instanceof RpcError)) throw error
    }
  }
}
