import { z } from 'zod'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { audit } from '../../base/audit/audit.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { ByTwo, Description } from '../../base/approvable.ts'
import { requestApproval } from '../approval/request.ts'
import { hashOfToken, type Session } from '../session/session.ts'
import { createLink, type LinkPurpose, linkPurposes, purposeFor } from './link.ts'
import { findPerson, type Person } from '../../directory/person.ts'

// The holder of a role that needs two people comes in by a link that needs two people (staff.link): the requesting
// administrator gets its first half, the approving person the second. Neither half opens anything alone, and the
// database has neither.

/** `half`: the SHA-256 of the first half, in hex. */
export const halvesPayload = z.strictObject({
  person: z.uuid(),
  purpose: z.enum(linkPurposes),
  half: z.string().regex(/^[0-9a-f]{64}$/, 'must be a SHA-256 in hex'),
})
type Halves = z.output<typeof halvesPayload>

export type FirstHalf = { readonly token: string; readonly linkApproval: string }

/**
 * Requests a second person's approval to let a staff member in. The token ends with a dot; the second half follows it.
 */
export async function askForLink(
  env: Env,
  tx: Tx,
  { session, reason }: { readonly session: Session; readonly reason: string },
  { id: person, state }: Pick<Person, 'id' | 'state'>,
): Promise<FirstHalf> {
  const first = env.ids.secret(32).toString('base64url')
  const payload = { person, purpose: purposeFor(state), half: hashOfToken(first).toString('hex') }
  const request = { kind: 'staff.link', subject: person, payload, reason } as const
  const { id: linkApproval } = await requestApproval(env, tx, session, request)
  return { token: `${first}.`, linkApproval }
}

/** Runs when the second person approves. Returns the second half, for them alone. */
export async function makeLinkInHalves(
  env: Env,
  tx: Tx,
  { person, purpose, half }: Halves,
  by: ByTwo,
): Promise<string> {
  const found = await findPerson(tx, person)
  if (found?.side !== 'staff' || !mayComeBy(purpose, found.state))
    throw badRequest('state', 'The person has accepted, was suspended or was removed meanwhile: request it again.')
  const { token } = await createLink(env, tx, person, purpose, Buffer.from(half, 'hex'))
  const detail = { maker: by.maker, checker: by.checker, reason: by.why }
  audit(tx, { actor: by.actor, action: 'person.link_made', subject: person, detail })
  return token
}

const mayComeBy = (purpose: LinkPurpose, state: Person['state']): boolean =>
  state === (purpose === 'invitation' ? 'invited' : 'active')

export async function describeLink(_env: Env, sql: Sql, { person, purpose }: Halves): Promise<Description> {
  const name = (await findPerson(sql, person))?.name ?? person
  const title = purpose === 'invitation' ? `Let ${name} in` : `Let ${name} back in, with new factors`
  return { title, institutionId: null }
}
