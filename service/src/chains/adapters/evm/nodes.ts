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

// The nodes of one chain. What decides something is asked of all of them (adapters/agreement.ts); what does not, of the first
// that is well. A node answers a question whole: its parts are never answered by two nodes that may stand at different
// blocks. Addresses of nodes often hold a password: they are named by their host alone.

/** A node did not do its part; another may. */
export class NodeFailure extends Error {
  override name = 'NodeFailure'
}

/** Asked of one node. `nth` is its place in the settings, for what is remembered of each. */
type Question<T> = (client: PublicClient, nth: number) => Promise<T>

export type Nodes = {
  readonly panel: Panel
  /** Asks one node, and another one when it fails. For what decides nothing. */
  ask<T>(question: Question<T>): Promise<T>
  /** Asks all; answers of those that gave one. An error that is no failure of a node is thrown. */
  everyone<T>(question: Question<T>): Promise<NodeAnswer<T>[]>
  /**
   * What a quorum of nodes says alike, also if that is an error. Throws Disagreement where they differ, TooFewNodes where
   * too few answer. `what` names the question in both.
   */
  agree<T>(what: string, question: Question<T>, keyOf?: (answer: T) => string): Promise<T[]>
  /** The highest number that a quorum of nodes says or exceeds. */
  atLeast(what: string, question: Question<bigint>): Promise<bigint>
  /** The block that a quorum of nodes calls final, or has built upon. */
  final(): Promise<BlockId>
}

export type BlockId = { readonly height: bigint; readonly hash: string }

type Setting = {
  code: ChainCode
  chainId: number
  urls: readonly string[]
  /** Null: all of them. */
  quorum: number | null
  onTrouble: OnTrouble
}
type Node = {
  readonly host: string
  readonly nth: number
  readonly client: PublicClient
  isResting: boolean
  /** When it last said that it serves this chain. */
  rightAt: number
}

const timeoutMs = 5_000
/** A node that fails is asked only if the others do not suffice, until it has rested. */
const restMs = 30_000
/** How long it counts that a node serves the right chain. */
const rightForMs = 60_000
/** So many blocks behind the others is worth telling. */
const mostBehind = 300n

export function openNodes({ code, chainId, urls, quorum: wanted, onTrouble: tell }: Setting): Nodes {
  if (urls.length === 0) throw new Error(`${code} has no nodes: set RPC_${code}`)
  const nodes = urls.map(nodeAt)
  const quorum = wanted ?? nodes.length
  const panel = { code, quorum }
  const onTrouble = oncePerMinute(tell)

  async function put<T>(node: Node, question: Question<T>): Promise<T> {
    try {
      await assertRightChain(node)
      return await question(node.client, node.nth)
    } catch (error) {
      if (!(error instanceof BaseError) && !(error instanceof NodeFailure)) throw error
      const failure = new NodeFailure(`${node.host}, a node of ${code}: ${inShort(error)}`)
      if (!node.isResting && isUnwell(error)) {
        rest(node)
        tell('a node fails', { chain: code, node: node.host, problem: failure.message })
      }
      throw failure
    }
  }

  /** Behind one address there may be another network tomorrow: nothing is read or signed on the word of last week. */
  async function assertRightChain(node: Node): Promise<void> {
    if (systemClock.elapsed() - node.rightAt < rightForMs) return
    const found = await node.client.getChainId()
    if (found !== chainId) throw new WrongChain(`serves chain ${found} and not ${chainId}: see RPC_${code}`)
    node.rightAt = systemClock.elapsed()
  }

  async function ask<T>(question: Question<T>): Promise<T> {
    const inLine = nodes.toSorted((a, b) => Number(a.isResting) - Number(b.isResting))
    for (const node of inLine.slice(0, -1)) {
      try {
        return await put(node, question)
      } catch (error) {
        if (!(error instanceof NodeFailure)) throw error
      }
    }
    return put(inLine.at(-1)!, question)
  }

  /** Those that rest are left out where the others suffice. */
  function all<T>(question: Question<T>): Promise<QueryResults<T>> {
    const well = nodes.filter((node) => !node.isResting)
    return queryNodes(
      well.length >= quorum ? well : nodes,
      (node) => put(node, question),
      (error) => error instanceof NodeFailure,
    )
  }

  async function everyone<T>(question: Question<T>): Promise<NodeAnswer<T>[]> {
    const surveyed = await all(question)
    if (surveyed.answers.length === 0) throw surveyed.failures[0]!
    return valuesOf(surveyed)
  }

  async function agree<T>(what: string, question: Question<T>, keyOf: (answer: T) => string = String): Promise<T[]> {
    try {
      const { same, dissent } = quorumAnswer(panel, what, await all(question), keyOf)
      if (dissent.length > 0) onTrouble('a node says something else than the others', { chain: code, what, dissent })
      return same
    } catch (error) {
      if (error instanceof Disagreement) onTrouble('nodes disagree', { chain: code, problem: error.message })
      throw error
    }
  }

  const atLeast = async (what: string, question: Question<bigint>): Promise<bigint> =>
    quorumHeight(panel, what, await all(question))

  async function final(): Promise<BlockId> {
    const heights: bigint[] = []
    // One node alone cannot make a block final that others do not know.
    const height = await atLeast('the final block', async (client, nth) => {
      const { number } = await client.getBlock({ blockTag: 'finalized' })
      heights[nth] = number
      return number
    })
    for (const { host, nth } of nodes) {
      const behind = height - (heights[nth] ?? height)
      if (behind > mostBehind)
        onTrouble('a node lags behind the others', { chain: code, node: host, behind: Number(behind) })
    }
    const [hash] = await agree(`final block ${height}`, async (client, nth) => {
      if (heights[nth] === undefined || heights[nth] < height)
        throw new NodeFailure(`has not finalized block ${height}`)
      return (await client.getBlock({ blockNumber: height })).hash
    })
    return { height, hash: hash! }
  }

  return { panel, ask, everyone, agree, atLeast, final }
}

class WrongChain extends NodeFailure {}

function nodeAt(url: string, nth: number): Node {
  // Calls of one moment travel as one batch.
  const transport = evmTransport(url, { batch: { batchSize: 100 }, timeout: timeoutMs, retryCount: 0 })
  const client = createPublicClient({ transport, cacheTime: 0 })
  return { host: new URL(url).host, nth, client, isResting: false, rightAt: -Infinity }
}

function rest(node: Node): void {
  node.isResting = true
  node.rightAt = -Infinity
  setTimeout(() => (node.isResting = false), restMs).unref()
}

const illnesses = [HttpRequestError, TimeoutError, InternalRpcError, LimitExceededRpcError]

function isUnwell(error: BaseError | NodeFailure): boolean {
  if (!(error instanceof BaseError)) return error instanceof WrongChain
  return error.walk((cause) => illnesses.some((illness) => cause instanceof illness)) !== null
}

/** Without the address, which viem puts into the message. */
export function inShort(error: Error): string {
  if (!(error instanceof BaseError)) return error.message
  return error.details ? `${error.shortMessage} ${error.details}` : error.shortMessage
}
