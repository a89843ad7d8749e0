import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest } from '../../base/http/errors.ts'
import { isUuid } from '../../base/ids.ts'
import { subjectKey, subjectKeys } from '../../base/personal-data.ts'
import type { By } from '../../base/state-machine/move.ts'
import { lockCase, moveCase, note, notNow } from './row.ts'
import { dayMs } from '../../base/clock.ts'

// Information requests: staff ask, the institution answers, all within the case.

export type InformationRequest = {
  id: string
  /** Null once erased. */
  question: string | null
  answer: string | null
  askedAt: Date
  dueAt: Date
  answeredAt: Date | null
}

const questionContext = (id: string): string => `question ${id}`
const answerContext = (id: string): string => `answer ${id}`

/** A case in review by staff is returned to the institution; one in a periodic review keeps its state and its access. */
const returnedStates = new Set(['in_review', 'edd_required'])
const staysAsItIs = new Set(['info_requested', 'periodic_review', 'review_overdue'])

export async function createInformationRequest(
  env: Env,
  tx: Tx,
  institutionId: string,
  { question, days }: { question: string; days: number },
  by: By,
): Promise<string> {
  const kyb = await lockCase(tx, institutionId)
  if (!returnedStates.has(kyb.state) && !staysAsItIs.has(kyb.state)) throw notNow(kyb)
  const id = env.ids.uuid(by.at)
  const key = await subjectKey(env, tx, institutionId)
  await tx.query(
    `insert into onboarding.information_request (id, institution_id, sealed_question, asked_by, created_at, due_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [
      id,
      institutionId,
      key.seal(questionContext(id), Buffer.from(question)),
      by.actor,
      by.at,
      new Date(env.clock.settlement().getTime() + days * dayMs),
    ],
  )
  if (returnedStates.has(kyb.state)) await moveCase(tx, kyb, 'request_info', by)
  note(tx, by, 'kyb.information_requested', institutionId, { request: id })
  return id
}

export async function answerInformation(
  env: Env,
  tx: Tx,
  institutionId: string,
  { id, answer }: { id: string; answer: string },
  by: By,
): Promise<void> {
  await lockCase(tx, institutionId)
  const [row] = isUuid(id)
    ? await tx.query<{ answered_at: Date | null }>(
        'select answered_at from onboarding.information_request where id = $1 and institution_id = $2',
        [id, institutionId],
      )
    : []
  if (!row) throw new ApiError('not_found', {}, 'There is no such information request.')
  if (row.answered_at !== null) throw badRequest('answered', 'This question was already answered.', 'id')
  const key = await subjectKey(env, tx, institutionId)
  await tx.query(
    'update onboarding.information_request set sealed_answer = $2, answered_by = $3, answered_at = $4 where id = $1',
    [id, key.seal(answerContext(id), Buffer.from(answer)), by.actor, by.at],
  )
  note(tx, by, 'kyb.information_answered', institutionId, { request: id })
}

type Row = Omit<InformationRequest, 'question' | 'answer'> & { sealedQuestion: Buffer; sealedAnswer: Buffer | null }

export async function listRequests(env: Env, sql: Sql, institutionId: string): Promise<InformationRequest[]> {
  const rows = await sql.query<Row>(
    `select id, sealed_question as "sealedQuestion", sealed_answer as "sealedAnswer", created_at as "askedAt",
       due_at as "dueAt", answered_at as "answeredAt"
     from onboarding.information_request where institution_id = $1 order by created_at, id`,
    [institutionId],
  )
  const key = (await subjectKeys(env, sql, [institutionId])).get(institutionId)
  return rows.map(({ sealedQuestion, sealedAnswer, ...row }) => ({
    ...row,
    question: key?.open(questionContext(row.id), sealedQuestion).toString() ?? null,
    answer: sealedAnswer && (key?.open(answerContext(row.id), sealedAnswer).toString() ?? null),
  }))
}
