import { machines, publicState } from '@specie/protocol/machines.ts'
import {
  checkAddressProofCall,
  decideAddressCall,
  institutionAddressCall,
  institutionAddressesCall,
  restoreAddressCall,
  stopAddressCall,
} from '@specie/protocol/console/addresses.ts'
import type { Env } from '../../base/env.ts'
import { decidedHits } from '../../compliance/screening/decided-hits.ts'
import { explainHits, explainOwn, explainParties } from '../../compliance/screening/explain.ts'
import { addressView, allAddresses } from '../../destinations/address/list-for-people.ts'
import { partiesOfWallet } from '../../destinations/address/parties.ts'
import { institutionName } from '../../directory/institutions.ts'
import { isEvidenceValid } from '../../destinations/address/proof/evidence.ts'
import { addressOf } from '../../destinations/address/row.ts'
import { decideScreening } from '../../destinations/address/screen.ts'
import { reinstateAddress, suspendAddress } from '../../destinations/address/suspend.ts'
import { requestApproval } from '../../people/approval/request.ts'
import { byPerson } from '../../people/by.ts'
import type { Session } from '../../people/session/session.ts'
import type { PeopleRoutes, Visit } from '../../web-api/routes.ts'
import { historyOf, hitView } from '../compliance/case-parts.ts'
import { withNames } from '../list-pages.ts'

const anybody = { institutionId: null }

export function consoleAddressRoutes(routes: PeopleRoutes): void {
  routes.mount(institutionAddressesCall, async (env, _session, input) =>
    withNames(env.db, await allAddresses(env.db, input)),
  )
  routes.mount(institutionAddressCall, async (env, _session, { id }) => {
    const { db } = env
    const address = await addressView(db, null, id)
    const institution = await institutionName(db, address.institutionid)
    const parties = partiesOfWallet(await addressOf(db, anybody, id)).map(({ party }) => party)
    const [found, own, history, { ids }] = await Promise.all([
      explainParties(env, db, address.institutionid, parties),
      explainOwn(env, db, address.institutionid),
      historyOf(db, id),
      decidedHits(db, 'wallet', id),
    ])
    const now = [...found, ...own]
    const known = now.flatMap((hit) => hit.id ?? [])
    const hits = [...now, ...(await explainHits(env, db, ids, known))]
    return { ...address, institution, hits: hits.map(hitView), history }
  })
  routes.mount(checkAddressProofCall, async (env, _session, { id }) => {
    const address = await addressOf(env.db, anybody, id)
    const { proof: evidence } = address
    return { addressid: id, evidence, valid: evidence && (await isEvidenceValid(env, address, evidence)) }
  })
  routes.mount(decideAddressCall, (env, session, { id, decision, reason }, visit) =>
    env.db.tx(async (tx) => {
      const request = { kind: 'address.clear', subject: id, payload: { addressid: id }, reason } as const
      const approval = decision === 'clear' ? await requestApproval(env, tx, session, request) : null
      if (approval === null) await decideScreening(env, tx, id, 'reject', byPerson(env, session, visit, reason))
      const { state } = await addressOf(tx, anybody, id)
      const status = publicState(machines.withdrawal_address, state)!
      return { addressid: id, state, status, approvalid: approval?.id ?? null }
    }),
  )
  routes.mount(stopAddressCall, changing(suspendAddress))
  routes.mount(restoreAddressCall, changing(reinstateAddress))
}

const changing =
  (change: typeof suspendAddress) =>
  async (env: Env, session: Session, { id, reason }: { id: string; reason: string }, visit: Visit) => {
    const by = byPerson(env, session, visit, reason)
    return { addressid: id, status: await env.db.tx((tx) => change(env, tx, anybody, id, by)) }
  }
