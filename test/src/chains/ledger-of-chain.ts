import { rpc } from './json-rpc.ts'

// Reads a chain by plain JSON-RPC: it shares no code with the service, so that a defect in one cannot hide in the other.

export type OnChain = {
  supply(contract: string): Promise<bigint>
  /** The balance of an address in a coin, by default in the chain's own. */
  balance(contract: string | null, owner: string): Promise<bigint>
  exists(txid: string): Promise<boolean>
  /** Request ids of all mints of a coin, one for each mint. */
  mints(contract: string): Promise<string[]>
}

export function onChain(origin: string, code: string): OnChain {
  return code === 'SOL' ? solana(`${origin}/SOL`) : evm(`${origin}/${code}`)
}

/** keccak256('Minted(bytes32,address,uint256)') */
const mintedTopic = '0x1a49076e0e8c733171c5360d78c9ae8e19fef5a0720b926e72f78b7cc37618cd'

function evm(url: string): OnChain {
  return {
    supply: async (to) => BigInt(await rpc(url, 'eth_call', [{ to, data: '0x18160ddd' }, 'latest'])),
    balance: async (to, owner) => {
      if (to === null) return BigInt(await rpc(url, 'eth_getBalance', [owner, 'latest']))
      const data = `0x70a08231${owner.slice(2).toLowerCase().padStart(64, '0')}`
      return BigInt(await rpc(url, 'eth_call', [{ to, data }, 'latest']))
    },
    exists: async (txid) => (await rpc(url, 'eth_getTransactionReceipt', [txid])) !== null,
    mints: async (address) => {
      const logs = await rpc(url, 'eth_getLogs', [{ address, fromBlock: '0x0', topics: [mintedTopic] }])
      return logs.map((log: { topics: string[] }) => log.topics[1])
    },
  }
}

function solana(url: string): OnChain {
  return {
    supply: async (mint) => BigInt((await rpc(url, 'getTokenSupply', [mint])).value.amount),
    balance: async (mint, owner) => {
      if (mint === null) return BigInt((await rpc(url, 'getBalance', [owner])).value)
      const filters = [{ memcmp: { offset: 0, bytes: mint } }, { memcmp: { offset: 32, bytes: owner } }]
      const found = await rpc(url, 'getProgramAccounts', [tokenProgram, { encoding: 'base64', filters }])
      const amounts: bigint[] = found.map((one: any) => Buffer.from(one.account.data[0], 'base64').readBigUInt64LE(64))
      return amounts.reduce((sum, one) => sum + one, 0n)
    },
    exists: async (txid) => (await rpc(url, 'getTransaction', [txid, { encoding: 'json' }])) !== null,
    mints: async (mint) => {
      const found: string[] = []
      for (let before: string | undefined; ;) {
        const page = await rpc(url, 'getSignaturesForAddress', [mint, { limit: 1_000, before }])
        for (const { signature, err } of page) {
          if (err === null) found.push(...(await guardsOf(url, signature)))
        }
        before = page.at(-1)?.signature
        if (page.length < 1_000) return found
      }
    },
  }
}

const tokenProgram = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb'
const initializeMultisig = 19
const mintToChecked = 14

/** The guard account of each mint in a transaction: its address follows from the request id. */
async function guardsOf(url: string, signature: string): Promise<string[]> {
  const { transaction } = await rpc(url, 'getTransaction', [signature, { encoding: 'json' }])
  const { accountKeys, instructions } = transaction.message
  const ours = instructions.filter((one: any) => accountKeys[one.programIdIndex] === tokenProgram)
  const first = (one: any) => firstByte(one.data)
  const mints = ours.filter((one: any) => first(one) === mintToChecked).length
  const guards = ours.filter((one: any) => first(one) === initializeMultisig)
  if (mints === 0) return []
  if (mints !== guards.length) throw new Error(`${signature} mints ${mints} times under ${guards.length} guards`)
  return guards.map((one: any) => accountKeys[one.accounts[0]])
}

const alphabet = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz'

function firstByte(base58: string): number {
  let value = 0n
  for (const letter of base58) value = value * 58n + BigInt(alphabet.indexOf(letter))
  const hex = value.toString(16)
  const leading = /^1*/.exec(base58)![0].length
  return leading > 0 ? 0 : Number.parseInt(hex.padStart(hex.length + (hex.length % 2), '0').slice(0, 2), 16)
}
