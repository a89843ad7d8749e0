import { request } from 'node:http'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { newInstitution } from '../institution.ts'
import { client, type Issuer, startIssuer } from './issuer.ts'
import { accepted, type Browser, browser, invited, type Served, servePeople } from './served.ts'

let issuer: Issuer
let served: Served
let ann: string
beforeAll(async () => {
  issuer = await startIssuer()
  served = await servePeople({
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: client.id,
    OIDC_CLIENT_SECRET: client.secret,
  })
  ann = (await accepted(served, desk(), null, ['support'])).email
  issuer.user = { email: ann.toUpperCase(), email_verified: true }
})
afterAll(async () => {
  await served.end()
  await issuer.close()
})
afterEach(() => {
  issuer.user = { email: ann, email_verified: true }
  issuer.over = {}
  issuer.forge = false
})

const desk = () => browser(served.origin, 'staff')

/** The browser: it goes to the issuer and returns with the query of the address. */
async function away(at: Browser): Promise<Record<string, string>> {
  const { body } = await at.post('sign-in/oidc')
  const { headers } = await fetch(body.url, { redirect: 'manual' })
  const back = new URL(headers.get('location')!)
  expect(back.origin + back.pathname).toBe(`${served.origin}/console/sign-in`)
  return Object.fromEntries(back.searchParams)
}

const enter = async (at = desk()) => at.post('sign-in/oidc/finish', await away(at))

test('staff sign in with the email that the issuer has verified', async () => {
  const at = desk()
  const { status, body } = await enter(at)
  expect([status, body.person?.email, body.session?.method]).toEqual([200, ann, 'oidc'])
  expect((await at.get('me')).status).toBe(200)
})

test('the return works once, and only in the browser that began', async () => {
  const at = desk()
  const back = await away(at)
  // Another browser is made to finish an attacker's sign-in.
  expect((await desk().post('sign-in/oidc/finish', back)).body.code).toBe('sign_in_failed')
  expect((await at.post('sign-in/oidc/finish', back)).status).toBe(401)
  const again = await away(at)
  expect((await at.post('sign-in/oidc/finish', again)).status).toBe(200)
  expect((await at.post('sign-in/oidc/finish', again)).status).toBe(401)
})

test('an unknown state, or one of another sign-in, is refused', async () => {
  const at = desk()
  const back = await away(at)
  expect((await at.post('sign-in/oidc/finish', { ...back, state: 'A'.repeat(43) })).status).toBe(401)
  const [first, second] = [await away(at), await away(at)]
  expect((await at.post('sign-in/oidc/finish', { ...first, code: second['code'] })).status).toBe(401)
})

test.each([
  ['an email that is not verified', { email_verified: false }],
  ['another audience', { aud: 'somebody-else' }],
  ['another issuer', { iss: 'https://evil.example' }],
  ['another nonce', { nonce: 'replayed' }],
  ['an expired token', { iat: 1_000, exp: 2_000 }],
  ['an old sign-in', { auth_time: Math.floor(Date.now() / 1_000) - 3_600 }],
  ['no email', { email: undefined }],
])('%s does not sign in', async (_what, over) => {
  issuer.over = over
  expect((await enter()).body.code).toBe('sign_in_failed')
})

test('a token that the issuer did not sign does not sign in', async () => {
  issuer.forge = true
  expect((await enter()).body.code).toBe('sign_in_failed')
})

test('signing in creates no person; institution users and those who have not accepted are refused', async () => {
  const count = async () => (await served.env.db.query('select from directory.person')).length
  const acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
  const member = await accepted(served, browser(served.origin), acme, ['admin'])
  const guest = await invited(served, null, ['support'])
  const before = await count()
  for (const email of ['stranger@desk.example', member.email, guest.email]) {
    issuer.user = { email, email_verified: true }
    expect((await enter()).body.code, email).toBe('sign_in_failed')
  }
  expect(await count()).toBe(before)
})

test('under a foreign host name it does not begin', async () => {
  // A program chooses its host header; a browser could be made to send one (DNS rebinding).
  const { port } = new URL(served.origin)
  const ask = (path: string, body: object) =>
    new Promise<number>((resolve, reject) => {
      const headers = {
        host: 'evil.example',
        'user-agent': 'test',
        'content-type': 'application/json',
        authorization: `Bearer ${'x'.repeat(43)}`,
        cookie: 'specie-oidc=x',
      }
      const sent = request({ port, method: 'POST', path: `/console/v1/sign-in/oidc${path}`, headers }, (answer) =>
        resolve(answer.statusCode!),
      )
      sent.on('error', reject).end(JSON.stringify(body))
    })
  expect(await ask('', {})).toBe(403)
  expect(await ask('/finish', { code: 'x', state: (await away(desk()))['state'] })).toBe(403)
})

test('it exists for staff only, and only if it is configured', async () => {
  expect((await browser(served.origin).post('sign-in/oidc')).status).toBe(404)
  const without = await servePeople()
  expect((await browser(without.origin, 'staff').post('sign-in/oidc')).body.code).toBe('not_found')
  await without.end()
})
