import {
  challengeKeyCall,
  freezeKeyCall,
  keyCallsCall,
  keysCall,
  keyWindowCall,
  proveKeyCall,
  registerKeyCall,
  revokeKeyCall,
  unfreezeKeyCall,
} from '@specie/protocol/people/keys.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { By } from '../base/state-machine/move.ts'
import { freezeKey, revokeKey, unfreezeKey } from '../institutions/api-key/change.ts'
import { listKeys, recentCallsOf } from '../institutions/api-key/list.ts'
import { setNonceWindow } from '../institutions/api-key/nonce-window.ts'
import { newChallenge, proveKey } from '../institutions/api-key/prove.ts'
import type { KeyState, Whose } from '../institutions/api-key/row.ts'
import { byPerson } from '../people/by.ts'
import type { Session } from '../people/session/session.ts'
import { registerOrAsk } from './register-key.ts'
import type { PeopleRoutes, Visit } from './serve.ts'

export function keyRoutes(routes: PeopleRoutes): void {
  routes.mount(keysCall, (env, session, input) => listKeys(env.db, institutionOf(session), input))
  routes.mount(keyCallsCall, (env, session, { id }) => recentCallsOf(env.db, whoseOf(session), id))
  routes.mount(registerKeyCall, registerOrAsk)
  routes.mount(challengeKeyCall, (env, session, { id }) => newChallenge(env, env.db, whoseOf(session), id))
  routes.mount(proveKeyCall, async (env, session, { id, ...signed }, visit) => {
    await proveKey(env, whoseOf(session), id, signed, byPerson(env, session, visit, 'proved possession'))
    return { keyid: id, status: 'active' as const }
  })
  routes.mount(freezeKeyCall, changing(freezeKey))
  routes.mount(unfreezeKeyCall, changing(unfreezeKey))
  routes.mount(revokeKeyCall, changing(revokeKey))
  routes.mount(keyWindowCall, async (env, session, { id, nonce_window_ms }, visit) => {
    const by = byPerson(env, session, visit, 'set the nonce window')
    await env.db.tx((tx) => setNonceWindow(env, tx, whoseOf(session), id, nonce_window_ms, by))
    return { keyid: id, nonce_window_ms }
  })
}

const institutionOf = ({ person }: Session): string => person.institutionId!
const whoseOf = (session: Session): Whose => ({ institutionId: institutionOf(session) })

type Change = (tx: Tx, whose: Whose, id: string, by: By) => Promise<KeyState>
type Asked = { id: string; reason: string }

const changing =
  (change: Change) =>
  async (env: Env, session: Session, { id, reason }: Asked, visit: Visit) => {
    const by = byPerson(env, session, visit, reason)
    return { keyid: id, status: await env.db.tx((tx) => change(tx, whoseOf(session), id, by)) }
  }
