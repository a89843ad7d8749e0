import { z } from 'zod'
import { productErrorsOf } from '../endpoints/endpoint.ts'
import { accountBalance } from '../endpoints/account.ts'
import { assetCode, decimal, isoTime, uuid } from '../fields.ts'
import { hold, owed, signedDecimal, statementReference } from '../endpoints/transfers.ts'
import { peopleCall } from '../web-api/call.ts'

const worth = decimal
  .nullable()
  .meta({ description: 'At the reference rates of this moment; null where one is missing or in doubt.' })

/** The first page of the portal. */
export const overviewCall = peopleCall({
  name: 'overview',
  where: 'portal',
  method: 'GET',
  path: '/overview',
  act: 'money.read',
  tag: 'Account',
  summary: 'What there is, and what waits',
  description:
    'Balances and their value in francs, the value at the end of each of the last thirty days (UTC), what waits for the person who asks, and the latest movements. Every day is valued at the rates of this moment: the line shows what was paid in and out, not how prices moved.',
  request: z.strictObject({}),
  response: z.object({
    timestamp: isoTime,
    currency: z.literal('CHF'),
    value: worth,
    balances: z.array(z.object({ asset: assetCode, available: decimal, pending: decimal, value: worth })),
    owed,
    days: z
      .array(z.object({ day: z.iso.date(), value: worth }))
      .meta({ description: 'The oldest first; the last is today, so far.' }),
    waiting: z.object({
      requests: z.int().meta({ description: 'Requests that this person may decide on.' }),
      cooling_addresses: z.int(),
    }),
    under_way: z
      .array(
        z.object({
          kind: z.enum(['mint', 'redemption', 'withdrawal', 'deposit']),
          id: uuid,
          asset: assetCode,
          quantity: decimal,
          status: z.string(),
          hold,
          pending_in: z.array(assetCode).meta({
            description: 'The assets whose pending balance it is a part of. Empty: its money has left the balance.',
          }),
          created_at: isoTime,
        }),
      )
      .meta({ description: 'What is not done yet, what is under review included, the newest first.' }),
    movements: z
      .array(
        z.object({
          at: isoTime,
          kind: z.string(),
          asset: assetCode,
          amount: signedDecimal,
          ref: z.string(),
          reftype: statementReference.nullable(),
        }),
      )
      .meta({ description: 'The latest ten, the newest first, as in a statement.' }),
  }),
  errors: productErrorsOf(accountBalance),
})
