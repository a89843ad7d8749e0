import { parseAmount } from '@specie/protocol/money.ts'
import { z } from 'zod'
import { requestOutside, maxAnswerBytes } from '../../../base/http/outside.ts'

// JSON-RPC client of Bitcoin Core (25 or later).

/** The node refused the request. Nothing has happened. */
export class NodeRefusal extends Error {
  override name = 'NodeRefusal'
  readonly code: number

  constructor(method: string, code: number, message: string) {
    super(`the Bitcoin node refuses ${method}: ${message} (${code})`)
    this.code = code
  }
}

/** No answer, or an invalid one. The outcome is unknown. */
export class NodeSilence extends Error {
  override name = 'NodeSilence'
}

export type BitcoinNode = {
  call<T>(answer: z.ZodType<T>, method: string, ...params: readonly unknown[]): Promise<T>
  callWallet<T>(answer: z.ZodType<T>, method: string, ...params: readonly unknown[]): Promise<T>
}

/** An amount in BTC as satoshis. The sign is dropped. The field name already says whether it was sent or paid as a fee. */
export const satoshis = z
  .union([z.string(), z.int()])
  .transform((text) => parseAmount(String(text).replace('-', ''), 'BTC').minor)

/** Before JSON-RPC 2.0 an error answer has a result too. */
const envelope = z.object({
  result: z.unknown().optional(),
  error: z.object({ code: z.int(), message: z.string() }).nullish(),
})

/** Long, because a rescan after an import is slow. */
const timeoutMs = 60_000

/** `url` may contain user and password; our watch-only wallet may be one of several on the node. */
export function bitcoinNode(url: string, wallet: string): BitcoinNode {
  const { username, password, origin, pathname } = new URL(url)
  const base = `${origin}${pathname.replace(/\/$/, '')}`
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const headers = { 'content-type': 'application/json', ...(username && { authorization: `Basic ${login}` }) }

  async function post(path: string, method: string, params: readonly unknown[]): Promise<string> {
    try {
      const body = JSON.stringify({ jsonrpc: '1.0', id: 1, method, params })
      const limits = { withinMs: timeoutMs, maxBytes: maxAnswerBytes.node }
      return (await requestOutside(`${base}${path}`, { method: 'POST', headers, body }, limits)).text
    } catch (cause) {
      throw new NodeSilence(`the Bitcoin node did not answer ${method}: ${(cause as Error).message}`, { cause })
    }
  }

  const askAt =
    (path: string): BitcoinNode['call'] =>
    async (answer, method, ...params) => {
      const { result, error } = read(method, await post(path, method, params))
      if (error) throw new NodeRefusal(method, error.code, error.message)
      const parsed = answer.safeParse(result)
      if (parsed.success) return parsed.data
      throw new NodeSilence(`the Bitcoin node answered ${method} in an unknown form: ${z.prettifyError(parsed.error)}`)
    }
  return { call: askAt('/'), callWallet: askAt(`/wallet/${encodeURIComponent(wallet)}`) }
}

function read(method: string, text: string): z.infer<typeof envelope> {
  try {
    return envelope.parse(JSON.parse(text, keepDecimals))
  } catch (cause) {
    throw new NodeSilence(`the Bitcoin node answered ${method} in a form that is not JSON-RPC`, { cause })
  }
}

/** Amounts are JSON numbers with a decimal point. Their text is kept, because floats are not exact. */
function keepDecimals(_key: string, value: unknown, context?: { readonly source?: string }): unknown {
  return typeof value === 'number' && context?.source?.includes('.') ? context.source : value
}
