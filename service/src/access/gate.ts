import { BlockList, isIPv6 } from 'node:net'
import type { SignedEndpoint } from '@specie/protocol/endpoints/endpoint.ts'
import { ApiError } from '../base/http/errors.ts'
import type { Standing } from './api-key/keyring.ts'
import type { InstitutionStanding } from '../onboarding/standing.ts'

type Needs = SignedEndpoint['needs']

/** States of a KYB case that was approved once and then stopped; the institution cannot leave them by itself. */
const stopped: ReadonlySet<string | null> = new Set(['suspended', 'offboarded'])

/** A periodic review leaves the access as it is until its deadline, when a job moves the case on (kyb/review.ts). */
const cleared: ReadonlySet<string | null> = new Set(['approved', 'periodic_review'])

/**
 * Checks whether a call is allowed now, in the order of the contract: scope, address, KYB, agreement. `ip` is null when the
 * call was made before, from an address that was allowed.
 */
export function gate(standing: Standing, needs: Needs, ip: string | null): void {
  if (!standing.scopes.includes(needs.scope)) {
    throw new ApiError('scope_missing', { scope: needs.scope, scopes: standing.scopes })
  }
  if (ip !== null && !isAllowed(standing.ipAllowlist, ip)) throw new ApiError('ip_not_allowed', { ip })
  gateInstitution(standing, needs)
}

/** The part that also applies to people: roles replace scopes, and a session replaces the address. */
export function gateInstitution(standing: InstitutionStanding, needs: Needs): void {
  const refusal = institutionRefusal(standing, needs)
  if (refusal !== null) throw refusal
}

/** Why the institution may not do this now; null when it may. */
export function institutionRefusal({ kyb, agreements }: InstitutionStanding, needs: Needs): ApiError | null {
  if (stopped.has(kyb)) return new ApiError('account_suspended', { reason: kyb })
  if (!cleared.has(kyb)) return new ApiError('kyb_required', { reason: kyb ?? 'no_case' })
  if (hasAgreement(agreements, needs.agreement)) return null
  return new ApiError('agreement_missing', { reason: 'not_active', agreement: needs.agreement })
}

function hasAgreement(active: string[], needed: Needs['agreement']): boolean {
  if (needed === undefined) return true
  return needed === 'any' ? active.length > 0 : active.includes(needed)
}

/** An empty list allows every address. */
function isAllowed(networks: string[], ip: string): boolean {
  if (networks.length === 0) return true
  const allowed = new BlockList()
  for (const network of networks) {
    // A network without a prefix length is a defect. It must not be read as 0 bits, which would allow every address.
    const [address, bits] = network.split('/') as [string, string]
    allowed.addSubnet(address, Number(bits), familyOf(address))
  }
  // Text that is not an address matches no network: a proxy may forward anything that its caller sent.
  const plain = ip.replace(/^::ffff:/, '')
  return allowed.check(plain, familyOf(plain))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
