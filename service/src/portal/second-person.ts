import { secondPersonCall, setSecondPersonCall } from '@specie/protocol/portal/second-person.ts'
import type { Sql } from '../base/database/db.ts'
import {
  amountsOf,
  choicesOf,
  isRaised,
  nouns,
  requireSecondPerson,
  secondPersonOf,
} from '../people/approval/second-person.ts'
import { requestApproval } from '../people/approval/request.ts'
import { badRequest } from '../base/http/errors.ts'
import { countApprovers } from '../people/approval/deciders.ts'
import type { Person } from '../directory/person.ts'
import { byPerson } from '../people/by.ts'
import type { Handler, PeopleRoutes } from '../web-api/routes.ts'

export function secondPersonRoutes(routes: PeopleRoutes): void {
  routes.mount(secondPersonCall, (env, { person }) => chosenView(env.db, person))
  routes.mount(setSecondPersonCall, choose)
}

const chosenView = async (sql: Sql, person: Person) => ({
  approvers: await countApprovers(sql, person),
  ...(await secondPersonOf(sql, person.institutionId!)),
})

const choose: Handler<typeof setSecondPersonCall> = (env, session, { kind, needed, amounts: requested }, visit) =>
  env.db.tx(async (tx) => {
    const institutionid = session.person.institutionId!
    const before = (await choicesOf(tx, institutionid)).find((chosen) => chosen.kind === kind)
    const amounts = requested === undefined ? (before?.amounts ?? {}) : amountsOf(kind, requested)
    const isLess = before !== undefined && (!needed || (await isRaised(tx, before.amounts, amounts)))
    if (isLess) {
      const payload = { institutionid, kind, amounts: needed ? amounts : null }
      const reason = needed ? `other amounts for ${nouns[kind]}` : `no second approver for ${nouns[kind]}`
      const request = { kind: 'member.second_person', subject: institutionid, payload, reason } as const
      const { id } = await requestApproval(env, tx, session, request)
      return { ...(await chosenView(tx, session.person)), approvalid: id }
    }
    const by = byPerson(env, session, visit, `requires a second approver for ${kind}`)
    if (needed && (await countApprovers(tx, session.person)) === 0) throw noApprover()
    if (needed) await requireSecondPerson(tx, { institutionid, kind, amounts }, by)
    return { ...(await chosenView(tx, session.person)), approvalid: null }
  })

const noApprover = () =>
  badRequest(
    'no_approver',
    'No one could decide on such requests. First invite an approver who is not an administrator.',
    'needed',
  )
