import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  accepted,
  browser as agent,
  type Browser as Agent,
  invited,
  servePeople,
  type Served,
} from '../src/people/served.ts'
import { member } from '../src/people.ts'
import { newInstitution, newPublicKey } from '../src/people/sample-rows.ts'
import { addAuthenticator, openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'

// The two-person rules of an institution: chosen, requested, decided.

let chromium: Browser
let served: Served
let acme: string
let admin: Agent
beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople()
  acme = (await newInstitution(served, 'Aldermoor Treasury AG')).id
  admin = agent(served.origin)
  await accepted(served, admin, acme, ['admin'])
  await accepted(served, agent(served.origin), acme, ['approver'], 'Max Frey')
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
})

/** Requests a key that may trade; returns the id of the request. */
async function askForKey(label: string): Promise<string> {
  const { body } = await admin.post('keys', { publickey: newPublicKey(), label, scopes: ['read', 'trade'] })
  return body.approvalid
}

test('an administrator chooses what needs two people; a weaker rule needs two people itself', async () => {
  const at = await visit(chromium, served.origin, admin.token())
  const { page } = at
  await page.goto('/portal/approvals/settings')
  await page.getByText('These people decide: Max Frey.').waitFor()
  const keys = page.getByRole('group', { name: 'Who is needed: Register a key that may write' })
  await keys.getByRole('button', { name: 'Two people' }).click()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await page.reload()
  expect(await keys.getByRole('button', { name: 'Two people' }).getAttribute('aria-pressed')).toBe('true')

  const payments = page.getByRole('group', { name: 'Who is needed: Pay a withdrawal out' })
  await payments.getByRole('button', { name: 'Two people' }).click()
  await page.getByRole('button', { name: 'Add an amount' }).click()
  await page.getByLabel('Asset').selectOption('CHF')
  await page.getByLabel('Up to, in CHF').fill('10000')
  await page.getByText('Takes effect at once.').waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect.poll(() => page.getByRole('button', { name: 'Save' }).count()).toBe(0)
  await page.getByLabel('Up to, in CHF').fill('250000')
  await page.getByText('This needs a second approver, because').waitFor()
  await page.getByRole('button', { name: 'Request change' }).click()
  await page.getByText('This change needs a second approver.').waitFor()
  await page.getByRole('link', { name: 'See the request' }).click()
  await page.getByText('You cannot approve this.').waitFor()
  await page.getByRole('button', { name: 'Cancel request' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel request' }).click()
  await page.locator('.badge.box', { hasText: 'Canceled' }).waitFor()
  expect(at.complaints).toEqual([])
  await at.context.close()
})

test('an approver signs one with a passkey and refuses another with a reason', async () => {
  const at = await visit(chromium, served.origin, null)
  const { page } = at
  await page.goto('/portal/sign-in')
  await addAuthenticator(at)
  const { token, id } = await invited(served, acme, ['viewer'], 'Nora Trask')
  await page.goto(`/portal/link#${token}`)
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await served.env.db.query('select people.set_roles($1, $2)', [id, ['approver']])

  const [first, second] = [await askForKey('trading-1'), await askForKey('trading-2')]
  await page.goto('/portal/approvals')
  await page.getByText('trading-1').waitFor()
  await page.goto(`/portal/approvals/${first}`)
  await page.getByText('read, trade').first().waitFor()
  await page.getByRole('button', { name: 'Approve and sign with passkey' }).click()
  await page.locator('.badge.box', { hasText: 'Approved' }).waitFor()
  const { body } = await admin.get(`approvals/${first}/evidence`)
  expect(JSON.parse(body.evidence).method).toBe('passkey')

  await page.goto(`/portal/approvals/${second}`)
  await page.getByLabel('Reason').fill('One key is enough')
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.locator('.badge.box', { hasText: 'Rejected' }).waitFor()
  await page.goto('/portal/approvals')
  await page.getByText('No request waits for a second approver.').waitFor()
  await page.goto('/portal/approvals/all?state=refused')
  await page.getByText('trading-2').waitFor()
  expect(at.complaints).toEqual([])
  await at.context.close()
})

describe('the page rules', () => {
  let id: string
  let approver: string
  const show = (name: string, path: string, ready: string, session: string) =>
    everyPage(chromium, served.origin, { name, path: `/portal/approvals${path}`, session, ready })

  test('own-approvals-empty', () => show('own-approvals-empty', '', 'No request waits for', admin.token()!))
  test('asked', async () => {
    id = await askForKey('ops-main')
    await askForKey('reports')
    approver = (await member(served.env, acme, 'approver')).token
  })
  test('own-approvals', () => show('own-approvals', '', 'ops-main', admin.token()!))
  test('own-approvals-all', () => show('own-approvals-all', '/all', 'trading-2', admin.token()!))
  test('own-approval-maker', () => show('own-approval-maker', `/${id}`, 'You cannot approve this', admin.token()!))
  test('own-approval', () => show('own-approval', `/${id}`, 'The request in detail', approver))
  test('second-person', () => show('second-person', '/settings', 'Up to, in CHF', admin.token()!))
})

test('the role approver is requested, and its people get no link', async () => {
  const at = await visit(chromium, served.origin, admin.token())
  const { page } = at
  await page.goto('/portal/people/invite')
  await page.getByLabel('Name').fill('Ida Roth')
  await page.getByLabel('Email').fill('ida@acme.example')
  await page.getByRole('checkbox', { name: /Approver.*Two people give it/ }).check()
  await page.getByRole('button', { name: 'Make the link' }).click()
  await page.getByText('Approver is given once Ida Roth has accepted and an approver has approved').waitFor()
  await page.getByRole('link', { name: 'the request' }).click()
  await page.getByText('Give Ida Roth the role approver').first().waitFor()

  const { id } = await accepted(served, agent(served.origin), acme, ['viewer'], 'Ben Ott')
  await page.goto(`/portal/people/${id}`)
  await page.getByRole('checkbox', { name: /Approver/ }).check()
  await page.getByLabel('Reason').fill('He takes over from Max')
  await page.getByText('Approver is given once an approver has approved it.').waitFor()
  await page.getByRole('button', { name: 'Change the roles of Ben Ott' }).click()
  await page.getByText('asks to give Ben Ott the roles Approver, Viewer.').waitFor()

  await page.goto('/portal/people')
  await page.getByRole('link', { name: 'Max Frey' }).click()
  await page.getByText('Max Frey decides on requests of others.').waitFor()
  expect(await page.getByRole('button', { name: 'Reset sign-in' }).count()).toBe(0)
  expect(at.complaints).toEqual([])
  await at.context.close()
})
