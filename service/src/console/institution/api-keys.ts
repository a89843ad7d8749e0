import { staffKeyCalls } from '@specie/protocol/console/api-keys.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { freezeKey, revokeKey, unfreezeKey } from '../../access/api-key/change.ts'
import { findKey, listKeys, recentCallsOf } from '../../access/api-key/list.ts'
import type { KeyState } from '../../access/api-key/row.ts'
import { type OwnerFilter, assertInstitution } from '../../directory/institutions.ts'
import { byPerson } from '../../people/by.ts'
import type { Session } from '../../people/session/session.ts'
import type { PeopleRoutes, Visit } from '../../web-api/routes.ts'

export function staffKeyRoutes(routes: PeopleRoutes): void {
  routes.mount(staffKeyCalls.list, async (env, _session, { id, ...request }) => {
    await assertInstitution(env.db, id)
    return listKeys(env.db, id, request)
  })
  routes.mount(staffKeyCalls.show, (env, _session, { id }) => findKey(env.db, id))
  routes.mount(staffKeyCalls.calls, (env, _session, { id }) => recentCallsOf(env.db, everyones, id))
  routes.mount(staffKeyCalls.freeze, changing(freezeKey))
  routes.mount(staffKeyCalls.unfreeze, changing(unfreezeKey))
  routes.mount(staffKeyCalls.revoke, changing(revokeKey))
}

const everyones: OwnerFilter = { institutionId: null }

type Change = (tx: Tx, whose: OwnerFilter, id: string, by: By) => Promise<KeyState>
type WithReason = { id: string; reason: string }

const changing =
  (change: Change) =>
  async (env: Env, session: Session, { id, reason }: WithReason, visit: Visit) => {
    const by = byPerson(env, session, visit, reason)
    return { keyid: id, status: await env.db.tx((tx) => change(tx, everyones, id, by)) }
  }
