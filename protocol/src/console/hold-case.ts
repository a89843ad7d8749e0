import { z } from 'zod'
import { assetCode, decimal, isoTime, uuid } from '../fields.ts'
import { heldKinds, holdDecisions, holdReasons } from '../holds.ts'
import { happened, hit, ratio } from './case-parts.ts'
import { peopleCall } from '../web-api/call.ts'
import { hold } from './holds.ts'
import { riskClasses } from '../onboarding/kyb.ts'

// Everything that is needed to decide on a hold, on one screen.

const money = z.object({ asset: assetCode, amount: decimal })

const thing = z.object({
  kind: z.enum(heldKinds),
  id: z.string(),
  title: z.string(),
  state: z.string(),
  created_at: isoTime,
  money: money.nullable(),
  fee: money.nullable(),
  blockchain: z.string().nullable(),
  destination: z
    .string()
    .nullable()
    .meta({ description: 'An address or account; of what comes in, where it came from.' }),
  destination_label: z.string().nullable().meta({ description: 'What its institution calls it.' }),
  parties: z.array(z.string()).meta({ description: 'The other parties, by name.' }),
  path: z.string(),
})

const client = z.object({
  id: z.string(),
  name: z.string(),
  kyb_state: z.string().nullable().meta({ description: 'Null: it has no KYB case.' }),
  risk: z.object({ class: z.enum(riskClasses), score: z.number() }).nullable(),
  balances: z.array(z.object({ asset: assetCode, available: decimal, pending: decimal, held: decimal })),
})

const related = z.object({
  kind: z.enum(heldKinds),
  id: z.string(),
  title: z.string(),
  state: z.string(),
  at: isoTime,
  money: money.nullable(),
  path: z.string(),
})

const event = z.object({ ...happened, of: z.enum(['hold', 'thing']) })

const person = z.object({ id: z.string(), name: z.string() })

const asked = {
  id: z.string().meta({ description: 'The id of the request that a second person decides on.' }),
  decision: z.enum(holdDecisions),
  maker: person,
  reason: z.string(),
  created_at: isoTime,
}

const proposal = z.object({
  ...asked,
  expires_at: isoTime,
  is_own: z.boolean().meta({ description: 'You have asked for it: somebody else must decide.' }),
})

const decided = z.object({
  ...asked,
  checker: person,
  decision_reason: z.string().nullable(),
  decided_at: isoTime,
})

const effect = z.object({
  decision: z.enum(holdDecisions),
  next: z.string().meta({ description: 'What happens next, in words.' }),
  balances: z
    .array(
      z.object({
        asset: assetCode,
        name: z.enum(['available', 'pending', 'held']),
        before: decimal,
        after: decimal,
      }),
    )
    .meta({ description: 'Balances of the client once it has been carried out. Empty: none of them changes.' }),
})

export const holdCaseCall = peopleCall({
  name: 'holdCase',
  where: 'console',
  method: 'GET',
  path: '/holds/{id}/case',
  act: 'holds.read',
  tag: 'Holds',
  summary: 'Everything about one hold',
  description:
    'The held thing, its client, the names that match a watchlist as they are compared now, the client’s money of the last days, the history, an open proposal, and what each decision moves.',
  request: z.strictObject({ id: uuid }),
  response: z.object({
    hold,
    why: z.string().meta({
      description: 'What screening has found, in words; of a hold that a person has placed, the reason they chose.',
    }),
    thing: thing.nullable().meta({ description: 'Null before the next one of its kind has come.' }),
    other_holds: z
      .array(z.object({ holdid: z.string(), reason: z.enum(holdReasons), state: hold.shape.state }))
      .meta({ description: 'On the same thing, which stays held until all are decided.' }),
    client,
    screening: z.object({ review_from: ratio, hits: z.array(hit) }),
    related: z.array(related).meta({ description: 'Related money of the last 30 days, the newest first, 50 at most.' }),
    history: z.array(event).meta({ description: 'The newest first.' }),
    proposal: proposal.nullable(),
    decided: decided
      .nullable()
      .meta({ description: 'How two people have decided, with what both wrote; null before.' }),
    effects: z.array(effect).meta({ description: 'Empty once it is decided.' }),
  }),
  errors: ['not_found'],
})
