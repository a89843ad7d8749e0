import type { Env } from '../../base/env.ts'
import { idleMs, type Session, type SessionKind, type SessionMethod } from './session.ts'

export type ListedSession = {
  id: string
  kind: SessionKind
  method: SessionMethod
  label: string | null
  ip: string
  agent: string
  createdAt: Date
  seenAt: Date
  expiresAt: Date
}

/** The live sessions and tokens of a person, the newest first. */
export async function listSessions(env: Env, { person }: Session): Promise<ListedSession[]> {
  const at = env.clock.now()
  return env.db.query<ListedSession>(
    `select id, kind, method, label, host(ip) as ip, agent, created_at as "createdAt", seen_at as "seenAt",
       expires_at as "expiresAt"
     from people.session
     where person_id = $1 and ended_at is null and expires_at > $2 and (kind = 'token' or seen_at > $3)
     order by created_at desc, id desc`,
    [person.id, at, new Date(at.getTime() - idleMs)],
  )
}
