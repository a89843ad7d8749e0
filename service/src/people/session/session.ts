import { createHash, randomBytes } from 'node:crypto'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type Person, personColumns } from '../person/row.ts'

// A session is 256 random bits that the browser keeps in a cookie, or a program in its Authorization header. The database
// has only their hash.

export const sessionKinds = ['browser', 'token'] as const
export type SessionKind = (typeof sessionKinds)[number]

/** The factors that open a session. */
export const sessionMethods = ['passkey', 'password', 'recovery', 'oidc', 'link'] as const
export type SessionMethod = (typeof sessionMethods)[number]

const minute = 60_000
export const idleMs = 30 * minute
export const absoluteMs = 12 * 60 * minute
export const freshMs = 5 * minute

export type Session = {
  readonly id: string
  readonly person: Person
  readonly kind: SessionKind
  readonly method: SessionMethod
  readonly factorAt: Date
  /** As it was sent. The database checks it again where a person decides something (people.decide_approval). */
  readonly token: string
}

const hashOfToken = (token: string): Buffer => createHash('sha256').update(token, 'utf8').digest()

export type Opened = {
  person: Pick<Person, 'id'>
  kind: SessionKind
  method: SessionMethod
  label?: string
  expiresAt?: Date
  ip: string
  agent: string
}

/** Returns the token: it is shown once and kept nowhere. */
export async function openSession(env: Env, tx: Tx, opened: Opened): Promise<string> {
  const at = env.clock.now()
  const token = randomBytes(32).toString('base64url')
  await tx.query(
    `insert into people.session (id, person_id, token_hash, kind, method, label, factor_at, created_at, seen_at, expires_at, ip, agent)
     values ($1, $2, $3, $4, $5, $6, $7, $7, $7, $8, $9, $10)`,
    [
      env.ids.uuid(at),
      opened.person.id,
      hashOfToken(token),
      opened.kind,
      opened.method,
      opened.label ?? null,
      at,
      opened.expiresAt ?? new Date(at.getTime() + absoluteMs),
      opened.ip,
      opened.agent.slice(0, 200),
    ],
  )
  return token
}

type Row = Omit<Session, 'person' | 'token'> & Person & { sessionId: string }

/** The session with this token, and its person with today's roles; null when it has ended or its person may not sign in. */
export async function findSession(env: Env, token: string): Promise<Session | null> {
  const at = env.clock.now()
  const [row] = await env.db.query<Row>(
    `select s.id as "sessionId", s.kind, s.method, s.factor_at as "factorAt", ${personColumns}
     from people.session_of($1, $2, $3) found
       join people.session s on s.id = found.session_id join people.person p on p.id = found.person_id`,
    [token, at, `${idleMs} milliseconds`],
  )
  if (!row) return null
  const { sessionId, kind, method, factorAt, ...person } = row
  return { id: sessionId, person, kind, method, factorAt, token }
}
