import {
  BaseError,
  createPublicClient,
  http,
  HttpRequestError,
  InternalRpcError,
  LimitExceededRpcError,
  type PublicClient,
  TimeoutError,
} from 'viem'
import type { ChainCode } from '@specie/protocol/chains.ts'

// The nodes of one chain. A question goes to the first that is well, whole: its parts are never answered by two nodes
// that may stand at different blocks. Addresses of nodes often hold a password: they are named by their host alone.

/** A node did not do its part; another may. */
export class NodeFailure extends Error {
  override name = 'NodeFailure'
}

/** Nodes tell different histories of what they call final: nobody knows which is true. */
export class Disagreement extends Error {
  override name = 'Disagreement'
}

/** A node of whom nothing may be believed is news for an operator. */
export type OnTrouble = (message: string, details: Record<string, unknown>) => void

export type Nodes = {
  /** Asks one node, and another one when it fails. */
  ask<T>(question: (client: PublicClient) => Promise<T>): Promise<T>
  /** Asks all that are well, and answers what those say that answer: at least one. */
  askAll<T>(question: (client: PublicClient) => Promise<T>): Promise<T[]>
  /** The block that every node calls final, or has built upon; throws Disagreement. */
  final(): Promise<BlockId>
}

export type BlockId = { readonly height: bigint; readonly hash: string }

type Setting = { code: ChainCode; chainId: number; urls: readonly string[]; onTrouble: OnTrouble }
type Node = { readonly host: string; readonly client: PublicClient; isResting: boolean; isRightChain: boolean }

const timeoutMs = 5_000
/** A node that fails is asked only if the others fail, too, until it has rested. */
const restMs = 30_000

export function openNodes({ code, chainId, urls, onTrouble }: Setting): Nodes {
  if (urls.length === 0) throw new Error(`${code} has no nodes: set RPC_${code}`)
  const nodes = urls.map(nodeAt)

  async function put<T>(node: Node, question: (client: PublicClient) => Promise<T>): Promise<T> {
    try {
      node.isRightChain ||= await isRightChain(node)
      return await question(node.client)
    } catch (error) {
      if (!(error instanceof BaseError) && !(error instanceof NodeFailure)) throw error
      const failure = new NodeFailure(`${node.host}, a node of ${code}: ${inShort(error)}`)
      if (!node.isResting && isUnwell(error)) {
        rest(node)
        onTrouble('a node fails', { chain: code, node: node.host, problem: failure.message })
      }
      throw failure
    }
  }

  async function isRightChain({ client }: Node): Promise<true> {
    const found = await client.getChainId()
    if (found !== chainId) throw new WrongChain(`serves chain ${found} and not ${chainId}: see RPC_${code}`)
    return true
  }

  async function ask<T>(question: (client: PublicClient) => Promise<T>): Promise<T> {
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

  async function answers<T>(question: (client: PublicClient) => Promise<T>): Promise<{ node: Node; answer: T }[]> {
    const well = nodes.filter((node) => !node.isResting)
    const asked = well.length > 0 ? well : nodes
    const told = await Promise.allSettled(asked.map((node) => put(node, question)))
    const found = told.flatMap((one, i) => (one.status === 'fulfilled' ? [{ node: asked[i]!, answer: one.value }] : []))
    const reasons = told.flatMap((one): unknown[] => (one.status === 'rejected' ? [one.reason] : []))
    const decision = reasons.find((reason) => !(reason instanceof NodeFailure))
    if (decision !== undefined) throw decision
    if (found.length === 0) throw reasons[0]
    return found
  }

  async function final(): Promise<BlockId> {
    const heads = await answers((client) => client.getBlock({ blockTag: 'finalized' }))
    // The lowest: one node alone cannot make a block final that another does not know.
    const height = heads.map(({ answer }) => answer.number).reduce((a, b) => (a < b ? a : b))
    const told = await Promise.all(
      heads.map(async ({ node, answer }) => ({
        node: node.host,
        hash:
          answer.number === height ? answer.hash : (await put(node, (to) => to.getBlock({ blockNumber: height }))).hash,
      })),
    )
    const [{ hash }] = told as [(typeof told)[number]]
    if (told.every((one) => one.hash === hash)) return { height, hash }
    onTrouble('nodes disagree about a final block', { chain: code, height: String(height), told })
    const sides = told.map((one) => `${one.node} says ${one.hash}`).join(', ')
    throw new Disagreement(
      `The nodes of ${code} disagree about final block ${height}: ${sides}. Find out who is right.`,
    )
  }

  return { ask, askAll: async (question) => (await answers(question)).map(({ answer }) => answer), final }
}

class WrongChain extends NodeFailure {}

function nodeAt(url: string): Node {
  // Calls of one moment travel as one batch.
  const transport = http(url, { batch: { batchSize: 100 }, timeout: timeoutMs, retryCount: 0 })
  const client = createPublicClient({ transport, cacheTime: 0 })
  return { host: new URL(url).host, client, isResting: false, isRightChain: false }
}

function rest(node: Node): void {
  node.isResting = true
  setTimeout(() => {
    node.isResting = false
    node.isRightChain = false
  }, restMs).unref()
}

const illnesses = [HttpRequestError, TimeoutError, InternalRpcError, LimitExceededRpcError]

function isUnwell(error: BaseError | NodeFailure): boolean {
  if (!(error instanceof BaseError)) return error instanceof WrongChain
  return error.walk((cause) => illnesses.some((illness) => cause instanceof illness)) !== null
}

/** Without the address, which viem puts into the message. */
export function inShort(error: BaseError | NodeFailure): string {
  if (!(error instanceof BaseError)) return error.message
  return error.details ? `${error.shortMessage} ${error.details}` : error.shortMessage
}
