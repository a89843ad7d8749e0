import { z } from 'zod'
import { assetCode, chainCode, isoTime, uuid } from '../fields.ts'
import { heldKinds } from '../holds.ts'
import { machines, statesOf } from '../machines.ts'
import { peopleCall } from '../web-api/call.ts'
import { id, reason } from '../web-api/fields.ts'
import { listOf, paged } from '../web-api/pages.ts'

// Exchanges of the Travel Rule, for staff.

const state = z.enum(statesOf(machines.travel_rule))
const direction = z
  .enum(['out', 'in'])
  .meta({ description: '`out`: coins leave; `in`: another provider announces coins.' })

const exchange = z.object({
  exchangeid: uuid,
  institutionid: uuid
    .nullable()
    .meta({ description: 'Null for an inquiry of a former version about a wallet that is not ours.' }),
  institution: z.string().nullable(),
  direction,
  kind: z
    .enum(heldKinds)
    .nullable()
    .meta({ description: 'The kind of its transfer; null if no transfer has arrived yet.' }),
  transferid: uuid.nullable(),
  asset: assetCode,
  blockchain: chainCode,
  quantity: z.string(),
  wallet: z.string().meta({ description: 'The wallet that is paid.' }),
  vasp: z.string().nullable().meta({ description: 'The other provider.' }),
  state,
  problem: z.string().nullable().meta({ description: 'Why it does not continue.' }),
  undelivered: z
    .string()
    .nullable()
    .meta({ description: 'The message that the other provider has not taken for three days.' }),
  reason: z.string().nullable().meta({ description: 'Why it was rejected or canceled.' }),
  txid: z.string().nullable(),
  due: z.string().nullable().meta({ description: 'The message that is sent next.' }),
  opened_at: isoTime.meta({ description: 'In settlement time.' }),
  created_at: isoTime,
  updated_at: isoTime,
})

const common = { where: 'console', tag: 'Travel Rule' } as const

export const exchangesCall = peopleCall({
  ...common,
  name: 'exchanges',
  method: 'GET',
  path: '/exchanges',
  act: 'holds.read',
  summary: 'Exchanges with other providers',
  description:
    'Newest first. Exchanges about wallets that the institutions have proved are left out, unless asked for.',
  request: z.strictObject({
    ...paged,
    state: state.optional(),
    direction: direction.optional(),
    institutionid: uuid.optional(),
    transferid: uuid.optional(),
  }),
  response: listOf(exchange),
  errors: ['invalid_cursor'],
})

export const exchangeCall = peopleCall({
  ...common,
  name: 'exchange',
  method: 'GET',
  path: '/exchanges/{id}',
  act: 'holds.read',
  summary: 'One exchange with its messages',
  description: 'The parties as they were sent or received, and every message, oldest first.',
  request: z.strictObject({ id }),
  response: exchange.extend({
    parties: z
      .array(
        z.object({
          role: z.string().meta({ description: 'Originator, payee, or one of the two providers.' }),
          name: z.string(),
          lines: z.array(z.string()).meta({ description: 'Address, identifiers and account.' }),
        }),
      )
      .meta({ description: 'Empty once the data of the institution was erased.' }),
    messages: z.array(
      z.object({
        messageid: uuid,
        at: isoTime,
        by: z.enum(['us', 'them']),
        what: z.string().meta({ description: 'inquiry, reply, resolution or confirmation.' }),
        says: z.string().nullable().meta({ description: 'Its meaning, in a word; null if it is not readable.' }),
        status: z.int().nullable(),
        version: z.string().nullable(),
        problem: z.string().nullable(),
        text: z.string().nullable().meta({ description: 'As it was sent; null if it was empty or is erased.' }),
      }),
    ),
  }),
  errors: ['not_found'],
})

export const decideExchangeCall = peopleCall({
  ...common,
  name: 'decideExchange',
  method: 'POST',
  path: '/exchanges/{id}/decide',
  act: 'exchanges.decide',
  summary: 'Decide on an inquiry of another provider',
  description:
    'For an inquiry in doubt, because its name differs or its payer resembles an entry of a list. The provider learns the decision.',
  request: z.strictObject({ id, decision: z.enum(['approve', 'reject']), reason }),
  response: z.object({ exchangeid: uuid, state }),
  errors: ['not_found'],
})

export const retryExchangeCall = peopleCall({
  ...common,
  name: 'retryExchange',
  method: 'POST',
  path: '/exchanges/{id}/retry',
  act: 'exchanges.decide',
  summary: 'Send an undelivered message again',
  description: 'For a message that the other provider has not taken for three days. It is tried for three days more.',
  request: z.strictObject({ id, reason }),
  response: z.object({ exchangeid: uuid, due: z.string().meta({ description: 'The message that is sent.' }) }),
  errors: ['not_found'],
})

export const exchangeCalls = [exchangesCall, exchangeCall, decideExchangeCall, retryExchangeCall] as const
