import { addToWatchlist } from '@specie/service/compliance/list/own.ts'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onboard } from '../src/client.ts'
import {
  accepted,
  browser as agent,
  codeOf,
  goodPassword,
  type Login,
  servePeople,
  type Served,
} from '../src/people/served.ts'
import { addSampleRows, type Institution, newInstitution, type SampleRows } from '../src/people/sample-rows.ts'
import { addAuthenticator, openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'
import { enter, typeInto } from './keyboard.ts'
import { screens } from './screens.ts'

// Staff, and the decisions of compliance: addresses, bank accounts, agreements, keys, holds.

let chromium: Browser
let served: Served
let beta: Institution
let operations: SampleRows
const sessions = new Map<string, string>()
const logins = new Map<string, Login>()

beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople()
  beta = await newInstitution(served, 'Harrowmere Commodities Ltd')
  operations = await addSampleRows(served, beta, 'Harrowmere Commodities Ltd')
  for (const role of ['admin', 'compliance', 'mlro', 'operations', 'auditor'] as const) await enrol(role, role)
  await enrol('second admin', 'admin')
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
})

async function enrol(name: string, role: StaffRole): Promise<void> {
  const at = agent(served.origin, 'staff')
  logins.set(name, await accepted(served, at, null, [role]))
  sessions.set(name, at.token()!)
}

const visitAs = (name: string) => visit(chromium, served.origin, sessions.get(name)!)
const shown = (name: string, path: string, ready: string, who = 'compliance') =>
  everyPage(chromium, served.origin, { name: `console-${name}`, path, session: sessions.get(who)!, ready })

/** Fills the dialog with a reason, and confirms. */
async function confirm(page: Page, title: string, act: string): Promise<void> {
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('Reason').fill('A test asks for it')
  await dialog.getByRole('button', { name: act, exact: true }).click()
  await dialog.waitFor({ state: 'detached' })
}

async function approve(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.getByRole('button', { name: 'Approve' }).click()
  await page.locator('.badge.box', { hasText: 'Approved' }).waitFor()
}

test('a person is invited to the staff, accepts with a passkey, and is suspended and reinstated', async () => {
  const admin = await visitAs('admin')
  const { page } = admin
  await page.goto('/console/staff')
  await page.getByRole('link', { name: 'Invite a person' }).click()
  await page.getByLabel('Name').fill('Dora Osterling')
  await page.getByLabel('Email').fill('dora@desk.example')
  await page.getByRole('checkbox', { name: /^Compliance/ }).check()
  await page.getByRole('checkbox', { name: /^Treasury/ }).check()
  await page.getByText('One person cannot have the roles Treasury and Compliance.').waitFor()
  await page.getByRole('checkbox', { name: /^Treasury/ }).uncheck()
  await page.getByRole('checkbox', { name: /^MLRO/ }).check()
  await page.getByLabel('Reason').fill('She joins the desk')
  await page.getByRole('button', { name: 'Make the link' }).click()
  await page.getByText('A second approver must decide.').waitFor()
  await screens(page, 'console-staff-invited')
  const link = await page.locator('code', { hasText: '/link#' }).innerText()

  const roles = await page.getByRole('link', { name: 'the roles' }).getAttribute('href')
  await page.getByRole('link', { name: 'the link' }).click()
  await page.getByText('You cannot approve this.').waitFor()
  const second = await visitAs('second admin')
  await approve(second.page, new URL(page.url()).pathname)
  const half = await second.page.locator('.banner code').innerText()

  // The link of a role that takes two people has two halves.
  const dora = await visit(chromium, served.origin, null)
  await dora.page.goto('/console/sign-in')
  await addAuthenticator(dora)
  await dora.page.goto(link.replace(/^https?:\/\/[^/]+/, ''))
  await dora.page.getByLabel('Second half').fill(half)
  await dora.page.getByRole('button', { name: 'Continue' }).click()
  await dora.page.getByText('Welcome, Dora Osterling').waitFor()
  await dora.page.getByRole('button', { name: 'Create passkey' }).click()
  await dora.page.getByText('Save your recovery codes').waitFor()
  await approve(second.page, roles!)

  await page.goto('/console/staff')
  await page.getByRole('link', { name: 'Dora Osterling' }).click()
  await page.getByRole('button', { name: 'Reset sign-in' }).waitFor()
  expect(await page.getByRole('checkbox', { name: /^MLRO/ }).isChecked()).toBe(true)
  await page.getByRole('button', { name: 'Suspend' }).click()
  await confirm(page, 'Suspend Dora Osterling', 'Suspend')
  await page.locator('.badge.box', { hasText: 'Suspended' }).waitFor()
  await page.getByRole('button', { name: 'Reinstate' }).click()
  await confirm(page, 'Reinstate Dora Osterling', 'Reinstate')
  await page.locator('.badge.box', { hasText: 'Active' }).waitFor()
  const detail = new URL(page.url()).pathname
  expect([...admin.complaints, ...second.complaints, ...dora.complaints]).toEqual([])
  for (const one of [admin, second, dora]) await one.context.close()
  await shown('staff', '/console/staff', 'Dora Osterling', 'admin')
  await shown('staff-invite', '/console/staff/invite', 'We send no email', 'admin')
  await shown('staff-person', detail, 'Access', 'admin')
})

test('an address and a bank account are decided on from the queue', async () => {
  const wallet = { blockchain: 'ETH', address: `0x${'34'.repeat(20)}`, label: 'Exchange', vasp: 'Bitstamp Europe SA' }
  const { addressid } = (await beta.at.post('addresses', wallet)).body
  const account = { label: 'Former name', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name: 'Gamma AG' }
  const { accountid } = (await beta.at.post('bank-accounts', account)).body
  await shown('address', `/console/addresses/${addressid}`, 'Clear Exchange')
  await shown('bank-account', `/console/bank-accounts/${accountid}`, 'Clear Former name')
  const { page, context, complaints } = await visitAs('compliance')
  await page.goto('/console')
  await page.getByRole('link', { name: /Withdrawal address «Exchange»/ }).click()
  await page.getByText('No name here matches a watchlist now.').waitFor()
  await page.getByLabel('Reason').fill('Their compliance officer confirmed the wallet.')
  await page.getByRole('button', { name: 'Request to clear Exchange' }).click()
  await page.getByText('A second approver must decide.').waitFor()
  const request = await page.getByRole('link', { name: 'See the request' }).getAttribute('href')
  const checker = await visitAs('mlro')
  await checker.page.goto(request!)
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await checker.page.locator('.badge.box', { hasText: 'Approved' }).waitFor()
  await page.locator('.badge.box', { hasText: 'Travel Rule' }).waitFor()
  await page.getByText('Their compliance officer confirmed the wallet.').first().waitFor()
  await page.goto('/console')
  await page.getByRole('link', { name: /Bank account «Former name»/ }).click()
  await page.getByText('in the name Gamma AG, and your institution is Harrowmere').waitFor()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await page.getByLabel('Reason').fill('Gamma is another company.')
  await page.getByRole('button', { name: 'Reject Former name' }).click()
  await page.locator('.badge.box', { hasText: 'Removed' }).waitFor()
  expect([...complaints, ...checker.complaints]).toEqual([])
  await context.close()
  await checker.context.close()
  await shown('travel-rule', '/console/travel-rule', 'Bitstamp Europe SA')
})

test('an agreement is sent, signed and countersigned from the queue', async () => {
  const { page, context, complaints } = await visitAs('compliance')
  await page.goto(`/console/institutions/${beta.id}`)
  await page.getByRole('button', { name: 'Send an agreement' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send', exact: true }).click()
  await page.getByRole('link', { name: 'Stablecoin issuance' }).waitFor()
  const { items } = (await beta.at.get('agreements')).body
  const { agreementid } = items.find(({ product }: { product: string }) => product === 'stablecoin_issuance')
  await sign(agreementid)
  await shown('agreement', `/console/agreements/${agreementid}`, 'Countersign')
  await page.goto('/console')
  await page.getByRole('link', { name: /Agreement to countersign: stablecoin issuance/ }).click()
  await page.getByRole('button', { name: 'Countersign' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Countersign' }).click()
  await page.locator('.badge.box', { hasText: 'Active' }).waitFor()
  await page.getByRole('button', { name: 'Terminate' }).click()
  await confirm(page, 'End stablecoin issuance with Harrowmere Commodities Ltd', 'End agreement')
  await page.locator('.badge.box', { hasText: 'Terminated' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

/** A person of the institution signs it in the portal: with a passkey, in a browser. */
async function sign(agreementid: string): Promise<void> {
  const at = agent(served.origin)
  await accepted(served, at, beta.id, ['admin'])
  const { text_sha256 } = (await at.get(`agreements/${agreementid}/text`)).body
  const { status, body } = await at.post(`agreements/${agreementid}/sign`, { text_sha256, name: 'Jane Doe' })
  expect(status, JSON.stringify(body)).toBe(200)
}

test('a key of an institution is frozen and unfrozen', async () => {
  const client = await onboard(served.origin, { name: 'Aldermoor Treasury AG' })
  const [key] = await served.env.db.query<{ id: string; label: string }>(
    'select id, label from access.api_key where institution_id = $1',
    [client.institutionid],
  )
  const { id, label } = key!
  const { page, context, complaints } = await visitAs('compliance')
  await page.goto(`/console/api-keys/${id}`)
  await page.getByRole('button', { name: 'Freeze' }).click()
  await confirm(page, `Freeze key ${label}`, 'Freeze')
  await page.locator('.badge.box', { hasText: 'Frozen' }).waitFor()
  expect((await client.call('keyInfo')).body.message).toContain('Unfreeze it in the portal, or ask support')
  await shown('api-key-frozen', `/console/api-keys/${id}`, 'Unfreeze')
  await page.getByRole('button', { name: 'Unfreeze' }).click()
  await confirm(page, `Unfreeze key ${label}`, 'Unfreeze')
  await page.getByRole('button', { name: 'Freeze', exact: true }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a key of an institution is revoked', async () => {
  await shown('api-key', `/console/api-keys/${operations.key}`, 'No call yet.')
  const { page, context, complaints } = await visitAs('compliance')
  await page.goto(`/console/institutions/${beta.id}`)
  await page.locator(`a[href$="/api-keys/${operations.key}"]`).click()
  await page.getByRole('button', { name: 'Revoke' }).click()
  await confirm(page, 'Revoke key Harrowmere Commodities Ltd', 'Revoke')
  await page.locator('.badge.box', { hasText: 'Revoked' }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

/** Signs in by password and code, without a mouse. */
async function signIn(page: Page, who: string): Promise<void> {
  const { email, secret } = logins.get(who)!
  await page.goto('/console')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  await typeInto(page, /^Email/, email)
  await typeInto(page, /^Password/, goodPassword)
  await typeInto(page, /^Authentication code/, codeOf(secret, served.now()))
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Queue' }).waitFor()
}

test('a hold is placed, and two officers release it, by keyboard only; the maker cannot approve', async () => {
  // The previous codes are used up.
  served.pass(90)
  const maker = await visit(chromium, served.origin, null)
  await signIn(maker.page, 'compliance')
  expect(await maker.page.getByRole('button', { name: 'Single sign-on' }).count()).toBe(0)
  await maker.page.goto('/console/holds')
  await maker.page.getByRole('button', { name: 'Place a hold' }).waitFor()
  await enter(maker.page, /^Place a hold$/)
  await maker.page.getByRole('dialog').waitFor()
  await enter(maker.page, /^One by its id$/)
  await typeInto(maker.page, /^Id/, operations.deposit)
  await maker.page.getByText('Deposit of 5').waitFor()
  await screens(maker.page, 'console-place-hold')
  await enter(maker.page, /^Place the hold$/)
  await maker.page.getByText('It stays until two people end it.').waitFor()
  await enter(maker.page, /^Open the hold$/)
  await maker.page.getByRole('button', { name: 'Request to release' }).waitFor()
  await typeInto(maker.page, /^Reason/, 'The sender is known to us.')
  await enter(maker.page, /^Request to release$/)
  await maker.page.getByText('You cannot approve this.').waitFor()
  expect(await maker.page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)

  const checker = await visit(chromium, served.origin, null)
  await signIn(checker.page, 'mlro')
  await checker.page.getByRole('link', { name: /^Deposit of 5.* on hold/ }).waitFor()
  await enter(checker.page, /^Deposit of 5.* on hold/)
  await checker.page.getByRole('button', { name: 'Approve' }).waitFor()
  await enter(checker.page, /^Approve/)
  await checker.page.locator('.badge.box', { hasText: 'Released' }).waitFor()
  await maker.page.locator('.badge.box', { hasText: 'Released' }).waitFor()
  expect([...maker.complaints, ...checker.complaints]).toEqual([])
  await maker.context.close()
  await checker.context.close()
})

test('every page of staff meets the page rules', async () => {
  const listed = [
    { name: 'Zarkovia Sanctioned Trading LLC', list: 'UAT', effect: 'review' },
    { name: 'Nordmark Shipping AS', list: 'UAT', effect: 'refuse' },
  ] as const
  await served.env.db.tx((tx) => addToWatchlist(tx, listed, served.env.clock.now()))
  await shown('lists', '/console/lists/rules', 'Texts of agreements', 'auditor')
  await shown('system', '/console/system', 'Effects in progress', 'operations')
  await jobsByGroup()
  await shown('member', `/console/members/${operations.member}`, 'Works for')
  await shown('institution-full', `/console/institutions/${beta.id}`, 'Place a hold')
  await shown('account', '/console/account', 'Recovery codes', 'admin')
})

/** A group with a job that fails is open; the others show their state only. */
async function jobsByGroup(): Promise<void> {
  await served.database.owner.query(
    `insert into work.job_run (name, runs, failures, last_at, took_ms, failed_at) values
       ('banking.wires', 41, 2, now(), 1250, now()), ('people.approvals', 7, 0, now(), 12, null)`,
  )
  const { page, context, complaints } = await visitAs('operations')
  await page.goto('/console/system')
  await page.locator('details', { hasText: 'Bank and treasury' }).getByText('1 needs attention').waitFor()
  const failing = page.getByRole('row').filter({ hasText: 'banking.wires' })
  expect(await failing.innerText()).toMatch(/2\ss\s+41\s+2\s+last .*Failing/s)
  const rowOf = (job: string) => page.locator('tr', { hasText: job })
  expect(await rowOf('people.approvals').isVisible()).toBe(false)
  await page.getByText('Institutions and people').click()
  await rowOf('people.approvals').getByText('12 ms').waitFor()
  // A rail payment that waits for an operator is an open exception.
  await page.getByRole('table', { name: 'Open exceptions' }).getByRole('link', { name: 'Payments over rails' }).click()
  await page.getByRole('heading', { name: 'Queue' }).waitFor()
  expect(new URL(page.url()).searchParams.get('kind')).toBe('payment')
  expect(complaints).toEqual([])
  await context.close()
}
