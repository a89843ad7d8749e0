import { createPrivateKey, createPublicKey } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxControl, settlement } from '../src/chains/story.ts'
import { clientOf } from '../src/client.ts'
import { testEnv } from '../src/env.ts'
import { staff } from '../src/people.ts'
import { startUat, type Uat } from '../src/programs/uat.ts'
import { openChromium, type Visit, visit } from './chromium.ts'
import { fillActivity, fillEntity, fillPerson, submit, uploadDocuments } from './steps/application.ts'
import { arrive } from './steps/arrive.ts'
import { withConstants } from '../src/programs/constants.ts'

// From an invitation to the first coins, in browsers: staff, the administrator of a new institution, and its trader.

let chromium: Browser
let uat: Uat
let origin: string
let institution: string
let admin: Visit
let trader: Visit
beforeAll(async () => {
  chromium = await openChromium()
  uat = await startUat(withConstants({ signingWaitMs: 60_000 }), { DEVNET_CHAINS: 'BASE' })
  // Passkeys need a name.
  origin = uat.service.origin.replace('127.0.0.1', 'localhost')
  await sandboxControl(uat, 'counterparts/provider', { symbol: 'GBP/CHF', price: '1.125', frozen: true })
})
afterAll(async () => {
  await chromium?.close()
  await uat?.end()
})

const name = 'Aldermoor Treasury AG'
const officer = async (role: StaffRole) => visit(chromium, origin, (await staff(testEnv(uat.database), role)).token)

test('staff invites the institution, and its administrator signs in with a passkey', async () => {
  const { page, context } = await officer('compliance')
  await page.goto('/console/institutions')
  await page.getByRole('button', { name: 'Invite an institution' }).click()
  await page.getByLabel('Legal name').fill(name)
  await page.getByLabel('Name of its administrator').fill('Ruth Quillan')
  await page.getByLabel('Email of its administrator').fill('ruth@aldermoor.example')
  await page.getByRole('dialog').getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByText('This link is shown only now.').waitFor()
  // Neither Escape nor a click next to the dialog loses the link.
  await page.keyboard.press('Escape')
  const link = await page.getByRole('dialog').locator('code').textContent()
  await context.close()
  admin = await arrive(chromium, origin, link!)
  // The checklist and «Waits for you» name the same step; its button stands in the checklist alone.
  await expect.poll(() => admin.page.getByText('Tell us about your company').count()).toBe(2)
  expect(await admin.page.getByRole('link', { name: 'Fill in the application' }).count()).toBe(1)
})

test('the application is filled in and submitted', async () => {
  const { page } = admin
  await page.getByRole('link', { name: 'Fill in the application' }).first().click()
  await fillEntity(page, name)
  await page.getByRole('button', { name: 'Next: Addresses and activity' }).click()
  await fillActivity(page)
  await page.getByRole('button', { name: 'Next: Owners' }).click()
  await page.getByRole('button', { name: 'Add an owner' }).click()
  await fillPerson(page, 'Erika Beispiel')
  await page.getByLabel('Share of the company').fill('60')
  await page.getByRole('button', { name: 'Add this person' }).click()
  await page.getByRole('button', { name: 'Next: Directors and signatories' }).click()
  await page.getByRole('button', { name: 'Add a person' }).click()
  await fillPerson(page, 'Max Muster')
  await page.getByRole('button', { name: 'Add this person' }).click()
  await page.getByText('Director, Signatory').waitFor()
  await page.getByRole('button', { name: 'Next: Documents' }).click()
  await uploadDocuments(page, ['Erika Beispiel', 'Max Muster'])
  await submit(page)
})

test('one officer proposes to approve it, another one approves', async () => {
  await uat.pass(60)
  const maker = await officer('compliance')
  await maker.page.goto(`/console/institutions?name=${encodeURIComponent('Aldermoor')}`)
  await maker.page.getByRole('link', { name }).click()
  institution = /institutions\/([^/?]+)/.exec(maker.page.url())![1]!
  await maker.page.getByRole('link', { name: 'Open the KYB case' }).click()
  await maker.page.getByLabel('Reason').fill('Everything is there, and nothing speaks against it.')
  await maker.page.getByRole('button', { name: 'Request to approve' }).click()
  await maker.page.getByText('You cannot approve this.').waitFor()
  const checker = await officer('mlro')
  await checker.page.goto(`/console/kyb/${institution}`)
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await checker.page.locator('.badge.box', { hasText: 'Approved' }).waitFor()
  await maker.context.close()
  await checker.context.close()
})

test('the approval has sent the agreement: it is signed with the passkey, and countersigned', async () => {
  const staffed = await officer('compliance')
  await staffed.page.goto(`/console/institutions/${institution}`)
  await staffed.page.getByText('It signs its agreements.').waitFor()
  await staffed.page.getByRole('link', { name: 'Stablecoin issuance' }).click()
  const { page } = admin
  await page.goto('/portal')
  await page.getByText('Sign the agreement: Stablecoin issuance').click()
  await page.getByLabel('I have read the agreement').check()
  await page.getByLabel('Your name').fill('Ruth Quillan')
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.locator('.badge.box', { hasText: 'our team countersigns it' }).waitFor()
  await staffed.page.reload()
  await staffed.page.getByRole('button', { name: 'Countersign' }).click()
  await staffed.page.getByRole('dialog').getByRole('button', { name: 'Countersign' }).click()
  await staffed.page.locator('.badge.box', { hasText: 'Active' }).waitFor()
  await staffed.context.close()
})

/** Waits for the effect of an act, and shows a fresh factor if required. */
async function confirmed(page: Page, shown: Locator): Promise<void> {
  const factor = page.getByRole('dialog').getByRole('button', { name: /passkey/i })
  await shown.or(factor).first().waitFor()
  if (await factor.isVisible()) await factor.click()
  await shown.waitFor()
}

test('a key made in the page signs a call from Node', async () => {
  const { page } = admin
  await page.goto('/portal/developers/new')
  await page.getByRole('button', { name: 'Make key pair' }).click()
  await page.getByLabel('Name').fill('reports')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download private key' }).click(),
  ])
  const pem = await readFile(await file.path(), 'utf8')
  await page.getByRole('button', { name: 'Register key' }).click()
  await confirmed(page, page.locator('.badge.box', { hasText: 'Active' }))
  const publickey = createPublicKey(createPrivateKey(pem)).export({ type: 'spki', format: 'der' }).toString('base64')
  const { status, body } = await clientOf(origin, institution, publickey, pem).call('accountBalance')
  expect([status, body.result]).toEqual([200, 'ok'])
})

test('a trader is invited, and a bank account registered', async () => {
  const { page } = admin
  await page.goto('/portal/people/invite')
  await page.getByLabel('Name').fill('Nora Trask')
  await page.getByLabel('Email').fill('nora@aldermoor.example')
  await page.getByRole('checkbox', { name: /Trader/ }).check()
  await page.getByRole('button', { name: 'Make the link' }).click()
  const code = page.locator('code', { hasText: '/link#' })
  await confirmed(page, code)
  trader = await arrive(chromium, origin, await code.innerText())
  await page.goto('/portal/addresses/bank-accounts/new')
  await page.getByLabel('IBAN').fill('CH9300762011623852957')
  await page.getByLabel('Name', { exact: true }).fill('Main account')
  await page.getByRole('button', { name: 'Register account' }).click()
  await confirmed(page, page.getByText('Main account is registered.'))
})

test('the trader sees the deposit details, the wire arrives, and the coins are minted and settle', async () => {
  const { page } = trader
  await page.goto('/portal/supply/mint')
  await page.getByLabel('Amount', { exact: true }).fill('200000')
  await page.getByText('Pay in the missing amount', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Sandbox' }).click()
  await page.getByRole('button', { name: 'Send the wire' }).click()
  await page.getByText('250,000.00 CHF was sent').waitFor()
  await uat.pass(1_800)
  await page.reload()
  await page.getByLabel('Amount', { exact: true }).fill('200000')
  await page.getByRole('button', { name: 'Mint 200,000.00 VCHF' }).click()
  await page.getByText('By Nora Trask.').waitFor()
  await uat.pass(settlement)
  await page.locator('.head .badge', { hasText: 'Settled' }).waitFor()
  await page.locator('a[href^="/explorer/BASE/tx/0x"]').first().waitFor()
  expect([...admin.complaints, ...trader.complaints].filter((one) => !one.includes('status of 40'))).toEqual([])
})
