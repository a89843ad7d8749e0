import type { z } from 'zod'
import type { ErrorCode } from '../errors.ts'

// An endpoint is data: its fields, its answer, its needs and its errors, in one place.

/** The base of every endpoint's path. */
export const basePath = '/api/v1'

export const scopes = ['read', 'trade', 'mint', 'withdraw', 'rails'] as const
export type Scope = (typeof scopes)[number]

export const products = ['stablecoin_issuance', 'crypto_conversion'] as const
export type Product = (typeof products)[number]

/** The gate's conditions for a signed call, in addition to KYB. `any`: any active agreement. */
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
  /** Its own errors, in addition to those of every call. See `errorsOf`. */
  readonly errors: readonly ErrorCode[]
}

/** A call with its needs. */
export type SignedEndpoint = Extract<Endpoint, { access: 'signed' }>
export type PublicEndpoint = Extract<Endpoint, { access: 'public' }>

export type RequestOf<E extends Endpoint> = z.infer<E['request']>
export type ResponseOf<E extends Endpoint> = z.infer<E['response']>

/** The identity function. The compiler checks the table and keeps the types of request and response. */
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}

/** Errors of any call of any API. */
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

/** All errors of a call to this endpoint. */
export function errorsOf(endpoint: Endpoint): ErrorCode[] {
  if (endpoint.access === 'public') return [...anyCall, ...endpoint.errors]
  return [...anyCall, ...anyKey, ...productErrorsOf(endpoint)]
}

/** Its errors for a caller of an institution: a key, or a person in the portal. */
export function productErrorsOf({ needs, errors }: SignedEndpoint): ErrorCode[] {
  return [...anyInstitution, ...(needs.agreement ? (['agreement_missing'] as const) : []), ...errors]
}
