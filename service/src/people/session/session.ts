import { createHash } from 'node:crypto'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { type Person, personColumns } from '../../directory/person.ts'

// A session is 256 random bits that a browser keeps in a cookie, or a program in its Authorization header; one is never
// accepted for the other. The database has only their hash. A program's session, a token, is opened in a browser
// session: it has the factor and the end of that session and ends with it (people.check_session).

export const sessionKinds = ['browser', 'token'] as const
export type SessionKind = (typeof sessionKinds)[number]

/** The factors that open a session. */
export const sessionMethods = ['passkey', 'password', 'recovery', 'oidc', 'link', 'device'] as const
export type SessionMethod = (typeof sessionMethods)[number]

const minute = 60_000
export const absoluteMs = 12 * 60 * minute
export const freshMs = 5 * minute

export type Session = {
  readonly id: string
  readonly person: Person
  readonly kind: SessionKind
  readonly method: SessionMethod
  readonly label: string | null
  /** The passkey that was shown, if any. */
  readonly passkeyId: string | null
  readonly factorAt: Date
  readonly expiresAt: Date
  /** As it was sent. The database checks it again for each decision of a person (people.decide_approval). */
  readonly token: string
}

/** The origin of a call. */
export type From = { readonly ip: string; readonly agent: string }

/** The database stores tokens, codes and links only in this form. */
export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest()

export type Opened = From & {
  person: Pick<Person, 'id'>
  kind: SessionKind
  method: SessionMethod
  label?: string | null
  /** The passkey that was shown, if any. */
  passkeyId?: string | null
  /** For a token: the session in which it was created or confirmed. */
  openedBy?: string
  /** The session that this one replaces. It ends, and its dependent sessions pass to this one. */
  replaces?: string
  /** When the factor was shown, if not now. */
  factorAt?: Date
  expiresAt?: Date
}

export type NewSession = { readonly id: string; readonly token: string; readonly expiresAt: Date }

/** The token is shown once and not stored. Throws when the session that opens it has just ended. */
export async function openSession(env: Env, tx: Tx, opened: Opened): Promise<NewSession> {
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  const token = env.ids.secret(32).toString('base64url')
  const expiresAt = opened.expiresAt ?? new Date(at.getTime() + absoluteMs)
  const stored = tx.query(
    `insert into people.session (id, person_id, token_hash, kind, method, label, factor_at, created_at, seen_at, expires_at, ip, agent,
       passkey_id, opened_by, replaces)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8, $9, $10, $11, $12, $13, $14)`,
    [
      id,
      opened.person.id,
      hashOfToken(token),
      opened.kind,
      opened.method,
      opened.label ?? null,
      opened.factorAt ?? at,
      at,
      expiresAt,
      opened.ip,
      opened.agent.slice(0, 200),
      opened.passkeyId ?? null,
      opened.openedBy ?? null,
      opened.replaces ?? null,
    ],
  )
  await stored.catch((error: unknown) => {
    throw (error as { constraint?: string }).constraint === 'session_opener' ? new ApiError('not_signed_in') : error
  })
  return { id, token, expiresAt }
}

type Row = Omit<Session, 'id' | 'kind' | 'person' | 'token'> & Person & { sessionId: string }

/**
 * The session with this token, and its person with current roles; null if it has ended, is of another kind or its
 * person may not sign in. An automatic call of an unattended page is not `attended`. It does not extend an idle
 * session.
 */
export async function findSession(
  env: Env,
  token: string,
  kind: SessionKind,
  attended = true,
): Promise<Session | null> {
  const [row] = await env.db.query<Row>(
    `select s.id as "sessionId", s.method, s.label, s.passkey_id as "passkeyId", s.factor_at as "factorAt",
       s.expires_at as "expiresAt", ${personColumns}
     from people.${attended ? 'session_of' : 'session_unattended'}($1, $2, $3) found
       join people.session s on s.id = found.session_id join directory.person p on p.id = found.person_id`,
    [token, kind, env.clock.now()],
  )
  if (!row) return null
  const { sessionId, method, label, passkeyId, factorAt, expiresAt, ...person } = row
  return { id: sessionId, person, kind, method, label, passkeyId, factorAt, expiresAt, token }
}
