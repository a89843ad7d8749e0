import { machines, publicState } from '@specie/protocol/machines.ts'
import {
  addAddressCall,
  addressCall,
  addressesCall,
  checkAddressCall,
  completeTravelRuleCall,
  ownPartyCall,
  proveAddressCall,
  reinstateAddressCall,
  removeAddressCall,
  suspendAddressCall,
} from '@specie/protocol/portal/addresses.ts'
import type { Env } from '../base/env.ts'
import { addressVerdict } from '../chains/addresses.ts'
import { addAddress, checkedPayload } from '../destinations/address/add.ts'
import { addressesOf, addressView } from '../destinations/address/list-for-people.ts'
import { proveAddress } from '../destinations/address/prove.ts'
import type { AddressState } from '../destinations/address/row.ts'
import { reinstateAddress, revokeAddress, suspendAddress } from '../destinations/address/suspend.ts'
import { completeTravelRule } from '../destinations/address/travel-rule.ts'
import { described } from '../compliance/travel-rule/described.ts'
import { legalPersonsOf } from '../onboarding/legal-person.ts'
import { byPerson } from '../people/by.ts'
import type { Session } from '../people/session/session.ts'
import { actOrRequest } from './act-or-request.ts'
import type { PeopleRoutes, Visit } from '../web-api/routes.ts'

export function addressRoutes(routes: PeopleRoutes): void {
  routes.mount(addressesCall, (env, session, input) => addressesOf(env.db, institutionOf(session), input))
  routes.mount(addressCall, (env, session, { id }) => addressView(env.db, institutionOf(session), id))
  routes.mount(checkAddressCall, async ({ config: { environment } }, _, { blockchain, address }) => {
    const verdict = addressVerdict(blockchain, address, environment)
    return 'address' in verdict
      ? { address: verdict.address, problem: null }
      : { address: null, problem: verdict.message }
  })
  routes.mount(ownPartyCall, async ({ db }, session) => {
    const id = institutionOf(session)
    const person = (await legalPersonsOf(db, [id])).get(id) ?? null
    return person === null ? { name: null, lines: [] } : described({ legalPerson: person })
  })
  routes.mount(addAddressCall, async (env, session, input, visit) => {
    const payload = checkedPayload(env, { ...input, institutionid: institutionOf(session) })
    const by = byPerson(env, session, visit, 'added a withdrawal address')
    const request = { kind: 'member.address', payload, reason: `new withdrawal address “${payload.label}”` } as const
    const { done, approvalid } = await actOrRequest(env, session, request, (tx) => addAddress(env, tx, payload, by))
    return { addressid: done, approvalid }
  })
  routes.mount(proveAddressCall, async (env, session, { id, signature }, visit) => {
    const by = byPerson(env, session, visit, 'proved the wallet')
    return changed(id, await proveAddress(env, whoseOf(session), id, signature, by))
  })
  routes.mount(completeTravelRuleCall, async (env, session, { id, travel_address }, visit) => {
    const by = byPerson(env, session, visit, 'added Travel Rule data')
    const state = await env.db.tx((tx) => completeTravelRule(env, tx, whoseOf(session), id, travel_address, by))
    return changed(id, state)
  })
  routes.mount(suspendAddressCall, changing(suspendAddress))
  routes.mount(reinstateAddressCall, changing(reinstateAddress))
  routes.mount(removeAddressCall, changing(revokeAddress))
}

const institutionOf = ({ person }: Session): string => person.institutionId!
const whoseOf = (session: Session) => ({ institutionId: institutionOf(session) })

const changed = (addressid: string, state: AddressState) => ({
  addressid,
  state,
  status: publicState(machines.withdrawal_address, state)!,
})

const changing =
  (change: typeof suspendAddress) =>
  async (env: Env, session: Session, { id, reason }: { id: string; reason: string }, visit: Visit) => {
    const by = byPerson(env, session, visit, reason)
    return { addressid: id, status: await env.db.tx((tx) => change(env, tx, whoseOf(session), id, by)) }
  }
