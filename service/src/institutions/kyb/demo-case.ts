import { pathTo } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { ByPerson } from '../../people/person/by.ts'
import { saveEntity } from './company.ts'
import { decideCase, offboard, suspend } from './decide.ts'
import { demoDocuments, demoEntity, demoPerson, eddDocuments } from './demo.ts'
import { addDocument } from './documents.ts'
import { addPerson } from './persons.ts'
import { askForInformation } from './requests.ts'
import { openReview } from './review.ts'
import { kybMachine, type KybState, lockCase, moveCase } from './row.ts'
import { completeEdd, submitCase } from './submit.ts'

// UAT: a case in any state, by the functions that people use, with invented data.

type Step = (env: Env, tx: Tx, institutionid: string, by: ByPerson) => Promise<unknown>

const approve: Step = (env, tx, institutionid, by) => decideCase(env, tx, { institutionid, decision: 'approve' }, by)
const reject: Step = (env, tx, institutionid, by) => decideCase(env, tx, { institutionid, decision: 'reject' }, by)
const ask: Step = (env, tx, id, by) =>
  askForInformation(env, tx, id, { question: 'Who are your largest customers?', days: 30 }, by)

/** The steps after the case has reached its review. */
const steps: { readonly [state in KybState]?: readonly Step[] } = {
  in_review: [],
  info_requested: [ask],
  rejected: [reject],
  approved: [approve],
  periodic_review: [approve, openReview],
  review_overdue: [approve, openReview, async (_env, tx, id, by) => moveCase(tx, await lockCase(tx, id), 'lapse', by)],
  suspended: [approve, (_env, tx, id, by) => suspend(tx, id, by)],
  offboarded: [approve, (env, tx, institutionid, by) => offboard(env, tx, { institutionid }, by)],
}

/** Fills in the case of the institution `name` and takes it to `state`. */
export async function demoCase(
  env: Env,
  tx: Tx,
  institutionId: string,
  { name, state }: { name: string; state: KybState },
  by: ByPerson,
): Promise<void> {
  const personId = await fillIn(env, tx, institutionId, name, by)
  const next = steps[state]
  // A case passes the states before its review within one transaction.
  if (next === undefined) return passTo(tx, institutionId, state, by)
  await submitCase(env, tx, institutionId, by)
  if ((await lockCase(tx, institutionId)).state === 'edd_required') {
    for (const document of eddDocuments(personId)) await addDocument(env, tx, institutionId, document, by)
    await completeEdd(env, tx, institutionId, by)
  }
  for (const step of next) await step(env, tx, institutionId, by)
}

async function fillIn(env: Env, tx: Tx, institutionId: string, name: string, by: ByPerson): Promise<string> {
  await saveEntity(tx, institutionId, demoEntity(name), by)
  const personId = await addPerson(env, tx, institutionId, demoPerson, by)
  for (const document of demoDocuments(personId)) await addDocument(env, tx, institutionId, document, by)
  return personId
}

async function passTo(tx: Tx, institutionId: string, state: KybState, by: ByPerson): Promise<void> {
  let kyb = await lockCase(tx, institutionId)
  for (const { event } of pathTo(kybMachine.machine, state)) kyb = await moveCase(tx, kyb, event, by)
}
