import { createHash, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

// Access control of programs that listen on this machine.

/** Compares digests, so that the duration reveals nothing about the token. */
export function hasBearer({ authorization }: IncomingHttpHeaders, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(authorization ?? ''), digest(`Bearer ${token}`))
}

/** A foreign name that resolves to this machine (DNS rebinding) is not local. */
export const hasLocalHost = ({ host }: IncomingHttpHeaders): boolean =>
  /^(localhost|127\.[\d.]+|\[::1\])(:\d+)?$/.test(host ?? '')

/** Browsers send the origin of a page; programs do not. */
export function isCrossOrigin(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site']
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true
  return headers.origin !== undefined && headers.origin !== `http://${headers.host}`
}

/** Why every request of this caller is refused; null if it is accepted. For programs of UAT, which no page calls. */
export function foreignCaller(headers: IncomingHttpHeaders): string | null {
  if (!hasLocalHost(headers)) return 'Call this by a name of this machine, such as 127.0.0.1.'
  if (isCrossOrigin(headers)) return 'A page of another origin may not call this. Call it from a program.'
  return null
}
