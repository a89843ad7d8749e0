import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../http/errors.ts'
import type { Request } from './shell.ts'

/**
 * Lets a request in that comes from this very machine, or that carries the token. From this machine means more than a
 * loopback peer: a proxy beside us is one too, and so is a browser, whose page may be anybody's.
 */
export function requireLocalOr(token: string | null, request: Request): void {
  if (token !== null && isToken(request.headers.authorization, token)) return
  if (!isLocal(request)) throw refused(request, 'This address is open to the machine itself, or with a bearer token.')
  if (isWrite(request) && isCrossOrigin(request))
    throw refused(
      request,
      'A page of another origin may not call this. Call it from a program, or with a bearer token.',
    )
}

const refused = (request: Request, message: string): ApiError =>
  new ApiError('ip_not_allowed', { ip: request.ip }, message)

function isLocal({ socket, headers, raw }: Request): boolean {
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  return (
    /^(127\.|::1$)/.test(peer) &&
    // A name of its own that leads a browser here (DNS rebinding) is none of ours.
    /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(headers.host ?? '') &&
    // Of two names Node shows the first; whoever stands before us may have gone by the second.
    raw.headersDistinct['host']?.length === 1 &&
    // Some proxies add no header at all; those mostly speak the old version, and clients do not.
    raw.httpVersion === '1.1' &&
    !Object.keys(headers).some((name) => proxyHeader.test(name))
  )
}

/** What proxies, load balancers and CDNs write into what they pass on. Node gives names in small letters. */
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

/** Browsers say where a page comes from; programs say nothing. */
function isCrossOrigin({ headers }: Request): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`
}

function isToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}
