import type { AssetCode } from '@specie/protocol/assets.ts'
import type { HeldKind } from '@specie/protocol/holds.ts'
import { isFinal, machines } from '@specie/protocol/machines.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { hitFrom } from '@specie/screening/match/comparison.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import { holdCaseCall } from '@specie/protocol/console/hold-case.ts'
import { pageOf } from '@specie/protocol/web-api/places.ts'
import { heldItemDetails, historyOf, otherHolds, relatedMoney, placementReason } from '../../compliance/hold-case.ts'
import { caseOfHold } from '../../compliance/case/row.ts'
import { decisionsFor, effectOf } from '../../compliance/effects.ts'
import { findHold, type ListedHold } from '../../compliance/list-holds.ts'
import { explainItem } from '../../compliance/explain-item.ts'
import type { HoldDetails } from '../../compliance/held-items.ts'
import { hitsOfHold } from '../../compliance/rule/list.ts'
import { heldTitle } from '../../compliance/staff-queue.ts'
import { caseSummary } from '../../onboarding/kyb/summary.ts'
import { institutionName } from '../../directory/institutions.ts'
import { clientLots, type Lots } from '../../ledger/explorer/client-lots.ts'
import { requestsAbout } from '../../people/approval/open-requests.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { hitView, ratio, withActorNames } from './case-parts.ts'
import { decidedOf, proposalOf } from './hold-decisions.ts'
import { withRequests } from './hold-history.ts'
import { withDecidersNames } from './holds.ts'

type Case = PeopleResponse<typeof holdCaseCall>

/** One screen to decide on a hold: the rooms supply its parts. */
export function holdCaseRoutes(routes: PeopleRoutes): void {
  routes.mount(holdCaseCall, async (env, { person }, { id }) => {
    const hold = await findHold(env.db, id)
    const subject = hold.on.startsWith('next ') ? null : hold.on
    const facts = await heldItemDetails(env, hold.kind, subject)
    const institution = await institutionName(env.db, hold.institutionid)
    const [lots, kyb, related, history, requests, hits, others, why, rules, caseid] = await Promise.all([
      clientLots(env.db, hold.institutionid),
      caseSummary(env.db, hold.institutionid),
      relatedMoney(env, hold.institutionid),
      historyOf(env.db, id, subject),
      requestsAbout(env.db, id),
      explainItem(env, env.db, hold, facts),
      subject === null ? [] : otherHolds(env.db, subject, id),
      placementReason(env.db, id),
      hitsOfHold(env.db, id),
      caseOfHold(env.db, id),
    ])
    const thing = facts && hold.kind && { kind: hold.kind, ...thingView(hold.kind, facts) }
    return {
      hold: { ...(await withDecidersNames(env.db, [hold]))[0]!, institution },
      why,
      caseid,
      rules,
      thing: thing || null,
      other_holds: others,
      client: {
        id: hold.institutionid,
        name: institution,
        kyb_state: kyb?.state ?? null,
        risk: kyb?.risk ?? null,
        balances: balancesOf(lots),
      },
      screening: { review_from: ratio(hitFrom), hits: hits.map(hitView) },
      related: related
        .filter((one) => one.id !== subject)
        .map((one) => ({
          kind: one.kind,
          id: one.id,
          title: heldTitle(one.kind, one),
          state: one.state,
          at: one.created_at.toISOString(),
          money: moneyOf(one.asset, one.amount),
          path: pageOf(one.kind, one.id, 'console')!,
        })),
      history: await withActorNames(env.db, withRequests(history, requests)),
      proposal: proposalOf(requests, person.id),
      decided: decidedOf(requests),
      effects: effectsOf(hold, facts, lots, others.length),
    }
  })
}

const text = (asset: AssetCode, minor: bigint): string => formatAmount({ asset, minor })
const moneyOf = (asset: AssetCode | null, minor: bigint | null) =>
  asset === null || minor === null ? null : { asset, amount: text(asset, minor) }

const balancesOf = (lots: Lots): Case['client']['balances'] =>
  Array.from(lots, ([asset, { available, pending, held }]) => ({
    asset,
    available: text(asset, available),
    pending: text(asset, pending),
    held: text(asset, held),
  }))

const thingView = (kind: HeldKind, facts: HoldDetails) => ({
  id: facts.id,
  title: heldTitle(kind, facts),
  state: facts.state,
  created_at: facts.created_at.toISOString(),
  money: moneyOf(facts.asset, facts.amount),
  fee: moneyOf(facts.fee_asset, facts.fee),
  blockchain: facts.blockchain,
  destination: facts.destination,
  destination_label: facts.destination_label,
  parties: [...facts.parties],
  path: pageOf(kind, facts.id, 'console')!,
})

/** The effect of each decision of the staff. Empty for a decided hold, or one that the institution itself decides on. */
function effectsOf(hold: ListedHold, facts: HoldDetails | null, lots: Lots, others: number): Case['effects'] {
  const { kind, state, reason } = hold
  if (facts === null || kind === null || reason === 'approval_required' || isFinal(machines.hold, state)) return []
  return decisionsFor(kind).map((decision) => {
    const { next, changes } = effectOf(kind, decision, facts, others)
    const balances = changes.map(({ asset, name, change }) => {
      const before = lots.get(asset)?.[name] ?? 0n
      return { asset, name, before: text(asset, before), after: text(asset, before + change) }
    })
    return { decision, next, balances }
  })
}
