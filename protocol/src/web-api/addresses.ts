import { z } from 'zod'
import { chainCode, isoTime } from '../fields.ts'
import { custodies, ownerships, travelRuleStatuses } from '../endpoints/destinations.ts'
import { machines, statesOf } from '../machines.ts'
import { publicStates } from '../endpoints/transfers.ts'
import { id, reason } from './fields.ts'

// Where an institution may have coins sent to: added and proved by its administrator, stopped by both sides.

export const label = z
  .string()
  .trim()
  .min(1)
  .max(64)
  .meta({ description: 'Your name for it, unique among your addresses.' })
export const approvalid = z
  .string()
  .nullable()
  .meta({ description: 'The request for a second person, where one must approve.' })

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
  state: state.meta({ description: 'The step at which it is; `status` is what the signed API shows.' }),
  ownership: z.enum(ownerships),
  custody: z.enum(custodies),
  vasp: z.string().nullable(),
  travel_address: z.string().nullable(),
  travelrule: z.object({ status: z.enum(travelRuleStatuses) }),
  usable_from: isoTime.nullable().meta({ description: 'When cooling-off ends, in settlement time.' }),
  suspended_by: z.enum(['institution', 'staff']).nullable(),
  proof: z
    .object({
      text: z.string().meta({ description: 'What the wallet signs, exactly as it is.' }),
      method: z.string().nullable().meta({ description: 'How it was signed; null: not yet.' }),
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
