import * as calls from '@specie/protocol/web-api/tokens.ts'
import {
  beginDevice,
  confirmDevice,
  deviceSeconds,
  findDevice,
  pollSeconds,
  takeDeviceToken,
} from '../people/sign-in/device.ts'
import { makeToken } from '../people/session/token.ts'
import { ownOrigin } from './origin.ts'
import type { Handler, PeopleRoutes } from './routes.ts'

/** Tokens of programs that act for a person. */
export function tokenRoutes({ mount }: PeopleRoutes): void {
  mount(calls.makeToken, async (env, session, { label, expires_in_hours: hours }, { ip, agent }) => {
    const { id, token, expiresAt } = await makeToken(env, session, { label, hours }, { ip, agent })
    return { id, token, expires_at: expiresAt.toISOString() }
  })
  mount(calls.beginDevice, begin)
  mount(calls.showDevice, async (env, session, { user_code: userCode }) => {
    const { label, ip, agent, createdAt, expiresAt } = await findDevice(env, session, userCode)
    return { label, ip, agent, created_at: createdAt.toISOString(), expires_at: expiresAt.toISOString() }
  })
  mount(calls.confirmDevice, async (env, session, { user_code: userCode }, visit) => {
    await confirmDevice(env, session, userCode, visit)
    return { result: 'ok' as const }
  })
  mount(calls.takeDeviceToken, async (env, _session, { device_code: deviceCode }, { side, ip, agent }) => {
    const { token, expiresAt } = await takeDeviceToken(env, side, deviceCode, { ip, agent })
    return { token, expires_at: expiresAt.toISOString() }
  })
}

const begin: Handler<typeof calls.beginDevice> = async (env, _session, { label }, { request, side, ip, agent }) => {
  const { deviceCode, userCode } = await beginDevice(env, side, label ?? 'command line', { ip, agent })
  const page = side === 'staff' ? 'console' : 'portal'
  return {
    device_code: deviceCode,
    user_code: userCode,
    verification_uri: `${ownOrigin(request, env.config) ?? ''}/${page}/device`,
    expires_in: deviceSeconds,
    interval: pollSeconds,
  }
}
