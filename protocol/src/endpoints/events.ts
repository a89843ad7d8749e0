import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { isoTime, ok, queryFields } from '../fields.ts'
import { isDone, type Machine, machines, statesOf, transitions } from '../machines.ts'

// The change feed: every change of state that is visible to an institution.

const types = [
  'order',
  'deposit',
  'withdrawal',
  'mint',
  'redeem',
  'rail',
  'payment',
  'address',
  'agreement',
  'kyb',
  'key',
] as const

/** The event of a step: its type, and the state that clients see from then on. */
export type StepEvent = { readonly type: (typeof types)[number]; readonly status: string }

/** By internal state; a state without a name has no event. */
type Names = { readonly [state: string]: string | undefined }

const own = (machine: Machine): Names => Object.fromEntries(statesOf(machine).map((state) => [state, state]))

// Holds, payouts and the conversions of a mint are internal. Their subject shows their effect.
const sources: readonly { type: StepEvent['type']; machine: Machine; names: Names }[] = [
  {
    type: 'deposit',
    machine: machines.wire,
    names: { ...machines.wire.shown, booked: undefined, unidentified: undefined }, // without an owner until it is identified
  },
  { type: 'deposit', machine: machines.deposit, names: machines.deposit.shown },
  { type: 'withdrawal', machine: machines.withdrawal, names: machines.withdrawal.shown },
  { type: 'mint', machine: machines.mint, names: machines.mint.shown },
  { type: 'redeem', machine: machines.redemption, names: machines.redemption.shown },
  { type: 'rail', machine: machines.payment_rail, names: machines.payment_rail.shown },
  { type: 'payment', machine: machines.payment, names: machines.payment.shown },
  { type: 'address', machine: machines.withdrawal_address, names: machines.withdrawal_address.shown },
  { type: 'agreement', machine: machines.agreement, names: { ...own(machines.agreement), drafted: undefined } },
  {
    type: 'kyb',
    machine: machines.kyb_case,
    names: {
      ...own(machines.kyb_case),
      // Clients do not see the review of a case (no tipping off).
      draft: 'pending',
      submitted: 'pending',
      screening: 'pending',
      edd_required: 'pending',
      in_review: 'pending',
    },
  },
  { type: 'key', machine: machines.api_key, names: own(machines.api_key) },
]

/** One step of a machine's history; `from` is null at its start. */
const stepOf = (machine: string, from: string | null, to: string): string => `${machine} ${from ?? ''} ${to}`

/** A later hold does not change the state, and clients see `held` until it ends. */
const heldSteps = sources
  .filter(({ machine }) => Object.values(machine.shown).includes('held'))
  .flatMap(({ type, machine, names }) =>
    statesOf(machine).flatMap((state): [string, StepEvent][] => {
      const status = names[state]
      if (status === undefined || status === 'held' || isDone(machine, state)) return []
      const step = stepOf(machine.name, state, state)
      return [
        [`${step} placed`, { type, status: 'held' }],
        [`${step} ended`, { type, status }],
      ]
    }),
  )

/** The steps that clients see. A step between two states of one name is invisible to them. */
export const stepEvents: ReadonlyMap<string, StepEvent> = new Map([
  ...sources.flatMap(({ type, machine, names }) =>
    [{ from: null, to: machine.initial }, ...transitions(machine)].flatMap(({ from, to }): [string, StepEvent][] => {
      const status = names[to]
      const before = from === null ? undefined : names[from]
      return status === undefined || status === before ? [] : [[stepOf(machine.name, from, to), { type, status }]]
    }),
  ),
  ...heldSteps,
])

const statuses = ['Filled', 'Rejected', ...[...stepEvents.values()].map(({ status }) => status)]

const event = z.object({
  eventid: z.string().meta({
    description:
      'Permanent and unique. It is also the position in the feed; sent as `cursor`, it returns later events.',
    examples: ['cyA0NzExIDgwMQ'],
  }),
  type: z.enum(types),
  id: z.string().meta({
    description:
      'Its subject: `ordid`, `depositid`, `withdrawalid`, `requestid`, `railid`, `paymentid`, `addressid` or `keyid`; for an agreement the product, for KYB the case.',
    examples: ['01a1dd43-ac0c-7e54-8089-855b9399b74a'],
  }),
  clordid: z.string().nullable().meta({ description: 'The client id of an order; null for anything else.' }),
  status: z
    .enum([...new Set(statuses)] as [string, ...string[]])
    .meta({ description: 'The state that the item has since this event, in the terms of its list call.' }),
  at: isoTime,
})

export const queryEvents = endpoint({
  name: 'queryEvents',
  access: 'signed',
  method: 'POST',
  path: '/private/queryEvents',
  body: 'form',
  tag: 'Account',
  summary: 'Changes',
  description:
    'Every change of state, oldest first: orders, deposits, withdrawals, mints, redemptions, rails, payments, addresses, agreements, KYB and keys; conversions are complete in their call. Store `next_cursor` and continue with it, so that no event is omitted and none is repeated. With `wait` an empty answer is delayed until there is an event, or the time is over.',
  needs: { scope: 'read', agreement: 'any' },
  request: z.strictObject({
    cursor: queryFields.cursor.meta({
      description: '`next_cursor` of the previous answer, or an `eventid`; if absent, from the beginning.',
    }),
    limit: queryFields.limit,
    wait: z
      .string()
      .regex(/^(1?\d|2[0-5])$/, 'a whole number from 0 to 25')
      .transform(Number)
      .optional()
      .meta({ description: 'Seconds to wait for an event when there is none: 0 to 25, 0 by default.' }),
  }),
  response: z.object({
    timestamp: isoTime,
    result: ok,
    events: z.array(event),
    next_cursor: z.string().meta({
      description: 'The next `cursor`; always present, even without events.',
      examples: ['cyA0NzExIDgwMQ'],
    }),
  }),
  errors: ['invalid_cursor'],
})
