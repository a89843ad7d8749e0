import { requireSecondPerson } from '@specie/service/people/approval/second-person.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxControl, settlement } from '../src/chains/story.ts'
import { testEnv } from '../src/env.ts'
import { member } from '../src/people.ts'
import { startUat, type Uat } from '../src/programs/uat.ts'
import { openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'
import { screens } from './screens.ts'
import { withConstants } from '../src/programs/constants.ts'

// Deposits, mints and redemptions, with the bank and a chain of UAT behind the pages.

let chromium: Browser
let uat: Uat
let institutionid: string
let session: string
beforeAll(async () => {
  chromium = await openChromium()
  uat = await startUat(withConstants({ signingWaitMs: 60_000, referenceCalmSeconds: 0 }), { DEVNET_CHAINS: 'ETH,BASE' })
  for (const [symbol, price] of [
    ['GBP/CHF', '1.125'],
    ['ETH/CHF', '2000'],
    ['ETH/GBP', '1777.78'],
  ])
    await sandboxControl(uat, 'counterparts/provider', { symbol, price, frozen: true })
  await sandboxControl(uat, 'rates')
  ;({ institutionid } = await uat.onboard({ name: 'Aldermoor Treasury AG' }))
  session = await trader()
})
afterAll(async () => {
  await chromium?.close()
  await uat?.end()
})

const trader = async (): Promise<string> =>
  (await member(testEnv(uat.database), institutionid, 'trader', 'approver', 'admin')).token

const wire = async (amount: string, currency = 'CHF') => {
  await sandboxControl(uat, 'wires', { institutionid, currency, amount })
  await uat.pass(1_800)
}

const amountOf = (page: Page) => page.getByLabel(/^Amount/)
const badge = (page: Page, word: string) => page.locator('.head .badge', { hasText: word })

/** Fills in the form and confirms it; returns the id of the request. */
async function minted(page: Page, quantity: string): Promise<string> {
  await page.goto('/portal/supply/mint')
  await amountOf(page).fill(quantity)
  await page.getByLabel('Chain').selectOption('BASE')
  await page.getByRole('button', { name: /^Mint \d/ }).click()
  await page.getByRole('heading', { name: 'Status' }).waitFor()
  return page.url().split('/').at(-1)!
}

test('a new institution sees its next steps', async () => {
  const { page, context, complaints } = await visit(chromium, uat.service.origin, session)
  await page.goto('/portal')
  await page.getByText('Steps to your first coins').waitFor()
  await page.locator('li[aria-current="step"]', { hasText: 'Name a trader and an approver' }).waitFor()
  await page.getByRole('link', { name: 'Choose the people' }).waitFor()
  await screens(page, 'overview-new')
  expect(complaints).toEqual([])
  await context.close()
})

test('a missing balance is shown with payment details, and a small amount with the minimum', async () => {
  const { page, context } = await visit(chromium, uat.service.origin, session)
  await page.goto('/portal/supply')
  await page.getByText('No mint or redemption yet.').waitFor()
  await page.getByRole('link', { name: 'Mint' }).first().click()
  await amountOf(page).fill('1000')
  await page.getByText('Request at least 112,500.00 VCHF.').waitFor()
  await amountOf(page).fill('200000')
  await page.getByText('This needs 200,000.00 CHF; 0.00 CHF is available.').waitFor()
  await page.getByText('Specie Client Money').waitFor()
  await page.getByRole('img', { name: 'Swiss QR-bill' }).waitFor()
  expect(await page.getByRole('button', { name: 'Mint' }).isDisabled()).toBe(true)
  await screens(page, 'mint-to-pay')
  await context.close()
})

test('coins are minted from the form once the wire has arrived, and settle', async () => {
  await wire('1000000')
  const { page, context, complaints } = await visit(chromium, uat.service.origin, session)
  await page.goto('/portal/supply/mint')
  await amountOf(page).fill('200000')
  await page.getByLabel('Chain').selectOption('BASE')
  const panel = page.locator('.panel', { hasText: 'Before you confirm' })
  await panel.getByText('in about three hours').waitFor()
  for (const text of ['1,000,000.00', '−200,000.00', '800,000.00', '1,000,000,000.00']) {
    await panel.getByText(text).first().waitFor()
  }
  await screens(page, 'mint-filled')
  await page.getByRole('button', { name: 'Mint 200,000.00 VCHF' }).click()
  await page.getByText('Settles in').waitFor()
  await page.getByText('By Nora Keller. 200,000.00 CHF is reserved.').waitFor()
  const link = page.locator('a[href^="/explorer/BASE/tx/0x"]').first()
  await link.waitFor()
  await screens(page, 'mint-under-way')
  await uat.pass(settlement)
  await badge(page, 'Settled').waitFor()
  await page.getByText('200,000.00 VCHF is available in your balance.', { exact: true }).waitFor()
  const id = page.url().split('/').at(-1)!
  const txid = (await link.getAttribute('href'))!.split('/').at(-1)!
  await page.goto(`/portal/supply?txid=${txid}`)
  await page.locator(`a[href="/portal/supply/${id}"]`).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('coins are redeemed, and the overview shows both', async () => {
  const { page, context, complaints } = await visit(chromium, uat.service.origin, session)
  await page.goto('/portal/supply/redeem')
  await page.getByText('200,000.00 VCHF available').waitFor()
  await page.getByRole('button', { name: 'Max' }).click()
  expect(await amountOf(page).inputValue()).toBe('200,000')
  await amountOf(page).fill('50000')
  await page.getByLabel('Burned on').selectOption('BASE')
  await page.locator('.panel').getByText('850,000.00').waitFor()
  await screens(page, 'redeem-filled')
  await page.getByRole('button', { name: 'Redeem 50,000.00 VCHF' }).click()
  await page.getByRole('heading', { name: 'Status' }).waitFor()
  await uat.pass(settlement)
  await badge(page, 'Settled').waitFor()
  await page.getByText('50,000.00 CHF is available in your balance.', { exact: true }).waitFor()
  const redemption = page.url().split('/').at(-1)!
  await page.goto('/portal')
  const balances = page.getByRole('table', { name: 'Balances' })
  await balances.getByRole('row', { name: /^VCHF 150,000/ }).waitFor()
  await balances.getByRole('row', { name: /^CHF 850,000/ }).waitFor()
  const movements = page.getByRole('table', { name: 'Latest movements' })
  await movements.getByRole('link', { name: 'Mint' }).first().waitFor()
  await movements.getByRole('link', { name: 'Redemption' }).first().click()
  await page.waitForURL(`**/portal/supply/${redemption}`)
  expect(complaints).toEqual([])
  await context.close()
})

test('a mint under review says only that', async () => {
  const { page, context } = await visit(chromium, uat.service.origin, session)
  await sandboxControl(uat, 'holds', { institutionid, on: 'next mint', reason: 'aml_review' })
  await minted(page, '150000')
  await badge(page, 'Under review').waitFor()
  await page.getByText('Your money is safe, and you do not need to do anything.').waitFor()
  expect(await page.locator('main').innerText()).not.toMatch(/aml|sanction|suspic/i)
  await screens(page, 'mint-held')
  await context.close()
})

test('a mint funded in pounds waits for them, and can be canceled meanwhile', async () => {
  const { page, context } = await visit(chromium, uat.service.origin, session)
  await page.goto('/portal/supply/mint')
  await amountOf(page).fill('150000')
  await page.getByLabel('Paid from').selectOption('GBP')
  await page.getByText('You pay, about').waitFor()
  await page.getByRole('button', { name: 'Mint 150,000.00 VCHF' }).click()
  await page.getByText('Sort code').waitFor()
  await screens(page, 'mint-to-fund')
  await page.getByRole('button', { name: 'Cancel this mint' }).click()
  await page
    .getByRole('dialog', { name: 'Cancel the mint of 150,000.00 VCHF' })
    .getByRole('button', { name: 'Cancel the mint' })
    .click()
  await badge(page, 'Canceled').waitFor()
  await context.close()
})

test('a mint funded in ether waits for it, and settles after its sale', async () => {
  const { page, context, complaints } = await visit(chromium, uat.service.origin, session)
  await page.goto('/portal/supply/mint')
  await amountOf(page).fill('150000')
  await page.getByLabel('Chain').selectOption('BASE')
  await page.getByLabel('Paid from').selectOption('ETH')
  await page.getByText('You pay, about').waitFor()
  await page.getByRole('button', { name: 'Mint 150,000.00 VCHF' }).click()
  await page.getByText(/^This mint uses about 75\.15 ETH of your balance/).waitFor()
  await page.getByRole('link', { name: 'How to send ETH' }).waitFor()
  await screens(page, 'mint-in-ether')
  await sandboxControl(uat, 'deposits', { institutionid, asset: 'ETH', blockchain: 'ETH', quantity: '80' })
  await uat.pass(60)
  await uat.pass(settlement)
  await badge(page, 'Settled').waitFor()
  const movements = page.getByRole('table', { name: 'Movements' })
  await movements.getByRole('row', { name: /−75\.\d+ ?ETH/ }).waitFor()
  await movements.getByRole('row', { name: /\+150,000\.00.*VCHF/ }).waitFor()
  await screens(page, 'mint-in-ether-settled')
  expect(complaints).toEqual([])
  await context.close()
})

test('a mint to a wallet waits for a second approver of the institution, who approves it', async () => {
  const env = testEnv(uat.database)
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  await sandboxControl(uat, 'addresses', { institutionid, blockchain: 'BASE', address, label: 'vault' })
  const by = { actor: 'test', why: 'a test needs it', at: env.clock.now() }
  await env.db.tx((tx) => requireSecondPerson(tx, { institutionid, kind: 'member.mint' }, by))
  const other = (await member(env, institutionid, 'approver')).token
  const maker = await visit(chromium, uat.service.origin, session)
  await maker.page.goto('/portal/supply/mint')
  await amountOf(maker.page).fill('150000')
  await maker.page.getByLabel('Chain').selectOption('BASE')
  await maker.page.getByLabel('Sent to').selectOption({ index: 1 })
  await maker.page.getByText('Needs approval.').waitFor()
  await maker.page.getByRole('button', { name: 'Mint 150,000.00 VCHF' }).click()
  await maker.page.getByText('It needs a second approver of your company.').waitFor()
  await screens(maker.page, 'mint-second-person')
  const checker = await visit(chromium, uat.service.origin, other)
  await checker.page.goto('/portal/approvals')
  await checker.page.getByRole('link', { name: /^Mint 150,000/ }).click()
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await checker.page.locator('.badge.box', { hasText: 'Approved' }).waitFor()
  await uat.pass(settlement)
  await badge(maker.page, 'Settled').waitFor()
  expect([...maker.complaints, ...checker.complaints]).toEqual([])
  await maker.context.close()
  await checker.context.close()
})

test('the pages of overview and supply meet the page rules', async () => {
  const { page, context } = await visit(chromium, uat.service.origin, session)
  const id = await minted(page, '200000')
  await context.close()
  const shown = [
    { name: 'overview', path: '/portal', ready: 'Latest movements' },
    { name: 'supply', path: '/portal/supply', ready: 'Paid or received' },
    { name: 'supply-mint', path: '/portal/supply/mint', ready: 'Before you confirm' },
    { name: 'supply-redeem', path: '/portal/supply/redeem', ready: 'Before you confirm' },
    { name: 'supply-detail', path: `/portal/supply/${id}`, ready: 'Balance after' },
  ]
  for (const one of shown) await everyPage(chromium, uat.service.origin, { ...one, session })
})
