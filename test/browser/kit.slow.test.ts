import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { institutionRoles } from '@specie/protocol/people/roles.ts'
import { staff } from '../src/people.ts'
import { as } from '../src/people/portal.ts'
import {
  accepted,
  browser as agent,
  codeOf,
  invited,
  type Login,
  servePeople,
  type Served,
} from '../src/people/served.ts'
import { newInstitution } from '../src/people/things.ts'
import { addAuthenticator, openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'

// The frame, the public pages, signing in, and the approvals of the console, in a real browser.

let chromium: Browser
let served: Served
let acme: string
let treasurer: Login
beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople()
  acme = (await newInstitution(served, 'Aldermoor Treasury AG')).id
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
})

/** Somebody who is signed in: their login and their session. */
async function signedIn(institution: string | null, roles: Parameters<typeof accepted>[3]) {
  const at = agent(served.origin, institution === null ? 'staff' : 'institution')
  const login = await accepted(served, at, institution, roles)
  return { login, session: at.token()! }
}

/** A request of the staff that waits for a second person. */
async function waiting(reason: string): Promise<string> {
  const maker = as(await staff(served.env, 'operations'), served.origin)
  const { body } = await maker('POST', '/mint/resume', { asset: 'VCHF', reason })
  return body.id
}

test('the public pages are as every page must be', async () => {
  await everyPage(chromium, served.origin, { name: 'home', path: '/', session: null, ready: 'Solana' })
  await everyPage(chromium, served.origin, {
    name: 'reserves',
    path: '/reserves',
    session: null,
    ready: 'Final block read',
  })
})

test('sign-in is as every page must be', async () => {
  await everyPage(chromium, served.origin, {
    name: 'sign-in',
    path: '/portal/sign-in',
    session: null,
    ready: 'Sign in with passkey',
  })
})

test('the first pages of portal and console are as every page must be', async () => {
  const member = await signedIn(acme, institutionRoles)
  await everyPage(chromium, served.origin, {
    name: 'overview',
    path: '/portal',
    session: member.session,
    ready: 'Waits for you',
  })
  const id = await waiting('The bank has confirmed the reserve by telephone')
  const { session, login } = await signedIn(null, ['treasury'])
  treasurer = login
  await everyPage(chromium, served.origin, {
    name: 'approvals',
    path: '/console/approvals',
    session,
    ready: 'Asked by',
  })
  await everyPage(chromium, served.origin, {
    name: 'approval',
    path: `/console/approvals/${id}`,
    session,
    ready: 'What is done once',
  })
})

test('an invitation is accepted with a passkey; the codes are shown once, and one signs in again with it', async () => {
  const at = await visit(chromium, served.origin, null)
  const { page } = at
  await page.goto('/portal/sign-in')
  await addAuthenticator(at)
  const { token } = await invited(served, acme, ['admin'], 'Ruth Quillan')
  await page.goto(`/portal/link#${token}`)
  await page.getByText('Welcome, Ruth Quillan').waitFor()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByText('Save your recovery codes').waitFor()
  expect(await page.locator('.codes li').count()).toBe(10)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.getByRole('button', { name: /Ruth Quillan/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with passkey' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  expect(at.complaints).toEqual([])
  await at.context.close()
})

test('whoever is not signed in comes back to where they wanted to go; a decision asks for a fresh factor and is made', async () => {
  const id = await waiting('Looked at it again')
  const at = await visit(chromium, served.origin, null)
  const { page } = at
  await page.goto(`/console/approvals/${id}`)
  served.pass(30)
  await page.getByLabel('Email').fill(treasurer.email)
  await page.getByLabel('Password').fill(treasurer.password)
  await page.getByLabel('Code of the authenticator app').fill(codeOf(treasurer.secret, served.now()))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Let a coin be minted again' }).waitFor()
  served.pass(400)
  await page.getByLabel('Reason').fill('The reserve is not there yet')
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByText('Confirm that it is you').waitFor()
  await page.getByLabel('Password').fill(treasurer.password)
  await page.getByLabel('Code of the authenticator app').fill(codeOf(treasurer.secret, served.now()))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.locator('.badge.box', { hasText: 'Refused' }).waitFor()
  expect(at.complaints).toEqual([])
  await at.context.close()
})
