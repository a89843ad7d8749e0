import type { ChainEvent } from './facts.ts'
import { rpc } from '../chains/json-rpc.ts'

// Events of our coins on chains, read by plain JSON-RPC: it shares no code with the service.

export type Token = { readonly chain: string; readonly asset: string; readonly contract: string }

export const heightOf = async (origin: string, chain: string): Promise<number> =>
  chain === 'SOL'
    ? Number(await rpc(`${origin}/SOL`, 'getSlot', [{ commitment: 'processed' }]))
    : Number(await rpc(`${origin}/${chain}`, 'eth_blockNumber', []))

/** All events of a coin on that chain, oldest first. */
export const eventsOf = (origin: string, token: Token): Promise<ChainEvent[]> =>
  token.chain === 'SOL' ? onSolana(`${origin}/SOL`, token) : onEvm(`${origin}/${token.chain}`, token)

/** keccak256('Transfer(address,address,uint256)') */
const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'

type Log = { topics: string[]; data: string; transactionHash: string; blockNumber: string }

async function onEvm(url: string, { chain, asset, contract }: Token): Promise<ChainEvent[]> {
  const request = { address: contract, fromBlock: '0x0', toBlock: 'latest', topics: [transferTopic] }
  const logs: Log[] = await rpc(url, 'eth_getLogs', [request])
  const party = (topic: string) => (/^0x0+$/.test(topic) ? null : `0x${topic.slice(-40)}`)
  return logs.map(({ topics, data, transactionHash, blockNumber }) => ({
    chain,
    asset,
    from: party(topics[1]!),
    to: party(topics[2]!),
    amount: BigInt(data),
    txid: transactionHash,
    block: Number(blockNumber),
  }))
}

/** Token-2022: the kind of an instruction, and the positions of its accounts. */
const tokenProgram = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const shapes: Record<number, { from: number | null; to: number | null }> = {
  12: { from: 0, to: 2 }, // TransferChecked: source, mint, destination
  14: { from: null, to: 1 }, // MintToChecked: mint, account
  15: { from: 0, to: null }, // BurnChecked: account, mint
  8: { from: 0, to: null }, // Burn
}

async function onSolana(url: string, token: Token): Promise<ChainEvent[]> {
  const owners = new Map<string, string>()
  const events: ChainEvent[] = []
  for (let before: string | undefined; ;) {
    const page = await rpc(url, 'getSignaturesForAddress', [token.contract, { limit: 1_000, before }])
    for (const { signature, err, slot } of page)
      if (err === null) events.push(...(await inTransaction(url, token, signature, Number(slot), owners)))
    before = page.at(-1)?.signature
    if (page.length < 1_000) return events.toReversed()
  }
}

async function inTransaction(
  url: string,
  { chain, asset, contract }: Token,
  txid: string,
  block: number,
  owners: Map<string, string>,
): Promise<ChainEvent[]> {
  const { transaction } = await rpc(url, 'getTransaction', [txid, { encoding: 'json' }])
  const { accountKeys, instructions } = transaction.message
  const events: ChainEvent[] = []
  for (const { programIdIndex, accounts, data } of instructions) {
    if (accountKeys[programIdIndex] !== tokenProgram) continue
    const bytes = base58(data)
    const shape = shapes[bytes[0]!]
    const named = accounts.map((index: number) => accountKeys[index])
    if (!shape || !named.includes(contract)) continue
    const ownerAt = (index: number | null) => (index === null ? null : ownerOf(url, named[index], owners))
    events.push({
      chain,
      asset,
      from: await ownerAt(shape.from),
      to: await ownerAt(shape.to),
      amount: Buffer.from(bytes).readBigUInt64LE(1),
      txid,
      block,
    })
  }
  return events
}

/** Coins are on token accounts, whose data has the owner. */
async function ownerOf(url: string, account: string, known: Map<string, string>): Promise<string> {
  const found = known.get(account)
  if (found !== undefined) return found
  const { value } = await rpc(url, 'getAccountInfo', [account, { encoding: 'base64', commitment: 'processed' }])
  const owner = value === null ? account : text58(Buffer.from(value.data[0], 'base64').subarray(32, 64))
  known.set(account, owner)
  return owner
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

export function base58(text: string): Uint8Array {
  let value = 0n
  for (const letter of text) value = value * 58n + BigInt(alphabet.indexOf(letter))
  const hex = value === 0n ? '' : value.toString(16)
  const bytes = Buffer.from(hex.padStart(hex.length + (hex.length % 2), '0'), 'hex')
  return Buffer.concat([Buffer.alloc(/^1*/.exec(text)![0].length), bytes])
}

export function text58(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString('hex') || '0'}`)
  let text = ''
  for (; value > 0n; value /= 58n) text = alphabet[Number(value % 58n)]! + text
  const zeros = bytes.findIndex((byte) => byte !== 0)
  return '1'.repeat(zeros === -1 ? bytes.length : zeros) + text
}

export const supplyOf = async (origin: string, { chain, contract }: Token): Promise<bigint> =>
  chain === 'SOL'
    ? BigInt((await rpc(`${origin}/SOL`, 'getTokenSupply', [contract])).value.amount)
    : BigInt(await rpc(`${origin}/${chain}`, 'eth_call', [{ to: contract, data: '0x18160ddd' }, 'latest']))
