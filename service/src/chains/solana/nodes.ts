import {
  createDefaultRpcTransport,
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

// The nodes of the chain: one after another is asked until one answers. A whole piece of work is done with one node, for
// two of them may stand at different slots.

export type Node = { readonly rpc: Rpc<SolanaRpcApi>; readonly genesis: string }
export type OnTrouble = (message: string, details: { readonly [name: string]: string | number }) => void

export type Nodes = {
  readonly count: number
  /** Done by the first node that is able to; work that one has left half done is begun anew with the next. */
  use<T>(work: (node: Node) => Promise<T>): Promise<T>
  /** Asks all of them at once; answers of those that gave one. Throws when none did. */
  everywhere<T>(work: (node: Node, host: string) => Promise<T>): Promise<T[]>
}

/** This node cannot tell now; another one may. */
export class NodeFault extends Error {
  override name = 'NodeFault'
}

/** How long a node that failed stands at the end of the line. */
const benchMs = 30_000

type Entry = { readonly host: string; readonly rpc: Rpc<SolanaRpcApi>; genesis: string | null; benched: boolean }

export function openNodes(urls: readonly string[], onTrouble: OnTrouble, timeoutMs = 5_000): Nodes {
  if (urls.length === 0) throw new Error('Solana needs the URL of at least one node')
  // A URL may hold a key of ours: only its host is ever told.
  const entries = urls.map((url): Entry => ({
    host: new URL(url).host,
    rpc: rpcOf(url, timeoutMs),
    genesis: null,
    benched: false,
  }))
  let genesis: string | null = null

  async function admitted(entry: Entry): Promise<Node> {
    entry.genesis ??= await entry.rpc.getGenesisHash().send()
    genesis ??= entry.genesis
    if (entry.genesis !== genesis) throw new NodeFault(`it is on another chain, that of genesis ${entry.genesis}`)
    return { rpc: entry.rpc, genesis }
  }

  function bench(entry: Entry, error: Error): void {
    if (!entry.benched)
      onTrouble('a Solana node does not serve us; others are asked', { host: entry.host, why: error.message })
    entry.benched = true
    setTimeout(() => (entry.benched = false), benchMs).unref()
  }

  return {
    count: entries.length,
    use: async (work) => {
      let last: unknown
      for (const entry of entries.toSorted((a, b) => Number(a.benched) - Number(b.benched))) {
        try {
          return await work(await admitted(entry))
        } catch (error) {
          if (!isFault(error)) throw error
          last = error
          bench(entry, error)
        }
      }
      throw last
    },
    everywhere: async (work) => {
      const able = entries.filter((entry) => !entry.benched)
      const asked = able.length > 0 ? able : entries
      const told = await Promise.allSettled(asked.map(async (entry) => work(await admitted(entry), entry.host)))
      for (const [i, one] of told.entries()) {
        if (one.status === 'rejected' && !isFault(one.reason)) throw one.reason
        if (one.status === 'rejected') bench(asked[i]!, one.reason)
      }
      const answers = told.filter((one) => one.status === 'fulfilled').map((one) => one.value)
      if (answers.length === 0) throw new NodeFault('no node of Solana answers')
      return answers
    },
  }
}

function rpcOf(url: string, timeoutMs: number): Rpc<SolanaRpcApi> {
  const plain = createDefaultRpcTransport({ url })
  const transport = async ({ payload, signal }: Parameters<RpcTransport>[0]) => {
    const limit = AbortSignal.timeout(timeoutMs)
    try {
      return await plain({ payload, signal: signal ? AbortSignal.any([signal, limit]) : limit })
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
