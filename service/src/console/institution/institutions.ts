import {
  institution,
  institutionLimits,
  institutionMoney,
  institutions,
  inviteInstitution as inviteCall,
  proposeOffboarding,
  suspendInstitution,
} from '@specie/protocol/console/kyb.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { retryOnConflict } from '../../base/database/conflict.ts'
import { limitsOf } from '../../compliance/limit/left.ts'
import { listAgreements } from '../../onboarding/agreement/list.ts'
import { listKeys } from '../../access/api-key/list.ts'
import { suspend } from '../../onboarding/kyb/decide.ts'
import { assertOffboardable } from '../../onboarding/kyb/offboard.ts'
import { inviteInstitution } from '../../onboarding/kyb/invite.ts'
import { findInstitution, listInstitutions } from '../../onboarding/kyb/list.ts'
import { readCaseFile } from '../../onboarding/kyb/case-file.ts'
import { findCase } from '../../onboarding/kyb/row.ts'
import { readSteps } from '../../onboarding/kyb/steps.ts'
import { secondPersonOf } from '../../people/approval/second-person.ts'
import { operationMaximum } from '../../issuance/supply-change.ts'
import { debtsOf } from '../../ledger/debts.ts'
import { movedSince } from '../../ledger/explorer/moved.ts'
import { requestApproval } from '../../people/approval/request.ts'
import { byPerson } from '../../people/by.ts'
import { type NewLink, linkAddress } from '../../people/person/link.ts'
import { ownOrigin } from '../../web-api/origin.ts'
import type { Env } from '../../base/env.ts'
import type { PeopleRoutes, Visit } from '../../web-api/routes.ts'
import { coinCodes } from '../../ledger/coin.ts'
import { moneyOf } from './money.ts'

// Institutions for staff: profile, standing and members.

export function institutionRoutes(routes: PeopleRoutes): void {
  routes.mount(institutions, (env, _session, request) => listInstitutions(env.db, request))

  routes.mount(institution, async (env, _session, { id }) => ({
    ...(await findInstitution(env.db, id)),
    ...(await readSteps(env.db, await readCaseFile(env, env.db, await findCase(env.db, id)))),
    owed: await debtsOf(env.db, id),
    agreements: (await listAgreements(env.db, id, {})).items,
    api_keys: (await listKeys(env.db, id, {})).items,
  }))

  routes.mount(institutionLimits, async (env, _session, { id }) => {
    await findInstitution(env.db, id)
    return {
      limits: [...coinCodes.map((coin) => operationMaximum(env, coin)), ...(await limitsOf(env.db, id))],
      second_person: await secondPersonOf(env.db, id),
      today: (await movedSince(env.db, id, startOfDay(env.clock.now()))).map(({ asset, received, sent }) => ({
        asset,
        received: formatAmount({ asset, minor: received }),
        sent: formatAmount({ asset, minor: sent }),
      })),
    }
  })

  routes.mount(institutionMoney, (env, { person }, { id }) => moneyOf(env, person.roles, id))

  routes.mount(inviteCall, async (env, session, { name, channel, admin_email, admin_name }, visit) => {
    const by = byPerson(env, session, visit, 'invited')
    const invitation = { name, channel, admin: { email: admin_email, name: admin_name } }
    const { institutionId, personId, link } = await env.db.tx((tx) => inviteInstitution(env, tx, invitation, by))
    return {
      institutionid: institutionId,
      person_id: personId,
      ...linkOf(env, { ...visit, side: 'institution' }, link),
    }
  })

  routes.mount(suspendInstitution, async (env, session, { id, reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    const stopped = await retryOnConflict(() => env.db.tx((tx) => suspend(env, tx, id, by), 'long act'))
    return { result: 'ok' as const, ...stopped }
  })

  routes.mount(proposeOffboarding, async (env, session, { id, reason, payouts }) => {
    const subject = await assertOffboardable(env.db, id)
    const payload = { institutionid: subject, ...(payouts && { payouts }) }
    const request = { kind: 'institution.offboard', subject, payload, reason } as const
    const approval = await env.db.tx((tx) => requestApproval(env, tx, session, request), 'long act')
    return { approval_id: approval.id }
  })
}

const startOfDay = (now: Date): Date => new Date(now.toISOString().slice(0, 10))

const linkOf = (env: Env, { request, side }: Visit, { token, expiresAt }: NewLink) => ({
  link: linkAddress(ownOrigin(request, env.config) ?? '', side, token),
  expires_at: expiresAt.toISOString(),
})
