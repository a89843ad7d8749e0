import type { ChainCode } from '@specie/protocol/chains.ts'
import { chains } from '@specie/protocol/chains.ts'
import { type HeldKind, type HoldReason, holdReasonWords } from '@specie/protocol/holds.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { Sql } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { code, counted, evidence, type Fact, money, moneyChange, text, thing, time, words } from '../base/facts.ts'
import { creatorsOf } from '../base/state-machine/history.ts'
import { actorText, institutionFact } from '../directory/facts.ts'
import { clientLots } from '../ledger/explorer/client-lots.ts'
import { otherHolds, placementReason } from './hold-case.ts'
import { effectOf } from './effects.ts'
import { holdDetailsOf, type HoldDetails } from './held-items.ts'
import { decidedHits } from './screening/decided-hits.ts'
import { matchFacts } from './screening/facts.ts'
import { partiesIn } from './screen-items.ts'
import { heldTitle } from './staff-queue.ts'

// A decision on a hold for the people who make it: the item, why it is held, the evidence, and the money that moves.

type Hold = {
  id: string
  institution_id: string
  subject_kind: HeldKind | null
  subject_id: string | null
  reason: HoldReason
  state: string
  created_at: Date
}
type Decision = PayloadOf<'hold.decide'>

export async function holdFacts(env: Env, sql: Sql, asked: Decision): Promise<Fact[]> {
  const [hold] = await sql.query<Hold>(
    `select id, institution_id, subject_kind, subject_id, reason, state, created_at from compliance.hold where id = $1`,
    [asked.holdid],
  )
  if (!hold) return [text('Hold', 'not found')]
  const { subject_kind: kind, subject_id: id } = hold
  const details =
    kind === null || id === null ? undefined : (await holdDetailsOf({ ...env, db: sql }, kind, [id])).get(id)
  const institution = await institutionFact(sql, hold.institution_id, 'Client')
  return [
    ...(details && kind ? await itemFacts(env, sql, kind, details) : [text('Held', `the next ${kind}`)]),
    institution,
    ...(await reasonFacts(sql, hold)),
    ...(details && kind ? await effectFacts(sql, hold, kind, details, asked) : nextEffect(asked)),
    ...(await matchFacts(
      env,
      sql,
      hold.institution_id,
      details && kind ? partiesIn(kind, details, institution.value) : [],
      await decidedHits(sql, 'hold', hold.id),
    )),
  ]
}

async function itemFacts(env: Env, sql: Sql, kind: HeldKind, details: HoldDetails): Promise<Fact[]> {
  const { asset, amount, fee, fee_asset: feeAsset, blockchain, destination, parties, id, state } = details
  const own = await env.runtime.rooms.held[kind].facts?.(env, sql, id)
  if (own) return [...own, ...feeFacts(details)]
  return [
    thing('Held', heldTitle(kind, details), kind, id),
    ...(asset !== null && amount !== null ? [money('Amount', { asset, minor: amount })] : []),
    ...(feeAsset !== null && fee !== null ? [money('Fee', { asset: feeAsset, minor: fee })] : []),
    ...(parties.length > 0 ? [text('Other parties', parties.join(', '))] : []),
    ...(destination === null ? [] : [code('Destination', destination, { note: details.destination_label })]),
    ...(blockchain === null ? [] : [text('Chain', chains[blockchain as ChainCode].name)]),
    text('State', words(state)),
    time('Since', details.created_at),
  ]
}

const feeFacts = ({ fee, fee_asset: asset }: HoldDetails): Fact[] =>
  asset !== null && fee !== null ? [money('Fee', { asset, minor: fee })] : []

async function reasonFacts(sql: Sql, { id, reason, created_at, state }: Hold): Promise<Fact[]> {
  const creator = (await creatorsOf(sql, [id])).get(id)
  return [
    text('Reason of the hold', holdReasonWords[reason]),
    text('Placed by', creator === undefined ? null : await actorText(sql, creator)),
    text('Why it was placed', await placementReason(sql, id)),
    time('Held since', created_at),
    text('State of the hold', words(state)),
  ]
}

async function effectFacts(
  sql: Sql,
  { id, institution_id }: Hold,
  kind: HeldKind,
  details: HoldDetails,
  { decision, return_to: returnTo }: Decision,
): Promise<Fact[]> {
  const others = (await otherHolds(sql, details.id, id)).length
  const { next, changes } = effectOf(kind, decision, details, others)
  const lots = await clientLots(sql, institution_id)
  return [
    text('Outcome', next, { part: 'effect' }),
    ...(returnTo === undefined ? [] : [code('Returned to', returnTo, { part: 'effect' })]),
    ...changes.map(({ asset, name, change }) => {
      const now = lots.get(asset)?.[name] ?? 0n
      return moneyChange(`Client’s ${name} balance`, asset, now, now + change)
    }),
    evidence(text('Other holds on it', others === 0 ? null : counted(others, 'hold'))),
  ]
}

const nextEffect = ({ decision }: Decision): Fact[] => [
  text('Outcome', decision === 'release' ? 'The next one is not stopped.' : 'It does not end before there is one.', {
    part: 'effect',
  }),
]
