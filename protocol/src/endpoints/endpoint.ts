import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

// An endpoint is data: what it takes, what it answers, what it needs and how it can fail, in one place.

/** Every path of an endpoint is relative to this one. */
export const basePath = '/api/v1'

export const scopes = ['read', 'trade', 'mint', 'withdraw', 'rails'] as const
export type Scope = (typeof scopes)[number]

export const products = ['stablecoin_issuance', 'crypto_conversion'] as const
export type Product = (typeof products)[number]

/** What the gate asks of a signed call beside KYB. `any`: some agreement must be active, no matter which. */
type Needs = { readonly scope: Scope; readonly agreement?: Product | 'any' }

type PublicCall = {
  readonly access: 'public'
  readonly method: 'GET'
  readonly path: `/client/${string}`
  readonly body: 'none'
}

type SignedCall = {
  readonly access: 'signed'
  readonly method: 'POST'
  readonly path: `/private/${string}`
  readonly body: 'form' | 'json'
  readonly needs: Needs
}

export type Endpoint = (PublicCall | SignedCall) & {
  readonly name: string
  readonly tag: 'Reference' | 'Account' | 'Trading' | 'Transfers' | 'Supply' | 'Rails'
  readonly summary: string
  readonly description: string
  /** The query of a GET, the fields of a POST. */
  readonly request: z.ZodObject
  readonly response: z.ZodObject
  /** Its own errors, beside those that every call may answer: see `errorsOf`. */
  readonly errors: readonly ErrorCode[]
}

/** A call that names what it needs. */
export type SignedEndpoint = Extract<Endpoint, { access: 'signed' }>
export type PublicEndpoint = Extract<Endpoint, { access: 'public' }>

export type RequestOf<E extends Endpoint> = z.infer<E['request']>
export type ResponseOf<E extends Endpoint> = z.infer<E['response']>

/** Adds nothing; it is here so that the compiler checks the table and keeps the types of request and response. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** Errors that any call of any API may answer. */
export const anyCall: readonly ErrorCode[] = [
  'bad_request',
  'request_timeout',
  'payload_too_large',
  'rate_limited',
  'headers_too_large',
  'internal_error',
  'service_unavailable',
]
const anyKey: readonly ErrorCode[] = ['signature_failure', 'invalid_nonce', 'scope_missing', 'ip_not_allowed']
const anyInstitution: readonly ErrorCode[] = ['account_suspended', 'halted', 'kyb_required']

/** Everything that a call to this endpoint may answer instead of its response. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  if (endpoint.access === 'public') return [...anyCall, ...endpoint.errors]
  return [...anyCall, ...anyKey, ...productErrorsOf(endpoint)]
}

/** What it may answer to whoever calls it for an institution: a key, or a person in the portal. */
export function productErrorsOf({ needs, errors }: SignedEndpoint): ErrorCode[] {
  return [...anyInstitution, ...(needs.agreement ? (['agreement_missing'] as const) : []), ...errors]
}
