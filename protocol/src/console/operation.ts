import { z } from 'zod'
import { assetCode, chainCode, decimal, isoTime, uuid } from '../fields.ts'
import { peopleCall } from '../web-api/call.ts'
import type { PlaceKind } from '../web-api/places.ts'

// One operation of any kind that moves money: its data, its history, and its transactions.

export const operationKinds = [
  'mint',
  'redemption',
  'withdrawal',
  'deposit',
  'wire',
  'rail',
  'payment',
  'order',
  'conversion',
  'payout',
] as const satisfies readonly PlaceKind[]

const money = z.object({ asset: assetCode, amount: decimal })

export const operationCall = peopleCall({
  name: 'operation',
  where: 'console',
  method: 'GET',
  path: '/operations/{id}',
  act: 'search',
  tag: 'Search',
  summary: 'One operation that moves money',
  description:
    'A mint, redemption, withdrawal, deposit, wire, rail, payment, order, conversion or payout, as far as your roles may read it.',
  request: z.strictObject({ id: uuid }),
  response: z.object({
    kind: z.enum(operationKinds),
    id: z.string(),
    title: z.string(),
    institution: z.object({ id: z.string(), name: z.string() }).nullable(),
    state: z.string().nullable(),
    money: money.nullable(),
    fee: money.nullable(),
    blockchain: z.string().nullable(),
    destination: z.string().nullable().meta({ description: 'An address or account; for incoming money its source.' }),
    destination_label: z.string().nullable().meta({ description: 'Its label at the institution.' }),
    parties: z.array(z.string()).meta({ description: 'The other parties, by name.' }),
    created_at: isoTime.nullable(),
    steps: z
      .array(
        z.object({
          at: isoTime,
          to: z.string(),
          actor: z.string(),
          actor_name: z.string().nullable(),
          why: z.string(),
        }),
      )
      .meta({ description: 'Oldest first.' }),
    sent: z
      .array(z.object({ blockchain: chainCode, kind: z.string(), state: z.string(), txid: z.string().nullable() }))
      .meta({ description: 'Its transactions on chains, in order.' }),
  }),
  errors: ['not_found'],
})
