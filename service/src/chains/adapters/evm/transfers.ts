import { mapLimited } from '@specie/program/map-limited.ts'
import { type Address, getAddress, type PublicClient, zeroAddress } from 'viem'
import { BrokenFinality, type CoinTransfer, type CoinTransfers, type Contract } from '../../../base/ports/chain.ts'
import { transfersKey } from '../agreement.ts'
import { transferEvent } from './movements.ts'
import type { BlockId, Nodes } from './nodes.ts'
import { cursorToJson } from './window.ts'

// All transfers of a coin, of any holder, from final blocks. The contract emits Transfer for mints and burns too, so the sum
// for an address is its balance.

/** Blocks of one request for logs. Many nodes refuse more. */
const maxBlocks = 2_000n
const maxConcurrent = 20

export async function readTransfers(
  nodes: Nodes,
  contract: Contract,
  from: BlockId,
  final: BlockId,
): Promise<CoinTransfers> {
  if (final.height <= from.height)
    return { transfers: [], cursor: cursorToJson(from), height: from.height, at: new Date(0), complete: true }
  const height = final.height - from.height > maxBlocks ? from.height + maxBlocks : final.height
  const read = (client: PublicClient) => readRange(client, contract, from, height)
  const what = `the transfers of ${contract.asset} up to block ${height}`
  const [found] = await nodes.agree(what, read, (one) => transfersKey({ ...one, complete: true }))
  return { ...found!, complete: height === final.height }
}

async function readRange(
  client: PublicClient,
  { address }: Contract,
  from: BlockId,
  height: bigint,
): Promise<Omit<CoinTransfers, 'complete'>> {
  const [start, end, logs] = await Promise.all([
    client.getBlock({ blockNumber: from.height }),
    client.getBlock({ blockNumber: height }),
    client.getLogs({
      address: getAddress(address),
      event: transferEvent,
      fromBlock: from.height + 1n,
      toBlock: height,
      strict: true,
    }),
  ])
  if (start.hash !== from.hash)
    throw new BrokenFinality(`Block ${from.height} was ${from.hash} when it was final, and is ${start.hash} now.`)
  const times = await timesOf(client, [...new Set(logs.map(({ blockNumber }) => blockNumber))])
  const transfers = logs.flatMap(({ args, blockNumber, transactionHash, logIndex }): CoinTransfer[] => {
    if (args.value === 0n) return []
    const at = times.get(blockNumber)!
    const [sender, recipient] = [holderOf(args.from), holderOf(args.to)]
    const place = { txid: transactionHash, index: logIndex, height: blockNumber, at }
    return [{ ...place, from: sender, to: recipient, amount: args.value }]
  })
  return { transfers, cursor: cursorToJson({ height, hash: end.hash }), height, at: timeOf(end) }
}

const holderOf = (address: Address): string | null => (address === zeroAddress ? null : getAddress(address))

async function timesOf(client: PublicClient, heights: readonly bigint[]): Promise<Map<bigint, Date>> {
  const blocks = await mapLimited(heights, maxConcurrent, (blockNumber) => client.getBlock({ blockNumber }))
  return new Map(blocks.map((block) => [block.number, timeOf(block)]))
}

const timeOf = ({ timestamp }: { timestamp: bigint }): Date => new Date(Number(timestamp) * 1000)
