import * as calls from '@specie/protocol/web-api/session.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { Side } from '@specie/protocol/people/roles.ts'
import { ApiError } from '../base/http/errors.ts'
import type { Env } from '../base/env.ts'
import { registrationOptions, verifiedRegistration } from '../people/factor/passkey.ts'
import { offerTotp } from '../people/factor/totp.ts'
import { acceptLink } from '../people/person/accept.ts'
import { assertMayUseLink } from '../people/person/deciding-roles.ts'
import { findLink, type Link } from '../people/person/link.ts'
import { rename } from '../people/person/manage.ts'
import { endSession, endSessions } from '../people/session/end.ts'
import { listSessions } from '../people/session/list.ts'
import { findSession, type NewSession, type Session } from '../people/session/session.ts'
import { browserCookie, browserOf } from '../people/sign-in/known-browser.ts'
import { standingOfInstitution } from '../onboarding/standing.ts'
import { beginOidc, finishOidc } from '../people/sign-in/oidc.ts'
import {
  passkeySignInOptions,
  passkeyStepUpOptions,
  signInWithPasskey,
  stepUpWithPasskey,
} from '../people/sign-in/passkey.ts'
import { signInWithCodes } from '../people/sign-in/recovery-codes.ts'
import { signInWithPassword, stepUpWithPassword } from '../people/sign-in/password.ts'
import { audit } from '../base/audit/audit.ts'
import { actorOf, type Person } from '../directory/person.ts'
import {
  browserCookieOf,
  clearSessionCookie,
  oidcCookieOf,
  sessionCookieOf,
  setBrowserCookie,
  setOidcCookie,
  setSessionCookie,
} from './cookie.ts'
import { cursorOf, placeNow } from './changes/place.ts'
import { requireOrigin, requireSite, siteOf } from './origin.ts'
import { type Handler, type PeopleRoutes, sessionOf, type Visit } from './routes.ts'

/** Signing in and out, links, sessions: the same on both sides. */
export function sessionRoutes({ mount }: PeopleRoutes): void {
  mount(calls.passkeySignInOptions, passkeyOptions)
  mount(calls.passkeySignIn, passkeySignIn)
  mount(calls.passwordSignIn, passwordSignIn)
  mount(calls.recoverySignIn, recoverySignIn)
  mount(calls.oidcSignIn, oidcSignIn)
  mount(calls.oidcSignInFinish, oidcSignInFinish)
  mount(calls.linkOptions, linkOptions)
  mount(calls.linkAccept, linkAccept)
  mount(calls.me, async (_env, session) => viewOf(session))
  mount(calls.currentSession, async (env, _session, _input, { request, side }) => {
    const session = await sessionOf(env, request, side)
    if (session === null) return { person: null, session: null, clearance: null, changes: null }
    const { institutionId } = session.person
    return {
      ...viewOf(session),
      clearance: institutionId === null ? null : await standingOfInstitution(env.db, institutionId),
      changes: cursorOf(await placeNow(env, institutionId)),
    }
  })
  mount(calls.renameMe, async (env, session, { name }, visit) => {
    await rename(env, session, name, visit)
    return ok
  })
  mount(calls.stepUpPasskeyOptions, stepUpOptions)
  mount(calls.stepUpPasskey, stepUpPasskey)
  mount(calls.stepUpPassword, stepUpPassword)
  mount(calls.signOut, signOut)
  mount(calls.listSessions, sessions)
  mount(calls.revokeSession, revokeSession)
  mount(calls.revokeOtherSessions, revokeOthers)
}

const ok = { result: 'ok' } as const

const fromOf = ({ ip, agent }: Visit) => ({ ip, agent })

type SignedIn = PeopleResponse<typeof calls.passwordSignIn>

const viewOf = ({ id, person, method, factorAt, expiresAt }: Session) => {
  const { institutionId, id: personId, side, name, email, state, roles } = person
  return {
    person: { id: personId, side, institutionid: institutionId, name, email, state, roles: [...roles] },
    session: { id, method, factor_at: factorAt.toISOString(), expires_at: expiresAt.toISOString() },
  }
}

/** The new token goes to the browser only as a cookie. */
async function answerWith(env: Env, visit: Visit, { token }: NewSession): Promise<SignedIn> {
  const session = await findSession(env, token, 'browser')
  if (session === null) throw new ApiError('not_signed_in')
  setSessionCookie(visit.reply, env.config, token)
  setBrowserCookie(visit.reply, env.config, browserCookie(env, knownBrowser(env, visit), session.person))
  return viewOf(session)
}

const knownBrowser = (env: Env, { request }: Visit) => browserOf(env, browserCookieOf(request, env.config))

/** The current session of this browser. It ends when another one begins. */
async function before(env: Env, { request }: Visit): Promise<string | null> {
  const cookie = sessionCookieOf(request, env.config)
  return cookie === null ? null : ((await findSession(env, cookie, 'browser'))?.id ?? null)
}

const passkeyOptions: Handler<typeof calls.passkeySignInOptions> = async (env, _session, _input, { request }) =>
  requestOptionsOf(await passkeySignInOptions(env, requireSite(request, env.config)))

const passkeySignIn: Handler<typeof calls.passkeySignIn> = async (env, _session, { credential }, visit) => {
  const site = requireSite(visit.request, env.config)
  const fields = { side: visit.side, site, credential }
  return answerWith(env, visit, await signInWithPasskey(env, fields, fromOf(visit), await before(env, visit)))
}

const passwordSignIn: Handler<typeof calls.passwordSignIn> = async (env, _session, input, visit) => {
  const { email, password, code, recovery_code: recoveryCode } = input
  const fields = { side: visit.side, email, password, code, recoveryCode }
  const browser = knownBrowser(env, visit)
  return answerWith(env, visit, await signInWithPassword(env, fields, fromOf(visit), await before(env, visit), browser))
}

const recoverySignIn: Handler<typeof calls.recoverySignIn> = async (env, _session, input, visit) => {
  const { email, recovery_code: first, second_code: second } = input
  const given = { side: visit.side, email, codes: [first, second] } as const
  return answerWith(env, visit, await signInWithCodes(env, given, fromOf(visit), await before(env, visit)))
}

const oidcSignIn: Handler<typeof calls.oidcSignIn> = async (env, _session, _input, { request, reply }) => {
  const { url, verifier } = await beginOidc(env, requireOrigin(request, env.config))
  setOidcCookie(reply, env.config, verifier)
  return { url }
}

const oidcSignInFinish: Handler<typeof calls.oidcSignInFinish> = async (env, _session, { code, state, iss }, visit) => {
  const origin = requireOrigin(visit.request, env.config)
  const fields = { origin, code, state, iss, verifier: oidcCookieOf(visit.request, env.config) }
  return answerWith(env, visit, await finishOidc(env, fields, fromOf(visit), await before(env, visit)))
}

const linkOptions: Handler<typeof calls.linkOptions> = async (env, _session, { token }, { request, side }) => {
  const { purpose, expiresAt, person } = await usableLink(env, token, side)
  const site = siteOf(request, env.config)
  return {
    purpose,
    name: person.name,
    email: person.email,
    expires_at: expiresAt.toISOString(),
    passkey: site && creationOptionsOf(await registrationOptions(env, person, site, 'link')),
    totp: offerTotp(env, person),
  }
}

const linkAccept: Handler<typeof calls.linkAccept> = async (env, _session, input, visit) => {
  const { token, passkey, password, totp } = input
  const { person } = await usableLink(env, token, visit.side)
  const fields = {
    token,
    side: visit.side,
    passkey: passkey === undefined ? null : { name: passkey.name, ...(await madeBy(env, visit, person, passkey)) },
    password: password === undefined || totp === undefined ? null : { password, totp },
  }
  const accepted = await acceptLink(env, fields, fromOf(visit), await before(env, visit))
  return { ...(await answerWith(env, visit, accepted.session)), recovery_codes: accepted.recoveryCodes }
}

type Passkey = NonNullable<Parameters<typeof linkAccept>[2]['passkey']>

const madeBy = (env: Env, { request }: Visit, { id }: Person, { credential }: Passkey) =>
  verifiedRegistration(env, id, requireSite(request, env.config), 'link', credential)

async function usableLink(env: Env, token: string, side: Side): Promise<Link> {
  const link = await findLink(env, env.db, token, side)
  if (!link.isByStaff) await assertMayUseLink(env.db, link.person)
  return link
}

const stepUpOptions: Handler<typeof calls.stepUpPasskeyOptions> = async (env, session, _input, { request }) =>
  requestOptionsOf(await passkeyStepUpOptions(env, requireSite(request, env.config), session))

const stepUpPasskey: Handler<typeof calls.stepUpPasskey> = async (env, session, { credential }, visit) => {
  const site = requireSite(visit.request, env.config)
  return answerWith(env, visit, await stepUpWithPasskey(env, session, { site, credential }, fromOf(visit)))
}

const stepUpPassword: Handler<typeof calls.stepUpPassword> = async (env, session, fields, visit) =>
  answerWith(env, visit, await stepUpWithPassword(env, session, fields, fromOf(visit)))

const signOut: Handler<typeof calls.signOut> = async (env, { id, person }, _input, { ip, reply }) => {
  await env.db.tx(async (tx) => {
    await endSession(tx, person.id, id, env.clock.now())
    audit(tx, {
      actor: actorOf(person),
      action: 'person.signed_out',
      subject: person.id,
      detail: { session: id, ip },
    })
  })
  clearSessionCookie(reply, env.config)
  return ok
}

const sessions: Handler<typeof calls.listSessions> = async (env, session) => {
  const rows = await listSessions(env, session)
  const items = rows.map(({ createdAt, seenAt, expiresAt, ...row }) => ({
    ...row,
    created_at: createdAt.toISOString(),
    seen_at: seenAt.toISOString(),
    expires_at: expiresAt.toISOString(),
    current: row.id === session.id,
  }))
  return { items, next_cursor: null }
}

const revokeSession: Handler<typeof calls.revokeSession> = async (env, { id: own, person }, { id }, { ip }) =>
  env.db.tx(async (tx) => {
    if (!(await endSession(tx, person.id, id, env.clock.now()))) throw new ApiError('not_found', { id })
    const detail = { ended: id, session: own, ip }
    audit(tx, { actor: actorOf(person), action: 'session.revoked', subject: person.id, detail })
    return ok
  })

const revokeOthers: Handler<typeof calls.revokeOtherSessions> = async (env, { id, person }, _input, { ip }) =>
  env.db.tx(async (tx) => {
    const ended = await endSessions(tx, person.id, env.clock.now(), id)
    const detail = { ended: String(ended), session: id, ip }
    audit(tx, { actor: actorOf(person), action: 'session.others_revoked', subject: person.id, detail })
    return { ended }
  })

/** The library's types are wider than the requested options. */
const requestOptionsOf = (options: unknown) => options as PeopleResponse<typeof calls.passkeySignInOptions>
const creationOptionsOf = (options: unknown) =>
  options as NonNullable<PeopleResponse<typeof calls.linkOptions>['passkey']>
