import assert from 'node:assert/strict'
import { coinAbi } from '@specie/token/abi.gen.ts'
import { receipt as processedAs } from '@specie/token/evm.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import {
  type Address,
  BlockNotFoundError,
  getAddress,
  type Hash,
  isAddressEqual,
  type PublicClient,
  type TransactionReceipt,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { Bundle, Chain, Contract, KeyName, Order, Outcome, RawSigner } from '../../base/chain-port.ts'
import { keyOf, sourceKey } from '../operations.ts'
import { evmAddress } from './account.ts'
import { broadcastTo } from './broadcast.ts'
import { lookout } from './movements.ts'
import { type BlockId, openNodes, type OnTrouble } from './nodes.ts'
import { signBundle } from './sign.ts'
import { cursorOf, newMemory, readWindow } from './window.ts'

export type EvmOptions = {
  readonly code: ChainCode
  readonly chainId: number
  /** The first that is well is asked; what they call final is compared. */
  readonly urls: readonly string[]
  /** Null in a process that only reads. */
  readonly signer: RawSigner | null
  readonly onTrouble: OnTrouble
  /** Whoever comes without a cursor reads from here: all there is, or what comes from now on. */
  readonly start: 'genesis' | 'now'
}

/** 100 mints take 5.5 million gas when all recipients are new (docs/token.md): a third of what a transaction may. */
const bundleSize = 100

export function evmChain({ code, chainId, urls, signer, onTrouble, start }: EvmOptions): Chain {
  const nodes = openNodes({ code, chainId, urls, onTrouble })
  const memory = newMemory()
  const domains = new Map()
  const keys = () => {
    assert(signer, `this process has no keys for ${code}: it reads only`)
    return signer
  }
  const addressOf = (key: KeyName) => evmAddress(keys(), key)
  return {
    code,
    family: 'evm',
    bundleSize,
    heads: async () => {
      const { height } = await nodes.final()
      const latest = await nodes.ask((client) => client.getBlockNumber())
      return { latest: latest > height ? latest : height, final: height }
    },
    window: async (cursor, watched) => {
      const final = await nodes.final()
      const to = lookout(watched)
      return nodes.ask(async (client) => {
        const from = cursor === null ? await (start === 'now' ? final : blockAt(client, 0n)) : cursorOf(cursor)
        return readWindow({ client, native: code === 'ETH', to }, memory, from, final)
      })
    },
    supply: (contract) =>
      nodes.ask((client) =>
        client.readContract({ ...coinAt(contract), functionName: 'totalSupply', blockTag: 'finalized' }),
      ),
    balance: (contract, address) => nodes.ask((client) => balanceOf(client, contract, getAddress(address))),
    nextNonce: async (key) => {
      const address = await addressOf(key)
      return BigInt(await nodes.ask((client) => client.getTransactionCount({ address, blockTag: 'latest' })))
    },
    isDone: async (contract, order) => {
      if (order.kind === 'mint' || order.kind === 'burn') {
        return nodes.ask((client) => isProcessed(client, contract, order))
      }
      if (order.kind !== 'collect') return false
      const args = [await addressOf(sourceKey(order.from)), order.requestId] as const
      return nodes.ask((client) =>
        client.readContract({ ...coinAt(contract), functionName: 'authorizationState', args }),
      )
    },
    sign: async (contract, bundle) => signBundle({ code, chainId, nodes, signer: keys(), domains }, contract, bundle),
    broadcast: (attempt) =>
      broadcastTo(nodes, attempt, (problem) => onTrouble('a broadcast fails', { chain: code, problem })),
    outcome: (hash) => nodes.ask((client) => outcomeOf(client, hash as Hash)),
    isOver: async (bundle) => {
      const address = await addressOf(keyOf(bundle.orders[0]!))
      // Whatever goes out again could then happen twice: every node must be sure.
      return (await nodes.askAll((client) => isOver(client, address, bundle))).every(Boolean)
    },
  }
}

const coinAt = ({ address }: Contract) => ({ address: getAddress(address), abi: coinAbi }) as const

async function blockAt(client: PublicClient, height: bigint): Promise<BlockId> {
  const { hash } = await client.getBlock({ blockNumber: height })
  return { height, hash }
}

function balanceOf(client: PublicClient, contract: Contract | null, address: Address): Promise<bigint> {
  const blockTag = 'finalized'
  if (contract === null) return client.getBalance({ address, blockTag })
  return client.readContract({ ...coinAt(contract), functionName: 'balanceOf', args: [address], blockTag })
}

async function isProcessed(client: PublicClient, contract: Contract, order: Order): Promise<boolean> {
  const args = [order.requestId] as const
  const done = processedAs(await client.readContract({ ...coinAt(contract), functionName: 'processed', args }))
  if (done === null) return false
  const asOrdered =
    done.kind === order.kind &&
    done.amount === order.amount &&
    (order.kind !== 'mint' || isAddressEqual(done.account, getAddress(order.to)))
  assert(
    asOrdered,
    `${order.requestId} is on the chain as a ${done.kind} of ${done.amount} for ${done.account}: not what was ordered`,
  )
  return true
}

async function receiptOf(client: PublicClient, hash: Hash): Promise<TransactionReceipt | null> {
  try {
    return await client.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}

async function outcomeOf(client: PublicClient, hash: Hash): Promise<Outcome | null> {
  const receipt = await receiptOf(client, hash)
  if (receipt === null) return null
  const { blockNumber: height, blockHash: block, status, gasUsed, effectiveGasPrice } = receipt
  const [canonical, final] = await Promise.all([
    client.getBlock({ blockNumber: height }).catch((error: unknown) => {
      if (error instanceof BlockNotFoundError) return null
      throw error
    }),
    client.getBlock({ blockTag: 'finalized' }),
  ])
  if (canonical?.hash !== block) return null
  // Rollups of the OP Stack charge for their data apart from gas.
  const { l1Fee = '0x0' } = receipt as { l1Fee?: string }
  const cost = gasUsed * effectiveGasPrice + BigInt(l1Fee)
  return { height, block, ok: status === 'success', final: height <= final.number, cost }
}

async function isOver(client: PublicClient, address: Address, { nonce, earlier }: Bundle): Promise<boolean> {
  assert(nonce !== null, 'a transaction has a nonce here')
  // In one batch, so that one and the same node answers it all.
  const [used, ...receipts] = await Promise.all([
    client.getTransactionCount({ address, blockTag: 'finalized' }),
    ...earlier.map(({ hash }) => receiptOf(client, hash as Hash)),
  ])
  return BigInt(used) > nonce && receipts.every((receipt) => receipt === null)
}
