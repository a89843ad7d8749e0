import { z } from 'zod'
import { chainCode, isoTime } from '../fields.ts'
import { custodies, ownerships, travelRuleStatuses } from '../endpoints/destinations.ts'
import { machines, statesOf } from '../machines.ts'
import { publicStates } from '../endpoints/transfers.ts'
import { id, reason } from './fields.ts'

// The withdrawal addresses of an institution: added and proved by its administrator, suspended by either side.

export const label = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ description: 'Your name for it, unique among your addresses.' })
export const approvalid = z.string().nullable().meta({ description: 'The request for a second approver, or null.' })

const machine = machines.withdrawal_address
export const status = z.enum(publicStates(machine))
export const state = z.enum(statesOf(machine))

export const addressView = z.object({
  addressid: z.string(),
  institutionid: z.string(),
  label: z.string(),
  address: z.string(),
  blockchain: chainCode,
  status,
  state: state.meta({ description: 'Its current step; `status` is the state in the signed API.' }),
  ownership: z.enum(ownerships),
  custody: z.enum(custodies),
  vasp: z.string().nullable(),
  travel_address: z.string().nullable(),
  beneficiary: z
    .object({
      kind: z.enum(['company', 'person']),
      name: z.string(),
      given_names: z.string().nullable(),
      street: z.string().nullable(),
      postal_code: z.string().nullable(),
      city: z.string().nullable(),
      country: z.string().nullable(),
      identifier: z.string().nullable(),
    })
    .nullable()
    .meta({ description: 'The owner of a hosted wallet; null for a wallet of the institution itself.' }),
  travelrule: z.object({ status: z.enum(travelRuleStatuses) }),
  usable_from: isoTime.nullable().meta({ description: 'The end of the cooling-off period, in settlement time.' }),
  suspended_by: z.enum(['institution', 'staff']).nullable(),
  proof: z
    .object({
      text: z.string().meta({ description: 'The exact text for the wallet to sign.' }),
      method: z.string().nullable().meta({ description: 'The method of its signature; null before.' }),
    })
    .nullable()
    .meta({ description: 'The proof of your own wallet, once it has been screened.' }),
  created_at: isoTime,
  updated_at: isoTime,
})
export const addressSteps = { steps: z.array(z.object({ state, at: isoTime })) }
export const changed = z.object({ addressid: z.string(), status, state })
const stopped = z.object({ addressid: z.string(), status: z.string() })

export const change = {
  method: 'POST',
  request: z.strictObject({ id, reason }),
  response: stopped,
  errors: ['not_found'],
} as const
