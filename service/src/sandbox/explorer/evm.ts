import type { ChainCode } from '@specie/protocol/chains.ts'
import { assets } from '@specie/protocol/assets.ts'
import { formatMinor } from '@specie/protocol/money.ts'
import {
  BlockNotFoundError,
  createPublicClient,
  erc20Abi,
  getAddress,
  type Hash,
  type PublicClient,
  type Transaction,
  type TransactionReceipt,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { evmTransport } from '../../chains/adapters/evm/transport.ts'
import { movementsOf, transferEvent, type WatchIndex, watchIndex } from '../../chains/adapters/evm/movements.ts'
import { nativeCoin, stepsOf, titleOf } from './evm-steps.ts'
import type { Movement, Tx, TxRow } from '@specie/protocol/sandbox/explorer.ts'
import { max, newestFirst, type Explorer, type Place } from './view.ts'

/** How many blocks are searched for movements. */
const window = 5_000n

type Chain = Place & { code: ChainCode; client: PublicClient; index: WatchIndex }
type Found = { transaction: Transaction; receipt: TransactionReceipt | null }

export function evmExplorer(code: ChainCode, place: Place): Explorer {
  const client = createPublicClient({
    transport: evmTransport(place.url, { batch: true, retryCount: 0, timeout: 5_000 }),
  })
  const chain = {
    ...place,
    code,
    client,
    index: watchIndex({ contracts: place.known.contracts, addresses: new Set() }),
  }
  const head = async () => Number(await client.getBlockNumber({ cacheTime: 0 }))
  const final = async () => Number((await client.getBlock({ blockTag: 'finalized' })).number)
  return {
    head: async () => ({ height: await head(), final: await final() }),
    blocks: async (below) => {
      const from = Math.min(below ?? Infinity, (await head()) + 1)
      const heights = Array.from({ length: Math.min(max.blocks, from) }, (_, i) => from - 1 - i)
      const found = await Promise.all(heights.map((height) => client.getBlock({ blockNumber: BigInt(height) })))
      const items = found.map((block) => ({ ...placeOf(block), transactions: block.transactions.length }))
      return { items, next: from > max.blocks ? from - max.blocks : null }
    },
    latest: () => latest(chain),
    block: async (height) => {
      const block = await orNull(client.getBlock({ blockNumber: BigInt(height) }))
      if (block === null) return null
      const items = await Promise.all(block.transactions.slice(0, max.transactions).map((txid) => rowOf(chain, txid)))
      return {
        ...placeOf(block),
        transactions: block.transactions.length,
        parent: height === 0 ? null : block.parentHash,
        confirmations: (await head()) - height + 1,
        final: height <= (await final()),
        items: items.flatMap((row) => row ?? []),
      }
    },
    tx: async (txid) => {
      const found = /^0x[0-9a-f]{64}$/i.test(txid) ? await fetchTx(chain, txid as Hash) : null
      return found && (await txView(chain, found, await head(), await final()))
    },
    address: async (text) => addressView(chain, getAddress(text)),
  }
}

const timeOf = (timestamp: bigint): string => new Date(Number(timestamp) * 1_000).toISOString()

const placeOf = ({ number, hash, timestamp }: { number: bigint; hash: string; timestamp: bigint }) => ({
  height: Number(number),
  hash,
  time: timeOf(timestamp),
})

/** viem throws where a node answers null. */
async function orNull<T>(asked: Promise<T>): Promise<T | null> {
  try {
    return await asked
  } catch (error) {
    const kinds = [BlockNotFoundError, TransactionNotFoundError, TransactionReceiptNotFoundError]
    if (kinds.some((kind) => error instanceof kind)) return null
    throw error
  }
}

async function fetchTx({ client }: Chain, hash: Hash): Promise<Found | null> {
  const [transaction, receipt] = await Promise.all([
    orNull(client.getTransaction({ hash })),
    orNull(client.getTransactionReceipt({ hash })),
  ])
  return transaction && { transaction, receipt }
}

async function rowOf(chain: Chain, txid: Hash): Promise<TxRow | null> {
  const found = await fetchTx(chain, txid)
  return found && row(chain, found)
}

async function row(chain: Chain, { transaction, receipt }: Found): Promise<TxRow> {
  const block = receipt && (await chain.client.getBlock({ blockNumber: receipt.blockNumber }))
  return {
    txid: transaction.hash,
    status: receipt === null ? 'waiting' : receipt.status === 'success' ? 'succeeded' : 'failed',
    what: titleOf(transaction),
    height: receipt && Number(receipt.blockNumber),
    time: block && timeOf(block.timestamp),
    movements: receipt === null ? [] : movementsIn(chain, transaction, receipt),
  }
}

function movementsIn({ code, index }: Chain, transaction: Transaction, receipt: TransactionReceipt): Movement[] {
  const tokens = movementsOf(receipt, new Map(), index).map(({ kind, asset, amount, from, to, requestId }) => ({
    kind,
    asset,
    amount: formatMinor(amount, assets[asset].decimals),
    from,
    to,
    requestid: requestId,
  }))
  const { from, to, value } = transaction
  if (value === 0n || receipt.status !== 'success') return tokens
  const paid = { asset: nativeCoin(code), amount: formatMinor(value, 18), from: getAddress(from), requestid: null }
  return [{ ...paid, kind: 'transfer', to: to && getAddress(to) }, ...tokens]
}

async function txView(chain: Chain, found: Found, head: number, final: number): Promise<Tx> {
  const { transaction, receipt } = found
  const shown = await row(chain, found)
  const height = shown.height
  return {
    ...shown,
    block: receipt?.blockHash ?? null,
    confirmations: height === null ? 0 : head - height + 1,
    final: height !== null && height <= final,
    sender: getAddress(transaction.from),
    fee: receipt && {
      amount: formatMinor(receipt.gasUsed * receipt.effectiveGasPrice, 18),
      asset: nativeCoin(chain.code),
    },
    reason: shown.status === 'failed' ? 'The contract refused it. Nothing was moved; its fee was paid.' : null,
    steps: stepsOf(transaction, receipt, chain.index),
    inputs: [],
    outputs: [],
  }
}

/** All transactions of the last blocks, and older ones that moved a known coin. */
async function latest(chain: Chain): Promise<TxRow[]> {
  const { client, known } = chain
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const last = Array.from({ length: Math.min(max.blocks, Number(head) + 1) }, (_, i) => head - BigInt(i))
  const blocks = await Promise.all(last.map((blockNumber) => client.getBlock({ blockNumber })))
  const logs =
    known.contracts.length === 0
      ? []
      : await client.getLogs({
          address: known.contracts.map(({ address }) => getAddress(address)),
          event: transferEvent,
          fromBlock: head > window ? head - window : 0n,
        })
  return rowsOf(chain, [
    ...blocks.flatMap(({ transactions }) => transactions),
    ...logs.toReversed().map(({ transactionHash }) => transactionHash),
  ])
}

async function rowsOf(chain: Chain, hashes: readonly Hash[]): Promise<TxRow[]> {
  const some = [...new Set(hashes)].slice(0, max.transactions)
  const rows = await Promise.all(some.map((hash) => rowOf(chain, hash)))
  return rows.flatMap((one) => one ?? []).toSorted(newestFirst)
}

async function addressView(chain: Chain, address: `0x${string}`) {
  const { client, known, code } = chain
  const head = await client.getBlockNumber({ cacheTime: 0 })
  const fromBlock = head > window ? head - window : 0n
  const contracts = known.contracts.map((one) => ({ ...one, address: getAddress(one.address) }))
  const moved = (args: { from?: `0x${string}`; to?: `0x${string}` }) =>
    client.getLogs({ address: contracts.map((one) => one.address), event: transferEvent, args, fromBlock })
  const [native, bytecode, balances, sent, received] = await Promise.all([
    client.getBalance({ address }),
    client.getCode({ address }),
    Promise.all(
      contracts.map((one) =>
        client.readContract({ address: one.address, abi: erc20Abi, functionName: 'balanceOf', args: [address] }),
      ),
    ),
    contracts.length === 0 ? [] : moved({ from: address }),
    contracts.length === 0 ? [] : moved({ to: address }),
  ])
  const logs = [...sent, ...received].toSorted((a, b) => Number(b.blockNumber - a.blockNumber))
  const own = contracts.find((one) => one.address === address)
  const ofContract = own
    ? await client.getLogs({ address, event: transferEvent, fromBlock }).then((found) => found.toReversed())
    : []
  const hashes = [...ofContract, ...logs].map(({ transactionHash }) => transactionHash)
  return {
    address,
    is: bytecode === undefined ? 'wallet' : 'contract',
    holdings: [
      { asset: nativeCoin(code), amount: formatMinor(native, 18) },
      ...contracts.map(({ asset }, i) => ({ asset, amount: formatMinor(balances[i]!, assets[asset].decimals) })),
    ],
    items: await rowsOf(chain, hashes),
  }
}
