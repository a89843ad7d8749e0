import {
  ContractDecoder,
  EdrContext,
  L1_CHAIN_TYPE,
  l1GenesisState,
  l1ProviderFactory,
  MineOrdering,
  OSAKA,
  SpecId,
  type AccountOverride,
  type ForkConfig,
  type LocalConfig,
  type ProviderConfig,
} from '@nomicfoundation/edr'
import { RpcError } from '../rpc.ts'
import { asGethWouldSay, type EdrError } from './errors.ts'

/** Calls EDR; throws a node's error. */
export type Engine = <T>(method: string, params?: unknown[]) => Promise<T>

const gwei = 10n ** 9n
const blockGas = 30_000_000n

let context: Promise<EdrContext> | null = null

/** EDR allows one context per process. */
const theContext = (): Promise<EdrContext> =>
  (context ??= (async () => {
    const created = new EdrContext()
    await created.registerProviderFactory(L1_CHAIN_TYPE, l1ProviderFactory())
    return created
  })())

/** The genesis state of every chain. */
export const genesisAccounts = (own: AccountOverride[]): AccountOverride[] => [...l1GenesisState(SpecId.Osaka), ...own]

/** A deterministic chain in memory: blocks provide everything not given here, including time. */
export const createEngine = (chainId: number, genesis: AccountOverride[], genesisTime: number): Promise<Engine> =>
  engineOn(
    chainId,
    { genesisState: genesisAccounts(genesis), initialBaseFeePerGas: gwei },
    {
      genesisBlockGasLimit: blockGas,
      genesisBlockTime: BigInt(genesisTime),
      genesisBlobGas: { gasUsed: 0n, excessGas: 0n },
    },
  )

/** Blocks after this one; the node at `url` has all up to it. Its answers are cached in `cacheDir`. */
export const continueEngine = (chainId: number, block: number, url: string, cacheDir: string): Promise<Engine> =>
  engineOn(
    chainId,
    { genesisState: [] },
    {
      url,
      cacheDir,
      blockNumber: BigInt(block),
      chainOverrides: [
        {
          chainId: BigInt(chainId),
          name: 'specie',
          hardforkActivationOverrides: [{ condition: { blockNumber: 0n }, hardfork: OSAKA }],
        },
      ],
    },
  )

async function engineOn(
  chainId: number,
  begin: Pick<ProviderConfig, 'genesisState' | 'initialBaseFeePerGas'>,
  network: ForkConfig | LocalConfig,
): Promise<Engine> {
  const provider = await (
    await theContext()
  ).createProvider(
    L1_CHAIN_TYPE,
    {
      // A block time below a second needs blocks of the same second.
      allowBlocksWithSameTimestamp: true,
      allowUnlimitedContractSize: false,
      bailOnCallFailure: true,
      bailOnTransactionFailure: false,
      chainId: BigInt(chainId),
      networkId: BigInt(chainId),
      coinbase: new Uint8Array(20),
      defaultTransactionGasLimit: 16_777_216n,
      ...begin,
      hardfork: OSAKA,
      initialParentBeaconBlockRoot: new Uint8Array(32),
      minGasPrice: 0n,
      // Automine refuses nonces that leave a gap, so blocks are mined on command.
      mining: { autoMine: false, blockGasLimit: blockGas, memPool: { order: MineOrdering.Priority } },
      network,
      observability: {},
      ownedAccounts: [],
      precompileOverrides: [],
    },
    { enable: false, decodeConsoleLogInputsCallback: () => [], printLineCallback: () => {} },
    { subscriptionCallback: () => {} },
    new ContractDecoder(),
  )
  return async <T>(method: string, params: unknown[] = []) => {
    const { data } = await provider.handleRequest(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))
    const { result, error } = (typeof data === 'string' ? JSON.parse(data) : data) as { result: T; error?: EdrError }
    if (!error) return result
    const { code, message, data: detail } = asGethWouldSay(error, method)
    throw new RpcError(code, message, detail)
  }
}
