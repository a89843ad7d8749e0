import type { Side } from '@specie/protocol/people/roles.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { hashOfToken } from '../session/session.ts'
import { type Person, personColumns } from '../../directory/person.ts'

// One-time links: an invitation, or the recovery after every factor was lost. The token has 256 random bits; the
// database has only its hash.

export const linkPurposes = ['invitation', 'recovery'] as const
export type LinkPurpose = (typeof linkPurposes)[number]

const hour = 3_600_000
export const lifetimeMs = { invitation: 7 * 24 * hour, recovery: hour } as const
/** The state of a person for whom a link of each purpose works. */
const stateOf = { invitation: 'invited', recovery: 'active' } as const

export type NewLink = { readonly token: string; readonly expiresAt: Date }

/** A new link. Earlier ones stop working. With the hash of a first half, the token is the second one. */
export async function createLink(
  env: Env,
  tx: Tx,
  personId: string,
  purpose: LinkPurpose,
  firstHalf: Buffer | null = null,
): Promise<NewLink> {
  const at = env.clock.now()
  const token = env.ids.secret(32).toString('base64url')
  const expiresAt = new Date(at.getTime() + lifetimeMs[purpose])
  await endLinks(tx, personId, at)
  await tx.query(
    `insert into people.link (id, person_id, purpose, token_hash, expires_at, created_at)
     values ($1, $2, $3, $4, $5, $6)`,
    [env.ids.uuid(at), personId, purpose, hashOfLink(firstHalf, token), expiresAt, at],
  )
  return { token, expiresAt }
}

/** Of two halves the first counts by its hash, because the maker of the second does not know it. */
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
  readonly person: Person
}

type Row = Person & { linkId: string; purpose: LinkPurpose; expiresAt: Date }

/** The link with this token, for this side; refuses one that was used, has expired, or whose person may not use it. */
export async function findLink(env: Env, sql: Sql, token: string, side: Side): Promise<Link> {
  const [row] = await sql.query<Row>(
    `select l.id as "linkId", l.purpose, l.expires_at as "expiresAt", ${personColumns}
     from people.link l join directory.person p on p.id = l.person_id
     where l.token_hash = $1 and l.used_at is null and l.expires_at > $2 and p.side = $3`,
    [hashOfSent(token), env.clock.now(), side],
  )
  if (!row || row.state !== stateOf[row.purpose]) throw deadLink()
  const { linkId, purpose, expiresAt, ...person } = row
  return { id: linkId, purpose, expiresAt, person }
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
