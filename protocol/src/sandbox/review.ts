import { z } from 'zod'
import { partyDecisions } from '../parties.ts'
import { machines, statesOf } from '../machines.ts'
import { sandboxCall } from './call.ts'
import { institutionid } from './fields.ts'

// What staff decide about matches with lists, and about inquiries of other providers.

const review = { method: 'POST', tag: 'Review' } as const

export const decideParties = sandboxCall({
  ...review,
  name: 'decideParties',
  path: '/parties',
  summary: 'Decide the matches of an institution',
  description:
    'Registered parties of an institution that match an entry of a list: the institution, its people, bank accounts and wallets. Two simulated officers decide all of them, through the real approval by two people. Without `decision` nothing is decided.',
  request: z.strictObject({
    institutionid,
    decision: z
      .enum(partyDecisions)
      .optional()
      .meta({ description: '`clear`: other parties than the entries. `confirm`: the same; their items keep waiting.' }),
  }),
  response: z.object({
    parties: z.array(
      z.object({
        partyid: z.string(),
        what: z.string(),
        open: z.int().meta({ description: 'Undecided matches.' }),
        cleared: z.int(),
        confirmed: z.int(),
      }),
    ),
  }),
  errors: ['approval_refused'],
})

export const decideInquiries = sandboxCall({
  ...review,
  name: 'decideInquiries',
  path: '/exchanges',
  summary: 'Decide the inquiries about an institution',
  description:
    'Inquiries of other providers in doubt: another name, or a payer like an entry of a list. A simulated officer decides all of them, and the providers learn it.',
  request: z.strictObject({ institutionid, decision: z.enum(['approve', 'reject']) }),
  response: z.object({
    exchanges: z.array(z.object({ exchangeid: z.string(), state: z.enum(statesOf(machines.travel_rule)) })),
  }),
  errors: [],
})
