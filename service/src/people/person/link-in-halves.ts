import { z } from 'zod'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { audit } from '../../base/audit/audit.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import { requestApproval } from '../approval/request.ts'
import { hashOfToken, type Session } from '../session/session.ts'
import { createSecondHalf, type LinkPurpose, linkPurposes, purposeFor } from './link.ts'
import { institutionName } from '../../directory/institutions.ts'
import { findPerson, type Person } from '../../directory/person.ts'

// Two people give a link to a person with a role that needs two people (staff.link), and to a person of an institution
// who has lost all factors (institution.recovery). The requester gets the first half of the link, the approver the
// second. Neither half opens anything alone, and the database has neither.

/** `half`: the SHA-256 of the first half, in hex. */
export const halvesPayload = z.strictObject({
  person: z.uuid(),
  purpose: z.enum(linkPurposes),
  half: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
})
type Halves = z.output<typeof halvesPayload>

export type FirstHalf = { readonly token: string; readonly linkApproval: string }

/** Requests the approval of a link. The token ends with a dot. The second half follows it. */
export async function requestLink(
  env: Env,
  tx: Tx,
  { session, reason }: { readonly session: Session; readonly reason: string },
  { id: person, state, side }: Pick<Person, 'id' | 'state' | 'side'>,
): Promise<FirstHalf> {
  const first = env.ids.secret(32).toString('base64url')
  const payload = { person, purpose: purposeFor(state), half: hashOfToken(first).toString('hex') }
  const kind = side === 'staff' ? 'staff.link' : 'institution.recovery'
  const request = { kind, subject: person, payload, reason } as const
  const { id: linkApproval } = await requestApproval(env, tx, session, request)
  return { token: `${first}.`, linkApproval }
}

/** Runs when the second person approves. Returns the second half, for them alone. */
export async function makeLinkInHalves(
  env: Env,
  tx: Tx,
  { person, purpose, half }: Halves,
  by: ApprovalActor,
): Promise<string> {
  const found = await findPerson(tx, person)
  if (!found || !isValidFor(purpose, found))
    throw badRequest(
      'state',
      'In the meantime the person has accepted, was suspended or was removed. Make a new request.',
    )
  const { token } = await createSecondHalf(env, tx, found, purpose, Buffer.from(half, 'hex'))
  const detail = { maker: by.maker, checker: by.checker, reason: by.why }
  audit(tx, { actor: by.actor, action: 'person.link_made', subject: person, detail })
  return token
}

/** Invitations in halves are for staff only: an institution invites its own people. */
const isValidFor = (purpose: LinkPurpose, { side, state }: Person): boolean =>
  purpose === 'invitation' ? side === 'staff' && state === 'invited' : state === 'active'

export async function describeLink(_env: Env, sql: Sql, { person, purpose }: Halves): Promise<Description> {
  const found = await findPerson(sql, person)
  const { name = person, institutionId = null } = found ?? {}
  if (institutionId !== null) {
    const whose = await institutionName(sql, institutionId)
    return { title: `Let ${name} of ${whose} back in after a day, with new factors`, institutionId }
  }
  const title = purpose === 'invitation' ? `Let ${name} in` : `Let ${name} back in, with new factors`
  return { title, institutionId }
}
