import {
  challengeKeyCall,
  freezeKeyCall,
  keyCall,
  keyCallsCall,
  keysCall,
  keyWindowCall,
  proveKeyCall,
  registerKeyCall,
  revokeKeyCall,
  unfreezeKeyCall,
} from '@specie/protocol/portal/api-keys.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { By } from '../base/state-machine/move.ts'
import { freezeKey, revokeKey, unfreezeKey } from '../access/api-key/change.ts'
import { keyView, listKeys, recentCallsOf } from '../access/api-key/list.ts'
import { setNonceWindow } from '../access/api-key/nonce-window.ts'
import { newChallenge, proveKey } from '../access/api-key/prove.ts'
import { registerKey } from '../access/api-key/register.ts'
import { mayWrite, newKeyOf } from '../access/api-key/request.ts'
import type { KeyState } from '../access/api-key/row.ts'
import { byPerson } from '../people/by.ts'
import type { Session } from '../people/session/session.ts'
import { actOrRequest } from './act-or-request.ts'
import type { Handler, PeopleRoutes, Visit } from '../web-api/routes.ts'

export function keyRoutes(routes: PeopleRoutes): void {
  routes.mount(keysCall, (env, session, input) => listKeys(env.db, institutionOf(session), input))
  routes.mount(keyCall, (env, session, { id }) => keyView(env.db, whoseOf(session), id))
  routes.mount(keyCallsCall, (env, session, { id }) => recentCallsOf(env.db, whoseOf(session), id))
  routes.mount(registerKeyCall, register)
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

/** A read-only key needs no approval. */
const register: Handler<typeof registerKeyCall> = async (env, session, input, visit) => {
  const key = newKeyOf({ ...input, institutionid: institutionOf(session) })
  // The public key in one spelling, because the database compares it with the stored key.
  const payload = { ...input, institutionid: key.institutionId, publickey: key.spki.toString('base64') }
  const by = byPerson(env, session, visit, 'registered a key')
  if (!mayWrite(input)) return { keyid: await env.db.tx((tx) => registerKey(env, tx, key, by)), approvalid: null }
  const request = { kind: 'member.key', payload, reason: `new key “${key.label}”` } as const
  const { done, approvalid } = await actOrRequest(env, session, request, (tx) => registerKey(env, tx, key, by))
  return { keyid: done, approvalid }
}

const institutionOf = ({ person }: Session): string => person.institutionId!
const whoseOf = (session: Session) => ({ institutionId: institutionOf(session), roles: session.person.roles })

type Change = (tx: Tx, acting: ReturnType<typeof whoseOf>, id: string, by: By) => Promise<KeyState>
type WithReason = { id: string; reason: string }

const changing =
  (change: Change) =>
  async (env: Env, session: Session, { id, reason }: WithReason, visit: Visit) => {
    const by = byPerson(env, session, visit, reason)
    return { keyid: id, status: await env.db.tx((tx) => change(tx, whoseOf(session), id, by)) }
  }
