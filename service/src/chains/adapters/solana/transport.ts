import { type RpcTransport, SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, SolanaError } from '@solana/kit'
import { maxAnswerBytes, outsideFetch } from '../../../base/http/outside.ts'

/**
 * JSON-RPC over HTTP with our limits for outside calls. The library's own transport follows redirects and reads answers of
 * any size. Integers are bigints in both directions, because amounts exceed 2^53.
 */
export function solanaTransport(url: string, withinMs: number): RpcTransport {
  const send = outsideFetch({ withinMs, maxBytes: maxAnswerBytes.node })
  const transport = async ({ payload, signal }: Parameters<RpcTransport>[0]): Promise<unknown> => {
    const response = await send(url, {
      method: 'POST',
      headers: { accept: 'application/json', 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(payload, writeBigint),
      ...(signal ? { signal } : {}),
    })
    if (!response.ok) {
      const { status: statusCode, statusText: message, headers } = response
      await response.body?.cancel()
      throw new SolanaError(SOLANA_ERROR__RPC__TRANSPORT_HTTP_ERROR, { headers, message, statusCode })
    }
    return JSON.parse(await response.text(), readBigint)
  }
  return transport as RpcTransport
}

/** Newer than the standard library types that we compile with. */
const { rawJSON } = JSON as unknown as { rawJSON(text: string): unknown }

const writeBigint = (_key: string, value: unknown): unknown =>
  typeof value === 'bigint' ? rawJSON(String(value)) : value

const readBigint = (_key: string, value: unknown, context?: { readonly source?: string }): unknown =>
  typeof value === 'number' && /^-?\d+$/.test(context?.source ?? '') ? BigInt(context!.source!) : value
