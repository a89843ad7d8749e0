import * as edr from '@nomicfoundation/edr'
import {
  type Address,
  createPublicClient,
  custom,
  decodeErrorResult,
  getAddress,
  type Hex,
  type Log,
  numberToHex,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { coinAbi } from '../src/abi.gen.ts'
import { coinEvents, deployCoin, implementationCode, type Setup } from '../src/evm.ts'

// A chain in this process, for the coin's own tests: each transaction is mined at once, and a refused one is thrown with the
// name of its custom error.

/** The coin is compiled for Cancun, so it is tested on Cancun: newer features must not be needed. */
const hardfork = edr.l1HardforkToString(edr.SpecId.Cancun)

const names = [
  'admin',
  'minter',
  'burner',
  'pauser',
  'freezer',
  'seizer',
  'upgrader',
  'omnibus',
  'ann',
  'bob',
  'lister',
  'switcher',
] as const
export type Name = (typeof names)[number]

const key = (i: number): Hex => numberToHex(i + 1, { size: 32 })
export const signers = Object.fromEntries(names.map((name, i) => [name, privateKeyToAccount(key(i))])) as Record<
  Name,
  ReturnType<typeof privateKeyToAccount>
>
export const who = Object.fromEntries(names.map((name) => [name, signers[name].address])) as Record<Name, Address>

type Answer = { result: unknown; error?: { message: string; data?: { data?: Hex } | Hex } }
type Receipt = { contractAddress: Address; gasUsed: Hex; logs: Log[] }

export async function startChain() {
  const context = new edr.EdrContext()
  await context.registerProviderFactory('L1', edr.l1ProviderFactory())
  const bytes = (hex: Hex) => Buffer.from(hex.slice(2), 'hex')
  const rich = names.map((name) => ({ address: bytes(who[name]), balance: 10n ** 24n }))
  const provider = await context.createProvider(
    'L1',
    {
      allowBlocksWithSameTimestamp: true,
      allowUnlimitedContractSize: false,
      bailOnCallFailure: true,
      bailOnTransactionFailure: true,
      chainId: 31337n,
      coinbase: Buffer.alloc(20),
      defaultTransactionGasLimit: 16_000_000n,
      genesisState: [...edr.l1GenesisState(edr.SpecId.Cancun), ...rich],
      hardfork,
      initialBaseFeePerGas: 0n,
      initialParentBeaconBlockRoot: Buffer.alloc(32),
      minGasPrice: 0n,
      mining: { autoMine: true, memPool: { order: edr.MineOrdering.Fifo }, blockGasLimit: 60_000_000n },
      network: { genesisBlockGasLimit: 60_000_000n, genesisBlockTime: 1_800_000_000n },
      networkId: 31337n,
      observability: {},
      ownedAccounts: names.map((_, i) => key(i)),
      precompileOverrides: [],
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new edr.ContractDecoder(),
  )

  async function rpc(method: string, params: unknown[] = []): Promise<unknown> {
    const { data } = await provider.handleRequest(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const answer = (typeof data === 'string' ? JSON.parse(data) : data) as Answer
    if (!answer.error) return answer.result
    throw new Error(refusal(answer.error))
  }

  const client = createPublicClient({ transport: custom({ request: ({ method, params }) => rpc(method, params) }) })

  async function send(by: Address, data: Hex, to?: Address): Promise<Receipt> {
    const hash = await rpc('eth_sendTransaction', [{ from: by, data, ...(to ? { to } : {}) }])
    return (await rpc('eth_getTransactionReceipt', [hash])) as Receipt
  }

  /** The engine starts at a fixed time but adds wall time: a test that counts seconds sets each block's time. */
  let time = 4_000_000_000
  async function pass(seconds: number): Promise<bigint> {
    // On a slow machine wall time may have moved a block beyond the last set time.
    const { timestamp } = (await rpc('eth_getBlockByNumber', ['latest', false])) as { timestamp: Hex }
    time = Math.max(time, Number(timestamp)) + seconds
    await rpc('evm_setNextBlockTimestamp', [time])
    return BigInt(time)
  }

  return { rpc, client, send, pass }
}

function refusal(error: NonNullable<Answer['error']>): string {
  const data = typeof error.data === 'string' ? error.data : error.data?.data
  if (!data || data === '0x') return error.message
  const { errorName, args } = decodeErrorResult({ abi: coinAbi, data })
  return `${errorName}(${(args ?? []).join(', ')})`
}

export type Chain = Awaited<ReturnType<typeof startChain>>

export const setup: Setup = {
  name: 'Specie Swiss Franc',
  symbol: 'VCHF',
  supplyCap: 10_000n,
  mintLimit: 5_000n,
  mintPeriod: 86_400,
  adminDelay: 3600,
  admin: who.admin,
  minter: who.minter,
  burner: who.burner,
  pauser: who.pauser,
  freezer: who.freezer,
  seizer: who.seizer,
  upgrader: who.upgrader,
  lister: who.lister,
  switcher: who.switcher,
  allowListOn: false,
  listed: [],
}

/** The domain of signatures for a coin. */
export const domainOf = (verifyingContract: Address, { name } = setup) =>
  ({ name, version: '1', chainId: 31337, verifyingContract }) as const

export async function deploy(chain: Chain, given: Partial<Setup> = {}) {
  const implementation = (await chain.send(who.ann, implementationCode)).contractAddress
  const created = await chain.send(who.ann, deployCoin(implementation, { ...setup, ...given }))
  return open(chain, created.contractAddress, implementation, given)
}

/** A coin that exists. */
export function open(chain: Chain, created: Address, implementation: Address, given: Partial<Setup> = {}) {
  const address = getAddress(created)
  const coin = { address, abi: coinAbi } as const
  return {
    address,
    domain: domainOf(address, { ...setup, ...given }),
    implementation,
    /** Sends calldata as one of the accounts; returns the coin's events. */
    as: async (name: Name, data: Hex) => {
      const { logs } = await chain.send(who[name], data, address)
      return coinEvents(address, logs).map(({ event }) => event)
    },
    balance: (of: Address) => chain.client.readContract({ ...coin, functionName: 'balanceOf', args: [of] }),
    supply: () => chain.client.readContract({ ...coin, functionName: 'totalSupply' }),
    processed: (id: Hex) => chain.client.readContract({ ...coin, functionName: 'processed', args: [id] }),
    isUsed: (authorizer: Address, nonce: Hex) =>
      chain.client.readContract({ ...coin, functionName: 'authorizationState', args: [authorizer, nonce] }),
    mintable: (minter: Address) =>
      chain.client.readContract({ ...coin, functionName: 'mintAllowance', args: [minter] }),
  }
}

export type Coin = ReturnType<typeof open>
