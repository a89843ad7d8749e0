import { randomBytes } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { readCamt, type Statement } from '@specie/payments/camt.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deposits, sandboxControl, settlement, until } from '../src/chains/story.ts'
import type { Client } from '../src/client.ts'
import { testEnv } from '../src/env.ts'
import { member } from '../src/people.ts'
import { activeRail, offRamp, pay, paymentComes } from '../src/rails/rails.ts'
import { startUat, type Uat } from '../src/programs/uat.ts'
import { openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'
import { screens } from './screens.ts'
import { withConstants } from '../src/programs/constants.ts'

// Money and coins in and out, over rails, and on statements, with UAT's bank, provider and chain.

let chromium: Browser
let uat: Uat
let acme: Client
const wallet = `0x${randomBytes(20).toString('hex')}`
const iban = 'CH9300762011623852957'
/** Used by a later test. */
const found: Record<'deposit' | 'withdrawal' | 'rail' | 'payment' | 'offRail' | 'offPayment', string> = {
  deposit: '',
  withdrawal: '',
  rail: '',
  payment: '',
  offRail: '',
  offPayment: '',
}

beforeAll(async () => {
  chromium = await openChromium()
  uat = await startUat(withConstants({ signingWaitMs: 60_000 }), { DEVNET_CHAINS: 'ETH' })
  await uat.pass(1_800) // the buffer of the reserve backs the coins given away here
  acme = await uat.onboard({ name: 'Acme Treasury AG' })
  const { institutionid } = acme
  await sandboxControl(uat, 'addresses', { institutionid, blockchain: 'ETH', address: wallet, label: 'Cold vault' })
  const account = { label: 'Main account', currency: 'CHF', identifier: iban, name: 'Acme Treasury AG' }
  await sandboxControl(uat, 'bankaccounts', { institutionid, ...account })
})
afterAll(async () => {
  await chromium?.close()
  await uat?.end()
})

/** A person with all roles and a fresh factor. */
const signedIn = async (): Promise<string> =>
  (await member(testEnv(uat.database), acme.institutionid, 'trader', 'approver', 'admin')).token

const open = async () => visit(chromium, uat.service.origin, await signedIn(), { acceptDownloads: true })
const badge = (page: Page, word: string) => page.locator('.head .badge', { hasText: word })
const idOf = (page: Page): string => new URL(page.url()).pathname.split('/').at(-1)!

test('deposit details: a QR-bill for francs, an own address for coins; deposits are shown', async () => {
  const { page, context, complaints } = await open()
  await page.goto('/portal/transfers')
  await page.getByText('No transfer yet.').waitFor()
  await screens(page, 'transfers-empty')
  await page.getByRole('link', { name: 'Deposit', exact: true }).first().click()
  await page.getByRole('img', { name: 'Swiss QR-bill' }).waitFor()
  const { body: bank } = await uat.call(acme, 'depositAddress', { asset: 'CHF' })
  const shown = await page.locator('pre').allInnerTexts()
  expect(shown.map((text) => text.replaceAll(' ', ''))).toEqual(expect.arrayContaining([bank.iban, bank.reference]))
  await page.getByLabel('Asset').selectOption('VCHF')
  const { body: chain } = await uat.call(acme, 'depositAddress', { asset: 'VCHF', blockchain: 'ETH' })
  await page.getByText(chain.address).waitFor()
  await page.getByRole('img', { name: 'QR code of your address on Ethereum' }).waitFor()
  const { institutionid } = acme
  await sandboxControl(uat, 'deposits', { institutionid, asset: 'VCHF', blockchain: 'ETH', quantity: '5000' })
  await sandboxControl(uat, 'wires', { institutionid, currency: 'CHF', amount: '300000' })
  await uat.pass(1_800)
  await until(
    () => deposits(uat, acme),
    (all) => all.length === 2 && all.every(({ status }) => status === 'credited'),
  )
  await page.getByRole('link', { name: 'Deposits' }).first().click()
  await page.getByRole('row', { name: /300,000\.00/ }).waitFor()
  await page.getByRole('row', { name: /5,000\.00/ }).click()
  await page.getByText('Credited to your balance').waitFor()
  await page.locator(`a[href^="/explorer/ETH/tx/"]`).waitFor()
  found.deposit = idOf(page)
  expect(complaints).toEqual([])
  await context.close()
})

test('the search finds a deposit by a part of its transaction, by its amount and by its day', async () => {
  const { page, context, complaints } = await open()
  await page.goto(`/portal/transfers/${found.deposit}`)
  const link = page.locator(`a[href^="/explorer/ETH/tx/"]`).first()
  const txid = (await link.getAttribute('href'))!.split('/').at(-1)!
  const today = new Intl.DateTimeFormat('en-GB', {
    day: 'numeric',
    month: 'short',
    timeZone: 'Europe/Zurich',
  }).format(new Date())
  const option = page.getByRole('option', { name: /^Deposit of 5,000\.00 VCHF Deposit, \d+ \w{3,4} \d{4}$/ })
  for (const text of [`${txid.slice(0, 6)}…${txid.slice(-4)}`, txid.slice(0, 8), txid.slice(-8), '5,000 VCHF', today]) {
    await page.goto('/portal/transfers')
    await page.getByRole('heading', { name: 'Transfers', level: 1 }).waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: /^Find a page/ }).fill(text)
    await option.waitFor()
    if (text === today) await screens(page, 'search-day')
    await option.click()
    await page.waitForURL(`**/portal/transfers/${found.deposit}`)
  }
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /^Find a page/ }).fill(today)
  await page.getByRole('option', { name: /^All movements of / }).click()
  await page.getByRole('row', { name: /5,000\.00/ }).waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a withdrawal shows its effect, is confirmed, and arrives', async () => {
  const { page, context, complaints } = await open()
  await page.goto('/portal/transfers/withdraw?asset=VCHF')
  await page.getByLabel('Amount').fill('6000')
  await page.getByLabel('To').selectOption({ index: 1 })
  await page.getByText('Your balance is too low: 5,000.00 VCHF is available').waitFor()
  await page.getByLabel('Amount').fill('1000')
  const consequence = page.getByText('Available afterwards').locator('xpath=following-sibling::dd[1]')
  expect(await consequence.innerText()).toContain('3,998.00') // the fee of 2 is added
  await page.getByText(new RegExp(wallet, 'i')).first().waitFor()
  await screens(page, 'withdraw-filled')
  await page.getByRole('button', { name: 'Withdraw 1,000.00 VCHF' }).click()
  const dialog = page.getByRole('dialog', { name: 'Withdraw 1,000.00 VCHF to Cold vault' })
  await dialog.getByRole('button', { name: 'Withdraw' }).click()
  await badge(page, 'Pending').waitFor()
  found.withdrawal = idOf(page)
  await uat.pass(settlement)
  await badge(page, 'Completed').waitFor()
  await page.getByText('1,000.00 VCHF has arrived at Cold vault.').waitFor()
  await page.locator(`a[href^="/explorer/ETH/tx/"]`).waitFor()
  expect(complaints.filter((one) => !one.includes('status of 409') && !one.includes('status of 400'))).toEqual([])
  await context.close()
})

test('a withdrawal is canceled before it leaves', async () => {
  const { page, context } = await open()
  // A payment to the bank may leave within a second; coins leave after three hours.
  await page.goto('/portal/transfers/withdraw')
  await page.getByLabel('To').getByText('Main account, CH93 0076 2011 6238 5295 7').waitFor({ state: 'attached' })
  await page.getByLabel('Asset').selectOption('VCHF')
  await page.getByLabel('Amount').fill('250')
  await page.getByLabel('To').selectOption({ index: 1 })
  await page.getByRole('button', { name: 'Withdraw 250.00 VCHF' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click()
  await page.getByRole('button', { name: 'Cancel withdrawal' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel withdrawal' }).click()
  await badge(page, 'Canceled').waitFor()
  await page.getByText('The money is available again.').waitFor()
  await context.close()
})

test('a rail is added with its effect, and a payment over it is drawn leg by leg', async () => {
  const { page, context, complaints } = await open()
  await page.goto('/portal/rails')
  await page.getByText('No rail yet.').waitFor()
  await page.getByRole('link', { name: 'Add a rail' }).first().click()
  await page.getByLabel('To').selectOption({ index: 1 })
  await page.getByText('Each wire in CHF to the rail’s own account becomes VCHF on Ethereum').waitFor()
  await screens(page, 'new-rail-filled')
  await page.getByRole('button', { name: 'Add rail' }).click()
  await badge(page, 'Ready').waitFor()
  await page.getByText('IBAN', { exact: true }).waitFor()
  found.rail = idOf(page)
  await pay(uat, found.rail, '1000')
  await paymentComes(uat, acme, found.rail, 'completed')
  await page.getByRole('row', { name: /1,000\.00/ }).click()
  await badge(page, 'Completed').waitFor()
  const way = page.getByRole('list', { name: 'Stations of the payment' })
  expect(await way.getByRole('listitem').evaluateAll((all) => all.map((one) => one.getAttribute('data-tone')))).toEqual(
    Array.from({ length: 6 }, () => 'done'),
  )
  await way.getByText('Cold vault').waitFor()
  await screens(page, 'payment-way')
  found.payment = idOf(page)
  expect(complaints).toEqual([])
  await context.close()
})

test('an off-ramp has its own address for coins, and is closed by its institution', async () => {
  found.offRail = await activeRail(uat, acme, offRamp('VCHF', 'ETH'))
  await pay(uat, found.offRail, '400')
  const { paymentid } = await paymentComes(uat, acme, found.offRail, 'completed')
  found.offPayment = paymentid
  const { page, context } = await open()
  await page.goto(`/portal/rails/${found.offRail}`)
  await page.getByRole('img', { name: /QR code of the address of this rail/ }).waitFor()
  await page.getByRole('row', { name: /400\.00/ }).waitFor()
  await screens(page, 'off-ramp')
  await page.getByRole('button', { name: 'Close rail' }).click()
  const dialog = page.getByRole('dialog', { name: /Close rail VCHF/ })
  await dialog.getByLabel('Reason').fill('It is not needed any more')
  await dialog.getByRole('button', { name: 'Close permanently' }).click()
  await badge(page, 'Closed').waitFor()
  await context.close()
})

test('a statement is shown, and its files have the same totals', async () => {
  const { page, context, complaints } = await open()
  await page.goto('/portal/statements')
  await page.getByRole('table', { name: 'Totals' }).waitFor()
  const { body } = await uat.call(acme, 'accountBalance')
  const { available, pending } = body.balances.find(({ asset }: { asset: string }) => asset === 'CHF')
  expect(pending).toBe('0')
  const closing = Number(available).toLocaleString('en', { minimumFractionDigits: 2 })
  await page
    .getByRole('table', { name: 'Totals' })
    .getByRole('row', { name: /^CHF/ })
    .getByText(closing)
    .first()
    .waitFor()
  await screens(page, 'statement')
  const file = async (name: string): Promise<Buffer> => {
    const waiting = page.waitForEvent('download')
    await page.getByRole('link', { name, exact: true }).click()
    return readFile(await (await waiting).path())
  }
  const rows = String(await file('CSV'))
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
    .filter(([asset]) => asset === 'CHF')
  const cents = (text: string | undefined) => Math.round(Number(text ?? 0) * 100)
  expect(rows.reduce((sum, row) => sum + cents(row[7]), 0)).toBe(cents(available))
  expect(rows.at(-1)).toEqual(expect.arrayContaining(['closing', available]))
  const [camt] = readCamt(await file('camt.053 CHF')) as Statement[]
  expect([camt!.opening, camt!.closing]).toEqual([0n, BigInt(cents(available))])
  const moved = camt!.entries.reduce(
    (sum, one) => (one.direction === 'credit' ? sum + one.amount : sum - one.amount),
    0n,
  )
  expect(moved).toBe(camt!.closing)
  const pdf = (await file('PDF')).toString('latin1')
  expect(pdf).toMatch(/^%PDF-1\.4\n/)
  expect(pdf).toContain(`(${closing}) Tj`)
  expect(complaints).toEqual([])
  await context.close()
})

test('the pages of transfers, rails and statements meet the page rules', { timeout: 1_800_000 }, async () => {
  const shown = [
    ['transfers', '/portal/transfers', 'Withdrawal'],
    ['deposits', '/portal/transfers/deposits', '300,000'],
    ['withdrawals', '/portal/transfers/withdrawals', 'Cold vault'],
    ['deposit-chf', '/portal/transfers/deposit', 'Account holder'],
    ['deposit-gbp', '/portal/transfers/deposit?asset=GBP', 'Sort code'],
    ['deposit-vchf', '/portal/transfers/deposit?asset=VCHF', 'Minimum amount'],
    ['withdraw', '/portal/transfers/withdraw', 'Before you confirm'],
    ['deposit-detail', `/portal/transfers/${found.deposit}`, 'Credited to your balance'],
    ['withdrawal-detail', `/portal/transfers/${found.withdrawal}`, 'Final on Ethereum'],
    ['rails', '/portal/rails', 'CHF to VCHF on Ethereum'],
    ['new-rail', '/portal/rails/new', 'Before you add it'],
    ['rail', `/portal/rails/${found.rail}`, 'Account holder'],
    ['payments', '/portal/payments', '1,000'],
    ['payment', `/portal/payments/${found.payment}`, 'Proof and identifiers'],
    ['payment-off', `/portal/payments/${found.offPayment}`, 'Proof and identifiers'],
    ['statements', '/portal/statements', 'Totals'],
  ] as const
  for (const [name, path, ready] of shown)
    await everyPage(chromium, uat.service.origin, { name, path, session: await signedIn(), ready })
})
