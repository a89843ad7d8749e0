import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import * as calls from '@specie/protocol/web-api/factors.ts'
import {
  addPasskey,
  assertMayChangePasskeys,
  changePassword,
  changeRecoveryCodes,
  changeTotp,
  factorsOf,
  removePasskey,
  removePassword,
  renamePasskey,
} from '../people/factor/own.ts'
import { registrationOptions, verifiedRegistration } from '../people/factor/passkey.ts'
import { offerTotp } from '../people/factor/totp.ts'
import { requireSite } from './origin.ts'
import type { Handler, PeopleRoutes } from './routes.ts'

const ok = { result: 'ok' } as const

/** The factors of sign-in. */
export function factorRoutes({ mount }: PeopleRoutes): void {
  mount(calls.listFactors, listFactors)
  mount(calls.passkeyOptions, async (env, session, _input, { request }) => {
    await assertMayChangePasskeys(env.db, session)
    const options = await registrationOptions(env, session.person, requireSite(request, env.config), 'register')
    // The library's type is wider than the requested algorithm.
    return options as PeopleResponse<typeof calls.passkeyOptions>
  })
  mount(calls.addPasskey, addOne)
  mount(calls.renamePasskey, async (env, session, { id, name }, visit) => {
    await renamePasskey(env, session, visit, id, name)
    return ok
  })
  mount(calls.removePasskey, async (env, session, { id }, visit) => {
    await removePasskey(env, session, visit, id)
    return ok
  })
  mount(calls.setPassword, async (env, session, { password }, visit) => {
    await changePassword(env, session, visit, password)
    return ok
  })
  mount(calls.totpOptions, async (env, { person }) => offerTotp(env, person))
  mount(calls.setTotp, async (env, session, given, visit) => {
    await changeTotp(env, session, visit, given)
    return ok
  })
  mount(calls.removePassword, async (env, session, _input, visit) => {
    await removePassword(env, session, visit)
    return ok
  })
  mount(calls.renewRecoveryCodes, async (env, session, _input, visit) => ({
    recovery_codes: await changeRecoveryCodes(env, session, visit),
  }))
}

const listFactors: Handler<typeof calls.listFactors> = async (env, { person }) => {
  const { passkeys, password, totp, recoveryCodesLeft } = await factorsOf(env.db, person.id)
  return {
    passkeys: passkeys.map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      created_at: createdAt.toISOString(),
      last_used_at: lastUsedAt?.toISOString() ?? null,
    })),
    password,
    totp,
    recovery_codes_left: recoveryCodesLeft,
  }
}

const addOne: Handler<typeof calls.addPasskey> = async (env, session, { name, credential }, visit) => {
  const site = requireSite(visit.request, env.config)
  const made = await verifiedRegistration(env, session.person.id, site, 'register', credential)
  return { id: await addPasskey(env, session, visit, name, made) }
}
