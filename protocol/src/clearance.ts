import type { Product } from './endpoints/endpoint.ts'

// The conditions that an institution meets before a call is allowed: an approved KYB case, and an active agreement.

export type Clearance = { readonly kyb: string | null; readonly agreements: readonly string[] }

export type NeededAgreement = Product | 'any' | undefined

/** States of a case that was approved once and then stopped; the institution cannot leave them by itself. */
const stopped: ReadonlySet<string | null> = new Set(['suspended', 'offboarded'])

/** A periodic review leaves the access as it is until its deadline. */
const cleared: ReadonlySet<string | null> = new Set(['approved', 'periodic_review'])

type Refusal = {
  readonly code: 'account_suspended' | 'kyb_required' | 'agreement_missing'
  readonly details: { readonly reason: string; readonly agreement?: NeededAgreement }
}

/** Why the institution may not call now; null if it may. */
export function refusalOf({ kyb, agreements }: Clearance, agreement: NeededAgreement): Refusal | null {
  if (stopped.has(kyb)) return { code: 'account_suspended', details: { reason: kyb! } }
  if (!cleared.has(kyb)) return { code: 'kyb_required', details: { reason: kyb ?? 'no_case' } }
  if (hasAgreement(agreements, agreement)) return null
  return { code: 'agreement_missing', details: { reason: 'not_active', agreement } }
}

function hasAgreement(active: readonly string[], needed: NeededAgreement): boolean {
  if (needed === undefined) return true
  return needed === 'any' ? active.length > 0 : active.includes(needed)
}
