import { z } from 'zod'
import { assetCode } from '../fields.ts'
import { chosen } from '../web-api/second-person.ts'
import { chosenKinds } from '../people/approvals/second-person.ts'
import { peopleCall } from '../web-api/call.ts'

export const secondPersonCall = peopleCall({
  name: 'secondPerson',
  where: 'portal',
  method: 'GET',
  path: '/second-person',
  act: 'company.read',
  tag: 'Company',
  summary: 'The actions that need a second approver',
  description: 'The choice of the institution.',
  request: z.strictObject({}),
  response: z.object(chosen),
  errors: [],
})

export const setSecondPersonCall = peopleCall({
  name: 'setSecondPerson',
  where: 'portal',
  method: 'POST',
  path: '/second-person',
  act: 'company.settings',
  tag: 'Company',
  summary: 'Choose the actions that need a second approver',
  description:
    'A stricter rule or a lower amount takes effect at once. A weaker rule or a higher amount needs a second approver. Refused while there is no active `approver` without the role `admin`: requests could not be decided. As soon as any action needs a second approver, granting the role `approver` needs one too.',
  request: z.strictObject({
    kind: z.enum(chosenKinds),
    needed: z.boolean(),
    amounts: z
      .array(z.strictObject({ asset: assetCode, amount: z.string().max(40) }))
      .max(20)
      .optional()
      .meta({
        description:
          'For payments, the amounts up to which no second approver is needed. If omitted, the amounts stay unchanged. Every payment in an asset that is not named needs a second approver.',
      }),
  }),
  response: z.object({ ...chosen, approvalid: z.string().nullable() }),
  errors: [],
})

export const secondPersonCalls = [secondPersonCall, setSecondPersonCall] as const
