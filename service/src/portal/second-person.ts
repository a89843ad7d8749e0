import { secondPersonCall, setSecondPersonCall } from '@specie/protocol/people/second-person.ts'
import { requireSecondPerson, secondPersonKinds } from '../institutions/second-person.ts'
import { requestApproval } from '../people/approval/request.ts'
import { byPerson } from '../people/by.ts'
import type { Handler, PeopleRoutes } from './serve.ts'

export function secondPersonRoutes(routes: PeopleRoutes): void {
  routes.mount(secondPersonCall, async (env, { person }) => ({
    kinds: await secondPersonKinds(env.db, person.institutionId!),
  }))
  routes.mount(setSecondPersonCall, choose)
}

const choose: Handler<typeof setSecondPersonCall> = (env, session, { kind, needed }, visit) =>
  env.db.tx(async (tx) => {
    const institutionid = session.person.institutionId!
    const payload = { institutionid, kind }
    const isNeeded = (await secondPersonKinds(tx, institutionid)).includes(kind)
    if (isNeeded && !needed) {
      const request = {
        kind: 'member.second_person',
        subject: institutionid,
        payload,
        reason: `no longer for ${kind}`,
      } as const
      const { id } = await requestApproval(env, tx, session, request)
      return { kinds: await secondPersonKinds(tx, institutionid), approvalid: id }
    }
    if (needed)
      await requireSecondPerson(tx, payload, byPerson(env, session, visit, `asks a second person for ${kind}`))
    return { kinds: await secondPersonKinds(tx, institutionid), approvalid: null }
  })
