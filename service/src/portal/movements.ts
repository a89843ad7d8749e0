import { closeOwnRailCall, movementsCall, statementFileCall, stepsCall } from '@specie/protocol/portal/movements.ts'
import { statement } from '@specie/protocol/endpoints/transfers.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest } from '../base/http/errors.ts'
import { gateInstitution } from '../access/gate.ts'
import { confirmationsOf } from '../chains/outbox/confirmations.ts'
import { clientSteps } from '../compliance/travel-rule/client-steps.ts'
import { institutionName } from '../directory/institutions.ts'
import { standingOfInstitution } from '../onboarding/standing.ts'
import { ownSteps } from '../base/state-machine/steps.ts'
import { byPerson } from '../people/by.ts'
import { closeOwnRail } from '../rails/rail/suspend.ts'
import { depositConfirmations } from '../transfers/deposit/list.ts'
import { camtDocuments, csvDocument, periodName } from '../transfers/statement/documents.ts'
import { statementPdf } from '../transfers/statement/pdf.ts'
import { listMovements } from '../transfers/statement/movements.ts'
import { requestedStatements } from '../transfers/statement/statement.ts'
import type { FileAnswer, Handler, PeopleRoutes } from '../web-api/routes.ts'

/** Calls of pages about money, in addition to the products' endpoints. */
export function movementRoutes(routes: PeopleRoutes): void {
  routes.mount(stepsCall, async (env, { person }, { id }) => {
    const steps = await ownSteps(env.db, person.institutionId!, id)
    if (steps === null) throw new ApiError('not_found', { id }, 'There is no such movement.')
    await gated(env, person.institutionId!)
    return {
      ...steps,
      confirmations: await confirmationsIn(env, person.institutionId!, steps.machine, id),
      exchange: await clientSteps(env.db, id),
    }
  })
  routes.mount(movementsCall, async (env, { person }, request) => {
    await gated(env, person.institutionId!)
    return listMovements(env.db, person.institutionId!, request)
  })
  routes.mount(statementFileCall, statementFile)
  routes.mount(closeOwnRailCall, async (env, session, { id, reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    const status = await env.db.tx((tx) => closeOwnRail(tx, session.person.institutionId!, id, by))
    return { railid: id, status }
  })
}

const gated = async (env: Env, institutionId: string): Promise<void> =>
  gateInstitution(await standingOfInstitution(env.db, institutionId), statement.needs)

/** The confirmations of the deposit itself, or of the transaction that is sent for it. */
const confirmationsIn = (env: Env, institutionId: string, machine: string, id: string) =>
  machine === 'deposit' ? depositConfirmations(env, institutionId, id) : confirmationsOf(env, id)

const statementFile: Handler<typeof statementFileCall> = async (env, { person }, { format, ...request }) => {
  const institutionId = person.institutionId!
  await gated(env, institutionId)
  const { period, statements } = await requestedStatements(env, institutionId, request)
  if (format === 'csv') return fileOf(csvDocument(statements, period))
  if (format === 'pdf') {
    const content = statementPdf(await institutionName(env.db, institutionId), statements, period)
    return { contentType: 'application/pdf', name: `specie-${periodName(period)}.pdf`, content }
  }
  const [document] = request.asset === undefined ? [] : await camtDocuments(env, institutionId, statements, period)
  if (!document) throw badRequest('fiat', 'A camt.053 has one currency. Choose CHF or GBP.', 'asset')
  return fileOf(document)
}

const fileOf = (document: { name: string; mediatype: string; content: string }): FileAnswer => ({
  contentType: document.mediatype,
  name: document.name,
  content: Buffer.from(document.content),
})
