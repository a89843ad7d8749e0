import { randomUUID } from 'node:crypto'
import type { Session } from '@specie/service/people/session/session.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Answer, read } from '../client.ts'
import { newInstitution } from '../institution.ts'
import { member, tokenOf } from '../people.ts'
import { accepted, type Browser, browser, codeOf, type Login, type Served, servePeople, signIn } from './served.ts'

// Programs that act for a person: a token made in a browser, or a device confirmed there.

let served: Served
let acme: string
beforeAll(async () => {
  served = await servePeople()
  served.stopClock()
  acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
})
afterAll(() => served.end())

const portal = () => browser(served.origin)

/** A program: it has no cookies and no origin. */
const program = async (path: string, body: unknown, token?: string): Promise<Answer> => {
  const bearer = token === undefined ? {} : { authorization: `Bearer ${token}` }
  const headers = { 'user-agent': 'specie-cli', 'content-type': 'application/json', ...bearer }
  const url = `${served.origin}/portal/v1/${path}`
  return read(await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) }))
}

/** The person and the session of a program. */
const whoIs = (token: string) => portal().get('me', { authorization: `Bearer ${token}` })

const made = async (at: Browser, more: object = {}) => (await at.post('tokens', { label: 'nightly', ...more })).body

async function confirmed(at: Browser): Promise<string> {
  const { user_code, device_code } = (await program('device', {})).body
  expect((await at.post('device/confirm', { user_code })).status).toBe(200)
  return (await program('device/token', { device_code })).body.token
}

const stepUp = (at: Browser, { password, secret }: Login) => {
  served.pass(30)
  return at.post('session/step-up/password', { password, code: codeOf(secret, served.now()) })
}

test('a token acts as its person until it expires or is revoked', async () => {
  const at = portal()
  await accepted(served, at, acme)
  expect((await at.post('tokens', { label: 'nightly', expires_in_hours: 13 })).status).toBe(400)
  const { token, id } = await made(at, { label: 'nightly report', expires_in_hours: 1 })
  expect((await whoIs(token)).status).toBe(200)
  const { items } = (await at.get('sessions')).body
  expect(items.find((one: { id: string }) => one.id === id)).toMatchObject({
    id,
    kind: 'token',
    label: 'nightly report',
    current: false,
  })
  served.pass(3_599)
  // The browser was idle meanwhile: the token ends only with its own expiry.
  expect((await whoIs(token)).status).toBe(200)
  served.pass(2)
  expect((await whoIs(token)).status).toBe(401)
})

describe.each([
  ['a token', async (at: Browser): Promise<string> => (await made(at)).token],
  ['a device', confirmed],
])('%s', (_what, opened) => {
  test('has the factor and the end of its session', async () => {
    const at = portal()
    await accepted(served, at, acme, ['admin', 'trader'])
    const { factor_at, expires_at } = (await at.get('me')).body.session
    served.pass(240)
    const token = await opened(at)
    expect((await whoIs(token)).body.session).toMatchObject({ factor_at, expires_at })
    expect((await program('account/withdrawals', { nonsense: 1 }, token)).body.code).toBe('bad_request')
    served.pass(61)
    expect((await program('account/withdrawals', { nonsense: 1 }, token)).body.code).toBe('fresh_factor_required')
    served.pass((Date.parse(expires_at) - served.now()) / 1_000 - 1)
    expect((await whoIs(token)).status).toBe(200)
    served.pass(2)
    expect((await whoIs(token)).status).toBe(401)
  })

  test('stays unchanged when its person confirms in the browser, and continues', async () => {
    const at = portal()
    const login = await accepted(served, at, acme, ['admin', 'trader'])
    const token = await opened(at)
    const { factor_at } = (await whoIs(token)).body.session
    served.pass(301)
    expect((await stepUp(at, login)).status).toBe(200)
    expect((await whoIs(token)).body.session.factor_at).toBe(factor_at)
    expect((await program('account/withdrawals', { nonsense: 1 }, token)).body.code).toBe('fresh_factor_required')
  })

  const ends: Record<string, (at: Browser, login: Login) => Promise<Answer>> = {
    'is signed out': (at) => at.post('session/sign-out'),
    'is signed in anew': (at, login) => signIn(served, at, login),
    'is ended from elsewhere': async (at, login) => {
      const { id } = (await at.get('me')).body.session
      const other = portal()
      await signIn(served, other, login)
      return other.post(`sessions/${id}/revoke`)
    },
    'was confirmed since, and is signed out': async (at, login) => {
      await stepUp(at, login)
      return at.post('session/sign-out')
    },
  }
  test.each(Object.keys(ends))('ends when the browser %s', async (what) => {
    const at = portal()
    const login = await accepted(served, at, acme)
    const token = await opened(at)
    const other = portal()
    await signIn(served, other, login)
    const unrelated = (await made(other)).token
    expect((await ends[what]!(at, login)).status).toBe(200)
    expect((await whoIs(token)).status).toBe(401)
    expect((await whoIs(unrelated)).status).toBe(200)
  })

  test('creates no access: it confirms and makes none, and shows no factor', async () => {
    const at = portal()
    const login = await accepted(served, at, acme)
    const token = await opened(at)
    const { user_code } = (await program('device', {})).body
    const given = { password: login.password, code: codeOf(login.secret, served.now() + 30_000) }
    for (const [path, body] of [
      ['tokens', { label: 'more' }],
      ['device/show', { user_code }],
      ['device/confirm', { user_code }],
      ['session/step-up/password', given],
      ['members/invite', { email: 'eve@acme.example', name: 'Eve', roles: ['admin'] }],
      ['password', { password: 'nine blue umbrellas' }],
      ['recovery-codes', {}],
    ] as const)
      expect([path, (await program(path, body, token)).body.code]).toEqual([path, 'browser_required'])
  })

  test('is not a cookie, and a cookie is not a token', async () => {
    const at = portal()
    await accepted(served, at, acme)
    const cookie = at.token()!
    const token = await opened(at)
    const thief = portal()
    thief.setToken(token)
    expect((await thief.get('me')).body.code).toBe('not_signed_in')
    expect((await thief.post('me', { name: 'Mallory' })).body.code).toBe('not_signed_in')
    expect((await whoIs(cookie)).body.code).toBe('not_signed_in')
    expect((await at.get('me')).status).toBe(200)
  })
})

test('a token sent with a sign-in gets a cookie, and only from our own page', async () => {
  const at = portal()
  const login = await accepted(served, at, acme)
  const { token } = await made(at)
  served.pass(30)
  const given = { email: login.email, password: login.password, code: codeOf(login.secret, served.now()) }
  expect((await program('sign-in/password', given, token)).body.code).toBe('foreign_origin')
  const other = portal()
  const { status, body } = await other.post('sign-in/password', given, { authorization: `Bearer ${token}` })
  expect([status, Object.keys(body)]).toEqual([200, ['person', 'session']])
  expect((await other.get('me')).status).toBe(200)
})

test('a token in the cookie of a browser needs our origin like every cookie', async () => {
  const at = portal()
  await accepted(served, at, acme)
  const thief = portal()
  thief.setToken((await made(at)).token)
  const answer = await thief.post('session/sign-out', {}, { origin: 'https://evil.example' })
  expect(answer.body.code).toBe('foreign_origin')
})

test('a device gets a token once its person has confirmed the code', async () => {
  const at = portal()
  const { email } = await accepted(served, at, acme)
  const device = portal()
  const { body: begun } = await device.post('device', { label: 'specie on laptop' })
  expect(begun).toMatchObject({ verification_uri: `${served.origin}/portal/device`, expires_in: 600, interval: 5 })
  const take = () => device.post('device/token', { device_code: begun.device_code })
  expect((await take()).body.details.rule).toBe('authorization_pending')
  const shown = await at.post('device/show', { user_code: begun.user_code.toLowerCase() })
  expect(shown.body).toMatchObject({ label: 'specie on laptop', agent: 'test browser' })
  expect((await at.post('device/confirm', { user_code: begun.user_code })).status).toBe(200)
  expect((await at.post('device/confirm', { user_code: begun.user_code })).status).toBe(404)
  const taken = await Promise.all([take(), take()])
  expect(taken.map(({ status }) => String(status)).toSorted()).toEqual(['200', '400'])
  const { token } = taken.find(({ status }) => status === 200)!.body
  const { body } = await whoIs(token)
  expect([body.person.email, body.session.method]).toEqual([email, 'device'])
  expect((await take()).body.details.rule).toBe('expired_token')
})

test.each(['session/sign-out', 'sessions/revoke-others', 'step-up'])(
  'a confirmed device gets nothing after %s: its session is another one',
  async (what) => {
    const at = portal()
    const login = await accepted(served, at, acme)
    const { status, body: begun } = await program('device', {})
    expect(status).toBe(200)
    await at.post('device/confirm', { user_code: begun.user_code })
    expect((await (what === 'step-up' ? stepUp(at, login) : at.post(what))).status).toBe(200)
    const { body } = await program('device/token', { device_code: begun.device_code })
    expect(body.details.rule).toBe('expired_token')
  },
)

test('a device code ends after ten minutes, is confirmed on its own side, with a fresh factor', async () => {
  const at = portal()
  await accepted(served, at, acme)
  const staff = browser(served.origin, 'staff')
  await accepted(served, staff, null)
  const { body: begun } = await portal().post('device')
  expect((await staff.post('device/confirm', { user_code: begun.user_code })).status).toBe(404)
  served.pass(301)
  expect((await at.post('device/confirm', { user_code: begun.user_code })).body.code).toBe('fresh_factor_required')
  served.pass(300)
  expect((await at.post('device/show', { user_code: begun.user_code })).status).toBe(404)
  expect((await program('device/token', { device_code: begun.device_code })).body.details.rule).toBe('expired_token')
})

test('codes of devices cannot be guessed: a person has few tries', async () => {
  const at = portal()
  await accepted(served, at, acme)
  const tries = []
  for (let i = 0; i < 7; i += 1) tries.push((await at.post('device/show', { user_code: 'BBBBBBBB' })).status)
  expect(tries).toEqual([404, 404, 404, 404, 404, 429, 429])
})

test('a person’s own device gives no more tries at the password', async () => {
  const at = portal()
  await accepted(served, at, acme)
  const tries = []
  for (let i = 0; i < 7; i += 1) {
    const { user_code } = (await program('device', {})).body
    expect((await at.post('device/show', { user_code })).status).toBe(200)
    tries.push((await at.post('session/step-up/password', { password: 'wrong', code: '000000' })).status)
  }
  expect(tries).toEqual([401, 401, 401, 401, 401, 429, 429])
})

describe('for any SQL of the service', () => {
  type Row = { person: string; kind: string; factor: string; end: string; by: string | null; replaces: string | null }
  const t0 = `timestamptz '2026-11-18 09:00Z'`

  /** A person's session of nine o'clock, and the statement for another one at ten past nine. */
  async function nineOClock() {
    const { person } = await member(served.env, acme, 'admin')
    const put = async (over: Partial<Row> = {}): Promise<string> => {
      const row = { person: person.id, kind: 'browser', factor: '10m', end: '8h', by: null, replaces: null, ...over }
      const [stored] = await served.env.db.query<{ id: string }>(
        `insert into people.session (id, person_id, token_hash, kind, method, factor_at, created_at, seen_at, expires_at,
           ip, agent, opened_by, replaces)
         values (gen_random_uuid(), $1, sha256(gen_random_uuid()::text::bytea), $2, 'password', ${t0} + $3::interval,
           ${t0} + interval '10m', ${t0} + interval '10m', ${t0} + $4::interval, '127.0.0.1', 'test', $5, $6)
         returning id`,
        [row.person, row.kind, row.factor, row.end, row.by, row.replaces],
      )
      return stored!.id
    }
    return { put, opener: await put({ factor: '5m', end: '8h' }) }
  }
  const refused = { constraint: 'session_opener' }
  const token = { kind: 'token', factor: '5m', end: '8h' }

  test('a session is not fresher, longer or another person’s than the one that opened it', async () => {
    const { put, opener } = await nineOClock()
    const other = (await member(served.env, acme, 'viewer')).person.id
    await put({ ...token, by: opener })
    for (const over of [{ factor: '5m 1ms' }, { end: '8h 1ms' }, { person: other }, { by: null }, { kind: 'browser' }])
      await expect(put({ ...token, by: opener, ...over }), JSON.stringify(over)).rejects.toMatchObject(refused)
  })

  test('a token opens none, and none is opened after the end', async () => {
    const { put, opener } = await nineOClock()
    const first = await put({ ...token, by: opener })
    await expect(put({ ...token, by: first })).rejects.toMatchObject(refused)
    await expect(put({ ...token, by: opener, replaces: opener })).rejects.toMatchObject(refused)
    await expect(put({ replaces: first })).rejects.toMatchObject(refused)
    await served.env.db.query(`update people.session set ended_at = ${t0} + interval '6m' where id = $1`, [opener])
    await expect(put({ ...token, by: opener })).rejects.toMatchObject(refused)
    await expect(put({ replaces: opener })).rejects.toMatchObject(refused)
  })

  test('a browser’s lasts twelve hours at most, its factor is not in the future, and confirming moves no end', async () => {
    const { put, opener } = await nineOClock()
    await put({ end: '12h 10m' })
    for (const over of [{ end: '12h 10m 1ms' }, { factor: '10m 1ms' }, { replaces: opener, end: '8h 1ms' }])
      await expect(put(over), JSON.stringify(over)).rejects.toMatchObject(refused)
    await put({ replaces: opener })
  })

  test('the recorded data of a session does not change, and an ended one stays ended', async () => {
    const { put, opener } = await nineOClock()
    const opened = await put({ ...token, by: opener })
    const change = (set: string, id: string) =>
      served.env.db.query(`update people.session set ${set} where id = $1 returning ended_at`, [id])
    for (const set of [
      `factor_at = now()`,
      `expires_at = now()`,
      `seen_at = now()`,
      `kind = 'browser'`,
      `opened_by = id`,
    ])
      await expect(change(set, opened), set).rejects.toThrow('permission denied')
    await change('ended_at = now()', opener)
    for (const id of [opener, opened])
      await expect(change('ended_at = null', id)).rejects.toMatchObject({ constraint: 'session_ended' })
  })

  test('a device is confirmed in a live browser of its person', async () => {
    const { env } = served
    const admin = await member(env, acme, 'admin')
    const other = await member(env, acme, 'viewer')
    const { id: byToken } = await tokenOf(env, admin)
    const confirm = (by: Pick<Session, 'id'>, person = admin.person.id) =>
      env.db.tx(async (tx) => {
        const id = randomUUID()
        await tx.query(
          `insert into people.device (id, device_hash, user_code, side, label, expires_at, created_at, ip, agent)
           values ($1, sha256($1::uuid::text::bytea), $1::uuid::text, 'institution', 'x', $2, $2, '127.0.0.1', 'test')`,
          [id, env.clock.now()],
        )
        await tx.query('update people.device set person_id = $2, confirmed_at = $3, confirmed_by = $4 where id = $1', [
          id,
          person,
          env.clock.now(),
          by.id,
        ])
      })
    await confirm(admin)
    for (const [by, person] of [[{ id: byToken }], [admin, other.person.id]] as const)
      await expect(confirm(by, person)).rejects.toMatchObject(refused)
    await env.db.query('update people.session set ended_at = now() where id = $1', [other.id])
    await expect(confirm(other, other.person.id)).rejects.toMatchObject(refused)
  })
})
