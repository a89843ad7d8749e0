import { http, type HttpTransport, type HttpTransportConfig } from 'viem'
import { maxAnswerBytes, outsideFetch } from '../../../base/http/outside.ts'

/** viem's default timeout. */
const defaultTimeoutMs = 10_000

/**
 * JSON-RPC over HTTP with our limits for outside calls. viem's own size limit is off, because its error does not count as a
 * failure of the node.
 */
export function evmTransport(url: string, config: HttpTransportConfig = {}): HttpTransport {
  const withinMs = config.timeout ?? defaultTimeoutMs
  const fetchFn = outsideFetch({ withinMs, maxBytes: maxAnswerBytes.node })
  return http(url, { ...config, fetchFn, maxResponseBodySize: false })
}
