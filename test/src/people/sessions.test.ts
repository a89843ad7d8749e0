import { move } from '@specie/service/base/state-machine/move.ts'
import { personMachine } from '@specie/service/directory/person.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newInstitution } from '../institution.ts'
import { accepted, type Browser, browser, codeOf, type Login, type Served, servePeople, signIn } from './served.ts'

let served: Served
let acme: string
beforeAll(async () => {
  served = await servePeople()
  acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
})
afterAll(() => served.end())

const portal = () => browser(served.origin)

const carrying = (token: string): Browser => {
  const at = portal()
  at.setToken(token)
  return at
}

const stepUp = (at: Browser, login: Login) => {
  served.pass(30)
  return at.post('session/step-up/password', { password: login.password, code: codeOf(login.secret, served.now()) })
}

test('a sensitive call needs a factor of the last five minutes, and a new one renews the token', async () => {
  const at = portal()
  const login = await accepted(served, at, acme)
  const before = at.token()!
  served.pass(299)
  expect((await at.post('totp/options')).status).toBe(200)
  served.pass(2)
  expect((await at.post('totp/options')).body.code).toBe('fresh_factor_required')
  const { expires_at: end } = (await at.get('me')).body.session
  expect((await at.post('session/step-up/password', { password: 'wrong', code: '000000' })).status).toBe(401)
  const { status, body } = await stepUp(at, login)
  expect([status, body.session.expires_at]).toEqual([200, end])
  expect((await at.post('totp/options')).status).toBe(200)
  // The old token gains nothing: it is invalid.
  expect(at.token()).not.toBe(before)
  expect((await carrying(before).get('me')).status).toBe(401)
})

test('a stolen token is invalid after the sign-out', async () => {
  const at = portal()
  await accepted(served, at, acme)
  const stolen = at.token()!
  expect((await at.post('session/sign-out')).status).toBe(200)
  expect(at.token()).toBeNull()
  const thief = carrying(stolen)
  for (const answer of [
    await thief.get('me'),
    await thief.post('me', { name: 'X' }),
    await thief.post('session/sign-out'),
  ])
    expect(answer.body.code).toBe('not_signed_in')
})

test('automatic calls of an unattended page do not keep the session alive', async () => {
  const left = portal()
  await accepted(served, left, acme)
  served.pass(20 * 60)
  for (const path of ['me', 'sessions']) expect((await left.get(path, { 'x-unattended': '1' })).status, path).toBe(200)
  served.pass(10 * 60 + 1)
  expect((await left.get('me')).status).toBe(401)
})

/** The ends of a session, and how to cause them. */
const ends: Record<string, (at: Browser, login: Login) => Promise<unknown>> = {
  'thirty minutes without a call': async () => served.pass(30 * 60 + 1),
  'twelve hours': async (at) => {
    for (let minutes = 0; minutes < 12 * 60; minutes += 20) {
      await at.get('me')
      served.pass(20 * 60)
    }
  },
  'its sign-out': (at) => at.post('session/sign-out'),
  'its end from elsewhere': async (_at, login) => {
    const other = portal()
    await signIn(served, other, login)
    await other.post('sessions/revoke-others')
  },
  'the suspension of its person': (_at, { id }) =>
    served.env.db.tx((tx) => move(tx, personMachine, id, 'suspend', { actor: 'test', why: 'a test', at: new Date() })),
}

test.each(Object.keys(ends))('after %s no call is answered, attended or not', async (what) => {
  const at = portal()
  const login = await accepted(served, at, acme)
  const kept = carrying(at.token()!)
  for (const headers of [{}, { 'x-unattended': '1' }]) expect((await kept.get('me', headers)).status).toBe(200)
  await ends[what]!(at, login)
  for (const headers of [{ 'x-unattended': '1' }, {}])
    expect((await kept.get('me', headers)).status, JSON.stringify(headers)).toBe(401)
})

test('an idle session is not listed as signed in', async () => {
  const [desk, left] = [portal(), portal()]
  const login = await accepted(served, desk, acme)
  await signIn(served, left, login)
  const listed = async () => (await desk.get('sessions')).body.items.length
  served.pass(20 * 60)
  expect(await listed()).toBe(2)
  served.pass(10 * 60 + 1)
  expect(await listed()).toBe(1)
})

test('a session ends after thirty minutes without a call, and after twelve hours in any case', async () => {
  const idle = portal()
  await accepted(served, idle, acme)
  served.pass(29 * 60)
  expect((await idle.get('me')).status).toBe(200)
  served.pass(30 * 60 + 1)
  expect((await idle.get('me')).status).toBe(401)
  const busy = portal()
  await accepted(served, busy, acme)
  for (let minutes = 0; minutes < 12 * 60 - 20; minutes += 20) {
    served.pass(20 * 60)
    expect((await busy.get('me')).status, `after ${minutes + 20} minutes`).toBe(200)
  }
  served.pass(20 * 60)
  expect((await busy.get('me')).status).toBe(401)
})

test('sessions are listed; one, or all others, are ended', async () => {
  const [desk, phone, train] = [portal(), portal(), portal()]
  const login = await accepted(served, desk, acme)
  for (const at of [phone, train]) expect((await signIn(served, at, login)).status).toBe(200)
  const { items } = (await desk.get('sessions')).body
  expect(items.map((one: any) => [one.kind, one.method, one.current])).toEqual([
    ['browser', 'password', false],
    ['browser', 'password', false],
    ['browser', 'link', true],
  ])
  expect((await desk.post(`sessions/${items[0].id}/revoke`)).status).toBe(200)
  expect((await train.get('me')).status).toBe(401)
  expect((await desk.post('sessions/revoke-others')).body).toEqual({ ended: 1 })
  expect((await phone.get('me')).status).toBe(401)
  expect((await desk.get('me')).status).toBe(200)
})

test('another person’s session cannot be ended', async () => {
  const [mine, theirs] = [portal(), portal()]
  await accepted(served, mine, acme)
  await accepted(served, theirs, acme)
  const { items } = (await theirs.get('sessions')).body
  expect((await mine.post(`sessions/${items[0].id}/revoke`)).status).toBe(404)
  expect((await theirs.get('me')).status).toBe(200)
})

test('a new password ends all other sessions', async () => {
  const [at, other] = [portal(), portal()]
  const login = await accepted(served, at, acme)
  await signIn(served, other, login)
  expect((await at.post('password', { password: 'password12345' })).body.details.rule).toBe('password_common')
  expect((await at.post('password', { password: 'nine blue umbrellas' })).status).toBe(200)
  expect((await other.get('me')).status).toBe(401)
  expect((await at.get('me')).status).toBe(200)
  expect((await signIn(served, portal(), login)).status).toBe(401)
  expect((await signIn(served, portal(), { ...login, password: 'nine blue umbrellas' })).status).toBe(200)
})

test('a session of an institution is invalid in the console', async () => {
  const at = portal()
  await accepted(served, at, acme)
  const there = browser(served.origin, 'staff')
  there.setToken(at.token()!)
  expect((await there.get('me')).body.code).toBe('not_signed_in')
})

const form = (at: Browser, contentType: string, origin: string | undefined) =>
  fetch(`${served.origin}/portal/v1/me`, {
    method: 'POST',
    headers: {
      'user-agent': 'browser',
      'content-type': contentType,
      cookie: `specie=${at.token()}`,
      ...(origin !== undefined && { origin }),
    },
    body: '{"name":"Mallory"}',
  })

test('a page of another site changes nothing, by form or by script', async () => {
  const at = portal()
  await accepted(served, at, acme)
  const foreign = [
    'https://evil.example',
    'null',
    served.origin.replace('http:', 'https:'),
    `${served.origin}.evil.example`,
  ]
  for (const origin of [...foreign, undefined]) {
    for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
      const answer = await form(at, type, origin)
      expect([origin, type, answer.status, ((await answer.json()) as any).code]).toEqual([
        origin,
        type,
        403,
        'foreign_origin',
      ])
      expect(answer.headers.get('access-control-allow-origin')).toBeNull()
    }
  }
  // From our own page, but not as JSON: a form of ours could be abused as well.
  for (const type of ['text/plain', 'application/x-www-form-urlencoded'])
    expect((await form(at, type, served.origin)).status).toBe(400)
  expect((await at.get('me')).body.person.name).toBe('Jane Doe')
  expect((await form(at, 'application/json', served.origin)).status).toBe(200)
  expect((await at.get('me')).body.person.name).toBe('Mallory')
})

test('another site cannot sign a browser in, either', async () => {
  for (const path of ['sign-in/password', 'sign-in/passkey', 'link/accept']) {
    const answer = await portal().post(path, {}, { origin: 'https://evil.example' })
    expect(answer.body.code, path).toBe('foreign_origin')
  }
})

test('unknown fields are refused: a person cannot grant themselves a role', async () => {
  const at = portal()
  const { id } = await accepted(served, at, acme, ['viewer'])
  for (const field of [
    { roles: ['admin'] },
    { state: 'active' },
    { email: 'x@y.example' },
    { id },
    { institutionid: acme },
  ]) {
    const answer = await at.post('me', { name: 'Jane', ...field })
    expect([answer.status, answer.body.details?.rule]).toEqual([400, 'unknown_field'])
  }
  expect((await at.get('me')).body.person).toMatchObject({ name: 'Jane Doe', roles: ['viewer'] })
})

test('every sign-in and change is in the audit log, with person and address, and without names', async () => {
  const at = portal()
  const login = await accepted(served, at, acme)
  await at.post('recovery-codes')
  await at.post('tokens', { label: 'nightly' })
  await stepUp(at, login)
  await at.post('session/sign-out')
  const rows = await served.database.owner.query<{ body: string }>(
    `select body from audit.entry where body like '%' || $1 || '%' order by seq`,
    [login.id],
  )
  const entries = rows.map(({ body }) => JSON.parse(body))
  expect(entries.map(({ action }) => action)).toEqual([
    'person.invited',
    'person.accepted',
    'person.signed_in',
    'recovery_codes.renewed',
    'token.made',
    'person.confirmed',
    'person.signed_out',
  ])
  for (const { actor, detail } of entries.slice(1))
    expect([actor, detail.ip]).toEqual([`person:${login.id}`, expect.stringMatching(/127\.0\.0\.1|::1/)])
  expect(JSON.stringify(rows)).not.toContain(login.email)
})

test('the current session can be read without one: null or the person, never an error', async () => {
  const at = portal()
  const nobody = { person: null, session: null, clearance: null, changes: null }
  expect(await at.get('session')).toMatchObject({ status: 200, body: nobody })
  const { id } = await accepted(served, at, acme)
  expect((await at.get('session')).body).toEqual({
    ...(await at.get('me')).body,
    clearance: { kyb: null, agreements: [] },
    changes: expect.stringMatching(/^\d+-\d+$/),
  })
  expect((await at.get('session')).body.person.id).toBe(id)
  const console = browser(served.origin, 'staff')
  console.setToken(at.token()!)
  expect(await console.get('session')).toMatchObject({ status: 200, body: nobody })
  await at.post('session/sign-out')
  expect(await at.get('session')).toMatchObject({ status: 200, body: nobody })
})
