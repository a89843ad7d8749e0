import {
  BaseError,
  createPublicClient,
  HttpRequestError,
  InternalRpcError,
  LimitExceededRpcError,
  type PublicClient,
  TimeoutError,
} from 'viem'
import type { ChainCode } from '@specie/protocol/chains.ts'
import {
  quorumAnswer,
  Disagreement,
  oncePerMinute,
  type OnTrouble,
  type Panel,
  quorumHeight,
  type NodeAnswer,
  queryNodes,
  type QueryResults,
  valuesOf,
} from '../agreement.ts'
import { systemClock } from '../../../base/clock.ts'
import { evmTransport } from './transport.ts'

// The nodes of one chain. Every fact that a decision depends on is requested from all of them (adapters/agreement.ts);
// anything else from the first healthy one. One node answers a whole query, because two may be at different blocks. Node
// URLs often contain a password, so only the host is reported.

/** A node failed; another one may succeed. */
export class NodeFailure extends Error {
  override name = 'NodeFailure'
}

/** Runs on one node. `nth` is its position in the settings, used for the cache of each node. */
type Query<T> = (client: PublicClient, nth: number) => Promise<T>

export type Nodes = {
  readonly panel: Panel
  /** Queries one node, and another one when it fails. Not for answers that a decision depends on. */
  queryOne<T>(query: Query<T>): Promise<T>
  /** Queries all; returns the answers received. An error that is not a node failure is thrown. */
  everyone<T>(query: Query<T>): Promise<NodeAnswer<T>[]>
  /**
   * The answer of a quorum, which may be an error. Throws Disagreement when they differ, TooFewNodes when too few answer.
   * `what` names the query in both messages.
   */
  agree<T>(what: string, query: Query<T>, keyOf?: (answer: T) => string): Promise<T[]>
  /** The highest number that a quorum of nodes has reached. */
  atLeast(what: string, query: Query<bigint>): Promise<bigint>
  /** The highest block that a quorum of nodes has finalized. */
  final(): Promise<BlockId>
}

export type BlockId = { readonly height: bigint; readonly hash: string }

type Options = {
  code: ChainCode
  chainId: number
  urls: readonly string[]
  /** Null: all nodes. */
  quorum: number | null
  onTrouble: OnTrouble
}
type Node = {
  readonly host: string
  readonly nth: number
  readonly client: PublicClient
  isDemoted: boolean
  /** When its chain id was last checked. */
  checkedAt: number
}

const timeoutMs = 5_000
/** During this time, a failed node is used only if the others are not enough. */
const demotedMs = 30_000
/** How long the chain id check of a node is valid. */
const checkValidMs = 60_000
/** In blocks. A node that lags further behind is reported. */
const maxLag = 300n

export function openNodes({ code, chainId, urls, quorum: configuredQuorum, onTrouble: report }: Options): Nodes {
  if (urls.length === 0) throw new Error(`${code} has no nodes; set RPC_${code}`)
  const nodes = urls.map(nodeAt)
  const quorum = configuredQuorum ?? nodes.length
  const panel = { code, quorum }
  const onTrouble = oncePerMinute(report)

  async function runOn<T>(node: Node, query: Query<T>): Promise<T> {
    try {
      await assertRightChain(node)
      return await query(node.client, node.nth)
    } catch (error) {
      if (!(error instanceof BaseError) && !(error instanceof NodeFailure)) throw error
      const failure = new NodeFailure(`${node.host}, a node of ${code}: ${shortMessage(error)}`)
      if (!node.isDemoted && isUnhealthy(error)) {
        demote(node)
        report('a node fails', { chain: code, node: node.host, problem: failure.message })
      }
      throw failure
    }
  }

  /** A URL may serve another network later, so the chain id is checked again regularly. */
  async function assertRightChain(node: Node): Promise<void> {
    if (systemClock.elapsed() - node.checkedAt < checkValidMs) return
    const found = await node.client.getChainId()
    if (found !== chainId) throw new WrongChain(`serves chain ${found} and not ${chainId}: see RPC_${code}`)
    node.checkedAt = systemClock.elapsed()
  }

  async function queryOne<T>(query: Query<T>): Promise<T> {
    const ordered = nodes.toSorted((a, b) => Number(a.isDemoted) - Number(b.isDemoted))
    for (const node of ordered.slice(0, -1)) {
      try {
        return await runOn(node, query)
      } catch (error) {
        if (!(error instanceof NodeFailure)) throw error
      }
    }
    return runOn(ordered.at(-1)!, query)
  }

  /** Failed nodes are left out when the others are enough. */
  function all<T>(query: Query<T>): Promise<QueryResults<T>> {
    const healthy = nodes.filter((node) => !node.isDemoted)
    return queryNodes(
      healthy.length >= quorum ? healthy : nodes,
      (node) => runOn(node, query),
      (error) => error instanceof NodeFailure,
    )
  }

  async function everyone<T>(query: Query<T>): Promise<NodeAnswer<T>[]> {
    const results = await all(query)
    if (results.answers.length === 0) throw results.failures[0]!
    return valuesOf(results)
  }

  async function agree<T>(what: string, query: Query<T>, keyOf: (answer: T) => string = String): Promise<T[]> {
    try {
      const { same, dissent } = quorumAnswer(panel, what, await all(query), keyOf)
      if (dissent.length > 0) onTrouble('a node disagrees with the others', { chain: code, what, dissent })
      return same
    } catch (error) {
      if (error instanceof Disagreement) onTrouble('nodes disagree', { chain: code, problem: error.message })
      throw error
    }
  }

  const atLeast = async (what: string, query: Query<bigint>): Promise<bigint> =>
    quorumHeight(panel, what, await all(query))

  async function final(): Promise<BlockId> {
    const heights: bigint[] = []
    // A single node cannot make a block final that others do not know.
    const height = await atLeast('the final block', async (client, nth) => {
      const { number } = await client.getBlock({ blockTag: 'finalized' })
      heights[nth] = number
      return number
    })
    for (const { host, nth } of nodes) {
      const behind = height - (heights[nth] ?? height)
      if (behind > maxLag)
        onTrouble('a node lags behind the others', { chain: code, node: host, behind: Number(behind) })
    }
    const [hash] = await agree(`final block ${height}`, async (client, nth) => {
      if (heights[nth] === undefined || heights[nth] < height)
        throw new NodeFailure(`has not finalized block ${height}`)
      return (await client.getBlock({ blockNumber: height })).hash
    })
    return { height, hash: hash! }
  }

  return { panel, queryOne, everyone, agree, atLeast, final }
}

class WrongChain extends NodeFailure {}

function nodeAt(url: string, nth: number): Node {
  // Concurrent calls are sent as one batch.
  const transport = evmTransport(url, { batch: { batchSize: 100 }, timeout: timeoutMs, retryCount: 0 })
  const client = createPublicClient({ transport, cacheTime: 0 })
  return { host: new URL(url).host, nth, client, isDemoted: false, checkedAt: -Infinity }
}

function demote(node: Node): void {
  node.isDemoted = true
  node.checkedAt = -Infinity
  setTimeout(() => (node.isDemoted = false), demotedMs).unref()
}

const failureKinds = [HttpRequestError, TimeoutError, InternalRpcError, LimitExceededRpcError]

function isUnhealthy(error: BaseError | NodeFailure): boolean {
  if (!(error instanceof BaseError)) return error instanceof WrongChain
  return error.walk((cause) => failureKinds.some((kind) => cause instanceof kind)) !== null
}

/** Without the URL, which viem puts into the message. */
export function shortMessage(error: Error): string {
  if (!(error instanceof BaseError)) return error.message
  return error.details ? `${error.shortMessage} ${error.details}` : error.shortMessage
}
