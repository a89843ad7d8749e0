import { z } from 'zod'
import { productErrorsOf } from '../endpoints/endpoint.ts'
import { accountBalance } from '../endpoints/account.ts'
import { assetCode, decimal, isoTime, uuid } from '../fields.ts'
import { hold, owed, signedDecimal, statementReference } from '../endpoints/transfers.ts'
import { peopleCall } from '../web-api/call.ts'

const worth = decimal
  .nullable()
  .meta({ description: 'At current reference rates; null if one is missing or in doubt.' })

/** The first page of the portal. */
export const overviewCall = peopleCall({
  name: 'overview',
  where: 'portal',
  method: 'GET',
  path: '/overview',
  act: 'money.read',
  tag: 'Account',
  summary: 'Balances and waiting items',
  description:
    'Balances and their value in francs, the value at the end of each of the last thirty days (UTC), the items that wait for the signed-in person, and the latest movements. Every day is valued at current rates, so the line shows deposits and withdrawals and not price changes.',
  request: z.strictObject({}),
  response: z.object({
    timestamp: isoTime,
    currency: z.literal('CHF'),
    value: worth,
    balances: z.array(z.object({ asset: assetCode, available: decimal, pending: decimal, value: worth })),
    owed,
    days: z
      .array(z.object({ day: z.iso.date(), value: worth }))
      .meta({ description: 'Oldest first; the last is today, so far.' }),
    waiting: z.object({
      requests: z.int().meta({ description: 'Requests that this person may decide.' }),
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
          pending: z.array(z.object({ asset: assetCode, amount: decimal })).meta({
            description:
              'Its parts of the pending balances. Empty if its money has left the balance, or has not arrived.',
          }),
          created_at: isoTime,
        }),
      )
      .meta({ description: 'Open operations, including those under review, newest first.' }),
    movements: z
      .array(
        z.object({
          at: isoTime,
          kind: z.string(),
          phrase: z.string().meta({ description: 'The movement in words.' }),
          asset: assetCode,
          amount: signedDecimal,
          ref: z.string(),
          reftype: statementReference.nullable(),
        }),
      )
      .meta({
        description:
          'The movements of the latest ten bookings, newest first, as in a statement. Movements of one booking, such as both sides of a trade, are never separated.',
      }),
  }),
  errors: productErrorsOf(accountBalance),
})
