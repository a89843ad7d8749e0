import type { Browser as Chromium, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium, limitMs } from '../../browser/chromium.ts'
import { newInstitution } from '../institution.ts'
import { invited, type Served, servePeople } from '../people/served.ts'

// Passkeys of a real browser, with the authenticator that Chromium simulates.

let served: Served
let acme: string
let browser: Chromium
beforeAll(async () => {
  served = await servePeople()
  acme = await newInstitution(served.env.db, { name: 'Acme Treasury AG' })
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await served?.end()
})

/** A page of ours with an authenticator. Any page of the origin is suitable. */
async function visit(isUserVerified = true) {
  const context = await browser.newContext({ bypassCSP: true })
  context.setDefaultTimeout(limitMs)
  const page = await context.newPage()
  await page.goto(`${served.origin}/docs`)
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified,
      automaticPresenceSimulation: true,
    },
  })
  const verifyUser = (isVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: isVerified })
  return { context, page, verifyUser }
}

type Answer = { status: number; body: any }

/** The calls of a portal page, in the browser. */
const call = (page: Page, path: string, body: unknown = {}): Promise<Answer> =>
  page.evaluate(`(async () => {
    const response = await fetch('/portal/v1/${path}', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(JSON.stringify(body))} })
    return { status: response.status, body: await response.json() }
  })()`)

const create = (page: Page, options: unknown): Promise<object> =>
  page.evaluate(`navigator.credentials.create({
    publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(${JSON.stringify(options)}) }).then((made) => made.toJSON())`)

const get = (page: Page, options: unknown): Promise<object> =>
  page.evaluate(`navigator.credentials.get({
    publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(${JSON.stringify(options)}) }).then((made) => made.toJSON())`)

async function registered() {
  const visitor = await visit()
  const { email, token } = await invited(served, acme, ['admin'])
  const { body } = await call(visitor.page, 'link/options', { token })
  const credential = await create(visitor.page, body.passkey)
  const accepted = await call(visitor.page, 'link/accept', { token, passkey: { name: 'laptop', credential } })
  expect(accepted.status, JSON.stringify(accepted.body)).toBe(200)
  return { ...visitor, email }
}

test('a person registers a passkey, signs out, signs in with it and confirms with it', async () => {
  const { page, context, email } = await registered()
  // The cookie of the session exists, and is invisible to scripts.
  expect(await context.cookies()).toMatchObject([{ name: 'specie', httpOnly: true, sameSite: 'Strict' }])
  expect(await page.evaluate('document.cookie')).toBe('')
  expect((await call(page, 'session/sign-out')).status).toBe(200)
  expect(await context.cookies()).toEqual([])
  const { body: options } = await call(page, 'sign-in/passkey/options')
  const signedIn = await call(page, 'sign-in/passkey', { credential: await get(page, options) })
  expect([signedIn.status, signedIn.body.person?.email]).toEqual([200, email])
  served.pass(301)
  expect((await call(page, 'totp/options')).body.code).toBe('fresh_factor_required')
  const { body: again } = await call(page, 'session/step-up/passkey/options')
  expect((await call(page, 'session/step-up/passkey', { credential: await get(page, again) })).status).toBe(200)
  expect((await call(page, 'totp/options')).status).toBe(200)
  await context.close()
})

test('without a finger, a face or a PIN the browser refuses', async () => {
  const { page, context, verifyUser } = await registered()
  await verifyUser(false)
  const { body: options } = await call(page, 'sign-in/passkey/options')
  await expect(get(page, options)).rejects.toThrow('NotAllowedError')
  await context.close()
})

test('a page of another site can neither read nor change our data, by script or by form', async () => {
  const { page, context } = await registered()
  const target = `${served.origin}/portal/v1/session/sign-out`
  await page.goto(`${served.origin.replace('localhost', '127.0.0.1')}/docs`)
  const script = `fetch('${target}', { method: 'POST', credentials: 'include', mode: 'no-cors', body: '{}' })`
  await expect(page.evaluate(script)).rejects.toThrow('Failed to fetch')
  const answered = page.waitForResponse(target)
  await page.evaluate(`(() => {
    const form = Object.assign(document.createElement('form'), { method: 'post', enctype: 'text/plain', action: '${target}' })
    document.body.append(form)
    form.submit()
  })()`)
  const answer = await answered
  expect([answer.status(), (await answer.json()).code]).toEqual([403, 'foreign_origin'])
  await page.goto(`${served.origin}/docs`)
  expect((await call(page, 'me', { name: 'Still Here' })).status).toBe(200)
  await context.close()
})
