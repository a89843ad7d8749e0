import {
  type Address,
  decodeTransactionFromRpcResponse,
  type Rpc,
  type SolanaRpcApi,
  walkInstructions,
} from '@solana/kit'
import type { SupplyEvent } from '@specie/token/request.ts'
import { supplyEvents } from '@specie/token/solana/events.ts'
import type { Movement, RequestId } from '../../../base/ports/chain.ts'
import { tokenAct, type TokenAct } from './acts.ts'

// Parses a successful transaction into mints, burns and transfers, including those of inner instructions.

/** A movement of any token, ours or not. */
type TokenMovement = Pick<Movement, 'index' | 'kind' | 'amount' | 'requestId'> & {
  readonly mint: Address
  /** Owners of the token accounts. */
  readonly from: Address | null
  readonly to: Address | null
  /** The receiving and the sending token account. */
  readonly into: Address | null
  readonly outOf: Address | null
}

/** A token account whose balance change does not match its instructions. */
type Unexplained = { readonly mint: Address; readonly owner: Address; readonly difference: bigint }

export type TransactionRecord = {
  readonly slot: bigint
  /** The time of its block; null if the node does not know it. */
  readonly at: Date | null
  readonly movements: readonly TokenMovement[]
  readonly unexplained: readonly Unexplained[]
}

const details = { commitment: 'confirmed', encoding: 'base64', maxSupportedTransactionVersion: 1 } as const
type Fetched = NonNullable<Awaited<ReturnType<typeof fetchTransaction>>>

export function fetchTransaction(rpc: Rpc<SolanaRpcApi>, signature: string) {
  return rpc.getTransaction(signature as never, details).send()
}

export async function recordOf(found: Fetched, guardian: Address): Promise<TransactionRecord> {
  const { compiledMessage, loadedAddresses } = decodeTransactionFromRpcResponse(found)
  const meta = found.meta!
  const steps = walkInstructions({ compiledMessage, loadedAddresses, meta })
  const keys = [...compiledMessage.staticAccounts, ...loadedAddresses.writable, ...loadedAddresses.readonly]
  const holdings = holdingsIn(keys, meta)
  const acts = steps.flatMap((step, index) => {
    const act = tokenAct(step)
    return act && act.amount > 0n ? [{ act, index }] : []
  })
  const outer = steps.filter(({ trace }) => trace.kind === 'outer')
  const mints = new Set(acts.filter(({ act }) => act.kind !== 'transfer').map(({ act }) => act.mint))
  const events = new Map<Address, SupplyEvent<Address>[]>()
  for (const mint of mints) events.set(mint, await supplyEvents({ mint, guardian }, outer))
  const movements = acts.map(({ act, index }) => toMovement(act, index, holdings, events.get(act.mint) ?? []))
  return {
    slot: found.slot,
    at: found.blockTime == null ? null : new Date(Number(found.blockTime) * 1000),
    movements,
    unexplained: unexplainedBy(
      acts.map(({ act }) => act),
      holdings,
    ),
  }
}

function toMovement(act: TokenAct, index: number, holdings: Holdings, events: SupplyEvent<Address>[]): TokenMovement {
  // An account that is opened and closed within the transaction has no recorded owner.
  const owner = (account: Address): Address => holdings.get(account)?.owner ?? account
  const common = { index, kind: act.kind, mint: act.mint, amount: act.amount }
  const [from, outOf] = [owner(act.account), act.account]
  if (act.kind === 'transfer') return { ...common, from, outOf, to: owner(act.to), into: act.to, requestId: null }
  const requestId = takeRequest(act, events)
  if (act.kind === 'burn') return { ...common, from, outOf, to: null, into: null, requestId }
  return { ...common, from: null, outOf: null, to: owner(act.account), into: act.account, requestId }
}

/** Each guard record covers one instruction. A second mint under the same guard was not requested. */
function takeRequest({ kind, account, amount }: TokenAct, events: SupplyEvent<Address>[]): RequestId | null {
  const at = events.findIndex((event) => event.kind === kind && event.account === account && event.amount === amount)
  return at < 0 ? null : events.splice(at, 1)[0]!.requestId
}

type Balance = {
  readonly accountIndex: number
  readonly mint: Address
  readonly owner?: Address
  readonly uiTokenAmount: { readonly amount: string }
}
type Holding = { readonly mint: Address; readonly owner: Address; before: bigint; after: bigint }
type Holdings = Map<Address, Holding>

/** Token accounts of the transaction, with their balances before and after it. */
function holdingsIn(keys: readonly Address[], meta: NonNullable<Fetched['meta']>): Holdings {
  const holdings: Holdings = new Map()
  const read = (balances: readonly Balance[] | null | undefined, when: 'before' | 'after') => {
    for (const { accountIndex, mint, owner, uiTokenAmount } of balances ?? []) {
      const account = keys[accountIndex]
      if (!account || !owner) continue
      // The later owner counts. That wallet controls the incoming coins.
      const holding = { before: holdings.get(account)?.before ?? 0n, after: 0n, mint, owner }
      holding[when] = BigInt(uiTokenAmount.amount)
      holdings.set(account, holding)
    }
  }
  read(meta.preTokenBalances, 'before')
  read(meta.postTokenBalances, 'after')
  return holdings
}

/** The chain's balances include every instruction: if our sum differs, there is one that we cannot parse. */
function unexplainedBy(acts: readonly TokenAct[], holdings: Holdings): Unexplained[] {
  const sums = new Map<Address, bigint>()
  const add = (account: Address, amount: bigint) => sums.set(account, (sums.get(account) ?? 0n) + amount)
  for (const act of acts) {
    add(act.account, act.kind === 'mint' ? act.amount : -act.amount)
    if (act.kind === 'transfer') add(act.to, act.amount)
  }
  return [...holdings].flatMap(([account, { mint, owner, before, after }]) => {
    const difference = after - before - (sums.get(account) ?? 0n)
    return difference === 0n ? [] : [{ mint, owner, difference }]
  })
}
