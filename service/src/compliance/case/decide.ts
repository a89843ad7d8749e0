import { caseOutcomeWords } from '@specie/protocol/cases.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { counted, evidence, type Fact, text, thing, time, words } from '../../base/facts.ts'
import { badRequest } from '../../base/http/errors.ts'
import { setActor } from '../../base/state-machine/move.ts'
import { institutionFact } from '../../directory/facts.ts'
import { institutionName } from '../../directory/institutions.ts'
import { explainAlerts } from './alerts.ts'
import { groupIn } from './group.ts'
import { alertsOf, assertUndecided, type Case, findCase, lockCase, note, signedAlerts, undecidedOf } from './row.ts'

// Two people decide a case: `case.decide`. They sign the outcome, the number of its alerts and the hash of their keys. The
// database checks it (compliance.assert_case_decided).

type Decide = PayloadOf<'case.decide'>

/** The alerts that its maker saw. */
export async function completeDecision(env: Env, tx: Tx, payload: Decide): Promise<Decide> {
  await groupIn(env, tx, '-infinity')
  const found = await findCase(tx, payload.caseid)
  await assertDecidable(tx, found, payload)
  return { ...payload, alerts: payload.alerts ?? (await signedAlerts(tx, payload.caseid)) }
}

export async function decideCase(env: Env, tx: Tx, asked: Decide, by: ApprovalActor): Promise<void> {
  const { caseid: id, outcome } = asked
  // Afterwards it gets no alert until this transaction ends.
  await groupIn(env, tx, '-infinity')
  await assertDecidable(tx, await lockCase(tx, id), asked)
  const state = outcome === 'report' ? 'reported' : 'closed'
  await setActor(tx, by)
  await tx.query(
    `update compliance.case_file set state = $2, outcome = $3, maker = $4, checker = $5, decided_at = $6, updated_at = $6
     where id = $1`,
    [id, state, outcome, by.maker, by.checker, by.at],
  )
  note(tx, by, 'case.decided', id, { outcome, maker: by.maker })
  env.log.info({ case: id, outcome }, 'a case was decided')
}

async function assertDecidable(tx: Tx, found: Case, { outcome, alerts }: Decide): Promise<void> {
  assertUndecided(found)
  if (alerts !== undefined && alerts !== (await signedAlerts(tx, found.id)))
    throw badRequest('case_changed', 'The case has other alerts now. Read them and make a new request.', 'alerts')
  if (outcome === 'report') return
  const undecided = await undecidedOf(tx, found.id)
  if (undecided.size > 0)
    throw badRequest(
      'undecided',
      `The case still has ${counted(undecided.size, 'alert')} without a decision. Decide the holds, matches, exchanges and bank cases first.`,
      'outcome',
    )
}

export async function subjectOf(sql: Sql, { about, party }: Pick<Case, 'about' | 'party'>): Promise<string> {
  return about === null ? party! : institutionName(sql, about)
}

/** `institutionId` stays null: no institution may learn of a case. */
export async function describeDecision(_env: Env, sql: Sql, { caseid, outcome }: Decide): Promise<Description> {
  const found = await sql.query<Pick<Case, 'about' | 'party'>>(
    'select about, party from compliance.case_file where id = $1',
    [caseid],
  )
  const what = found[0] === undefined ? 'a case' : `the case about ${await subjectOf(sql, found[0])}`
  return { title: `Decide ${what}: ${caseOutcomeWords[outcome].toLowerCase()}`, institutionId: null }
}

export async function decisionFacts(env: Env, sql: Sql, { caseid, outcome, alerts: signed }: Decide): Promise<Fact[]> {
  const found = await findCase(sql, caseid)
  const alerts = await explainAlerts(env, sql, found.id, await alertsOf(sql, found.id))
  const now = await signedAlerts(sql, found.id)
  const subject = found.about === null ? text('Party', found.party) : await institutionFact(sql, found.about)
  return [
    thing('Case', `about ${subject.value}`, 'case', found.id),
    subject,
    text('Risk', words(found.risk_class)),
    text('Outcome', caseOutcomeWords[outcome], { part: 'effect' }),
    text('Alerts', counted(alerts.length, 'alert'), {
      note: signed === now ? null : 'Others than in this request. It can no longer be approved.',
    }),
    ...alerts.map((alert) => evidence(text(words(alert.kind), alert.text))),
    evidence(time('Opened', found.created_at)),
    evidence(time('Due', found.due_at)),
  ]
}
