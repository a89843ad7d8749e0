import type { Env } from '../../base/env.ts'
import type { Session, SessionKind, SessionMethod } from './session.ts'

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

/** The live sessions and tokens of a person, newest first. */
export async function listSessions(env: Env, { person }: Session): Promise<ListedSession[]> {
  return env.db.query<ListedSession>(
    `select id, kind, method, label, host(ip) as ip, agent, created_at as "createdAt", seen_at as "seenAt",
       expires_at as "expiresAt"
     from people.session
     where person_id = $1 and people.is_live(kind, seen_at, expires_at, ended_at, $2)
     order by created_at desc, id desc`,
    [person.id, env.clock.now()],
  )
}
