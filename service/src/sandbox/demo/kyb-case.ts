import type { Product } from '@specie/protocol/endpoints/endpoint.ts'
import { pathTo } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { saveEntity } from '../../onboarding/kyb/company.ts'
import { proposalOf, suspend } from '../../onboarding/kyb/decide.ts'
import { addDocument } from '../../onboarding/kyb/documents.ts'
import { addPerson } from '../../onboarding/kyb/persons.ts'
import { createInformationRequest } from '../../onboarding/kyb/requests.ts'
import { openReview } from '../../onboarding/kyb/review.ts'
import { kybMachine, type KybState, lockCase, moveCase } from '../../onboarding/kyb/row.ts'
import { completeEdd, submitCase } from '../../onboarding/kyb/submit.ts'
import { demoDocuments, demoEntity, demoPerson, eddDocuments } from './company.ts'
import { agreeInSandbox } from './people.ts'

// A case in any state, through the functions that people use, with invented data.

type Step = (env: Env, institutionId: string, by: By) => Promise<unknown>

const alone =
  (work: (env: Env, tx: Tx, institutionId: string, by: By) => Promise<unknown>): Step =>
  (env, id, by) =>
    env.db.tx((tx) => work(env, tx, id, by))

const decide =
  (decision: 'approve' | 'reject'): Step =>
  async (env, id) =>
    agreeInSandbox(env, 'kyb.decide', await proposalOf(env.db, id, decision))

const approve = decide('approve')
const question = { question: 'Who are your largest customers?', days: 30 }

/** The steps from the review on. */
const steps: { readonly [state in KybState]?: readonly Step[] } = {
  in_review: [],
  info_requested: [alone((env, tx, id, by) => createInformationRequest(env, tx, id, question, by))],
  rejected: [decide('reject')],
  approved: [approve],
  periodic_review: [approve, alone(openReview)],
  review_overdue: [
    approve,
    alone(openReview),
    alone(async (_env, tx, id, by) => moveCase(tx, await lockCase(tx, id), 'lapse', by)),
  ],
  suspended: [approve, alone((env, tx, id, by) => suspend(env, tx, id, by))],
  offboarded: [approve, (env, institutionid) => agreeInSandbox(env, 'institution.offboard', { institutionid })],
}

/** Completes the case of the institution `name`, and takes it to its review, or to the requested earlier state. */
export async function prepareCase(
  env: Env,
  tx: Tx,
  institutionId: string,
  { name, state, products }: { name: string; state: KybState; products: readonly Product[] },
  by: By,
): Promise<void> {
  await saveEntity(tx, institutionId, demoEntity(name, products), by)
  const personId = await addPerson(env, tx, institutionId, demoPerson, by)
  for (const document of demoDocuments(personId)) await addDocument(env, tx, institutionId, document, by)
  // A case passes the states before its review within one transaction. They are reached step by step.
  if (steps[state] === undefined) return passTo(tx, institutionId, state, by)
  await submitCase(env, tx, institutionId, by)
  if ((await lockCase(tx, institutionId)).state !== 'edd_required') return
  for (const document of eddDocuments(personId)) await addDocument(env, tx, institutionId, document, by)
  await completeEdd(env, tx, institutionId, by)
}

/** Takes a case from its review to this state. */
export async function finishCase(env: Env, institutionId: string, state: KybState, by: By): Promise<void> {
  for (const step of steps[state] ?? []) await step(env, institutionId, by)
}

async function passTo(tx: Tx, institutionId: string, state: KybState, by: By): Promise<void> {
  let kyb = await lockCase(tx, institutionId)
  for (const { event } of pathTo(kybMachine.machine, state)) kyb = await moveCase(tx, kyb, event, by)
}
