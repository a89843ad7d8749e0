import { heldKinds, type HeldKind } from '@specie/protocol/holds.ts'
import { isDone, next } from '@specie/protocol/machines.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { change, counted, evidence, type Fact, money, moneyChange, text, thing, words } from '../../base/facts.ts'
import { heldTitle } from '../../compliance/staff-queue.ts'
import { holdDetailsUnderWay, type HoldDetails } from '../../compliance/held-items.ts'
import { institutionName } from '../../directory/institutions.ts'
import { balancesOf, debtsOf, destinationNames } from './closing-balances.ts'
import { type CaseFile, readCaseFile } from './case-file.ts'
import { isOpen } from './requirements.ts'
import { reviewMonths } from './risk.ts'
import { findCase, kybMachine, type KybCase } from './row.ts'
import { caseVersion } from './version.ts'

// Decisions on institutions for the people who make them. Without names of natural persons. Their data is sealed, and the
// page of the case shows it.

type Decision = PayloadOf<'kyb.decide'>

/** `kyb.decide`: the institution, its risk, and what the checks have found. */
export async function decisionFacts(
  env: Env,
  sql: Sql,
  { institutionid, decision, version }: Decision,
): Promise<Fact[]> {
  const kyb = await findCase(sql, institutionid)
  const file = await readCaseFile(env, sql, kyb)
  const isSame = version === (await caseVersion(sql, institutionid))
  return [
    thing('Institution', await institutionName(sql, institutionid), 'kyb', institutionid),
    ...entityFacts(kyb),
    ...riskFacts(kyb),
    change('State of the case', words(kyb.state), words(next(kybMachine.machine, kyb.state, decision) ?? kyb.state)),
    ...(decision === 'approve' ? [text('Next review', reviewIn(kyb), { part: 'effect' })] : []),
    ...findings(file),
    evidence(text('The case since the request', isSame ? 'unchanged' : 'changed, so it needs a new request')),
  ]
}

function entityFacts({ entity }: KybCase): Fact[] {
  const {
    legal_name,
    registration_number,
    registration_authority,
    country,
    activity,
    expected_volumes: volumes,
  } = entity
  return [
    text('Legal name', legal_name ?? null),
    text('Registered', registration_number ?? null, { note: registration_authority ?? null }),
    text('Country', country ?? null),
    text('Activity', activity === undefined ? null : words(activity)),
    text('Products', entity.products?.map(words).join(', ') ?? null),
    text('Expected volume a month', volumes ? `${volumes.monthly_volume} ${volumes.currency}` : null),
    text('Source of funds', entity.source_of_funds ?? null),
  ]
}

function riskFacts({ risk }: KybCase): Fact[] {
  if (risk === null) return [text('Risk', 'not assessed')]
  return [
    text('Risk', `${risk.class}, ${risk.score} of 100`, { note: risk.edd ? 'enhanced due diligence' : null }),
    ...(risk.reasons.length === 0 ? [] : [evidence(text('Why the risk is high', risk.reasons.join('; ')))]),
    ...risk.parts.map(({ factor, points, weight }) =>
      evidence(text(`Risk by ${factor}`, `${Math.round(points)} of ${weight} points`)),
    ),
  ]
}

const reviewIn = ({ risk }: KybCase): string => `in ${reviewMonths[risk?.class ?? 'high']} months`

function findings({ kyb, persons, documents, requests, requirements }: CaseFile): Fact[] {
  const hits = kyb.screening ?? []
  const open = requirements.filter(isOpen)
  const unanswered = requests.filter(({ answeredAt }) => answeredAt === null)
  return [
    evidence(text('Watchlists', kyb.screening === null ? 'not screened' : matches(hits.length))),
    ...hits.map(({ list, score, subject }) =>
      evidence(
        text(subject === kyb.institution_id ? 'Match of the company' : 'Match of a person', list, {
          note: `${Math.round(score * 100)} percent alike`,
        }),
      ),
    ),
    evidence(text('Owners, directors and signatories', counted(persons.length, 'person', 'people'))),
    evidence(text('Documents', counted(documents.length, 'document'))),
    evidence(text('Missing', open.map(({ code }) => words(code)).join(', ') || 'nothing')),
    evidence(text('Questions without an answer', unanswered.length === 0 ? null : String(unanswered.length))),
  ]
}

const matches = (hits: number): string => (hits === 0 ? 'no match' : counted(hits, 'match', 'matches'))

type Offboarding = PayloadOf<'institution.offboard'>

/** `institution.offboard`: each balance with its destination, debts, and what is open. */
export async function offboardingFacts(
  env: Env,
  sql: Sql,
  { institutionid, payouts = [] }: Offboarding,
): Promise<Fact[]> {
  const kyb = await findCase(sql, institutionid)
  const open = await openItems(env, sql, institutionid)
  return [
    thing('Institution', await institutionName(sql, institutionid), 'institution', institutionid),
    change('State', words(kyb.state), 'offboarded'),
    ...(await payoutFacts(sql, institutionid, payouts)),
    ...(await debtsOf(sql, institutionid)).map((debt) => money('It owes', debt)),
    text('Open operations', open.length === 0 ? 'none' : `${open.length}: they end as the table of states says`),
    ...open
      .slice(0, shownItems)
      .map(({ kind, ...item }) =>
        evidence(thing('Open', heldTitle(kind, item), kind, item.id, { note: words(item.state) })),
      ),
  ]
}

async function payoutFacts(
  sql: Sql,
  institutionId: string,
  payouts: NonNullable<Offboarding['payouts']>,
): Promise<Fact[]> {
  const balances = new Map((await balancesOf(sql, institutionId)).map(({ asset, minor }) => [asset, minor]))
  const names = await destinationNames(
    sql,
    payouts.flatMap(({ destination }) => destination ?? []),
  )
  const named = payouts.map(({ asset, destination }) => {
    const now = balances.get(asset) ?? 0n
    if (destination === null) return money('Balance, too little to pay', { asset, minor: now })
    return moneyChange('Balance', asset, now, 0n, {
      note: `paid to ${names.get(destination) ?? 'an unknown destination'}`,
    })
  })
  const unnamed = [...balances].filter(([asset]) => !payouts.some((one) => one.asset === asset))
  return [
    ...named,
    ...unnamed.map(([asset, minor]) =>
      evidence(text('Balance that the request does not name', `${formatAmount({ asset, minor })} ${asset}`)),
    ),
  ]
}

const shownItems = 20

async function openItems(env: Env, sql: Sql, institutionId: string): Promise<(HoldDetails & { kind: HeldKind })[]> {
  const found = []
  for (const kind of heldKinds.filter((one) => one !== 'rail')) {
    const { machine } = env.runtime.rooms.held[kind]
    const states = Object.keys(machine.states).filter((state) => !isDone(machine, state))
    const items = await holdDetailsUnderWay({ ...env, db: sql }, kind, institutionId, states)
    found.push(...items.map((item) => ({ ...item, kind })))
  }
  return found
}
