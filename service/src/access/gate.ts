import { BlockList, isIPv6 } from 'node:net'
import { refusalOf } from '@specie/protocol/clearance.ts'
import type { SignedEndpoint } from '@specie/protocol/endpoints/endpoint.ts'
import { ApiError } from '../base/http/errors.ts'
import type { Standing } from './api-key/keyring.ts'
import type { InstitutionStanding } from '../onboarding/standing.ts'

type Needs = SignedEndpoint['needs']

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
export function institutionRefusal(standing: InstitutionStanding, { agreement }: Needs): ApiError | null {
  const refusal = refusalOf(standing, agreement)
  return refusal && new ApiError(refusal.code, refusal.details)
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
  // Text that is not an address matches no network. A proxy may forward anything that its caller sent.
  const plain = ip.replace(/^::ffff:/, '')
  return allowed.check(plain, familyOf(plain))
}

const familyOf = (address: string) => (isIPv6(address) ? 'ipv6' : 'ipv4')
