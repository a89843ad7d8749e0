import { http, type HttpTransport, type HttpTransportConfig } from 'viem'
import { maxAnswerBytes, outsideFetch } from '../../../base/http/outside.ts'

/** viem's own patience with a node. */
const patienceMs = 10_000

/**
 * JSON-RPC of a node over HTTP, with the limits of everything outside. viem's own limit of size is off: its error does not
 * count as a fault of the node.
 */
export function evmTransport(url: string, config: HttpTransportConfig = {}): HttpTransport {
  const withinMs = config.timeout ?? patienceMs
  const fetchFn = outsideFetch({ withinMs, maxBytes: maxAnswerBytes.node })
  return http(url, { ...config, fetchFn, maxResponseBodySize: false })
}
