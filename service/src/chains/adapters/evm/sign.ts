import assert from 'node:assert/strict'
import { coinAbi } from '@specie/token/abi.gen.ts'
import {
  type Address,
  bytesToHex,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  getAddress,
  hexToBytes,
  isAddressEqual,
  keccak256,
  parseAbi,
  parseTransaction,
  type PublicClient,
  serializeTransaction,
  type TransactionSerializableEIP1559,
  type TypedDataDomain,
} from 'viem'
import type { ChainCode } from '@specie/protocol/chains.ts'
import {
  type Attempt,
  type Bundle,
  type Contract,
  type Order,
  type RawSigner,
  TemporaryRefusal,
  FeeTooHigh,
  Refusal,
} from '../../../base/ports/chain.ts'
import { keyOf, sourceKey } from '../effect-keys.ts'
import { evmAccount } from './account.ts'
import { type Call, callFor, type Source } from './calls.ts'
import { type Fees, marketFees, offer, type Terms, termsOf, termsToJson, within } from './fees.ts'
import type { Nodes } from './nodes.ts'
import { assertMatchesOrders } from './policy.ts'
import { revertReason } from './refusal.ts'

export type EvmContext = {
  readonly code: ChainCode
  readonly chainId: number
  readonly nodes: Nodes
  readonly signer: RawSigner
  /** Cached per contract. */
  readonly domains: Map<string, TypedDataDomain>
}

/**
 * The first attempt is simulated. A replacement is not: nonce, call and gas stay the same, and its simulation could fail
 * only because the earlier attempt has just been included.
 */
export async function signBundle(context: EvmContext, contract: Contract | null, bundle: Bundle): Promise<Attempt> {
  const { code, chainId, nodes, signer } = context
  const { orders, nonce, earlier } = bundle
  const [order] = orders
  assert(order && nonce !== null, 'a transaction has orders and a nonce')
  const reason = { requestId: orders.map((one) => one.requestId).join(','), intent: intentOf(orders) }
  const account = await evmAccount(signer, keyOf(order, 'evm'), code, reason)
  const source =
    order.kind === 'burn' || order.kind === 'collect' ? await sourceOf(context, contract, order, reason) : null
  const last = earlier.at(-1)
  const call = last ? callOf(last) : await callFor(contract, orders, source)
  const gas = last ? termsOf(last.terms).gas : null
  const terms = await termsOrRefusal(nodes, (client) =>
    termsFor(client, context, account.address, { call, orders, gas, earlier }),
  )
  const transaction: TransactionSerializableEIP1559 = {
    type: 'eip1559',
    chainId,
    nonce: Number(nonce),
    ...call,
    ...terms,
  }
  const intent = { chainId, nonce, contract, orders, source: source?.account.address ?? null }
  assertMatchesOrders(serializeTransaction(transaction), intent)
  const raw = await account.signTransaction(transaction)
  return { hash: keccak256(raw), raw: hexToBytes(raw), terms: termsToJson(terms) }
}

/** One node is enough for the terms. A refusal fails the operation, so it needs a quorum. */
async function termsOrRefusal(nodes: Nodes, terms: (client: PublicClient) => Promise<Terms>): Promise<Terms> {
  try {
    return await nodes.queryOne(terms)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return (await nodes.agree('whether a transaction would succeed', terms, () => 'it would'))[0]!
  }
}

function intentOf(orders: readonly Order[]): string {
  const [{ kind, asset }] = orders as [Order]
  const total = orders.reduce((sum, one) => sum + one.amount, 0n)
  return `${kind} ${total} minor units of ${asset} in ${orders.length} ${orders.length === 1 ? 'order' : 'orders'}`
}

type SigningReason = { readonly requestId: string; readonly intent: string }

async function sourceOf(
  context: EvmContext,
  contract: Contract | null,
  order: Order,
  reason: SigningReason,
): Promise<Source> {
  const { signer, code } = context
  if (order.kind !== 'collect') return { account: await evmAccount(signer, 'omnibus', code, reason), domain: null }
  assert(contract, `${order.asset} has no contract on ${code}`)
  const [account, domain] = await Promise.all([
    evmAccount(signer, sourceKey(order.from), code, reason),
    domainOf(context, getAddress(contract.address)),
  ])
  return { account, domain }
}

function callOf({ raw }: Attempt): Call {
  const { to, data = '0x', value = 0n } = parseTransaction(bytesToHex(raw))
  assert(to, 'we create no contracts here')
  return { to: getAddress(to), data, value }
}

/** Gas limit per transaction since Osaka (EIP-7825). */
const maxGas = 16_777_216n
const plainTransfer = 21_000n

type AttemptInput = {
  readonly call: Call
  readonly orders: readonly Order[]
  /** From the earlier attempt; null for the first one. */
  readonly gas: bigint | null
  readonly earlier: readonly Attempt[]
}

async function termsFor(
  client: PublicClient,
  { code }: EvmContext,
  from: Address,
  input: AttemptInput,
): Promise<Terms> {
  const { call, orders, earlier } = input
  const [block, priority, balance, gas] = await Promise.all([
    client.getBlock({ blockTag: 'latest' }),
    client.estimateMaxPriorityFeePerGas(),
    client.getBalance({ address: from, blockTag: 'latest' }),
    input.gas ?? gasFor(client, code, from, call, orders),
  ])
  const baseFee = block.baseFeePerGas ?? 0n
  const market = marketFees(baseFee, priority)
  const fees = offer(
    code,
    market,
    earlier.map((one) => termsOf(one.terms)),
  )
  const terms = { ...affordable(orders[0]!, fees, gas, baseFee, earlier.length === 0), gas }
  const needed = terms.gas * terms.maxFeePerGas + call.value
  if (balance < needed)
    throw new Error(`${from} holds ${balance} wei on ${code} and may need ${needed}: send it the chain's own coin.`)
  return terms
}

/** Fees within the order's own limit if it has one, otherwise the market fees. */
function affordable(order: Order, fees: Fees, gas: bigint, baseFee: bigint, isFirst: boolean): Fees {
  if (order.kind !== 'native' || order.maxFee === undefined) return fees
  const found = within(fees, order.maxFee / gas, baseFee, isFirst)
  if (found !== null) return found
  throw new FeeTooHigh(`the network asks for more than the ${order.maxFee} wei that this transfer may cost`)
}

/** More than mints use: some 64,000 for a transaction and 55,000 for each new holder (docs/token.md). */
const ampleForMints = (count: number): bigint => 100_000n + 60_000n * BigInt(count)

/**
 * Simulates the call and returns its gas limit. Nodes estimate by repeated trials: 265 ms for a bundle of 100 here, where
 * one trial takes 15. So a mint gets one trial with an ample limit; if that fails, the estimate gives the reason. On
 * Arbitrum gas also pays for data on Ethereum, so an estimate is always needed.
 */
async function gasFor(
  client: PublicClient,
  code: ChainCode,
  account: Address,
  call: Call,
  orders: readonly Order[],
): Promise<bigint> {
  const ample = orders[0]!.kind === 'mint' && code !== 'ARB' ? ampleForMints(orders.length) : null
  if (ample !== null && (await succeeds(client, account, call, ample))) return ample
  return withMargin(await estimateGas(client, account, call))
}

function succeeds(client: PublicClient, account: Address, call: Call, gas: bigint): Promise<boolean> {
  return client.call({ account, ...call, gas, blockTag: 'pending' }).then(
    () => true,
    () => false,
  )
}

/** The state may change before inclusion. A plain transfer always uses the same gas, and may empty an address. */
function withMargin(estimate: bigint): bigint {
  if (estimate === plainTransfer) return estimate
  const ample = (estimate * 5n) / 4n
  return ample < maxGas ? ample : maxGas
}

/** Temporary refusals of the coin. */
const temporary = /^(EnforcedPause|MintAllowanceExceeded|AccountNotListed)\(/

/** Against the pending state, which includes earlier transactions of this key. */
async function estimateGas(client: PublicClient, account: Address, call: Call): Promise<bigint> {
  try {
    return await client.estimateGas({ account, ...call, blockTag: 'pending' })
  } catch (error) {
    const reason = revertReason(error)
    if (reason === null) throw error
    // Without its cause, which contains the node's URL.
    throw temporary.test(reason) ? new TemporaryRefusal(reason) : new Refusal(reason)
  }
}

/** Null if the contract has no such function. */
export function unlessMissing(error: unknown): null {
  const missing = [ContractFunctionRevertedError, ContractFunctionZeroDataError]
  if (error instanceof BaseError && error.walk((cause) => missing.some((kind) => cause instanceof kind))) return null
  throw error
}

const olderDomain = parseAbi(['function name() view returns (string)', 'function version() view returns (string)'])

/** EIP-5267, or the older name and version functions of tokens such as USDC. */
async function domainOf({ nodes, chainId, domains }: EvmContext, address: Address): Promise<TypedDataDomain> {
  const cached = domains.get(address)
  if (cached) return cached
  const domainAt = async (client: PublicClient) => {
    const domain = await client
      .readContract({ address, abi: coinAbi, functionName: 'eip712Domain' })
      .catch(unlessMissing)
    if (domain) {
      const [, name, version, chain, verifyingContract] = domain
      assert(chain === BigInt(chainId) && isAddressEqual(verifyingContract, address), `${address} signs for another`)
      return { name, version }
    }
    const [name, version] = await Promise.all([
      client.readContract({ address, abi: olderDomain, functionName: 'name' }),
      client.readContract({ address, abi: olderDomain, functionName: 'version' }),
    ])
    return { name, version }
  }
  const [domain] = await nodes.agree('the signing domain of a token', domainAt, (domain) => JSON.stringify(domain))
  const complete = { ...domain!, chainId, verifyingContract: address }
  domains.set(address, complete)
  return complete
}
