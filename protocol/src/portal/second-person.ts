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
  summary: 'The actions that need a second person',
  description: 'The institution’s choice.',
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
  summary: 'Choose the actions that need a second person',
  description:
    'A stricter rule or a lower amount takes effect at once. A second person must approve a weaker rule or a higher amount. Refused while there is no active `approver` without the role `admin`: requests could not be decided. From the first choice on, the role `approver` itself needs a second person.',
  request: z.strictObject({
    kind: z.enum(chosenKinds),
    needed: z.boolean(),
    amounts: z
      .array(z.strictObject({ asset: assetCode, amount: z.string().max(40) }))
      .max(20)
      .optional()
      .meta({
        description:
          'For payments: the amounts up to which no second person is needed, for all assets. Omitted, they stay unchanged. Every payment in an asset that is not named needs a second person.',
      }),
  }),
  response: z.object({ ...chosen, approvalid: z.string().nullable() }),
  errors: [],
})

export const secondPersonCalls = [secondPersonCall, setSecondPersonCall] as const
