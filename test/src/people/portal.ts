import type { Session } from '@specie/service/people/session/session.ts'
import { type Answer, read } from '../client.ts'

/** The request headers of this person's browser on a page of ours. */
export const carrying = ({ token }: Pick<Session, 'token'>, origin: string) => ({ cookie: `specie=${token}`, origin })

/** Calls of portal and console by the browser of this person. */
export const as =
  (session: Session, origin: string) =>
  async (method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> => {
    const prefix = session.person.side === 'staff' ? '/console/v1' : '/portal/v1'
    const headers = { 'user-agent': 'specie-test', ...carrying(session, origin) }
    const sent =
      method === 'GET'
        ? { headers }
        : { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body ?? {}) }
    return read(await fetch(origin + prefix + path, { method, ...sent }))
  }
