import { assertSameRpId } from '@specie/service/people/factor/rp-id.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newInstitution } from '../institution.ts'
import { passkeyDevice, type PasskeyDevice } from './passkey-device.ts'
import { accepted, type Browser, browser, codeOf, invited, type Served, servePeople, signIn } from './served.ts'

let served: Served
let acme: string
beforeAll(async () => {
  served = await servePeople({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
})
afterAll(() => served.end())

const portal = () => browser(served.origin)

/** A person who has accepted an invitation with a passkey. */
async function withPasskey(at: Browser, device: PasskeyDevice) {
  const { id, email, token } = await invited(served, acme, ['admin'])
  const { passkey } = (await at.post('link/options', { token })).body
  const answer = await at.post('link/accept', { token, passkey: { name: 'phone', credential: device.create(passkey) } })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return { id, email, options: passkey, answer }
}

async function enter(at: Browser, device: PasskeyDevice, over = {}) {
  const { body } = await at.post('sign-in/passkey/options')
  return at.post('sign-in/passkey', { credential: device.get(body, over) })
}

test('an invitation is accepted with a passkey, which then signs in without a name', async () => {
  const device = passkeyDevice(served.origin)
  const { email, options, answer } = await withPasskey(portal(), device)
  expect(options).toMatchObject({
    rp: { id: 'localhost' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  expect(answer.body.recovery_codes).toHaveLength(10)
  const at = portal()
  const { status, body } = await enter(at, device)
  expect([status, body.person.email, body.session.method]).toEqual([200, email, 'passkey'])
  expect((await at.get('factors')).body).toMatchObject({ passkeys: [{ name: 'phone' }], password: false, totp: false })
})

test('a challenge is answered once', async () => {
  const device = passkeyDevice(served.origin)
  await withPasskey(portal(), device)
  const at = portal()
  const { body } = await at.post('sign-in/passkey/options')
  const credential = device.get(body)
  expect((await at.post('sign-in/passkey', { credential })).status).toBe(200)
  expect((await portal().post('sign-in/passkey', { credential })).body.code).toBe('sign_in_failed')
  // Another signature over it is refused too.
  expect((await portal().post('sign-in/passkey', { credential: device.get(body) })).status).toBe(401)
})

test('an unknown, expired or foreign challenge is refused', async () => {
  const device = passkeyDevice(served.origin)
  const at = portal()
  await withPasskey(at, device)
  expect((await enter(portal(), device, { challenge: Buffer.alloc(32).toString('base64url') })).status).toBe(401)
  const { body: old } = await at.post('sign-in/passkey/options')
  served.pass(301)
  expect((await at.post('sign-in/passkey', { credential: device.get(old) })).status).toBe(401)
  const { body: stepUp } = await at.post('session/step-up/passkey/options')
  expect((await portal().post('sign-in/passkey', { credential: device.get(stepUp) })).status).toBe(401)
  const { body: signingIn } = await at.post('sign-in/passkey/options')
  expect((await at.post('session/step-up/passkey', { credential: device.get(signingIn) })).status).toBe(401)
})

test.each([
  ['of another site', { origin: 'https://evil.example' }],
  ['for another host', { rpId: 'evil.example' }],
  ['whose user was not verified', { flags: 1 }],
  ['of an unknown passkey', { id: 'unknown-unknown-unknown' }],
  ['that names another user', { userHandle: Buffer.alloc(16).toString('base64url') }],
])('an assertion %s does not sign in', async (_what, over) => {
  const device = passkeyDevice(served.origin)
  await withPasskey(portal(), device)
  expect((await enter(portal(), device, over)).body.code).toBe('sign_in_failed')
  expect((await enter(portal(), device)).status).toBe(200)
})

test('a passkey that did not verify its user is not registered', async () => {
  const { token } = await invited(served, acme, ['viewer'])
  const { passkey } = (await portal().post('link/options', { token })).body
  const credential = passkeyDevice(served.origin).create(passkey, { flags: 65 })
  const answer = await portal().post('link/accept', { token, passkey: { name: 'phone', credential } })
  expect(answer.body.details).toEqual({ field: 'credential', rule: 'passkey' })
})

test('another person’s passkey does not confirm', async () => {
  const [mine, theirs] = [passkeyDevice(served.origin), passkeyDevice(served.origin)]
  const at = portal()
  await withPasskey(at, mine)
  await withPasskey(portal(), theirs)
  const { body: options } = await at.post('session/step-up/passkey/options')
  expect(options.allowCredentials).toHaveLength(1)
  expect((await at.post('session/step-up/passkey', { credential: theirs.get(options) })).status).toBe(401)
})

test('another person’s challenge registers nothing', async () => {
  const [mine, theirs] = [portal(), portal()]
  await accepted(served, mine, acme)
  await accepted(served, theirs, acme)
  const { body: options } = await theirs.post('passkeys/options')
  const credential = passkeyDevice(served.origin).create(options)
  expect((await mine.post('passkeys', { name: 'phone', credential })).body.details.rule).toBe('passkey')
})

test('several passkeys have names, and can be removed while one way to sign in remains', async () => {
  const [phone, key] = [passkeyDevice(served.origin), passkeyDevice(served.origin)]
  const at = portal()
  await withPasskey(at, phone)
  const { body: options } = await at.post('passkeys/options')
  expect(options.excludeCredentials).toHaveLength(1)
  const added = await at.post('passkeys', { name: 'key', credential: key.create(options) })
  expect(added.status).toBe(200)
  await at.post(`passkeys/${added.body.id}/rename`, { name: 'key in the safe' })
  const { passkeys } = (await at.get('factors')).body
  expect(passkeys.map((one: { name: string }) => one.name)).toEqual(['phone', 'key in the safe'])
  const renamed = `select from audit.entry where body like '{"action":"passkey.renamed"%' || $1 || '%'`
  expect(await served.database.owner.query(renamed, [added.body.id])).toHaveLength(1)
  expect((await at.post(`passkeys/${passkeys[0].id}/remove`)).status).toBe(200)
  expect((await enter(portal(), phone)).status).toBe(401)
  expect((await enter(portal(), key)).status).toBe(200)
  expect((await at.post(`passkeys/${passkeys[1].id}/remove`)).body.details.rule).toBe('last_factor')
  expect((await at.post(`passkeys/${passkeys[0].id}/remove`)).status).toBe(404)
})

test('a removed passkey ends its sessions, tokens and devices; others stay', async () => {
  const [phone, key] = [passkeyDevice(served.origin), passkeyDevice(served.origin)]
  const first = portal()
  await withPasskey(first, phone)
  const { body: options } = await first.post('passkeys/options')
  await first.post('passkeys', { name: 'key', credential: key.create(options) })
  const [byPhone, byKey, desk] = [portal(), portal(), portal()]
  await enter(byPhone, phone)
  await enter(byKey, key)
  await enter(desk, phone)
  /** A program with this token. */
  const carrying = (token: string): Pick<Browser, 'get'> => ({
    get: (path) => portal().get(path, { authorization: `Bearer ${token}` }),
  })
  const tokenOf = async (at: Browser) => carrying((await at.post('tokens', { label: 'nightly' })).body.token)
  const [token, other] = [await tokenOf(byPhone), await tokenOf(byKey)]
  const device = async (at: Browser) => {
    const { body } = await portal().post('device', { label: 'specie' })
    await at.post('device/confirm', { user_code: body.user_code })
    return body.device_code as string
  }
  const taken = carrying((await portal().post('device/token', { device_code: await device(byPhone) })).body.token)
  const waiting = await device(byPhone)
  // The session continues under another token: its earlier tokens still depend on the phone.
  const { body: confirm } = await byPhone.post('session/step-up/passkey/options')
  await byPhone.post('session/step-up/passkey', { credential: key.get(confirm) })
  const statusOf = async (...all: Pick<Browser, 'get'>[]) =>
    Promise.all(all.map(async (at) => (await at.get('me')).status))
  expect(await statusOf(byPhone, byKey, desk, token, other, taken)).toEqual([200, 200, 200, 200, 200, 200])

  const { passkeys } = (await byKey.get('factors')).body
  served.pass(301)
  const remove = () => byKey.post(`passkeys/${passkeys[0].id}/remove`)
  expect((await remove()).body.code).toBe('fresh_factor_required')
  const { body: again } = await byKey.post('session/step-up/passkey/options')
  await byKey.post('session/step-up/passkey', { credential: key.get(again) })
  expect((await remove()).status).toBe(200)
  expect(await statusOf(byPhone, byKey, desk, token, other, taken)).toEqual([200, 200, 401, 401, 200, 401])
  expect((await portal().post('device/token', { device_code: waiting })).body.details.rule).toBe('expired_token')
})

test('removing the passkey of the current session keeps that session', async () => {
  const [phone, key] = [passkeyDevice(served.origin), passkeyDevice(served.origin)]
  await withPasskey(portal(), phone)
  const at = portal()
  await enter(at, phone)
  const { body: options } = await at.post('passkeys/options')
  await at.post('passkeys', { name: 'key', credential: key.create(options) })
  const { passkeys } = (await at.get('factors')).body
  expect((await at.post(`passkeys/${passkeys[0].id}/remove`)).status).toBe(200)
  expect((await at.get('me')).status).toBe(200)
})

test('a removed password, or a replaced app, ends its sessions', async () => {
  const device = passkeyDevice(served.origin)
  const invitation = portal()
  const login = await accepted(served, invitation, acme)
  const { body: options } = await invitation.post('passkeys/options')
  await invitation.post('passkeys', { name: 'phone', credential: device.create(options) })
  const [byPassword, byPasskey] = [portal(), portal()]
  await signIn(served, byPassword, login)
  await enter(byPasskey, device)
  const { body: totp } = await byPasskey.post('totp/options')
  await byPasskey.post('totp', { setup: totp.setup, code: codeOf(totp.secret, served.now()) })
  expect((await byPassword.get('me')).status).toBe(401)
  expect((await byPasskey.get('me')).status).toBe(200)
  expect((await signIn(served, byPassword, { ...login, secret: totp.secret })).status).toBe(200)
  expect((await byPasskey.post('password/remove')).status).toBe(200)
  expect((await byPassword.get('me')).status).toBe(401)
  expect((await byPasskey.get('me')).status).toBe(200)
})

test('production does not start under a name where its passkeys do not work, except on explicit request', async () => {
  await withPasskey(portal(), passkeyDevice(served.origin))
  const at = (portalOrigin: string, formerRpId: string | null = null) =>
    assertSameRpId(served.env.db, { environment: 'production', portalOrigin, formerRpId })
  await at('https://localhost')
  await expect(at('https://desk.example')).rejects.toThrow(
    /^PORTAL_ORIGIN is https:\/\/desk.example, but passkeys were registered for localhost \(\d+\) .* FORMER_RP_ID=localhost;/,
  )
  await at('https://desk.example', 'localhost')
  await expect(at('https://desk.example', 'other.example')).rejects.toThrow(/FORMER_RP_ID/)
})

test('passkeys of others cannot be renamed or removed', async () => {
  const at = portal()
  await withPasskey(at, passkeyDevice(served.origin))
  const { passkeys } = (await at.get('factors')).body
  const other = portal()
  await accepted(served, other, acme)
  expect((await other.post(`passkeys/${passkeys[0].id}/remove`)).status).toBe(404)
  expect((await other.post(`passkeys/${passkeys[0].id}/rename`, { name: 'mine' })).status).toBe(404)
})

test('failed passwords do not slow down a passkey', async () => {
  const device = passkeyDevice(served.origin)
  const { email } = await withPasskey(portal(), device)
  const fields = { email, password: 'wrong wrong wrong', code: '000000' }
  for (let attempt = 0; attempt < 7; attempt += 1) await portal().post('sign-in/password', fields)
  expect((await portal().post('sign-in/password', fields)).status).toBe(429)
  expect((await enter(portal(), device)).status).toBe(200)
})

test('a decreased counter is in the audit log, and the sign-in succeeds', async () => {
  const device = passkeyDevice(served.origin)
  const { id } = await withPasskey(portal(), device)
  const reported = () =>
    served.env.db.query<{ detail: string }>(
      `select body::jsonb ->> 'detail' as detail from audit.entry
       where body::jsonb ->> 'action' = 'passkey.counted_back' and body::jsonb ->> 'subject' = $1`,
      [id],
    )
  expect((await enter(portal(), device, { counter: 9 })).status).toBe(200)
  expect(await reported()).toEqual([])
  expect((await enter(portal(), device, { counter: 3 })).status).toBe(200)
  const [entry] = await reported()
  expect(JSON.parse(entry!.detail)).toMatchObject({ before: '9', counter: '3' })
})

test('an IP address cannot have passkeys: the answer names the address to open instead', async () => {
  const numeric = served.origin.replace('localhost', '127.0.0.1')
  const { status, body } = await browser(numeric).post('sign-in/passkey/options')
  expect([status, body.details.rule]).toEqual([400, 'passkey_host'])
  const { token } = await invited(served, acme, ['viewer'])
  expect((await browser(numeric).post('link/options', { token })).body.passkey).toBeNull()
})

test('the last password stays while there is no passkey', async () => {
  const at = portal()
  const login = await accepted(served, at, acme)
  expect((await at.post('password/remove')).body.details.rule).toBe('last_factor')
  const device = passkeyDevice(served.origin)
  const { body: options } = await at.post('passkeys/options')
  expect((await at.post('passkeys', { name: 'phone', credential: device.create(options) })).status).toBe(200)
  expect((await at.post('password/remove')).status).toBe(200)
  expect((await signIn(served, portal(), login)).status).toBe(401)
  expect((await enter(portal(), device)).status).toBe(200)
})
