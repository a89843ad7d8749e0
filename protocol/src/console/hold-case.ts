import { z } from 'zod'
import { assetCode, decimal, isoTime, uuid } from '../fields.ts'
import { heldKinds, holdDecisions, holdReasons } from '../holds.ts'
import { happened, hit, ratio } from './case-parts.ts'
import { peopleCall } from '../web-api/call.ts'
import { hold } from './holds.ts'
import { riskClasses } from '../onboarding/kyb.ts'

// The data for a decision on a hold, on one screen.

const money = z.object({ asset: assetCode, amount: decimal })

const heldSubject = z.object({
  kind: z.enum(heldKinds),
  id: z.string(),
  title: z.string(),
  state: z.string(),
  created_at: isoTime,
  money: money.nullable(),
  fee: money.nullable(),
  blockchain: z.string().nullable(),
  destination: z.string().nullable().meta({ description: 'An address or account; for incoming money its source.' }),
  destination_label: z.string().nullable().meta({ description: 'Its label at the institution.' }),
  parties: z.array(z.string()).meta({ description: 'The other parties, by name.' }),
  path: z.string(),
})

const client = z.object({
  id: z.string(),
  name: z.string(),
  kyb_state: z.string().nullable().meta({ description: 'Null if there is no KYB case.' }),
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

const openRequest = {
  id: z.string().meta({ description: 'The id of the request for a second approver.' }),
  decision: z.enum(holdDecisions),
  maker: person,
  reason: z.string(),
  created_at: isoTime,
}

const proposal = z.object({
  ...openRequest,
  expires_at: isoTime,
  is_own: z.boolean().meta({ description: 'It is your own request, so another person must decide.' }),
})

const decided = z.object({
  ...openRequest,
  checker: person,
  decision_reason: z.string().nullable(),
  decided_at: isoTime,
})

const effect = z.object({
  decision: z.enum(holdDecisions),
  next: z.string().meta({ description: 'The next step, in words.' }),
  balances: z
    .array(
      z.object({
        asset: assetCode,
        name: z.enum(['available', 'pending', 'held']),
        before: decimal,
        after: decimal,
      }),
    )
    .meta({ description: 'The client’s balances after the decision. Empty if none changes.' }),
})

export const holdCaseCall = peopleCall({
  name: 'holdCase',
  where: 'console',
  method: 'GET',
  path: '/holds/{id}/case',
  act: 'holds.read',
  tag: 'Holds',
  summary: 'One hold in full',
  description:
    'Its subject, the client, current watchlist matches, the client’s recent movements, the history, an open request, and the effect of each decision.',
  request: z.strictObject({ id: uuid }),
  response: z.object({
    hold,
    why: z.string().meta({
      description: 'The finding of the screening, in words; for a hold of a person, their reason.',
    }),
    caseid: uuid.nullable().meta({ description: 'The case of compliance that it is in.' }),
    rules: z
      .array(
        z.object({
          ruleid: uuid,
          name: z.string(),
          number: z.int().meta({ description: 'Of the version.' }),
          looks_for: z.string(),
          text: z.string().meta({ description: 'The figures that made it fire, in words.' }),
        }),
      )
      .meta({ description: 'The monitoring rules that it is about.' }),
    thing: heldSubject
      .nullable()
      .meta({ description: 'The subject of the hold; null while the hold waits for the next item of a kind.' }),
    other_holds: z
      .array(z.object({ holdid: z.string(), reason: z.enum(holdReasons), state: hold.shape.state }))
      .meta({ description: 'Other holds on the same subject, which stays held until all are decided.' }),
    client,
    screening: z.object({ review_from: ratio, hits: z.array(hit) }),
    related: z.array(related).meta({ description: 'Related movements of the last 30 days, newest first, 50 at most.' }),
    history: z.array(event).meta({ description: 'Newest first.' }),
    proposal: proposal.nullable(),
    decided: decided
      .nullable()
      .meta({ description: 'The decision of two people, with both reasons; null before the decision.' }),
    effects: z.array(effect).meta({ description: 'Empty once it is decided.' }),
  }),
  errors: ['not_found'],
})
