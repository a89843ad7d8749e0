import type { Config } from '../base/config.ts'
import type { Reply, Request } from '../base/http/shell.ts'
import { absoluteMs } from '../people/session/session.ts'

// The session cookie. Its name begins with __Host- wherever the origin has TLS: then no other host can set it.

const isSecure = ({ portalOrigin }: Config): boolean => portalOrigin?.startsWith('https:') ?? false
const nameOf = (config: Config): string => (isSecure(config) ? '__Host-specie' : 'specie')

/** The token of a request: from the Authorization header of a program, or from the cookie of a browser. */
export function tokenOf({ headers }: Request, config: Config): { value: string | null; isBearer: boolean } {
  const bearer = /^Bearer ([\w-]{43})$/.exec(headers.authorization ?? '')?.[1]
  if (bearer !== undefined) return { value: bearer, isBearer: true }
  const name = nameOf(config)
  const pairs = (headers.cookie ?? '').split(';').map((pair) => pair.trim().split('='))
  return { value: pairs.find(([key]) => key === name)?.[1] ?? null, isBearer: false }
}

export const setSessionCookie = (reply: Reply, config: Config, token: string): void =>
  set(reply, config, token, absoluteMs / 1_000)

export const clearSessionCookie = (reply: Reply, config: Config): void => set(reply, config, '', 0)

function set(reply: Reply, config: Config, value: string, seconds: number): void {
  const secure = isSecure(config) ? '; Secure' : ''
  void reply.header(
    'set-cookie',
    `${nameOf(config)}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`,
  )
}
