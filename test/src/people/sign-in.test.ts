import { afterAll, beforeAll, expect, test } from 'vitest'
import { newInstitution } from '../institution.ts'
import {
  accepted,
  type Browser,
  browser,
  codeOf,
  goodPassword,
  invited,
  type Served,
  servePeople,
  signIn,
} from './served.ts'

let served: Served
let acme: string
beforeAll(async () => {
  served = await servePeople({ TRUSTED_PROXIES: '127.0.0.1,::1' })
  served.stopClock()
  acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
})
afterAll(() => served.end())

const portal = (forwarded?: string) => browser(served.origin, 'institution', forwarded)

/** Unique addresses of this test run. */
let addresses = 0
const newAddress = () => `203.0.${(addresses += 1) >> 8}.${addresses & 255}`

const wrong = (at: Browser, email: string, password = 'wrong wrong wrong') =>
  at.post('sign-in/password', { email, password, code: '000000' })

test('an invitation admits one person, once', async () => {
  const { token, email } = await invited(served, acme, ['viewer'])
  const jane = portal()
  const { body: offer } = await jane.post('link/options', { token })
  expect(offer).toMatchObject({ purpose: 'invitation', email, name: 'Jane Doe' })
  const code = codeOf(offer.totp.secret, served.now())
  const acceptance = { token, password: goodPassword, totp: { setup: offer.totp.setup, code } }
  const answers = await Promise.all([jane.post('link/accept', acceptance), portal().post('link/accept', acceptance)])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
  const first = answers.find(({ status }) => status === 200)!
  expect(first.body.recovery_codes).toHaveLength(10)
  expect(first.body.person).toMatchObject({ email, state: 'active', roles: ['viewer'] })
  for (const path of ['link/options', 'link/accept']) {
    const again = await portal().post(path, path === 'link/options' ? { token } : acceptance)
    expect(again).toMatchObject({ status: 400, body: { details: { rule: 'link' } } })
  }
})

test('an invitation ends after seven days, and works on its own side only', async () => {
  const late = await invited(served, acme, ['viewer'])
  expect((await browser(served.origin, 'staff').post('link/options', { token: late.token })).status).toBe(400)
  served.pass(7 * 86_400 + 1)
  expect((await portal().post('link/options', { token: late.token })).body.details.rule).toBe('link')
})

test('bad passwords are refused when they are set', async () => {
  const { token } = await invited(served, acme, ['viewer'], 'Alexandra Montgomery')
  const at = portal()
  const { totp } = (await at.post('link/options', { token })).body
  const attempt = async (password: string) => {
    const code = codeOf(totp.secret, served.now())
    return (await at.post('link/accept', { token, password, totp: { setup: totp.setup, code } })).body.details?.rule
  }
  expect(await attempt('short')).toBe('password_short')
  for (const common of ['Password1234!', 'qwertyuiop123', '123456789012', 'aaaaaaaaaaaa', 'P4ssw0rd2026'])
    expect(await attempt(common), common).toBe('password_common')
  expect(await attempt('AlexandraMontgomery1')).toBe('password_own_name')
  expect(await attempt(goodPassword)).toBeUndefined()
})

test('a code signs in once, and so does a recovery code', async () => {
  const login = await accepted(served, portal(), acme)
  served.pass(30)
  const code = codeOf(login.secret, served.now())
  const fields = { email: login.email, password: login.password }
  expect((await portal().post('sign-in/password', { ...fields, code })).status).toBe(200)
  expect((await portal().post('sign-in/password', { ...fields, code })).body.code).toBe('sign_in_failed')
  const both = await Promise.all(
    [0, 1].map(() =>
      portal().post('sign-in/password', { ...fields, recovery_code: login.recoveryCodes[0]!.toUpperCase() }),
    ),
  )
  expect(both.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401'])
  const { body } = await portal().post('sign-in/password', { ...fields, recovery_code: login.recoveryCodes[1] })
  expect(body.session.method).toBe('recovery')
})

test('sign-in gives a new session, and an earlier one of the browser ends', async () => {
  const at = portal()
  const login = await accepted(served, at, acme)
  const planted = at.token()!
  expect((await signIn(served, at, login)).status).toBe(200)
  expect(at.token()).not.toBe(planted)
  const thief = portal()
  thief.setToken(planted)
  expect((await thief.get('me')).body.code).toBe('not_signed_in')
  expect((await at.get('me')).status).toBe(200)
})

test('an unknown token is not a session, even if a browser is made to send it', async () => {
  const at = portal()
  at.setToken('A'.repeat(43))
  const login = await accepted(served, portal(), acme)
  expect((await signIn(served, at, login)).status).toBe(200)
  expect(at.token()).not.toBe('A'.repeat(43))
})

test('the session cookie cannot be read by scripts or sent by other sites', async () => {
  const login = await accepted(served, portal(), acme)
  served.pass(30)
  const answer = await portal().post('sign-in/password', {
    email: login.email,
    password: login.password,
    code: codeOf(login.secret, served.now()),
  })
  const [session, known] = answer.headers.getSetCookie()
  expect(session).toMatch(/^specie=[\w-]{43}; Path=\/; Max-Age=43200; HttpOnly; SameSite=Strict$/)
  expect(known).toMatch(/^specie-browser=[\w-]+; Path=\/; Max-Age=15552000; HttpOnly; SameSite=Strict$/)
  expect(JSON.stringify(answer.body)).not.toContain(answer.headers.getSetCookie()[0]!.slice(7, 50))
  expect(answer.headers.get('content-security-policy')).toContain("default-src 'none'")
})

test('a recovery link works once, for an hour, and replaces every factor', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  const jane = portal()
  const login = await accepted(served, jane, acme, ['viewer'])
  const made = await admin.post(`members/${login.id}/link`, { reason: 'lost the phone' })
  expect(made.status).toBe(200)
  const token = made.body.link.split('#')[1]
  expect(made.body.link).toBe(`${served.origin}/portal/link#${token}`)
  const at = portal()
  const { body: offer } = await at.post('link/options', { token })
  expect(offer.purpose).toBe('recovery')
  const totp = { setup: offer.totp.setup, code: codeOf(offer.totp.secret, served.now()) }
  const acceptance = { token, password: 'seven quiet lighthouses', totp }
  expect((await at.post('link/accept', acceptance)).status).toBe(200)
  expect((await portal().post('link/accept', acceptance)).body.details.rule).toBe('link')
  expect((await jane.get('me')).status).toBe(401)
  expect((await signIn(served, portal(), login)).status).toBe(401)
  const withOldCode = { email: login.email, password: acceptance.password, recovery_code: login.recoveryCodes[0] }
  expect((await portal().post('sign-in/password', withOldCode)).status).toBe(401)
  const renewed = { ...login, password: acceptance.password, secret: offer.totp.secret }
  expect((await signIn(served, portal(), renewed)).status).toBe(200)
})

test('a recovery link is invalid after an hour, and after a newer one', async () => {
  const admin = portal()
  await accepted(served, admin, acme)
  const login = await accepted(served, portal(), acme, ['viewer'])
  const link = async () => (await admin.post(`members/${login.id}/link`, { reason: 'lost' })).body.link.split('#')[1]
  const [first, second] = [await link(), await link()]
  expect((await portal().post('link/options', { token: first })).status).toBe(400)
  expect((await portal().post('link/options', { token: second })).status).toBe(200)
  served.pass(3_601)
  expect((await portal().post('link/options', { token: second })).status).toBe(400)
})

test('an unknown name gets the same answer as a known one, after the same failures', async () => {
  const login = await accepted(served, portal(), acme)
  const suspended = await accepted(served, portal(), acme)
  await served.database.owner.query(
    `select state.set_actor('test', 'test', now()); update directory.person set state = 'suspended' where id = '${suspended.id}'`,
  )
  const answersTo = async (email: string) => {
    const at = portal(newAddress())
    const answers = []
    for (let attempt = 0; attempt < 7; attempt += 1) answers.push(await wrong(at, email))
    return answers.map(({ status, body, headers }) => {
      const { timestamp: _, traceid: __, details, ...told } = body
      return [status, told, Object.keys(details), headers.get('retry-after')]
    })
  }
  const known = await answersTo(login.email)
  expect(known.map(([status]) => status)).toEqual([401, 401, 401, 401, 401, 429, 429])
  expect(await answersTo('nobody@acme.example')).toEqual(known)
  expect(await answersTo(suspended.email)).toEqual(known)
  // The other side does not know them either.
  const elsewhere = await wrong(browser(served.origin, 'staff', newAddress()), login.email, login.password)
  expect(elsewhere.body.code).toBe('sign_in_failed')
})

test('an unknown name takes as long as a known one: a password is hashed for it too', async () => {
  const login = await accepted(served, portal(), acme)
  const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] }
  for (let round = 0; round < 12; round += 1) {
    for (const [kind, email] of [
      ['known', login.email],
      ['unknown', `nobody${round}@acme.example`],
    ] as const) {
      const at = portal(newAddress())
      const begun = performance.now()
      expect((await wrong(at, email)).status).toBe(401)
      times[kind].push(performance.now() - begun)
    }
  }
  // The fastest of each: other load makes calls slower, never faster.
  const [known, unknown] = [Math.min(...times.known), Math.min(...times.unknown)]
  // Without a hash it would take less than a fifth.
  expect(unknown / known).toBeGreaterThan(0.3)
  expect(unknown / known).toBeLessThan(4)
})

test('after five failures the wait doubles from a second to a quarter of an hour, and attempts during it do not count', async () => {
  const at = portal(newAddress())
  for (let failures = 0; failures < 5; failures += 1) expect((await wrong(at, 'slow@acme.example')).status).toBe(401)
  const waits: number[] = []
  for (let failures = 5; failures < 17; failures += 1) {
    await wrong(at, 'slow@acme.example')
    const { status, headers } = await wrong(at, 'slow@acme.example')
    expect(status).toBe(429)
    waits.push(Number(headers.get('retry-after')))
    served.pass(waits.at(-1)!)
    expect((await wrong(at, 'slow@acme.example')).status).toBe(401)
  }
  expect(waits).toEqual([1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
})

test('a series of failures is in the audit log once, and the answers do not reveal whether the person exists', async () => {
  const reported = () =>
    served.env.db.query<{ subject: string; ip: string }>(
      `select body::jsonb ->> 'subject' as subject, body::jsonb #>> '{detail,ip}' as ip from audit.entry
       where body like '%"action":"sign_in.failing"%' order by seq`,
    )
  const before = (await reported()).length
  const person = await accepted(served, portal(newAddress()), acme)
  const [home, elsewhere] = [newAddress(), newAddress()]
  const failures = async (email: string, address: string) => {
    const answers = []
    for (let n = 0; n < 7; n += 1) answers.push((await wrong(portal(address), email)).body.code)
    return answers
  }
  const known = await failures(person.email, home)
  expect(await failures('nobody.here@acme.example', elsewhere)).toEqual(known)
  const entries = (await reported()).slice(before)
  expect(entries).toEqual([
    { subject: person.id, ip: home },
    { subject: expect.stringMatching(/^address 203\.0\./), ip: elsewhere },
  ])
})

test('parallel attempts are counted before any is checked', async () => {
  const at = portal(newAddress())
  const answers = await Promise.all(Array.from({ length: 20 }, () => wrong(at, 'burst@acme.example')))
  expect(answers.filter(({ status }) => status === 401)).toHaveLength(5)
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(15)
})

test('an address that tries many names is slowed down', async () => {
  const at = portal(newAddress())
  const answers = []
  for (let name = 0; name < 8; name += 1) answers.push((await wrong(at, `sprayed${name}@acme.example`)).status)
  expect(answers).toEqual([401, 401, 401, 401, 401, 429, 429, 429])
})

test('an attacker’s own account does not reset the count of their address', async () => {
  const address = newAddress()
  const own = await accepted(served, portal(newAddress()), acme)
  for (let name = 0; name < 4; name += 1) await wrong(portal(address), `victim${name}@acme.example`)
  expect((await signIn(served, portal(address), own)).status).toBe(200)
  expect((await wrong(portal(address), 'victim5@acme.example')).status).toBe(401)
  expect((await wrong(portal(address), 'victim6@acme.example')).status).toBe(429)
})

/** Fails with these emails in turn until the address must wait for more than two minutes. */
async function slowDown(address: string, nameOf: (attempt: number) => string): Promise<void> {
  for (let attempt = 0; attempt < 40; attempt += 1) {
    const { headers } = await wrong(portal(address), nameOf(attempt))
    const wait = Number(headers.get('retry-after') ?? 0)
    if (wait > 120) return
    served.pass(wait)
  }
  throw new Error('it was not slowed down')
}

test('a stranger cannot lock a person out', async () => {
  const home = newAddress()
  const login = await accepted(served, portal(home), acme)
  const strangers = newAddress()
  await slowDown(strangers, () => login.email)
  // Neither at home nor at a new place.
  expect((await signIn(served, portal(home), login)).status).toBe(200)
  expect((await signIn(served, portal(newAddress()), login)).status).toBe(200)
  expect((await signIn(served, portal(strangers), login)).status).toBe(429)
})
