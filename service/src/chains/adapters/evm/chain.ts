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
import type { Bundle, Chain, Contract, KeyName, Order, Outcome, RawSigner } from '../../../base/ports/chain.ts'
import { commonPart, finalPart, type Landed, type OnTrouble, outcomeBy, clearOnDisagreement } from '../agreement.ts'
import { keyOf, sourceKey } from '../effect-keys.ts'
import { evmAddress } from './account.ts'
import { broadcastTo } from './broadcast.ts'
import { watchIndex } from './movements.ts'
import { type BlockId, type Nodes, openNodes } from './nodes.ts'
import { signBundle, unlessMissing } from './sign.ts'
import { readTransfers } from './transfers.ts'
import { askWallet } from './wallet-signature.ts'
import { cursorOf, cursorToJson, newBlockCache, readWindow } from './window.ts'

export type EvmOptions = {
  readonly code: ChainCode
  readonly chainId: number
  readonly urls: readonly string[]
  /** How many nodes must agree; null: all. */
  readonly quorum: number | null
  /** Null in a process that only reads. */
  readonly signer: RawSigner | null
  readonly onTrouble: OnTrouble
  /** Where reading starts without a cursor: at the first block, or at the current final one. */
  readonly start: 'genesis' | 'now'
}

/** 100 mints use 5.5 million gas when all recipients are new (docs/token.md): a third of the limit of a transaction. */
const bundleSize = 100

export function evmChain({ code, chainId, urls, quorum, signer, onTrouble, start }: EvmOptions): Chain {
  const nodes = openNodes({ code, chainId, urls, quorum, onTrouble })
  // One cache per node, so that a wrong answer of one is not attributed to another.
  const memories = urls.map(newBlockCache)
  const domains = new Map()
  const keys = () => {
    assert(signer, `this process has no keys for ${code}: it reads only`)
    return signer
  }
  const addressOf = (key: KeyName) => evmAddress(keys(), key)
  const blockAt = async (height: bigint): Promise<BlockId> => {
    const hashAt = async (client: PublicClient) => (await client.getBlock({ blockNumber: height })).hash
    const [hash] = await nodes.agree(`block ${height}`, hashAt)
    return { height, hash: hash! }
  }
  const atFinal = async <T>(what: string, read: (client: PublicClient, blockNumber: bigint) => Promise<T>) => {
    const { height } = await nodes.final()
    return (await nodes.agree(what, (client) => read(client, height)))[0]!
  }
  return {
    code,
    family: 'evm',
    bundleSize,
    heads: async () => {
      const { height } = await nodes.final()
      const latest = await nodes.queryOne((client) => client.getBlockNumber())
      return { latest: latest > height ? latest : height, final: height }
    },
    window: async (cursor, watched) => {
      const final = await nodes.final()
      const to = watchIndex(watched)
      const from = cursor !== null ? cursorOf(cursor) : start === 'now' ? final : await blockAt(0n)
      const read = (client: PublicClient, nth: number) =>
        readWindow({ client, native: code === 'ETH', to }, memories[nth]!, from, final)
      const reading = nodes.agree(`the movements up to block ${final.height}`, read, finalPart)
      return commonPart(await clearOnDisagreement(reading, () => memories.forEach(({ blocks }) => blocks.clear())))
    },
    cursorAt: async (height) => cursorToJson(await blockAt(height)),
    transfers: async (contract, cursor, start) => {
      const from = cursor === null ? await blockAt(start) : cursorOf(cursor)
      return readTransfers(nodes, contract, from, await nodes.final())
    },
    supply: (contract) =>
      atFinal('the supply', (client, blockNumber) =>
        client.readContract({ ...coinAt(contract), functionName: 'totalSupply', blockNumber }),
      ),
    balance: (contract, address) =>
      atFinal('a balance', (client, blockNumber) => balanceOf(client, contract, getAddress(address), blockNumber)),
    allowList: {
      isOn: (contract) =>
        atFinal('the allow list', (client, blockNumber) => allowListOn(client, contract, blockNumber)),
      isListed: (contract, holder) =>
        atFinal('a place on the allow list', (client, blockNumber) => isListed(client, contract, holder, blockNumber)),
    },
    nextNonce: async (key) => {
      const address = await addressOf(key)
      const count = (client: PublicClient) => client.getTransactionCount({ address, blockTag: 'latest' }).then(BigInt)
      return nodes.atLeast('the number of transactions of a key', count)
    },
    isDone: async (contract, order) => {
      const what = `whether ${order.requestId} is done`
      if (order.kind === 'mint' || order.kind === 'burn') {
        return (await nodes.agree(what, (client) => isProcessed(client, contract, order)))[0]!
      }
      if (order.kind !== 'collect') return (await nodes.agree(what, (client) => isOnList(client, contract, order)))[0]!
      const args = [await addressOf(sourceKey(order.from)), order.requestId] as const
      const isUsed = (client: PublicClient) =>
        client.readContract({ ...coinAt(contract), functionName: 'authorizationState', args })
      return (await nodes.agree(what, isUsed))[0]!
    },
    sign: async (contract, bundle) => signBundle({ code, chainId, nodes, signer: keys(), domains }, contract, bundle),
    broadcast: (attempt) =>
      broadcastTo(nodes, attempt, (problem) => onTrouble('a broadcast fails', { chain: code, problem })),
    outcome: (hash) => outcomeOf(nodes, hash as Hash),
    isOver: async (bundle) => {
      const address = await addressOf(keyOf(bundle.orders[0]!, 'evm'))
      // A wrong answer could let the transfer happen twice, so a quorum of nodes must agree.
      const answers = await nodes.everyone((client) => isOver(client, address, bundle))
      return answers.filter(({ answer }) => answer).length >= nodes.panel.quorum
    },
    askWallet: async (signed, height) => {
      const at = height === undefined ? await nodes.final() : await blockAt(height)
      return { ...(await askWallet(nodes, at, signed)), chainId }
    },
  }
}

const coinAt = ({ address }: Contract) => ({ address: getAddress(address), abi: coinAbi }) as const

function balanceOf(
  client: PublicClient,
  contract: Contract | null,
  address: Address,
  blockNumber: bigint,
): Promise<bigint> {
  if (contract === null) return client.getBalance({ address, blockNumber })
  return client.readContract({ ...coinAt(contract), functionName: 'balanceOf', args: [address], blockNumber })
}

async function isProcessed(client: PublicClient, contract: Contract, order: Order): Promise<boolean> {
  const args = [order.requestId] as const
  const done = processedAs(await client.readContract({ ...coinAt(contract), functionName: 'processed', args }))
  if (done === null) return false
  const matchesOrder =
    done.kind === order.kind &&
    done.amount === order.amount &&
    (order.kind !== 'mint' || isAddressEqual(done.account, getAddress(order.to)))
  assert(
    matchesOrder,
    `${order.requestId} is on the chain as a ${done.kind} of ${done.amount} for ${done.account}, which differs from the order`,
  )
  return true
}

/** False for other kinds of orders, of which the coin keeps no record. */
async function isOnList(client: PublicClient, contract: Contract, order: Order): Promise<boolean> {
  switch (order.kind) {
    case 'list':
    case 'unlist':
      return (await isListed(client, contract, order.to)) === (order.kind === 'list')
    case 'allow_list_on':
    case 'allow_list_off':
      return (await allowListOn(client, contract)) === (order.kind === 'allow_list_on')
    default:
      return false
  }
}

/** At the newest block, or at this one. */
const atBlock = (blockNumber?: bigint) => (blockNumber === undefined ? {} : { blockNumber })

function isListed(client: PublicClient, contract: Contract, holder: string, blockNumber?: bigint): Promise<boolean> {
  const args = [getAddress(holder)] as const
  return client.readContract({ ...coinAt(contract), functionName: 'listed', args, ...atBlock(blockNumber) })
}

/** A coin of an earlier version has no such function. */
function allowListOn(client: PublicClient, contract: Contract, blockNumber?: bigint): Promise<boolean | null> {
  const read = { ...coinAt(contract), functionName: 'allowListOn', ...atBlock(blockNumber) } as const
  return client.readContract(read).catch(unlessMissing)
}

async function receiptOf(client: PublicClient, hash: Hash): Promise<TransactionReceipt | null> {
  try {
    return await client.getTransactionReceipt({ hash })
  } catch (error) {
    if (error instanceof TransactionReceiptNotFoundError) return null
    throw error
  }
}

async function outcomeOf(nodes: Nodes, hash: Hash): Promise<Outcome | null> {
  const { height: final } = await nodes.final()
  return outcomeBy(nodes.panel, hash, await nodes.everyone((client) => landedAt(client, hash)), final)
}

async function landedAt(client: PublicClient, hash: Hash): Promise<Landed | null> {
  const receipt = await receiptOf(client, hash)
  if (receipt === null) return null
  const { blockNumber: height, blockHash: block, status, gasUsed, effectiveGasPrice } = receipt
  const canonical = await client.getBlock({ blockNumber: height }).catch((error: unknown) => {
    if (error instanceof BlockNotFoundError) return null
    throw error
  })
  if (canonical?.hash !== block) return null
  // OP Stack rollups charge for data separately from gas.
  const { l1Fee = '0x0' } = receipt as { l1Fee?: string }
  const cost = gasUsed * effectiveGasPrice + BigInt(l1Fee)
  return { height, block, ok: status === 'success', cost, settled: true }
}

async function isOver(client: PublicClient, address: Address, { nonce, earlier }: Bundle): Promise<boolean> {
  assert(nonce !== null, 'a transaction has a nonce here')
  // In one batch, so that one node answers all of it.
  const [isUsed, ...receipts] = await Promise.all([
    client.getTransactionCount({ address, blockTag: 'finalized' }),
    ...earlier.map(({ hash }) => receiptOf(client, hash as Hash)),
  ])
  return BigInt(isUsed) > nonce && receipts.every((receipt) => receipt === null)
}
