import { machines, publicState } from '@specie/protocol/machines.ts'
import {
  checkAddressProofCall,
  decideAddressCall,
  institutionAddressesCall,
  restoreAddressCall,
  stopAddressCall,
} from '@specie/protocol/people/addresses.ts'
import type { Env } from '../base/env.ts'
import { allAddresses } from '../institutions/address/list-for-people.ts'
import { isEvidenceValid } from '../institutions/address/proof/evidence.ts'
import { addressOf } from '../institutions/address/row.ts'
import { decideScreening } from '../institutions/address/screen.ts'
import { reinstateAddress, suspendAddress } from '../institutions/address/suspend.ts'
import { byPerson } from '../people/by.ts'
import type { Session } from '../people/session/session.ts'
import type { PeopleRoutes, Visit } from '../portal/serve.ts'

const anybody = { institutionId: null }

export function consoleAddressRoutes(routes: PeopleRoutes): void {
  routes.mount(institutionAddressesCall, (env, _session, input) => allAddresses(env.db, input))
  routes.mount(checkAddressProofCall, async (env, _session, { id }) => {
    const address = await addressOf(env.db, anybody, id)
    const { proof: evidence } = address
    return { addressid: id, evidence, valid: evidence && (await isEvidenceValid(env, address, evidence)) }
  })
  routes.mount(decideAddressCall, async (env, session, { id, decision, reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    const state = await env.db.tx((tx) => decideScreening(env, tx, id, decision, by))
    return { addressid: id, state, status: publicState(machines.withdrawal_address, state)! }
  })
  routes.mount(stopAddressCall, changing(suspendAddress))
  routes.mount(restoreAddressCall, changing(reinstateAddress))
}

const changing =
  (change: typeof suspendAddress) =>
  async (env: Env, session: Session, { id, reason }: { id: string; reason: string }, visit: Visit) => {
    const by = byPerson(env, session, visit, reason)
    return { addressid: id, status: await env.db.tx((tx) => change(env, tx, anybody, id, by)) }
  }
