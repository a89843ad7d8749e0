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

// The nodes of the chain. What decides something is asked of all of them (../agreement.ts); what does not, of one after
// another until one answers. A whole piece of work is done with one node, for two may stand at different slots.

/** `nth` is its place in the settings, for what is remembered of each. */
export type Node = { readonly rpc: Rpc<SolanaRpcApi>; readonly genesis: string; readonly nth: number }
type Work<T> = (node: Node) => Promise<T>

export type Nodes = {
  readonly panel: Panel
  /** Done by the first node that is able to; work that one has left half done is begun anew with the next. */
  use<T>(work: Work<T>): Promise<T>
  /** Asks all of them at once. */
  all<T>(work: Work<T>): Promise<QueryResults<T>>
  /** Answers of those that gave one. Throws when none did, and what one of them threw that is no fault of a node. */
  everyone<T>(work: Work<T>): Promise<NodeAnswer<T>[]>
  /** What a quorum of nodes says alike, also if that is an error. Throws Disagreement or TooFewNodes otherwise. */
  agree<T>(what: string, work: Work<T>, keyOf?: (answer: T) => string): Promise<T[]>
  /** The slot that a quorum of nodes calls final. */
  final(): Promise<bigint>
}

/** This node cannot tell now; another one may. */
export class NodeFault extends Error {
  override name = 'NodeFault'
}

/** How long a node that failed stands at the end of the line. */
const benchMs = 30_000

/** How long it counts which network a node serves: behind one address there may be another tomorrow. */
const knownForMs = 60_000

/** So many slots behind the others, a minute and more, is trouble. */
const mostBehind = 150n

type Entry = {
  readonly host: string
  readonly nth: number
  readonly rpc: Rpc<SolanaRpcApi>
  genesis: string | null
  /** When it last said so. */
  genesisAt: number
  benched: boolean
}

type Setting = {
  urls: readonly string[]
  /** Null: all of them. */
  quorum: number | null
  onTrouble: OnTrouble
  timeoutMs?: number
  /** Why a network, by its genesis, may not be used; null when it may. */
  refuses?: (genesis: string) => string | null
}

export function openNodes({ urls, quorum, onTrouble, timeoutMs = 5_000, refuses = () => null }: Setting): Nodes {
  if (urls.length === 0) throw new Error('Solana needs the URL of at least one node')
  // A URL may hold a key of ours: only its host is ever told.
  const entries = urls.map((url, nth): Entry => ({
    host: new URL(url).host,
    nth,
    rpc: rpcOf(url, timeoutMs),
    genesis: null,
    genesisAt: -Infinity,
    benched: false,
  }))
  const panel: Panel = { code: 'SOL', quorum: quorum ?? entries.length }
  let genesis: string | null = null

  async function admitted(entry: Entry): Promise<Node> {
    if (entry.genesis === null || systemClock.elapsed() - entry.genesisAt > knownForMs) {
      const told = await entry.rpc.getGenesisHash().send()
      const wrong = refuses(told)
      if (wrong !== null) throw new NodeFault(`it ${wrong}: see RPC_SOL`)
      if (genesis !== null && told !== genesis) throw new NodeFault(`it is on another chain, that of genesis ${told}`)
      entry.genesis = genesis = told
      entry.genesisAt = systemClock.elapsed()
    }
    return { rpc: entry.rpc, genesis: entry.genesis, nth: entry.nth }
  }

  function bench(entry: Entry, error: Error): void {
    if (!entry.benched)
      onTrouble('a Solana node does not serve us; others are asked', { host: entry.host, why: error.message })
    entry.benched = true
    entry.genesisAt = -Infinity
    setTimeout(() => (entry.benched = false), benchMs).unref()
  }

  async function put<T>(entry: Entry, work: Work<T>): Promise<T> {
    try {
      return await work(await admitted(entry))
    } catch (error) {
      if (isFault(error)) bench(entry, error)
      throw error
    }
  }

  async function use<T>(work: Work<T>): Promise<T> {
    let last: unknown
    for (const entry of entries.toSorted((a, b) => Number(a.benched) - Number(b.benched))) {
      try {
        return await put(entry, work)
      } catch (error) {
        if (!isFault(error)) throw error
        last = error
      }
    }
    throw last
  }

  /** Those on the bench are left out where the others suffice. */
  function all<T>(work: Work<T>): Promise<QueryResults<T>> {
    const able = entries.filter((entry) => !entry.benched)
    return queryNodes(able.length >= panel.quorum ? able : entries, (entry) => put(entry, work), isFault)
  }

  async function everyone<T>(work: Work<T>): Promise<NodeAnswer<T>[]> {
    const surveyed = await all(work)
    if (surveyed.answers.length === 0)
      throw new NodeFault(`no node of Solana answers: ${surveyed.failures[0]!.message}`)
    return valuesOf(surveyed)
  }

  async function agree<T>(what: string, work: Work<T>, keyOf: (answer: T) => string = String): Promise<T[]> {
    try {
      const { same, dissent } = quorumAnswer(panel, what, await all(work), keyOf)
      if (dissent.length > 0) onTrouble('a Solana node says something else than the others', { what, dissent })
      return same
    } catch (error) {
      if (error instanceof Disagreement) onTrouble('Solana nodes disagree', { problem: error.message })
      throw error
    }
  }

  async function final(): Promise<bigint> {
    const surveyed = await all(({ rpc }) => rpc.getSlot({ commitment: 'finalized' }).send().then(BigInt))
    const said = valuesOf(surveyed)
    const highest = said.reduce((high, { answer }) => (answer > high ? answer : high), 0n)
    for (const { node, answer } of said)
      if (highest - answer > mostBehind)
        onTrouble('a Solana node lags behind the others', { host: node, behind: Number(highest - answer) })
    return quorumHeight(panel, 'the final slot', surveyed)
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

/** Errors that are about what was asked: every node would say the same. */
const answers = new Set<number>([
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
  return code <= -32_000 && code >= -32_768 && !answers.has(code)
}
