import { RawTx } from '@scure/btc-signer'
import { jsonCodec, openLog } from '@specie/program/event-log.ts'
import type { LogAt } from '../chain.ts'
import { seconds } from '../machine.ts'
import { RpcError } from '../rpc.ts'
import {
  type Block,
  easiestBits,
  heightPush,
  merkleRoot,
  mined,
  readBlock,
  subsidyAt,
  witnessCommitment,
  writeBlock,
} from './block.ts'
import { checkWaiting, type Mempool, settlePool, withDescendants } from './mempool.ts'
import { snapshotsOf } from './snapshot.ts'
import { type Change, newState, nextPlace, type State, takeBlock, tipOf } from './state.ts'
import { readTx, type Tx, txOf } from './transaction.ts'
import { createWallet, notice, type Wallets, watch } from './wallet.ts'

// Bitcoin's regtest in one process: blocks, mempool and watch-only wallets, all in one log.

export type Event =
  | { block: string }
  | { tx: string }
  | { drop: string[] }
  | { wallet: string }
  | { watch: string; addresses: string[]; since: number }

export type Engine = {
  readonly state: State
  readonly pool: Mempool
  readonly wallets: Wallets
  /** Accepts a block from any source; throws why it is invalid. */
  submit(block: Block): Promise<Change>
  /** Accepts a transaction into the mempool. */
  accept(tx: Tx): Promise<void>
  /** Mines the mempool, or an empty block, and pays the reward to this script. */
  mine(to: Uint8Array, txs?: readonly Tx[]): Promise<Block>
  drop(txids: readonly string[]): Promise<void>
  createWallet(name: string): Promise<void>
  /** Watches addresses, also in existing blocks of this time or later. */
  watch(wallet: string, addresses: readonly string[], since: number): Promise<void>
  close(): Promise<void>
}

export async function openEngine(at: LogAt, onFailure: (error: Error) => void): Promise<Engine> {
  const state = newState()
  const pool: Mempool = new Map()
  const wallets: Wallets = new Map()
  const world = { state, pool, wallets }
  const log = await openLog<Event>({
    file: at.file,
    codec: jsonCodec<Event>(),
    replay: (event) => void apply(world, event, false),
    onFailure,
    snapshots: snapshotsOf(world, at),
  })

  async function keep<T>(event: Event): Promise<T> {
    const outcome = apply(world, event, true) as T
    log.append(event)
    await log.durable()
    return outcome
  }

  const submit = (block: Block) => keep<Change>({ block: writeBlock(block).toString('hex') })
  return {
    ...world,
    submit,
    accept: (tx) => keep({ tx: Buffer.from(tx.raw).toString('hex') }),
    mine: async (to, txs = [...pool.values()].map(({ tx }) => tx)) => {
      const block = template(state, pool, to, txs)
      await submit(block)
      return block
    },
    drop: (txids) => keep({ drop: [...txids] }),
    createWallet: (name) => keep({ wallet: name }),
    watch: (wallet, addresses, since) => keep({ watch: wallet, addresses: [...addresses], since }),
    close: () => log.close(),
  }
}

type World = Pick<Engine, 'state' | 'pool' | 'wallets'>

/** `fresh`: it comes from outside and is fully checked; events of the log were checked before. */
function apply({ state, pool, wallets }: World, event: Event, fresh: boolean): unknown {
  if ('block' in event) {
    const change = takeBlock(state, readBlock(Buffer.from(event.block, 'hex')), fresh ? seconds() : Infinity, fresh)
    const back = change.left.flatMap(({ block }) => block.txs.slice(1))
    settlePool(state, pool, back)
    for (const { block } of change.joined) for (const tx of block.txs) notice(state, pool, wallets, tx)
    return change
  }
  if ('tx' in event) {
    const { waiting, replaced } = checkWaiting(state, pool, readTx(Buffer.from(event.tx, 'hex')), fresh)
    for (const txid of replaced) pool.delete(txid)
    pool.set(waiting.tx.txid, waiting)
    return notice(state, pool, wallets, waiting.tx)
  }
  if ('drop' in event) {
    for (const txid of withDescendants(pool, event.drop)) pool.delete(txid)
    return undefined
  }
  if ('wallet' in event) return createWallet(wallets, event.wallet)
  const wallet = wallets.get(event.watch)
  if (!wallet) throw new RpcError(-18, 'Requested wallet does not exist or is not loaded')
  return watch(state, pool, wallet, event.addresses, event.since)
}

/** Signals readiness for every soft fork, as other nodes on regtest require. */
const version = 0x2000_0007
const reserved = new Uint8Array(32)

/** A block upon the tip, with its proof of work. */
export function template(state: State, pool: Mempool, to: Uint8Array, txs: readonly Tx[], upon = tipOf(state)): Block {
  const height = upon.height + 1
  const fees = txs.reduce((sum, { txid }) => sum + (pool.get(txid)?.fee ?? 0n), 0n)
  const coinbase = coinbaseOf(height, to, subsidyAt(height) + fees, witnessCommitment(txs, reserved), state.known.size)
  const all = [coinbase, ...txs]
  const earliest = upon === tipOf(state) ? nextPlace(state).medianTime + 1 : upon.block.time + 1
  return mined(
    {
      version,
      previous: upon.block.hash,
      merkleRoot: merkleRoot(all.map(({ txid }) => txid)).root,
      time: Math.max(earliest, seconds()),
      bits: easiestBits,
    },
    all,
  )
}

/** `salt` distinguishes two blocks at one height. */
function coinbaseOf(height: number, to: Uint8Array, value: bigint, commitment: Uint8Array, salt: number): Tx {
  const extra = Buffer.alloc(5)
  extra.writeUInt8(4, 0)
  extra.writeUInt32LE(salt, 1)
  return txOf(
    RawTx.decode(
      RawTx.encode({
        version: 2,
        segwitFlag: true,
        inputs: [
          {
            txid: new Uint8Array(32),
            index: 0xffff_ffff,
            finalScriptSig: Buffer.concat([heightPush(height), extra]),
            sequence: 0xffff_ffff,
          },
        ],
        outputs: [
          { amount: value, script: to },
          { amount: 0n, script: commitment },
        ],
        witnesses: [[reserved]],
        lockTime: 0,
      }),
    ),
  )
}
