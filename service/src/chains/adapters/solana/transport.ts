import { type RpcTransport, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, SolanaError } from '@solana/kit'
import { maxAnswerBytes, outsideFetch } from '../../../base/http/outside.ts'

/**
 * JSON-RPC of a node over HTTP, with the limits of everything outside. The library's own transport follows redirects and
 * reads whatever comes. Amounts are integers beyond 2^53: they are bigints both ways.
 */
export function solanaTransport(url: string, withinMs: number): RpcTransport {
  const send = outsideFetch({ withinMs, maxBytes: maxAnswerBytes.node })
  const transport = async ({ payload, signal }: Parameters<RpcTransport>[0]): Promise<unknown> => {
    const response = await send(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(payload, written),
      ...(signal ? { signal } : {}),
    })
    if (!response.ok) {
      const { status: statusCode, statusText: message, headers } = response
      await response.body?.cancel()
      throw new SolanaError(SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, { headers, message, statusCode })
    }
    return JSON.parse(await response.text(), read)
  }
  return transport as RpcTransport
}

/** Newer than the types of the standard library that we compile against. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

const written = (_key: string, value: unknown): unknown => (typeof value === 'bigint' ? rawJSON(String(value)) : value)

const read = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && /^-?\d+$/.test(context?.source ?? '') ? BigInt(context!.source!) : value
