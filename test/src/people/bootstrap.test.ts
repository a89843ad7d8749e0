import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { type RunningService, startService } from '../programs/service.ts'
import { specie } from '../programs/specie.ts'
import { passkeyDevice } from './passkey-device.ts'
import { type Browser, browser, codeOf, goodPassword } from './served.ts'

// A new installation in production, and its first two people.

const settings = {
  SPECIE_ENV: 'production',
  PORTAL_ORIGIN: 'https://desk.example',
  PERSONAL_DATA_KEY: Buffer.alloc(32, 7).toString('base64'),
}

let database: TestDatabase
let service: RunningService
let ann: Browser
let bo: Browser
beforeAll(async () => {
  database = await freshDatabase('production')
  service = await startService(database.url, { ...settings, SPECIE_ROLE: 'api' })
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

const bootstrap = (...words: string[]) =>
  specie({ ...settings, DATABASE_URL: database.url, SPECIE_ROLE: 'api' }, 'staff', 'bootstrap', ...words)
const two = ['--email', 'Ann@desk.example', '--name', 'Ann Muster', '--email', 'bo@desk.example', '--name', 'Bo Fern']

test('browsers must use https only, and an operator must name the proxy', async () => {
  const { headers } = await browser(service.origin, 'staff').get('me')
  expect(headers.get('strict-transport-security')).toBe('max-age=31536000')
  expect(service.output()).toContain('PORTAL_ORIGIN is set without TRUSTED_PROXIES')
  const behind = await startService(database.url, { ...settings, SPECIE_ROLE: 'api', TRUSTED_PROXIES: '192.0.2.1' })
  expect(behind.output()).not.toContain('TRUSTED_PROXIES')
  await behind.stop()
})

test('two different people are named', async () => {
  for (const words of [[], two.slice(0, 4), [...two.slice(0, 4), ...two.slice(0, 4)], two.with(1, 'not an email')])
    expect(await bootstrap(...words)).toMatchObject({ code: 1, said: expect.stringContaining('two different people') })
})

test('the first two get a link each and sign in; there is no bootstrap after them', async () => {
  const { code, said } = await bootstrap(...two)
  expect([code, said]).toEqual([0, expect.stringContaining('Ann Muster <ann@desk.example>, admin:')])
  const tokens = Array.from(said.matchAll(/https:\/\/desk\.example\/console\/link#([\w-]{43})/g), ([, token]) => token!)
  expect(tokens).toHaveLength(2)
  ;[ann, bo] = (await Promise.all(tokens.map((token) => enter(token)))) as [Browser, Browser]
  const people = await Promise.all([ann, bo].map(whoIs))
  expect(people.map(({ email, roles }) => [email, roles])).toEqual([
    ['ann@desk.example', ['admin']],
    ['bo@desk.example', ['mlro']],
  ])
  const again = two.with(1, 'eve@desk.example').with(5, 'mallory@desk.example')
  expect(await bootstrap(...again)).toMatchObject({ code: 1, said: expect.stringContaining('has staff') })
})

const origin = { origin: settings.PORTAL_ORIGIN }
const whoIs = async (at: Browser) => (await at.get('me', {})).body.person

test('a role that decides is granted when the other one approves', async () => {
  const person = { email: 'cy@desk.example', name: 'Cy Ops', roles: ['support', 'operations'], reason: 'hired' }
  const { link, approval, link_approval } = (await ann.post('staff/invite', person, origin)).body
  // In production a decision is signed, unless APPROVALS says otherwise.
  const phone = passkeyDevice(settings.PORTAL_ORIGIN)
  const decide = async (id: string, more = {}) => {
    const { payload_hash } = (await bo.get(`approvals/${id}`)).body
    return bo.post(`approvals/${id}/decide`, { decision: 'approve', payload_hash, ...more }, origin)
  }
  const agree = async (id: string) => {
    const { body: challenge } = await bo.post(`approvals/${id}/challenge`, { decision: 'approve' }, origin)
    const decided = await decide(id, { credential: phone.get(challenge) })
    expect([decided.status, decided.body.state]).toEqual([200, 'approved'])
    return decided.body
  }
  expect((await decide(approval)).body.details).toEqual({ reason: 'passkey_required' })
  const { body: options } = await bo.post('passkeys/options', {}, origin)
  expect((await bo.post('passkeys', { name: 'phone', credential: phone.create(options) }, origin)).status).toBe(200)
  const { half } = await agree(link_approval)
  const cy = await enter(link.split('#')[1] + half)
  expect((await whoIs(cy)).roles).toEqual(['support'])
  expect((await agree(approval)).half).toBeNull()
  const { items } = (await ann.get('staff')).body
  expect(items.find((one: any) => one.name === 'Cy Ops').roles).toEqual(['operations', 'support'])
})

test('the service’s own login cannot grant a role that decides', async () => {
  const id = randomUUID()
  await database.app.query(
    `select state.set_actor('test', 'test', now());
     insert into directory.person (id, side, email, name, state, created_at, updated_at)
       values ('${id}', 'staff', 'eve@desk.example', 'Eve', 'invited', now(), now())`,
  )
  const give = (...roles: string[]) => database.app.query('select people.set_roles($1, $2)', [id, roles])
  await give('support')
  for (const role of ['operations', 'mlro', 'compliance', 'auditor'])
    await expect(give(role), role).rejects.toMatchObject({ constraint: 'approval_missing' })
  await expect(database.app.query('select people.write_roles($1, $2)', [id, ['mlro']])).rejects.toThrow(
    'permission denied',
  )
})

test('the first two are not created again, even if all staff are gone', async () => {
  await database.owner.query(
    `select state.set_actor('test', 'test', now()); update directory.person set state = 'removed' where side = 'staff'`,
  )
  expect(await bootstrap(...two)).toMatchObject({ code: 1, said: expect.stringContaining('has staff') })
})

/** Behind a proxy that ends TLS: the browser sends the page's origin. */
async function enter(token: string) {
  const at = browser(service.origin, 'staff')
  const { totp } = (await at.post('link/options', { token }, origin)).body
  const given = { setup: totp.setup, code: codeOf(totp.secret, Date.now()) }
  const answer = await at.post('link/accept', { token, password: goodPassword, totp: given }, origin)
  expect(answer.headers.getSetCookie().join()).toMatch(
    /^__Host-specie=[\w-]{43}; Path=\/; .*; Secure,__Host-specie-browser=[\w-]+; Path=\/; .*; Secure$/,
  )
  return at
}

test('production does not start with the portal and without its key, or with the key of UAT', async () => {
  const uatKey = Buffer.from('uat-personal-data-key-for-tests!').toString('base64')
  for (const PERSONAL_DATA_KEY of ['', uatKey, 'c2hvcnQ='])
    await expect(startService(database.url, { ...settings, PERSONAL_DATA_KEY })).rejects.toThrow('PERSONAL_DATA_KEY')
})

test('without PORTAL_ORIGIN production serves neither portal nor console', async () => {
  const other = await startService(database.url, { SPECIE_ENV: 'production', SPECIE_ROLE: 'api' })
  for (const side of ['institution', 'staff'] as const)
    expect((await browser(other.origin, side).get('me')).status).toBe(404)
  expect((await browser(other.origin).get('me')).headers.has('strict-transport-security')).toBe(false)
  await other.stop()
})

test('under another host name than its passkeys’, production starts only on explicit request', async () => {
  await database.owner.query(
    `insert into people.passkey (id, person_id, credential_id, public_key, counter, name, created_at, rp_id)
     select gen_random_uuid(), id, 'x', 'x', 0, 'phone', now(), 'desk.example' from directory.person limit 1`,
  )
  const moved = { ...settings, SPECIE_ROLE: 'api', PORTAL_ORIGIN: 'https://new.example' }
  await expect(startService(database.url, moved)).rejects.toThrow(
    /passkeys were registered for desk.example \(2\) .* set PORTAL_ORIGIN back to https:\/\/desk.example/,
  )
  const other = await startService(database.url, { ...moved, FORMER_RP_ID: 'desk.example' })
  await other.stop()
})
