import {
  type Address,
  encodeDeployData,
  encodeFunctionData,
  type Hex,
  keccak256,
  type Log,
  parseAbiParameters,
  parseEventLogs,
  type ParseEventLogsReturnType,
  toBytes,
  type TypedDataDomain,
} from 'viem'
import proxyArtifact from '../artifacts/ERC1967Proxy.gen.json' with { type: 'json' }
import coinArtifact from '../artifacts/SpecieCoin.gen.json' with { type: 'json' }
import { coinAbi } from './abi.gen.ts'
import { kinds, type Receipt, type SupplyEvent } from './request.ts'

// The coin on EVM chains, as bytes: this module calls no chain.

const role = (name: string) => keccak256(toBytes(`${name}_ROLE`))

export const roles = {
  admin: `0x${'00'.repeat(32)}`,
  minter: role('MINTER'),
  burner: role('BURNER'),
  pauser: role('PAUSER'),
  freezer: role('FREEZER'),
  seizer: role('SEIZER'),
  upgrader: role('UPGRADER'),
  lister: role('LISTER'),
  switcher: role('SWITCHER'),
} as const satisfies Record<string, Hex>

/** Amounts are minor units; the zero address leaves a role unassigned. */
export type Setup = {
  name: string
  symbol: string
  supplyCap: bigint
  /** The immediate allowance of the minter; it grows back evenly over `mintPeriod` seconds. */
  mintLimit: bigint
  mintPeriod: number
  /** The delay in seconds between the offer of the admin role and its acceptance. */
  adminDelay: number
  admin: Address
  minter: Address
  burner: Address
  pauser: Address
  freezer: Address
  seizer: Address
  upgrader: Address
  lister: Address
  switcher: Address
  /** The mode from the first block on, and the accounts that are listed by then. */
  allowListOn: boolean
  listed: readonly Address[]
}

export type Issuance = { requestId: Hex; to: Address; amount: bigint }

/** Data of the transaction that creates the implementation. It has no state and serves any number of coins. */
export const implementationCode = coinArtifact.bytecode as Hex

/** Data of the transaction that creates a coin: proxy and setup in one, so that no other call can set it up first. */
export function deployCoin(implementation: Address, setup: Setup): Hex {
  const initialize = encodeFunctionData({ abi: coinAbi, functionName: 'initialize', args: [setup] })
  const constructor = [
    { type: 'constructor', stateMutability: 'payable', inputs: [{ type: 'address' }, { type: 'bytes' }] },
  ] as const
  return encodeDeployData({
    abi: constructor,
    bytecode: proxyArtifact.bytecode as Hex,
    args: [implementation, initialize],
  })
}

/** The message that the holder of `from` signs, so that any caller may submit it and pay the gas. */
export type TransferAuthorization = {
  from: Address
  to: Address
  amount: bigint
  /** In seconds, both exclusive: the block's time lies between them. */
  validAfter: bigint
  validBefore: bigint
  /** Used once for `from`: a collection has its request id here. */
  nonce: Hex
}

const move = parseAbiParameters(
  'address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce',
)

/** EIP-3009: the same for every coin that has it. */
export const authorizationTypes = {
  TransferWithAuthorization: move,
  ReceiveWithAuthorization: move,
  CancelAuthorization: parseAbiParameters('address authorizer, bytes32 nonce'),
} as const

/** Typed data to sign. The domain is the coin's: name, version (`'1'` for ours, `'2'` for USDC), chain id, address. */
export function transferAuthorization({
  domain,
  from,
  to,
  amount,
  validAfter,
  validBefore,
  nonce,
}: TransferAuthorization & { domain: TypedDataDomain }) {
  return {
    domain,
    types: authorizationTypes,
    primaryType: 'TransferWithAuthorization',
    message: { from, to, value: amount, validAfter, validBefore, nonce },
  } as const
}

/** Calldata for each act of a role or a holder. */
export const calldata = {
  mint: ({ requestId, to, amount }: Issuance): Hex =>
    encodeFunctionData({ abi: coinAbi, functionName: 'mint', args: [requestId, to, amount] }),
  mintBatch: (batch: readonly Issuance[]): Hex =>
    encodeFunctionData({ abi: coinAbi, functionName: 'mintBatch', args: [batch] }),
  burn: ({ requestId, from, amount }: { requestId: Hex; from: Address; amount: bigint }): Hex =>
    encodeFunctionData({ abi: coinAbi, functionName: 'burn', args: [requestId, from, amount] }),
  seize: ({ requestId, from, to, amount }: { requestId: Hex; from: Address; to: Address; amount: bigint }): Hex =>
    encodeFunctionData({ abi: coinAbi, functionName: 'seize', args: [requestId, from, to, amount] }),
  transfer: (to: Address, amount: bigint): Hex =>
    encodeFunctionData({ abi: coinAbi, functionName: 'transfer', args: [to, amount] }),
  /** `signature` is r, s and v (27 or 28) in 65 bytes, or the form of a contract wallet. USDC 2.2 accepts the same bytes. */
  transferWithAuthorization: ({
    from,
    to,
    amount,
    validAfter,
    validBefore,
    nonce,
    signature,
  }: TransferAuthorization & { signature: Hex }): Hex =>
    encodeFunctionData({
      abi: coinAbi,
      functionName: 'transferWithAuthorization',
      args: [from, to, amount, validAfter, validBefore, nonce, signature],
    }),
  approve: (spender: Address, amount: bigint): Hex =>
    encodeFunctionData({ abi: coinAbi, functionName: 'approve', args: [spender, amount] }),
  freeze: (account: Address): Hex => encodeFunctionData({ abi: coinAbi, functionName: 'freeze', args: [account] }),
  unfreeze: (account: Address): Hex => encodeFunctionData({ abi: coinAbi, functionName: 'unfreeze', args: [account] }),
  list: (accounts: readonly Address[]): Hex =>
    encodeFunctionData({ abi: coinAbi, functionName: 'list', args: [accounts] }),
  unlist: (accounts: readonly Address[]): Hex =>
    encodeFunctionData({ abi: coinAbi, functionName: 'unlist', args: [accounts] }),
  switchAllowList: (on: boolean): Hex =>
    encodeFunctionData({ abi: coinAbi, functionName: 'switchAllowList', args: [on] }),
  pause: (): Hex => encodeFunctionData({ abi: coinAbi, functionName: 'pause' }),
  unpause: (): Hex => encodeFunctionData({ abi: coinAbi, functionName: 'unpause' }),
  grant: (name: keyof typeof roles, account: Address): Hex =>
    encodeFunctionData({ abi: coinAbi, functionName: 'grantRole', args: [roles[name], account] }),
  upgrade: (implementation: Address): Hex =>
    encodeFunctionData({ abi: coinAbi, functionName: 'upgradeToAndCall', args: [implementation, '0x'] }),
}

/** The decoded result of `processed(requestId)`, or null if the request was not processed. */
export function receipt([kind, account, amount]: readonly [number, Address, bigint]): Receipt<Address> | null {
  const known = kinds[kind - 1]
  return known ? { kind: known, account, amount } : null
}

export type CoinEvent =
  | SupplyEvent<Address>
  | { kind: 'freeze' | 'unfreeze' | 'list' | 'unlist'; account: Address }
  | { kind: 'allow_list'; on: boolean }

/** The events of the coin itself, each with its log; other events and contracts are ignored. */
export function coinEvents<L extends Log>(coin: Address, logs: readonly L[]): { event: CoinEvent; log: L }[] {
  const own = logs.filter((log) => log.address.toLowerCase() === coin.toLowerCase())
  return own.flatMap((log) => {
    const [parsed] = parseEventLogs({ abi: coinAbi, logs: [log] })
    const event = parsed && coinEvent(parsed)
    return event ? [{ event, log }] : []
  })
}

type Parsed = ParseEventLogsReturnType<typeof coinAbi, undefined, true>[number]

function coinEvent({ eventName, args }: Parsed): CoinEvent | null {
  switch (eventName) {
    case 'Minted':
      return { kind: 'mint', requestId: args.requestId, account: args.to, amount: args.amount }
    case 'Burned':
      return { kind: 'burn', requestId: args.requestId, account: args.from, amount: args.amount }
    case 'Seized':
      return { kind: 'seizure', requestId: args.requestId, account: args.from, amount: args.amount }
    case 'Frozen':
      return { kind: 'freeze', account: args.account }
    case 'Unfrozen':
      return { kind: 'unfreeze', account: args.account }
    case 'Listed':
      return { kind: 'list', account: args.account }
    case 'Unlisted':
      return { kind: 'unlist', account: args.account }
    case 'AllowListSwitched':
      return { kind: 'allow_list', on: args.on }
    default:
      return null
  }
}
