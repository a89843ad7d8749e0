import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Address,
  address,
  type Base64EncodedWireTransaction,
  isSolanaError,
  type Rpc,
  type Signature,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED,
  SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND,
  type SolanaRpcApi,
} from '@solana/kit'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { readHolding, readSupply, tokenAccount } from '@specie/token/solana/coin.ts'
import { guardAddress, guardSpace, readGuard } from '@specie/token/solana/guard.ts'
import { tokenProgram } from '@specie/token/solana/instructions.ts'
import {
  type Attempt,
  type Broadcast,
  type Bundle,
  type Chain,
  type Contract,
  type Order,
  type Outcome,
  type RawSigner,
  Refusal,
  type Wallets,
} from '../../../base/ports/chain.ts'
import {
  quorumAnswer,
  bestOf,
  Disagreement,
  type Landed,
  oncePerMinute,
  type OnTrouble,
  outcomeBy,
} from '../agreement.ts'
import { wrongNetwork } from '../network.ts'
import { accountAt } from './account.ts'
import { accountsOf, allowListOn, isOnList, placeOf, placesFor } from './allow-list.ts'
import { plan } from './build.ts'
import { addressBook, type AddressOf } from './keys.ts'
import { fetchTransaction } from './movements.ts'
import { type Node, type Nodes, openNodes } from './nodes.ts'
import { assertMatchesOrders } from './policy.ts'
import { compile, lifetimeNow, priceNow, signPlan, simulate, type Terms } from './transaction.ts'
import { readTransfers } from './transfers.ts'
import { blockOf, readWindow } from './window.ts'

export type SolanaOptions = {
  readonly code: Extract<ChainCode, 'SOL'>
  /** Part of every request id, so that a signature for UAT is useless in production. */
  readonly environment: string
  readonly urls: readonly string[]
  /** How many nodes must agree; null: all. */
  readonly quorum: number | null
  /** Null in a process without keys. It only reads. */
  readonly signer: RawSigner | null
  /** Our addresses on this chain; without a signer, `guardian` is required. */
  readonly wallets: Wallets
  readonly onTrouble: OnTrouble
}

export type SolanaContext = SolanaOptions & { readonly nodes: Nodes; readonly addressOf: AddressOf }

export function openContext(options: SolanaOptions): SolanaContext {
  const onTrouble = oncePerMinute(options.onTrouble)
  const { code, environment, urls, quorum } = options
  const refuses = (genesis: string) => wrongNetwork(code, environment, genesis)
  const nodes = openNodes({ urls, quorum, onTrouble, refuses })
  return { ...options, onTrouble, nodes, addressOf: addressBook(options.signer, options.wallets) }
}

export const solanaChain = (options: SolanaOptions): Chain => chainOf(openContext(options))

export function chainOf(context: SolanaContext): Chain {
  const { code, nodes, addressOf, onTrouble } = context
  const reader = { nodes, onTrouble, guardian: () => addressOf('guardian'), records: [] }
  return {
    code,
    family: 'solana',
    // The limit is 1,232 bytes. Two mints to two new wallets take 1,140 with the priority fee; a third needs 332 more.
    bundleSize: 2,
    heads: async () => {
      const final = await nodes.final()
      const latest = await nodes.use(({ rpc }) => rpc.getSlot({ commitment: 'confirmed' }).send())
      return { final, latest: latest > final ? latest : final }
    },
    window: (cursor, watched) => readWindow(reader, cursor, watched),
    transfers: (contract, cursor) => readTransfers({ nodes, guardian: reader.guardian }, contract, cursor),
    // Without positions, the list of each coin is read from its first transaction.
    cursorAt: async (height) => ({
      genesis: await nodes.use(async ({ genesis }) => genesis),
      final: Number(height),
      at: {},
    }),
    supply: (contract) => agreeWithRetry(nodes, 'the supply', ({ rpc }) => supplyOf(rpc, contract)),
    balance: (contract, wallet) =>
      agreeWithRetry(nodes, 'a balance', ({ rpc }) => balanceOf(rpc, contract, address(wallet))),
    allowList: {
      isOn: (contract) => agreeWithRetry(nodes, 'the allow list', ({ rpc }) => allowListOn(rpc, contract, 'finalized')),
      isListed: (contract, holder) =>
        agreeWithRetry(
          nodes,
          'a place on the allow list',
          async ({ rpc }) => (await placeOf(rpc, contract, holder, 'finalized')).isListed,
        ),
      // A list may be long, so one node answers. An account that it hides is found by the next check.
      accounts: (contract) => nodes.use(({ rpc }) => accountsOf(rpc, contract)),
    },
    nextNonce: async () => null,
    isDone: (contract, order) => isDone(context, contract, order),
    sign: (contract, bundle) => sign(context, contract, bundle),
    broadcast: (attempt) => broadcast(nodes, attempt),
    outcome: (hash) => outcome(context, hash as Signature),
    isOver: (bundle) => isOver(nodes, bundle),
  }
}

const maxTries = 6
const retryMs = 300

/** The RPC returns only the current state of an account, and nodes are at different slots. A disagreement is retried. */
async function agreeWithRetry<T>(nodes: Nodes, what: string, work: (node: Node) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return quorumAnswer(nodes.panel, what, await nodes.all(work), String).same[0]!
    } catch (error) {
      if (!(error instanceof Disagreement) || tries === maxTries) throw error
      await sleep(retryMs)
    }
  }
}

async function supplyOf(rpc: Rpc<SolanaRpcApi>, contract: Contract): Promise<bigint> {
  const mint = await accountAt(rpc, address(contract.address), 'finalized')
  if (mint?.programAddress !== tokenProgram) throw new Error(`there is no coin at ${contract.address} on Solana`)
  return readSupply(mint.data)
}

async function balanceOf(rpc: Rpc<SolanaRpcApi>, contract: Contract | null, wallet: Address): Promise<bigint> {
  if (!contract) return (await rpc.getBalance(wallet, { commitment: 'finalized' }).send()).value
  const held = await accountAt(rpc, await tokenAccount(address(contract.address), wallet), 'finalized')
  return held?.programAddress === tokenProgram ? readHolding(held.data).amount : 0n
}

async function isDone({ nodes, addressOf }: SolanaContext, contract: Contract, order: Order): Promise<boolean> {
  const { kind, requestId } = order
  if (kind !== 'mint' && kind !== 'burn')
    return (await nodes.agree(`whether ${requestId} is done`, ({ rpc }) => isOnList(rpc, contract, order)))[0]!
  const guard = await guardAddress(await addressOf('guardian'), requestId)
  // Confirmed, not final: an existing guard makes a second transaction fail.
  const isThere = async ({ rpc }: Node) => readGuard(await accountAt(rpc, guard, 'confirmed'))?.requestId === requestId
  return (await nodes.agree(`whether ${requestId} is done`, isThere))[0]!
}

async function sign(context: SolanaContext, contract: Contract | null, bundle: Bundle): Promise<Attempt> {
  const { signer, nodes, addressOf, code, environment } = context
  const { orders } = bundle
  if (!signer) throw new Error('this process has no keys and signs nothing')
  if (orders.length === 0) throw new Error('there is nothing to sign')
  // Solana has no nonce under which only one of two attempts can succeed: earlier ones must have expired (E1).
  if (!(await isOver(nodes, bundle))) throw new Error('an earlier attempt of this transaction may still land')
  const prepare = async ({ rpc }: Node) => {
    const [guardRent, price, lifetime] = await Promise.all([
      rpc.getMinimumBalanceForRentExemption(guardSpace).send(),
      contract ? priceNow(rpc, address(contract.address)) : 0n,
      lifetimeNow(rpc),
    ])
    const places = await placesFor(rpc, contract, orders)
    const planned = await plan(addressOf, contract, orders, guardRent, price, places)
    await assertWallets(rpc, orders)
    const payer = await addressOf(planned.payer)
    const transaction = compile(planned, payer, lifetime)
    await simulate(rpc, transaction, planned, payer)
    return { planned, transaction, lifetime, guardRent }
  }
  const { planned, transaction, lifetime, guardRent } = await nodes.use(prepare).catch(async (error: unknown) => {
    if (!(error instanceof Refusal)) throw error
    // A refusal fails the operation, so it needs a quorum of nodes.
    return (await nodes.agree('whether a transaction would succeed', prepare, () => 'it would'))[0]!
  })
  const intent = { contract, orders, guardRent }
  await assertMatchesOrders({ environment, chain: code, addressOf }, intent, transaction.messageBytes)
  return signPlan({ signer, addressOf }, transaction, planned, lifetime, {
    requestId: orders.map(({ id }) => id).join(' '),
    chain: code,
    intent: orders.map(describe).join('; '),
  })
}

const describe = (order: Order): string =>
  `${order.kind} ${order.amount} ${order.asset}${'to' in order ? ` to ${order.to}` : ''}`

/** A wallet's coins are in an account derived from it. An account derived from a token account is unusable. */
async function assertWallets(rpc: Rpc<SolanaRpcApi>, orders: readonly Order[]): Promise<void> {
  const recipients = orders.flatMap((order) => ('to' in order && order.amount > 0n ? [order.to as Address] : []))
  if (recipients.length === 0) return
  const { value } = await rpc.getMultipleAccounts(recipients, { commitment: 'confirmed', encoding: 'base64' }).send()
  const wrong = recipients.find((_, i) => value[i]?.owner === tokenProgram)
  if (wrong) throw new Refusal(`${wrong} is a token account or a coin of Solana, not a wallet.`)
}

/** Sends to every node, so that one that drops it cannot keep it from the chain. */
async function broadcast(nodes: Nodes, { raw }: Attempt): Promise<Broadcast> {
  const wire = Buffer.from(raw).toString('base64') as Base64EncodedWireTransaction
  const { answers } = await nodes.all(({ rpc }) => send(rpc, wire))
  return bestOf(answers.flatMap(({ node, answer }) => ('value' in answer ? [{ node, answer: answer.value }] : [])))
}

/** The node simulates it first, so its error says whether the blockhash has expired or the transaction is known. */
async function send(rpc: Rpc<SolanaRpcApi>, wire: Base64EncodedWireTransaction): Promise<Broadcast> {
  try {
    await rpc.sendTransaction(wire, { encoding: 'base64', preflightCommitment: 'confirmed' }).send()
    return 'accepted'
  } catch (error) {
    if (!isSolanaError(error, SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE)) throw error
    if (isSolanaError(error.cause, SOLANA_ERROR__TRANSACTION_ERROR__ALREADY_PROCESSED)) return 'accepted'
    if (isSolanaError(error.cause, SOLANA_ERROR__TRANSACTION_ERROR__BLOCKHASH_NOT_FOUND)) return 'expired'
    return 'unknown'
  }
}

async function outcome({ nodes }: SolanaContext, hash: Signature): Promise<Outcome | null> {
  const final = await nodes.final()
  return outcomeBy(nodes.panel, hash, await nodes.everyone(({ rpc }) => landedAt(rpc, hash)), final)
}

async function landedAt(rpc: Rpc<SolanaRpcApi>, hash: Signature): Promise<Landed | null> {
  const { value } = await rpc.getSignatureStatuses([hash], { searchTransactionHistory: true }).send()
  const status = value[0]
  if (!status || status.confirmationStatus === 'processed') return null
  const transaction = await fetchTransaction(rpc, hash)
  // Dropped between the two requests.
  if (!transaction?.meta || transaction.slot !== status.slot) return null
  const { slot, err, confirmationStatus } = status
  const settled = confirmationStatus === 'finalized'
  return { height: slot, block: blockOf(slot), ok: err === null, cost: transaction.meta.fee, settled }
}

/** Needs a quorum of nodes. One that lags or lies must not cause a second payment. */
async function isOver(nodes: Nodes, { earlier }: Bundle): Promise<boolean> {
  if (earlier.length === 0) return true
  const last = Math.max(...earlier.map(({ terms }) => (terms as Terms).lastValidBlockHeight))
  const hashes = earlier.map(({ hash }) => hash as Signature)
  const answers = await nodes.everyone(async ({ rpc }) => {
    if ((await rpc.getBlockHeight({ commitment: 'finalized' }).send()) <= BigInt(last)) return false
    const final = await rpc.getSlot({ commitment: 'finalized' }).send()
    const { context, value } = await rpc.getSignatureStatuses(hashes, { searchTransactionHistory: true }).send()
    // One URL may lead to several nodes. A node without the transaction must have reached the final slot.
    return context.slot >= final && value.every((status) => status === null)
  })
  return answers.filter(({ answer }) => answer).length >= nodes.panel.quorum
}
