import { approvalKinds } from '@specie/protocol/people/approvals/approvals.ts'
import type { consoleApprovals } from '@specie/protocol/console/approvals.ts'
import type { portalApprovals } from '@specie/protocol/portal/approvals.ts'
import { badRequest } from '../base/http/errors.ts'
import { decideApproval } from '../people/approval/decide.ts'
import { challengeFor } from '../people/approval/challenge.ts'
import { subjectOf } from '../people/approval/facts.ts'
import { findApproval, listApprovals } from '../people/approval/list.ts'
import { withdrawApproval } from '../people/approval/request.ts'
import { approvalView, approvalViews, evidenceView } from '../people/approval/view.ts'
import { requireSite } from './origin.ts'
import type { Handler, PeopleRoutes, RolesFor } from './routes.ts'

/** The roles that decide on requests of this kind, for readers of the request. */
const checkersOf: RolesFor = (env, session, id) =>
  findApproval(env.db, session, id).then(
    ({ kind }) => approvalKinds[kind].checkers,
    () => undefined,
  )

const decide: Handler<(typeof portalApprovals | typeof consoleApprovals)['decide']> = async (
  env,
  session,
  { id, decision, payload_hash, reason, credential },
  { request },
) => {
  if (decision === 'refuse' && reason === undefined)
    throw badRequest('missing', 'Give a reason for the rejection. The requester reads it.', 'reason')
  const signed = credential === undefined ? null : { credential, site: requireSite(request, env.config) }
  const payloadHash = Buffer.from(payload_hash, 'hex')
  const half = await decideApproval(env, session, { id, decision, payloadHash, reason: reason ?? null, signed })
  return { ...(await approvalView(env, await findApproval(env.db, session, id))), half }
}

/** The same for both sides: the person determines the visible and decidable requests. */
export function mountApprovals({ mount }: PeopleRoutes, calls: typeof portalApprovals | typeof consoleApprovals): void {
  mount(calls.list, async (env, session, request) => {
    const { rows, next_cursor } = await listApprovals(env.db, session, request)
    return { items: await approvalViews(env, rows), next_cursor }
  })
  mount(calls.show, async (env, session, { id }) => {
    const row = await findApproval(env.db, session, id)
    return { ...(await approvalView(env, row)), ...(await subjectOf(env, session, row)) }
  })
  mount(calls.evidence, async (env, session, { id }) => evidenceView(await findApproval(env.db, session, id)))
  mount(
    calls.challenge,
    async (env, session, { id, decision }, { request }) =>
      challengeFor(env, session, requireSite(request, env.config), id, decision),
    checkersOf,
  )
  mount(calls.decide, decide, checkersOf)
  mount(calls.withdraw, async (env, session, { id }) => {
    await withdrawApproval(env, session, id)
    return approvalView(env, await findApproval(env.db, session, id))
  })
}
