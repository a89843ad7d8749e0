import { createHash } from 'node:crypto'
import {
  allowInsecureRequests,
  authorizationCodeGrant,
  buildAuthorizationUrl,
  type Configuration,
  discovery,
  enableNonRepudiationChecks,
} from 'openid-client'
import type { Config } from '../../base/config.ts'
import type { Env } from '../../base/env.ts'
import { perProcess } from '../../base/per-process.ts'
import { ApiError, unavailable } from '../../base/http/errors.ts'
import { newChallenge, takeChallenge } from '../factor/challenge.ts'
import { personColumns, type Person } from '../../directory/person.ts'
import { freshMs, type From, type NewSession } from '../session/session.ts'
import { beginSession } from './begin-session.ts'

// Single sign-on for staff: authorization code with PKCE. The issuer only confirms an email; the person and their roles
// are ours. Signing in creates no person.

/** The issuer's metadata; null where none is configured. Fetched at its first use, and again after a failure. */
const lazyIssuerOf = perProcess(({ config }) => {
  let found: Configuration | null = null
  return async () => (found ??= config.oidc && (await describe(config.oidc)))
})

function describe({ issuer, clientId, clientSecret }: NonNullable<Config['oidc']>): Promise<Configuration> {
  // Settings allow plain http in UAT and on this machine only.
  const plain = issuer.startsWith('http:') ? [allowInsecureRequests] : []
  // The signature of the token is checked, although it comes from the issuer directly.
  return discovery(new URL(issuer), clientId, clientSecret, undefined, {
    execute: [enableNonRepudiationChecks, ...plain],
    timeout: 5,
  })
}

async function issuerOf(env: Env): Promise<Configuration> {
  const issuer = await lazyIssuerOf(env)().catch((error: Error) => {
    env.log.warn({ err: error }, 'the issuer of single sign-on did not answer')
    throw unavailable('The single sign-on provider cannot be reached at the moment.')
  })
  if (issuer === null) throw new ApiError('not_found', {}, 'Single sign-on is not set up here (OIDC_ISSUER).')
  return issuer
}

const redirectUri = (origin: string): string => `${origin}/console/sign-in`

export type OidcBeginning = {
  url: string
  /** Stays in the browser, in a cookie. Only the browser that began can finish. */
  verifier: string
}

export async function beginOidc(env: Env, origin: string): Promise<OidcBeginning> {
  const issuer = await issuerOf(env)
  const verifier = env.ids.secret(32).toString('base64url')
  const nonce = env.ids.secret(32).toString('base64url')
  const state = await newChallenge(env, { purpose: 'oidc', personId: null, subject: nonce })
  const url = buildAuthorizationUrl(issuer, {
    redirect_uri: redirectUri(origin),
    scope: 'openid email',
    state: state.toString('base64url'),
    nonce,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    // An old factor does not open a session that counts as fresh.
    max_age: String(freshMs / 1_000),
  })
  return { url: url.href, verifier }
}

export type OidcReturn = {
  origin: string
  code: string
  state: string
  iss: string | undefined
  verifier: string | null
}

export async function finishOidc(env: Env, given: OidcReturn, from: From, before: string | null): Promise<NewSession> {
  const issuer = await issuerOf(env)
  const begun = await takeChallenge(env, Buffer.from(given.state, 'base64url'), { purpose: 'oidc', personId: null })
  if (begun === null || given.verifier === null) throw new ApiError('sign_in_failed')
  const shown = await verifiedEmail(env, issuer, given, given.verifier, begun.subject!)
  const person = shown && (await findStaff(env, shown.email))
  if (!person) throw new ApiError('sign_in_failed')
  const { factorAt } = shown
  return env.db.tx((tx) => beginSession(env, tx, { person, method: 'oidc', factorAt, before, ...from }))
}

/** The email, and when its owner has shown a factor to the issuer, perhaps minutes ago. */
async function verifiedEmail(
  env: Env,
  issuer: Configuration,
  { origin, code, state, iss }: OidcReturn,
  verifier: string,
  nonce: string,
): Promise<{ email: string; factorAt: Date } | null> {
  const returned = new URL(redirectUri(origin))
  returned.search = new URLSearchParams({ code, state, ...(iss !== undefined && { iss }) }).toString()
  const checks = {
    expectedState: state,
    expectedNonce: nonce,
    pkceCodeVerifier: verifier,
    idTokenExpected: true,
    maxAge: freshMs / 1_000,
  }
  const tokens = await authorizationCodeGrant(issuer, returned, checks).catch((error: Error) => {
    env.log.info({ err: error }, 'a single sign-on was refused')
    return null
  })
  const { email, email_verified: isVerified, auth_time: shownAt } = tokens?.claims() ?? ({} as Record<string, unknown>)
  if (isVerified !== true || typeof email !== 'string' || typeof shownAt !== 'number') return null
  return { email: email.toLowerCase(), factorAt: new Date(Math.min(shownAt * 1_000, env.clock.now().getTime())) }
}

async function findStaff(env: Env, email: string): Promise<Person | null> {
  const [person] = await env.db.query<Person>(
    `select ${personColumns} from directory.person p where p.email = $1 and p.side = 'staff' and p.state = 'active'`,
    [email],
  )
  return person ?? null
}
