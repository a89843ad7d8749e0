import { fiatCodes } from '@specie/protocol/assets.ts'
import type { Step } from '@specie/protocol/onboarding/steps.ts'
import type { Sql } from '../../base/database/db.ts'
import { usedAssets } from '../../ledger/balances.ts'
import { type ActingPeople, actingPeople } from '../../people/approval/deciders.ts'
import type { AgreementState } from '../agreement/row.ts'
import type { CaseFile } from './case-file.ts'
import { isOpen } from './requirements.ts'
import type { KybState } from './row.ts'

// What an institution and our staff do next, until its first coins and in each review.

export type StepFacts = {
  state: KybState
  /** A requirement of the case is open. */
  isOwing: boolean
  /** The institution has confirmed its data in the current review. */
  isConfirmed: boolean
  agreements: readonly AgreementState[]
  people: ActingPeople
  /** The assets that it has ever held. */
  held: readonly string[]
}

const stopped: ReadonlySet<KybState> = new Set(['suspended', 'rejected', 'offboarded'])
const filledInByInstitution: ReadonlySet<KybState> = new Set(['draft', 'info_requested'])
const reviewed: ReadonlySet<KybState> = new Set(['periodic_review', 'review_overdue'])

/** Pure. Empty for an institution that is stopped by a decision. */
export function stepsOf({ state, isOwing, isConfirmed, agreements, people, held }: StepFacts): Step[] {
  if (stopped.has(state)) return []
  const isUnderReview = reviewed.has(state)
  const fiat: readonly string[] = fiatCodes
  return [
    ...(isUnderReview
      ? [{ code: 'confirm', by: isOwing || !isConfirmed ? 'institution' : 'staff', done: false } as const]
      : []),
    { code: 'application', by: 'institution', done: !filledInByInstitution.has(state) },
    { code: 'review', by: isOwing ? 'institution' : 'staff', done: state === 'approved' || isUnderReview },
    {
      code: 'agreements',
      by: agreements.includes('sent') ? 'institution' : 'staff',
      done: agreements.includes('active'),
    },
    { code: 'people', by: 'institution', done: people.traders.length > 0 && people.approvers.length > 0 },
    { code: 'pay_in', by: 'institution', done: held.length > 0 },
    { code: 'coins', by: 'institution', done: held.some((asset) => !fiat.includes(asset)) },
  ]
}

/** The steps of an institution, and its people who can act in them. */
export async function readSteps(
  sql: Sql,
  { kyb, requirements }: CaseFile,
): Promise<{ steps: Step[]; people: ActingPeople }> {
  const { institution_id: id, state, confirmed_at } = kyb
  const agreements = await sql.query<{ state: AgreementState }>(
    'select state from onboarding.agreement where institution_id = $1',
    [id],
  )
  const people = await actingPeople(sql, id)
  const steps = stepsOf({
    state,
    isOwing: requirements.some((one) => isOpen(one) && one.code !== 'review.confirm'),
    isConfirmed: confirmed_at !== null,
    agreements: agreements.map((one) => one.state),
    people,
    held: await usedAssets(sql, id),
  })
  return { steps, people }
}
