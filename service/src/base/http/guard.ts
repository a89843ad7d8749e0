import { createHash, timingSafeEqual } from 'node:crypto'
import { ApiError } from '../http/errors.ts'
import type { Request } from './shell.ts'

/**
 * Lets a request in that comes from this very machine, or that carries the token. From this machine means more than a
 * loopback peer: a proxy beside us is one too (hence no forwarding header), and so is a browser whose page was lured
 * to our address by a DNS trick (hence the host).
 */
export function requireLocalOr(token: string | null, request: Request): void {
  if (token !== null && isToken(request.headers.authorization, token)) return
  if (isLocal(request)) return
  throw new ApiError(
    'ip_not_allowed',
    { ip: request.ip },
    'This address is open to the machine itself, or with a bearer token.',
  )
}

function isLocal({ socket, headers }: Request): boolean {
  const peer = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
  const host = (headers.host ?? '').replace(/:\d+$/, '')
  const forwarded = headers['x-forwarded-for'] ?? headers['forwarded']
  return forwarded === undefined && /^(127\.|::1$)/.test(peer) && /^(localhost|127\.[\d.]+|\[::1\])$/.test(host)
}

function isToken(authorization: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}
