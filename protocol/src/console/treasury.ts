import { z } from 'zod'
import { assetCode, chainCode, decimal, isoTime, uuid } from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { getReserves } from '../endpoints/supply.ts'
import { peopleCall } from '../web-api/call.ts'
import { listOf, paged } from '../web-api/pages.ts'

// The backing of coins, the location of funds, and payments.

const signed = z
  .string()
  .meta({ description: 'A decimal number as a string; it may be negative.', examples: ['-12.5'] })
const named = z.object({ id: z.string(), name: z.string() })
const reserves = getReserves.response.shape.assets.element

export const payoutKinds = ['withdrawal', 'redemption', 'rail', 'return', 'sweep', 'fee_sweep', 'conversion'] as const
const payoutState = z.enum(statesOf(machines.payout))

const payout = z.object({
  id: z.string(),
  kind: z.enum(payoutKinds),
  subject: z.string().meta({ description: 'The withdrawal, redemption, payment or wire behind it; else its own id.' }),
  institution: named.nullable(),
  from: z.enum(['client_money', 'reserve']).meta({ description: 'Our account that pays.' }),
  currency: assetCode,
  amount: decimal,
  creditor: z.object({ name: z.string(), account: z.string() }),
  state: payoutState,
  reason: z.string().nullable(),
  end_to_end_id: z.string(),
  bankref: z.string().nullable().meta({ description: 'The reference of its entry at the bank.' }),
  created_at: isoTime,
  updated_at: isoTime,
})

const common = { where: 'console', method: 'GET', act: 'treasury.read', tag: 'Treasury' } as const

export const treasuryCall = peopleCall({
  ...common,
  name: 'treasury',
  path: '/treasury',
  summary: 'Reserves, coverage, inventory and exposure',
  description: 'The backing of each coin, open transfers between our own accounts, and the balances of the house.',
  request: z.strictObject({}),
  response: z.object({
    as_of: isoTime,
    coins: z.array(
      reserves.omit({ as_of: true, liabilities_root: true, signature: true }).extend({
        surplus: signed.meta({
          description:
            'The quantity of the coin that can still be issued against the reserve. A negative number is the shortfall.',
        }),
      }),
    ),
    sweeps: z.array(payout).meta({ description: 'Between our own accounts, not booked by the bank yet.' }),
    inventory: z
      .array(z.object({ asset: assetCode, available: signed, pending: signed, held: signed }))
      .meta({ description: 'Balances of the house’s own desk.' }),
    exposure: z
      .array(
        z.object({
          symbol: z.string(),
          base: z.object({ asset: assetCode, amount: signed }),
          quote: z.object({ asset: assetCode, amount: signed }),
          filled: z
            .object({ asset: assetCode, amount: decimal })
            .meta({ description: 'The quantity that clients traded, at the desk and at venues.' }),
          limit: z.object({ asset: assetCode, amount: decimal }).nullable().meta({
            description:
              'The largest position in the base, long or short. Null for a coin against its own fiat, which trades at par.',
          }),
        }),
      )
      .meta({
        description:
          'The pairs that were filled in the last hour, with the net amounts of the desk’s part: zero if venues filled all of it.',
      }),
    gas: z
      .array(z.object({ blockchain: chainCode, asset: assetCode, amount: signed }))
      .meta({ description: 'Balances for network fees, according to the books.' }),
  }),
  errors: [],
})

export const payoutsCall = peopleCall({
  ...common,
  name: 'payouts',
  path: '/payouts',
  summary: 'Payments through the bank',
  description: 'Newest first.',
  request: z.strictObject({
    state: payoutState.optional(),
    kind: z.enum(payoutKinds).optional(),
    institutionid: uuid.optional(),
    payoutid: uuid.optional(),
    ...paged,
  }),
  response: listOf(payout),
  errors: ['invalid_cursor'],
})

export const treasuryCalls = [treasuryCall, payoutsCall] as const
