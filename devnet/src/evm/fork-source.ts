import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Address, Hex } from 'viem'
import { toHex } from 'viem/utils'
import { answer, noSuchMethod, RpcError, type Handle } from '../rpc.ts'
import type { Archive } from './archive.ts'
import { zeroSlot, type Account, type Log } from './record.ts'

// The node that an engine forks from. It serves blocks and accounts up to the last released one, and nothing later.

export type ForkSource = { url: string; close(): void }

export type ForkedState = {
  chainId: number
  archive: Archive
  accountAt(address: Address, block: number): Account
  /** The oldest block with known accounts. */
  oldest(): number
}

/** EDR caches answers about blocks too old for a reorg: all of these are. */
const farAhead = 1_000_000

export async function serveForkSource(forked: ForkedState): Promise<ForkSource> {
  const handle = handleOf(forked)
  const fail = (error: unknown) => {
    throw error
  }
  const server = createServer(async (request, response) => {
    const text = await answer(await bodyOf(request), handle, fail)
    response.setHeader('content-type', 'application/json').end(text)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString('utf8')
}

function handleOf(forked: ForkedState): Handle {
  const { chainId, archive } = forked
  const blockAt = async (number: number | undefined, full: unknown) => {
    if (number === undefined || archive.index.lines[number] === undefined) return null
    const { block } = await archive.read(number)
    return full === true ? block : { ...block, transactions: block.transactions.map(({ hash }) => hash) }
  }
  const within = async (hash: unknown) => {
    const number = archive.index.byTransaction.get(hash as Hex)
    return number === undefined ? null : archive.read(number)
  }
  const account = (address: unknown, block: unknown): Account => {
    const number = Number(block)
    if (number < forked.oldest())
      throw new RpcError(-32000, `missing trie node: the state of block ${number} is pruned`)
    return forked.accountAt(String(address).toLowerCase() as Address, number)
  }
  const methods: Record<string, (params: unknown[]) => unknown> = {
    eth_chainId: () => toHex(chainId),
    net_version: () => String(chainId),
    eth_blockNumber: () => toHex(archive.index.lines.length + farAhead),
    eth_getBlockByNumber: ([number, full]) => blockAt(Number(number), full),
    eth_getBlockByHash: ([hash, full]) => blockAt(archive.index.byHash.get(hash as Hex), full),
    eth_getTransactionByHash: async ([hash]) =>
      (await within(hash))?.block.transactions.find((tx) => tx.hash === hash) ?? null,
    eth_getTransactionReceipt: async ([hash]) =>
      (await within(hash))?.receipts.find((receipt) => receipt.transactionHash === hash) ?? null,
    eth_getLogs: ([filter]) => logsIn(archive, filter as Filter),
    eth_getBalance: ([address, block]) => account(address, block).balance,
    eth_getTransactionCount: ([address, block]) => account(address, block).nonce,
    eth_getCode: ([address, block]) => account(address, block).code,
    eth_getStorageAt: ([address, slot, block]) =>
      account(address, block).storage.get(toHex(BigInt(String(slot)), { size: 32 })) ?? zeroSlot,
  }
  return async (method, params) => {
    const found = methods[method]
    if (!found) throw noSuchMethod(method)
    return found(params)
  }
}

type Filter = { fromBlock: Hex; toBlock: Hex; address?: Hex | Hex[] | null; topics?: (Hex | Hex[] | null)[] | null }

async function logsIn(archive: Archive, { fromBlock, toBlock, address, topics }: Filter): Promise<Log[]> {
  const [from, to] = [Number(fromBlock), Number(toBlock)]
  const found: Log[] = []
  for (const number of archive.index.busy) {
    if (number < from || number > to) continue
    const { receipts } = await archive.read(number)
    for (const { logs } of receipts)
      found.push(...logs.filter((log) => isAmong(log.address, address) && hasTopics(log, topics ?? [])))
  }
  return found
}

const hasTopics = ({ topics: own }: Log, topics: (Hex | Hex[] | null)[]): boolean =>
  topics.every((wanted, i) => wanted === null || (own[i] !== undefined && isAmong(own[i], wanted)))

/** An empty filter matches everything. */
function isAmong(value: Hex, wanted: Hex | Hex[] | null | undefined): boolean {
  if (wanted === null || wanted === undefined) return true
  const list = Array.isArray(wanted) ? wanted : [wanted]
  return list.length === 0 || list.some((one) => one.toLowerCase() === value.toLowerCase())
}
