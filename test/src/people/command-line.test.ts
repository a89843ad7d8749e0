import { requestIn } from './operator.ts'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { acts } from '@specie/protocol/people/acts.ts'
import { needsBrowser, needsFresh } from '@specie/protocol/web-api/call.ts'
import { peopleCalls } from '@specie/protocol/people-calls.ts'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { specie, specieProcess } from '../programs/specie.ts'
import { accepted, browser, codeOf, type Served, servePeople } from './served.ts'

let served: Served
beforeAll(async () => {
  served = await servePeople()
})
afterAll(() => served.end())

test('the command line gets a token when its person has confirmed its code', async () => {
  const at = browser(served.origin, 'staff')
  const { email } = await accepted(served, at, null, ['support'])
  const command = specieProcess({ SPECIE_URL: served.origin }, 'sign-in')
  const userCode = await shownCode()
  expect((await at.post('device/confirm', { user_code: userCode })).status).toBe(200)
  const { code, said } = await command
  expect([code, said]).toEqual([0, expect.stringContaining(`${served.origin}/console/device`)])
  const token = /export SPECIE_TOKEN=([\w-]{43})/.exec(said)![1]!
  const { body } = await browser(served.origin, 'staff').get('me', { authorization: `Bearer ${token}` })
  expect(body.person.email).toBe(email)
})

/** The code of the device, from its screen. */
const shownCode = () =>
  expect
    .poll(() => served.database.owner.query<{ code: string }>('select user_code as code from people.device'), {
      timeout: 20_000,
    })
    .toHaveLength(1)
    .then(async () => {
      const [row] = await served.database.owner.query<{ code: string }>('select user_code as code from people.device')
      return row!.code
    })

test('without an answer it names the setting', async () => {
  const { code, said } = await specieProcess({ SPECIE_URL: 'http://127.0.0.1:9' }, 'sign-in')
  expect([code, said]).toEqual([1, expect.stringContaining('SPECIE_URL')])
})

test('without SPECIE_URL it calls the service of its data folder, or PORT of this machine', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'specie-started-'))
  await writeFile(join(folder, 'demo.json'), JSON.stringify({ base: `${served.origin}/api/v1/` }))
  const { token } = await holder('support')
  const list = (port: string) => specie({ SPECIE_DATA: folder, SPECIE_TOKEN: token, PORT: port }, 'staff', 'list')
  expect(await list('9')).toMatchObject({ code: 0, said: expect.stringContaining('support') })
  await rm(folder, { recursive: true })
  expect(await list(new URL(served.origin).port)).toMatchObject({ code: 0 })
  expect(await list('9')).toEqual({
    code: 1,
    said: expect.stringMatching(/^http:\/\/localhost:9 does not answer .*SPECIE_URL names its address\.\n$/),
  })
})

/** A person with these roles, and the token of their command line. */
async function holder(...roles: StaffRole[]) {
  const at = browser(served.origin, 'staff')
  const login = await accepted(served, at, null, roles)
  const { token } = (await at.post('tokens', { label: 'terminal' })).body as { token: string }
  return { at, login, token }
}

const settings = (token: string) => ({ SPECIE_URL: served.origin, SPECIE_TOKEN: token })

test('a token older than five minutes reads and stops operations; other refusals name the next step', async () => {
  const { at, login, token } = await holder('operations')
  const proposal = ['trading', 'resume', 'VCHF/CHF', 'looked at']
  const halt = () => specie(settings(token), 'trading', 'halt', 'VCHF/CHF', 'a jump')
  expect((await halt()).code).toBe(0)
  const request = await specie(settings(token), ...proposal)
  expect(request.said).toMatch(/^Resume trading of VCHF\/CHF: request \S+ waits/)
  expect((await specie(settings(token), 'approvals', 'withdraw', requestIn(request.said))).code).toBe(0)
  served.pass(301)
  expect((await specie(settings(token), 'staff', 'list')).code).toBe(0)
  expect(await specie(settings(token), ...proposal)).toEqual({
    code: 1,
    said: 'fresh_factor_required: You must have confirmed your identity in the last five minutes. Run specie sign-in, and set SPECIE_TOKEN to what it prints.\n',
  })
  // Confirming in the browser makes the next token fresh, not earlier ones.
  const given = { password: login.password, code: codeOf(login.secret, served.now()) }
  expect((await at.post('session/step-up/password', given)).status).toBe(200)
  expect((await specie(settings(token), ...proposal)).code).toBe(1)
  const { token: next } = (await at.post('tokens', { label: 'terminal' })).body
  expect((await specie(settings(next), ...proposal)).said).toMatch(/^Resume trading of VCHF\/CHF: request \S+ waits/)
  expect(await specie(settings(next), 'sign-out')).toEqual({ code: 0, said: 'Signed out.\n' })
  expect(await specie(settings(next), 'staff', 'list')).toEqual({
    code: 1,
    said: expect.stringMatching(/^not_signed_in: .* Run specie sign-in, and set SPECIE_TOKEN to what it prints\.\n$/),
  })
  expect((await specie(settings(token), 'staff', 'list')).code).toBe(0)
})

test('with an old token every call of the console that needs a browser or a fresh factor is refused, and no other', async () => {
  const roles: StaffRole[] = ['support', 'operations', 'compliance', 'mlro']
  const { token } = await holder(...roles)
  served.pass(301)
  const own = peopleCalls.filter(
    ({ act, where }) =>
      where !== 'portal' &&
      act !== 'anyone' &&
      (act === 'self' || acts[act].roles.some((role) => roles.includes(role as StaffRole))),
  )
  expect(own.filter(needsFresh).length).toBeGreaterThan(20)
  for (const call of own) {
    const path = call.path.replaceAll(/\{\w+\}/g, '00000000-0000-7000-8000-000000000000')
    const response = await fetch(`${served.origin}/console/v1${path}?nonsense=1`, {
      method: call.method,
      headers: { authorization: `Bearer ${token}`, 'user-agent': 'test', 'content-type': 'application/json' },
      body: call.method === 'POST' ? '{"nonsense":1}' : null,
    })
    const { code } = (await response.json()) as { code: string }
    const refused = needsBrowser(call) ? 'browser_required' : needsFresh(call) ? 'fresh_factor_required' : 'bad_request'
    expect([call.name, code]).toEqual([call.name, refused])
  }
})
