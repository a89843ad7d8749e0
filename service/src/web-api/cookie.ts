import type { Config } from '../base/config.ts'
import type { Reply, Request } from '../base/http/shell.ts'
import { challengeMs } from '../people/factor/challenge.ts'
import { absoluteMs, type SessionKind } from '../people/session/session.ts'

// The session cookie. With TLS its name begins with __Host-, so that no other host can set it.

const isSecure = ({ portalOrigin }: Config): boolean => portalOrigin?.startsWith('https:') ?? false
const nameOf = (config: Config): string => (isSecure(config) ? '__Host-specie' : 'specie')

/** The credentials of a request: a program's token in its Authorization header, or a browser's cookie. */
export function carriedBy(request: Request, config: Config): { value: string | null; kind: SessionKind } {
  const token = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '')?.[1]
  return token === undefined
    ? { value: sessionCookieOf(request, config), kind: 'browser' }
    : { value: token, kind: 'token' }
}

export const sessionCookieOf = ({ headers }: Request, config: Config): string | null =>
  cookieOf(headers.cookie, nameOf(config))

function cookieOf(header: string | undefined, name: string): string | null {
  const pairs = (header ?? '').split(';').map((pair) => pair.trim().split('='))
  return pairs.find(([key]) => key === name)?.[1] ?? null
}

export const setSessionCookie = (reply: Reply, config: Config, token: string): void =>
  set(reply, config, nameOf(config), token, absoluteMs / 1_000)

export const clearSessionCookie = (reply: Reply, config: Config): void => set(reply, config, nameOf(config), '', 0)

// The browser's state of a single sign-on while it is at the issuer.
const oidcName = (config: Config): string => `${nameOf(config)}-oidc`

// Marks a browser in which a person has signed in, for half a year (people/sign-in/known-browser.ts).
const browserName = (config: Config): string => `${nameOf(config)}-browser`
const browserSeconds = 180 * 24 * 3_600

export const setBrowserCookie = (reply: Reply, config: Config, sealed: string): void =>
  set(reply, config, browserName(config), sealed, browserSeconds)

export const browserCookieOf = ({ headers }: Request, config: Config): string | null =>
  cookieOf(headers.cookie, browserName(config))

export const setOidcCookie = (reply: Reply, config: Config, verifier: string): void =>
  set(reply, config, oidcName(config), verifier, challengeMs / 1_000)

export const oidcCookieOf = ({ headers }: Request, config: Config): string | null =>
  cookieOf(headers.cookie, oidcName(config))

function set(reply: Reply, config: Config, name: string, value: string, seconds: number): void {
  const secure = isSecure(config) ? '; Secure' : ''
  void reply.header('set-cookie', `${name}=${value}; Path=/; Max-Age=${seconds}; HttpOnly; SameSite=Strict${secure}`)
}
