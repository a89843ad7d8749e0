import { parseAmount } from '@specie/protocol/money.ts'
import { z } from 'zod'
import { requestOutside, maxAnswerBytes } from '../../../base/http/outside.ts'

// JSON-RPC of Bitcoin Core (25 or later), as far as we ask it.

/** The node's own answer that it will not: nothing of what was asked has happened. */
export class NodeRefusal extends Error {
  override name = 'NodeRefusal'
  readonly code: number

  constructor(method: string, code: number, message: string) {
    super(`the Bitcoin node refuses ${method}: ${message} (${code})`)
    this.code = code
  }
}

/** No answer, or none that can be read: nobody knows whether it happened. */
export class NodeSilence extends Error {
  override name = 'NodeSilence'
}

export type BitcoinNode = {
  ask<T>(answer: z.ZodType<T>, method: string, ...params: readonly unknown[]): Promise<T>
  askWallet<T>(answer: z.ZodType<T>, method: string, ...params: readonly unknown[]): Promise<T>
}

/** An amount in BTC, as satoshis. The sign of a fee or of what was sent says nothing that its name does not. */
export const satoshis = z
  .union([z.string(), z.int()])
  .transform((text) => parseAmount(String(text).replace('-', ''), 'BTC').minor)

/** Before JSON-RPC 2.0 a refusal has a result, too. */
const envelope = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string() }).nullish(),
})

/** A rescan after an import takes its time. */
const patienceMs = 60_000

/** `url` may hold user and password; our watch-only wallet is one of perhaps many on the node. */
export function bitcoinNode(url: string, wallet: string): BitcoinNode {
  const { username, password, origin, pathname } = new URL(url)
  const base = `${origin}${pathname.replace(/\/$/, '')}`
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const headers = { 'content-type': 'application/json', ...(username && { authorization: `Basic ${login}` }) }

  async function post(path: string, method: string, params: readonly unknown[]): Promise<string> {
    try {
      const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params })
      const limits = { withinMs: patienceMs, maxBytes: maxAnswerBytes.node }
      return (await requestOutside(`${base}${path}`, { method: 'POST', headers, body }, limits)).text
    } catch (cause) {
      throw new NodeSilence(`the Bitcoin node did not answer ${method}: ${(cause as Error).message}`, { cause })
    }
  }

  const askAt =
    (path: string): BitcoinNode['ask'] =>
    async (answer, method, ...params) => {
      const { result, error } = read(method, await post(path, method, params))
      if (error) throw new NodeRefusal(method, error.code, error.message)
      const parsed = answer.safeParse(result)
      if (parsed.success) return parsed.data
      throw new NodeSilence(`the Bitcoin node answered ${method} in an unknown form: ${z.prettifyError(parsed.error)}`)
    }
  return { ask: askAt('/'), askWallet: askAt(`/wallet/${encodeURIComponent(wallet)}`) }
}

function read(method: string, text: string): z.infer<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(text, exact))
  } catch (cause) {
    throw new NodeSilence(`the Bitcoin node answered ${method} with something else than JSON-RPC`, { cause })
  }
}

/** Amounts come as JSON numbers with a point: their text is kept, for a float is not money. */
function exact(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source?.includes('.') ? context.source : value
}
