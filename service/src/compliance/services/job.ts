import type { ServiceCode } from '@specie/screening/lists/entry.ts'
import { serviceProtocols } from '@specie/screening/services/protocols.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { Party } from '../screening/party.ts'
import { opened, type Stored } from '../screening/private.ts'
import { askAboutAllRegistered } from '../screening/answers.ts'
import { failureOf, sendToService } from './call.ts'
import { recordAnswer } from './record.ts'
import { askServicesJob, type Question, questionContext, servicesOf } from '../screening/question.ts'
import { isCheckDue, noteAnswering, noteSilence } from './silence.ts'

// Asks the outside services what is due: about parties that are new, and daily about those that are registered.

/** Questions per run, and at once, to each service. */
const maxQuestions = 200
const atOnce = 4

export const askServices: Job = {
  name: askServicesJob,
  everyMs: 10_000,
  applies: (env) => servicesOf(env).length > 0,
  run: async (env) => {
    const answered = await Promise.all(servicesOf(env).map((service) => askService(env, service)))
    return answered.reduce((sum, count) => sum + count, 0)
  },
}

/** The number of answers. */
async function askService(env: Env, service: ServiceCode): Promise<number> {
  const mustCheck = await isCheckDue(env, service)
  if (mustCheck) await askAboutAllRegistered(env)
  const due = await dueQuestions(env, service)
  if (due.length === 0 && !mustCheck) return 0
  const problem = await problemOf(env, service)
  if (problem !== null) {
    await noteSilence(env, service, problem)
    return 0
  }
  const failures = await askAll(env, due)
  const failure = failures.find((one) => one !== null)
  if (failure == null) await noteAnswering(env, service)
  else await noteSilence(env, service, failure)
  return failures.filter((one) => one === null).length
}

/** Null: the person was erased. */
type Due = Question & { readonly party: Party | null; readonly sealedFor: string | null }

async function dueQuestions(env: Env, service: ServiceCode): Promise<Due[]> {
  const rows = await env.db.query<Stored & { party_hash: string; sealed_for: string | null }>(
    `select party_hash, content, sealed, sealed_for from compliance.question
     where service = $1 and due_at <= $2 order by due_at, party_hash limit ${maxQuestions}`,
    [service, env.clock.now()],
  )
  const questions = rows.map(({ party_hash: partyHash }) => ({ partyHash, service }))
  const parties = await opened<Party>(env, env.db, rows, (row) => questionContext(questions[row]!))
  return rows.map(({ sealed_for: sealedFor }, row) => ({ ...questions[row]!, party: parties[row]!, sealedFor }))
}

/** Why the service cannot be asked now; null if it can. */
async function problemOf(env: Env, service: ServiceCode): Promise<string | null> {
  const { stateRequest, assertReady } = serviceProtocols[service]
  try {
    const answer = await sendToService(env, service, stateRequest(env.config.screeningServices.get(service)!))
    assertReady(answer, env.clock.now())
    return null
  } catch (error) {
    return failureOf(error)
  }
}

/** Null for each answer, otherwise why there is none. When nothing is answered any longer, the rest stays due. */
async function askAll(env: Env, due: readonly Due[]): Promise<(string | null)[]> {
  const failures: (string | null)[] = []
  for (let from = 0; from < due.length; from += atOnce) {
    const some = await Promise.all(due.slice(from, from + atOnce).map((question) => askOne(env, question)))
    failures.push(...some)
    if (some.every((failure) => failure !== null)) break
  }
  return failures
}

async function askOne(env: Env, { party, ...question }: Due): Promise<string | null> {
  if (party === null) {
    await postpone(env, question, null, 'The data of the person was erased.')
    return null
  }
  const { service } = question
  const at = env.config.screeningServices.get(service)!
  const { matchRequest, readMatches } = serviceProtocols[service]
  try {
    const matches = readMatches(at, await sendToService(env, service, matchRequest(at, party)))
    await env.db.tx((tx) => recordAnswer(env, tx, { ...question, party }, matches, shownAddress(at)))
    return null
  } catch (error) {
    const failure = failureOf(error)
    await postpone(env, question, env.config.serviceRetrySeconds, failure)
    return failure
  }
}

/** Null: it is asked again when a screening needs it. */
async function postpone(env: Env, { partyHash, service }: Question, seconds: number | null, failure: string) {
  const now = env.clock.now()
  await env.db.query(
    `update compliance.question set due_at = $3, failed_at = coalesce(failed_at, $4), failure = $5
     where party_hash = $1 and service = $2`,
    [
      partyHash,
      service,
      seconds === null ? null : new Date(now.getTime() + seconds * 1_000),
      now,
      failure.slice(0, 500),
    ],
  )
}

/** Without options. */
function shownAddress(at: string): string {
  const { origin, pathname } = new URL(at)
  return `${origin}${pathname}`
}
