import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { institutionRoles } from '@specie/protocol/people/roles.ts'
import { accepted, browser as agent, codeOf, type Login, servePeople, type Served } from '../src/people/served.ts'
import { newInstitution } from '../src/people/sample-rows.ts'
import { addAuthenticator, openChromium, type Visit, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'

// The people of an institution, their factors, and the command line.

let chromium: Browser
let served: Served
let acme: string
let login: Login
let session: string
let at: Visit
beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople()
  acme = (await newInstitution(served, 'Aldermoor Treasury AG')).id
  const admin = agent(served.origin)
  login = await accepted(served, admin, acme, institutionRoles)
  session = admin.token()!
  at = await visit(chromium, served.origin, session)
  await at.context.grantPermissions(['clipboard-read', 'clipboard-write'])
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
})

test('a person is invited by a link that is shown once, gets other roles, and is suspended', async () => {
  const { page } = at
  await page.goto('/portal/people')
  await page.getByRole('link', { name: 'Invite a person' }).click()
  await page.getByLabel('Name').fill('Nora Trask')
  await page.getByLabel('Email').fill('nora@acme.example')
  await page.getByRole('checkbox', { name: /Trader/ }).check()
  await page.getByRole('button', { name: 'Make the link' }).click()
  const link = await page.locator('code', { hasText: '/link#' }).innerText()

  const nora = await visit(chromium, served.origin, null)
  await nora.page.goto('/portal/sign-in')
  await addAuthenticator(nora)
  await nora.page.goto(link.replace(/^https?:\/\/[^/]+/, ''))
  await nora.page.getByText('Welcome, Nora Trask').waitFor()
  await nora.page.getByRole('button', { name: 'Create passkey' }).click()
  await nora.page.getByText('Save your recovery codes').waitFor()
  await nora.context.close()

  await page.getByRole('link', { name: 'Done' }).click()
  await page.getByRole('link', { name: 'Nora Trask' }).click()
  await page.getByRole('checkbox', { name: /Approver/ }).check()
  await page.getByLabel('Reason').fill('She takes over from Max')
  await page.getByRole('button', { name: 'Change the roles of Nora Trask' }).click()
  await expect.poll(() => page.getByLabel('Reason').count()).toBe(0)
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('She is on leave')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.locator('.badge.box', { hasText: 'Suspended' }).waitFor()
  await page.getByRole('button', { name: 'Reinstate' }).click()
  await page.getByRole('dialog').getByLabel('Reason').fill('She is back')
  await page.getByRole('dialog').getByRole('button', { name: 'Reinstate' }).click()
  await page.locator('.badge.box', { hasText: 'Active' }).waitFor()
  const { body } = await agent(served.origin).get('members', { cookie: `specie=${session}` })
  expect(body.items.find(({ name }: { name: string }) => name === 'Nora Trask').roles.toSorted()).toEqual([
    'approver',
    'trader',
  ])
  expect(at.complaints).toEqual([])
})

test('a passkey is added, named and removed; codes and a token are made; a session is ended', async () => {
  const { page } = at
  await addAuthenticator(at)
  await page.goto('/portal/account')
  await page.getByRole('button', { name: 'Add a passkey' }).click()
  await page.getByLabel('Name of the passkey').fill('Desk key 2')
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByRole('button', { name: 'Rename Desk key 2' }).click()
  await page.getByLabel('Name of the passkey').fill('Desk key')
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click()
  await page.getByRole('button', { name: 'Remove Desk key' }).waitFor()

  await page.getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Make new codes' }).click()
  await page.getByRole('button', { name: 'I have saved them' }).waitFor()
  expect(await page.locator('.codes li').count()).toBe(10)
  await page.getByRole('button', { name: 'I have saved them' }).click()

  await page.getByLabel('Purpose').fill('reports')
  await page.getByRole('button', { name: 'Make a token' }).click()
  await page.getByText('This token is shown only now').waitFor()
  await page.getByRole('button', { name: 'I have copied it' }).click()
  await page.getByRole('button', { name: 'End reports' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'End reports' }).count()).toBe(0)

  served.pass(400)
  await page.getByRole('button', { name: 'Remove Desk key' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('Confirm that it is you').waitFor()
  await page.getByLabel('Password').fill(login.password)
  await page.getByLabel('Authentication code').fill(codeOf(login.secret, served.now()))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  // A person with a passkey needs one to remove a passkey: the password is not enough.
  await page.getByText('This action needs your passkey').waitFor()
  expect(await page.getByLabel('Password').count()).toBe(0)
  await page.getByRole('button', { name: 'Confirm with passkey' }).click()
  await page.getByText('You have no passkey yet').waitFor()
  expect(at.complaints).toEqual([])
})

test('a command line is signed in by its code', async () => {
  const { page } = at
  const program = agent(served.origin)
  const { body: device } = await program.post('device', { label: 'specie on vault-3' })
  await page.goto(device.verification_uri)
  await page.getByLabel('Code').fill(device.user_code)
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByText('specie on vault-3').waitFor()
  await page.getByRole('button', { name: 'Yes, sign it in' }).click()
  await page.getByText('The program is signed in').waitFor()
  const { body } = await program.post('device/token', { device_code: device.device_code })
  const { body: me } = await program.get('me', { authorization: `Bearer ${body.token}` })
  expect(me.person.email).toBe(login.email)
  expect(at.complaints).toEqual([])
})

test.each([
  ['people', '/people', 'Nora Trask'],
  ['people-invite', '/people/invite', 'Make the link'],
  ['person', '/people/{id}', 'Suspend'],
  ['account', '/account', 'This browser'],
  ['device', '/device', 'shows a code'],
])('%s meets the page rules', async (name, path, ready) => {
  const token = (await at.context.cookies()).find((cookie) => cookie.name === 'specie')!.value
  const { body } = await agent(served.origin).get('members', { cookie: `specie=${token}` })
  const { id } = body.items.find((one: { name: string }) => one.name === 'Nora Trask')
  await everyPage(chromium, served.origin, { name, path: `/portal${path.replace('{id}', id)}`, session: token, ready })
})
