import type { Env } from '../../base/env.ts'
import type { Address } from '../../destinations/address/row.ts'
import type { Withdrawal } from './request.ts'

type TravelRuleFacts = Pick<Withdrawal, 'due_at'> &
  Pick<Address, 'travel_rule_status'> & { address_state: Address['state'] }

/**
 * Whether the other side has agreed. Until messages are exchanged: when the data of the address is complete and the
 * time for an exchange is over.
 */
export function travelRule(
  { clock }: Env,
  { due_at, travel_rule_status, address_state }: TravelRuleFacts,
): 'agreed' | 'wait' {
  if (address_state !== 'active' || travel_rule_status !== 'complete') return 'wait'
  return due_at !== null && due_at > clock.settlement() ? 'wait' : 'agreed'
}
