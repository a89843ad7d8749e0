import type { Side } from '@specie/protocol/people/roles.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { hashOfToken } from '../session/session.ts'
import { type Person, personColumns } from '../../directory/person.ts'
import { dayMs, hourMs } from '../../base/clock.ts'

// One-time links: an invitation, or the recovery after every factor was lost. The token has 256 random bits; the
// database has only its hash.

export const linkPurposes = ['invitation', 'recovery'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

export const lifetimeMs = { invitation: 7 * dayMs, recovery: hourMs } as const
/** A recovery link that staff make for a person of an institution. The wait lets that person sign in and so end it. */
export const recoveryByStaff = { waitMs: dayMs, lifetimeMs: 3 * dayMs } as const
/** The state of a person for whom a link of each purpose works. */
const stateOf = { invitation: 'invited', recovery: 'active' } as const

export type NewLink = { readonly token: string; readonly expiresAt: Date }

/** A new link; earlier links of the person end. */
export function createLink(env: Env, tx: Tx, personId: string, purpose: LinkPurpose): Promise<NewLink> {
  const expiresAt = new Date(env.clock.now().getTime() + lifetimeMs[purpose])
  return storeLink(env, tx, { personId, purpose, firstHalf: null, usableFrom: null, expiresAt })
}

/** A link of which the token is the second half. A recovery that staff make for a person of an institution waits first. */
export function createSecondHalf(
  env: Env,
  tx: Tx,
  { id: personId, side }: Pick<Person, 'id' | 'side'>,
  purpose: LinkPurpose,
  firstHalf: Buffer,
): Promise<NewLink> {
  const now = env.clock.now().getTime()
  const usableFrom = side === 'staff' ? null : new Date(now + recoveryByStaff.waitMs)
  const expiresAt = new Date(
    usableFrom === null ? now + lifetimeMs[purpose] : usableFrom.getTime() + recoveryByStaff.lifetimeMs,
  )
  return storeLink(env, tx, { personId, purpose, firstHalf, usableFrom, expiresAt })
}

type StoredLink = {
  readonly personId: string
  readonly purpose: LinkPurpose
  readonly firstHalf: Buffer | null
  readonly usableFrom: Date | null
  readonly expiresAt: Date
}

async function storeLink(env: Env, tx: Tx, link: StoredLink): Promise<NewLink> {
  const { personId, purpose, firstHalf, usableFrom, expiresAt } = link
  const at = env.clock.now()
  const token = env.ids.secret(32).toString('base64url')
  await endLinks(tx, personId, at)
  await tx.query(
    `insert into people.link (id, person_id, purpose, token_hash, expires_at, created_at, usable_from)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [env.ids.uuid(at), personId, purpose, hashOfLink(firstHalf, token), expiresAt, at, usableFrom],
  )
  return { token, expiresAt }
}

/** Of two halves, the first is represented by its hash, because the maker of the second half does not know it. */
const hashOfLink = (firstHalf: Buffer | null, token: string): Buffer =>
  hashOfToken(firstHalf === null ? token : `${firstHalf.toString('hex')}.${token}`)

/** As it was sent: a token, or two halves with a dot between them. */
function hashOfSent(sent: string): Buffer {
  const [first, second] = sent.split('.') as [string, string?]
  return second === undefined ? hashOfLink(null, first) : hashOfLink(hashOfToken(first), second)
}

/** The purpose of a link for a person in this state. */
export const purposeFor = (state: Person['state']): LinkPurpose => (state === 'invited' ? 'invitation' : 'recovery')

/** Earlier links stop working. */
export const endLinks = (tx: Tx, personId: string, at: Date): Promise<unknown> =>
  tx.query('update people.link set used_at = $2 where person_id = $1 and used_at is null', [personId, at])

/** The page that a link opens. The token is behind the #, so that no server or proxy logs it. */
export const linkAddress = (origin: string, side: Side, token: string): string =>
  `${origin}/${side === 'staff' ? 'console' : 'portal'}/link#${token}`

export type Link = {
  readonly id: string
  readonly purpose: LinkPurpose
  readonly expiresAt: Date
  /** Two of the staff made it, for a person of an institution. */
  readonly isByStaff: boolean
  readonly person: Person
}

type Row = Person & { linkId: string; purpose: LinkPurpose; expiresAt: Date; usableFrom: Date | null }

/** The link with this token, for this side; refuses one that was used, has expired, or whose person may not use it. */
export async function findLink(env: Env, sql: Sql, token: string, side: Side): Promise<Link> {
  const [row] = await sql.query<Row>(
    `select l.id as "linkId", l.purpose, l.expires_at as "expiresAt", l.usable_from as "usableFrom", ${personColumns}
     from people.link l join directory.person p on p.id = l.person_id
     where l.token_hash = $1 and l.used_at is null and l.expires_at > $2 and p.side = $3`,
    [hashOfSent(token), env.clock.now(), side],
  )
  if (!row || row.state !== stateOf[row.purpose]) throw deadLink()
  const { linkId, purpose, expiresAt, usableFrom, ...person } = row
  if (usableFrom !== null && usableFrom > env.clock.now())
    throw badRequest('link_waits', `This link works from ${usableFrom.toISOString()}. Open it again then.`, 'token')
  return { id: linkId, purpose, expiresAt, isByStaff: usableFrom !== null, person }
}

/** Uses the link up: of two concurrent attempts, one succeeds. */
export async function useLink(env: Env, tx: Tx, { id }: Link): Promise<void> {
  const at = env.clock.now()
  const used = await tx.query(
    'update people.link set used_at = $2 where id = $1 and used_at is null and expires_at > $2 returning id',
    [id, at],
  )
  if (used.length === 0) throw deadLink()
}

const deadLink = () =>
  badRequest('link', 'This link was used before, has expired, or is incomplete. Ask its sender for a new one.', 'token')
