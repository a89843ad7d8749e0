import type { RequestOf, SignedEndpoint } from '@specie/protocol/endpoints/endpoint.ts'
import type { PeopleCall } from '@specie/protocol/web-api/call.ts'
import { moneyCalls } from '@specie/protocol/portal/money.ts'
import { asRead, asWrite, markReplayed, onCloseOf, type Routes, type Write } from '../api/serve.ts'
import { audit } from '../base/audit/audit.ts'
import type { Env } from '../base/env.ts'
import { rateLimited } from '../base/http/errors.ts'
import { leaveSlot } from '../base/http/load.ts'
import { buckets } from '../base/http/per-address.ts'
import { isDryRun } from '../base/idempotency/once.ts'
import { admitted } from '../access/admission/deferred-admission.ts'
import { byMember } from '../access/caller.ts'
import { gateInstitution } from '../access/gate.ts'
import { standingOfInstitution } from '../onboarding/standing.ts'
import { byPerson } from '../people/by.ts'
import type { Session } from '../people/session/session.ts'
import type { PeopleRoutes, Visit } from '../web-api/routes.ts'

/**
 * More than a person clicks; programs use keys. Counted per process, because a person has no nonces to count in the
 * database.
 */
const actsPerSecond = 5

/** Mounts the products' endpoints for people of institutions: session and role replace signature and scope (ADR 55). */
export function productRoutesForPeople({ mount: mountCall }: PeopleRoutes, { clock }: Env): Routes {
  const acting = buckets(actsPerSecond, clock)

  function mount<E extends SignedEndpoint>(endpoint: E, handle: Write<E>, beforeHandle = keepSlot): void {
    const call = callOf(endpoint)
    mountCall(call, async (env, session, input, visit) => {
      const standing = await standingOfInstitution(env.db, session.person.institutionId!)
      gateInstitution(standing, endpoint.needs)
      if (call.act !== 'money.read') {
        const wait = acting.take(session.person.id)
        if (wait > 0) throw rateLimited(wait, 'Too many actions by one person. Use an API key for programs.')
        await note(env, session, endpoint.name, input, visit)
      }
      beforeHandle(visit)
      const by = byMember(session, standing.agreements)
      const { answer, replayed } = await handle(env, by, input as RequestOf<E>, onCloseOf(visit.reply))
      markReplayed(visit.reply, replayed)
      return answer
    })
  }

  return {
    write: (endpoint, handle) => mount(endpoint, handle),
    read: (endpoint, handle) => mount(endpoint, asWrite(handle)),
    list: (endpoint, handle) => mount(endpoint, asWrite(asRead(endpoint, handle))),
    waiting: (endpoint, handle) => mount(endpoint, asWrite(handle), ({ request }) => leaveSlot(request)),
    // A session has no nonce. Its caller is already admitted.
    admittedInStatement: (endpoint, handle) =>
      mount(endpoint, (env, by, input) => handle(env, by.institutionId, admitted, input)),
  }
}

const keepSlot = (_visit: Visit): void => {}

function callOf({ name }: SignedEndpoint): PeopleCall {
  const call = (moneyCalls as Record<string, PeopleCall | undefined>)[name]
  if (!call) throw new Error(`${name} is missing in moneyCalls (protocol/src/portal/money.ts)`)
  return call
}

/** Fields that name the subject of a call. */
const ids = ['clordid', 'clreqid', 'quoteid', 'withdrawalid', 'requestid'] as const

/**
 * Logs the person and address of a call before it is executed, because orders and conversions name no actor. Committed
 * separately, so the call of an entry may have been refused.
 */
async function note(env: Env, session: Session, call: string, input: Record<string, unknown>, visit: Visit) {
  if (isDryRun(input)) return
  const { actor, from } = byPerson(env, session, visit, call)
  const named = ids.flatMap((id) => (typeof input[id] === 'string' ? [[id, input[id]] as const] : []))
  const detail = { call, ...Object.fromEntries(named), ...from }
  await env.db.tx(async (tx) => {
    audit(tx, { actor, action: 'call.made', subject: session.person.institutionId!, detail })
  })
}
