import { z } from 'zod'
import type { ApprovalKind } from './approvals.ts'
import { peopleCall } from './call.ts'

/** What an institution may choose to have approved by a second person of its own. */
export const chosenKinds = ['member.key', 'member.address', 'member.bank_account'] as const satisfies ApprovalKind[]

export const secondPersonCall = peopleCall({
  name: 'secondPerson',
  where: 'portal',
  method: 'GET',
  path: '/second-person',
  act: 'company.read',
  tag: 'Company',
  summary: 'What needs a second person',
  description: 'As the institution has chosen.',
  request: z.strictObject({}),
  response: z.object({ kinds: z.array(z.enum(chosenKinds)) }),
  errors: [],
})

export const setSecondPersonCall = peopleCall({
  name: 'setSecondPerson',
  where: 'portal',
  method: 'POST',
  path: '/second-person',
  act: 'company.settings',
  tag: 'Company',
  summary: 'Choose what needs a second person',
  description: 'To ask for a second person takes effect at once. To stop asking is itself approved by a second person.',
  request: z.strictObject({ kind: z.enum(chosenKinds), needed: z.boolean() }),
  response: z.object({
    kinds: z.array(z.enum(chosenKinds)).meta({ description: 'What needs a second person now.' }),
    approvalid: z.string().nullable(),
  }),
  errors: [],
})

export const secondPersonCalls = [secondPersonCall, setSecondPersonCall] as const
