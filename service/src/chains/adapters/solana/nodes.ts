import {
  createSolanaRpcFromTransport,
  isSolanaError,
  type Rpc,
  type RpcTransport,
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
  SOLANA_ERROR__MALFORMED_JSON_RPC_ERROR,
  SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR,
  type SolanaRpcApi,
} from '@solana/kit'
import {
  quorumAnswer,
  Disagreement,
  type OnTrouble,
  type Panel,
  quorumHeight,
  type NodeAnswer,
  queryNodes,
  type QueryResults,
  valuesOf,
} from '../agreement.ts'
import { systemClock } from '../../../base/clock.ts'
import { solanaTransport } from './transport.ts'

// The nodes of the chain. Every fact that a decision depends on is requested from all of them (../agreement.ts); anything
// else from one after another until one answers. A unit of work uses a single node, because two may be at different slots.

/** `nth` is its position in the settings, used for the cache of each node. */
export type Node = { readonly rpc: Rpc<SolanaRpcApi>; readonly genesis: string; readonly nth: number }
type Work<T> = (node: Node) => Promise<T>

export type Nodes = {
  readonly panel: Panel
  /** Runs on the first node that succeeds; work that one node interrupts starts again on the next. */
  use<T>(work: Work<T>): Promise<T>
  /** Queries all of them concurrently. */
  all<T>(work: Work<T>): Promise<QueryResults<T>>
  /** The answers received. Throws when there is none, and any error that is not a node fault. */
  everyone<T>(work: Work<T>): Promise<NodeAnswer<T>[]>
  /** The answer of a quorum, which may be an error. Throws Disagreement or TooFewNodes otherwise. */
  agree<T>(what: string, work: Work<T>, keyOf?: (answer: T) => string): Promise<T[]>
  /** The slot that a quorum of nodes calls final. */
  final(): Promise<bigint>
}

/** This node cannot answer now; another one may. */
export class NodeFault extends Error {
  override name = 'NodeFault'
}

/** How long a failed node is tried last. */
const demotedMs = 30_000

/** How long the genesis check of a node is valid. Another node may serve the same URL later. */
const genesisValidMs = 60_000

/** In slots, a minute or more. A node that lags further behind is reported. */
const maxLag = 150n

type Entry = {
  readonly host: string
  readonly nth: number
  readonly rpc: Rpc<SolanaRpcApi>
  genesis: string | null
  /** When it was last checked. */
  genesisAt: number
  demoted: boolean
}

type Options = {
  urls: readonly string[]
  /** Null: all nodes. */
  quorum: number | null
  onTrouble: OnTrouble
  timeoutMs?: number
  /** Why a network, by its genesis, may not be used; null if it may. */
  refuses?: (genesis: string) => string | null
}

export function openNodes({ urls, quorum, onTrouble, timeoutMs = 5_000, refuses = () => null }: Options): Nodes {
  if (urls.length === 0) throw new Error('Solana needs the URL of at least one node')
  // A URL may contain a secret. Only the host of the node is reported.
  const entries = urls.map((url, nth): Entry => ({
    host: new URL(url).host,
    nth,
    rpc: rpcOf(url, timeoutMs),
    genesis: null,
    genesisAt: -Infinity,
    demoted: false,
  }))
  const panel: Panel = { code: 'SOL', quorum: quorum ?? entries.length }
  let genesis: string | null = null

  async function checkNetwork(entry: Entry): Promise<Node> {
    if (entry.genesis === null || systemClock.elapsed() - entry.genesisAt > genesisValidMs) {
      const served = await entry.rpc.getGenesisHash().send()
      const wrong = refuses(served)
      if (wrong !== null) throw new NodeFault(`it ${wrong}: see RPC_SOL`)
      if (genesis !== null && served !== genesis)
        throw new NodeFault(`it is on another chain, that of genesis ${served}`)
      entry.genesis = genesis = served
      entry.genesisAt = systemClock.elapsed()
    }
    return { rpc: entry.rpc, genesis: entry.genesis, nth: entry.nth }
  }

  function demote(entry: Entry, error: Error): void {
    if (!entry.demoted) onTrouble('a Solana node fails; others are queried', { host: entry.host, why: error.message })
    entry.demoted = true
    entry.genesisAt = -Infinity
    setTimeout(() => (entry.demoted = false), demotedMs).unref()
  }

  async function runOn<T>(entry: Entry, work: Work<T>): Promise<T> {
    try {
      return await work(await checkNetwork(entry))
    } catch (error) {
      if (isFault(error)) demote(entry, error)
      throw error
    }
  }

  async function use<T>(work: Work<T>): Promise<T> {
    let last: unknown
    for (const entry of entries.toSorted((a, b) => Number(a.demoted) - Number(b.demoted))) {
      try {
        return await runOn(entry, work)
      } catch (error) {
        if (!isFault(error)) throw error
        last = error
      }
    }
    throw last
  }

  /** Failed nodes are left out when the others are enough. */
  function all<T>(work: Work<T>): Promise<QueryResults<T>> {
    const able = entries.filter((entry) => !entry.demoted)
    return queryNodes(able.length >= panel.quorum ? able : entries, (entry) => runOn(entry, work), isFault)
  }

  async function everyone<T>(work: Work<T>): Promise<NodeAnswer<T>[]> {
    const results = await all(work)
    if (results.answers.length === 0) throw new NodeFault(`no node of Solana answers: ${results.failures[0]!.message}`)
    return valuesOf(results)
  }

  async function agree<T>(what: string, work: Work<T>, keyOf: (answer: T) => string = String): Promise<T[]> {
    try {
      const { same, dissent } = quorumAnswer(panel, what, await all(work), keyOf)
      if (dissent.length > 0) onTrouble('a Solana node disagrees with the others', { what, dissent })
      return same
    } catch (error) {
      if (error instanceof Disagreement) onTrouble('Solana nodes disagree', { problem: error.message })
      throw error
    }
  }

  async function final(): Promise<bigint> {
    const results = await all(({ rpc }) => rpc.getSlot({ commitment: 'finalized' }).send().then(BigInt))
    const slots = valuesOf(results)
    const highest = slots.reduce((high, { answer }) => (answer > high ? answer : high), 0n)
    for (const { node, answer } of slots)
      if (highest - answer > maxLag)
        onTrouble('a Solana node lags behind the others', { host: node, behind: Number(highest - answer) })
    return quorumHeight(panel, 'the final slot', results)
  }

  return { panel, use, all, everyone, agree, final }
}

function rpcOf(url: string, timeoutMs: number): Rpc<SolanaRpcApi> {
  const plain = solanaTransport(url, timeoutMs)
  const transport = async ({ payload, signal }: Parameters<RpcTransport>[0]) => {
    try {
      return await plain({ payload, ...(signal ? { signal } : {}) })
    } catch (error) {
      if (isSolanaError(error)) throw error
      throw new NodeFault(`no answer: ${(error as Error).message}`, { cause: error })
    }
  }
  return createSolanaRpcFromTransport(transport as RpcTransport)
}

/** Errors about the request itself. Every node would give the same answer. */
const requestErrors = new Set<number>([
  SOLANA_ERROR__JSON_RPC__INVALID_PARAMS,
  SOLANA_ERROR__JSON_RPC__INVALID_REQUEST,
  SOLANA_ERROR__JSON_RPC__METHOD_NOT_FOUND,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_SEND_TRANSACTION_PREFLIGHT_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_TRANSACTION_SIGNATURE_VERIFICATION_FAILURE,
  SOLANA_ERROR__JSON_RPC__SERVER_ERROR_UNSUPPORTED_TRANSACTION_VERSION,
])

function isFault(error: unknown): error is Error {
  if (error instanceof NodeFault) return true
  if (!isSolanaError(error)) return false
  const code: number = error.context['__code']
  if (code === SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR || code === SOLANA_ERROR__MALFORMED_JSON_RPC_ERROR) return true
  return code <= -32_000 && code >= -32_768 && !requestErrors.has(code)
}
