import { hasBearer, hasLocalHost, isCrossOrigin } from '@specie/program/http-guard.ts'
import { ApiError } from '../http/errors.ts'
import type { Request } from './shell.ts'

/**
 * Accepts a request with the token. Without a configured token: a request from this machine. A loopback peer alone does
 * not prove that, because it may be a local proxy, or a browser showing any page.
 */
export function requireTokenOrLocal(token: string | null, request: Request): void {
  if (token !== null) return requireToken(token, request)
  if (!isLocal(request)) throw refused(request, 'This address accepts calls from this machine only.')
  if (isWrite(request) && isCrossOrigin(request.headers))
    throw refused(request, 'A page of another origin may not call this. Call it from a program.')
}

/** A configured token is always required. A local request may come from a proxy that adds no header. */
function requireToken(token: string, request: Request): void {
  if (!hasBearer(request.headers, token))
    throw refused(request, 'Send the token of this address: Authorization: Bearer …')
}

const refused = (request: Request, message: string): ApiError =>
  new ApiError('ip_not_allowed', { ip: request.ip }, message)

function isLocal({ socket, headers, raw }: Request): boolean {
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return (
    /^(127\.|::1$)/.test(peer) &&
    hasLocalHost(headers) &&
    // With two Host headers Node shows the first; a proxy in front may have used the second.
    raw.headersDistinct['host']?.length === 1 &&
    // Some proxies add no header at all. Most such proxies speak HTTP/1.0, which clients do not use.
    raw.httpVersion === '1.1' &&
    !Object.keys(headers).some((name) => proxyHeader.test(name))
  )
}

/** Headers that proxies, load balancers and CDNs add. Node gives names in lower case. */
const proxyHeader = new RegExp(
  `^(${[
    '(x-)?forwarded.*',
    'via',
    'proxy-.*',
    'cdn-loop',
    '(x-)?(real|client|cluster-client|true-client|remote|source|originating|proxyuser)-(ip|addr|host)',
    'x-(original|envoy|azure|appengine|arr|amz|amzn|vercel|nf|fastly|proxy|cloud-trace|scheme).*',
    '(cf|fly|fastly|akamai|wl-proxy)-.*',
  ].join('|')})$`,
)

const isWrite = ({ method }: Request): boolean => method !== 'GET' && method !== 'HEAD'
