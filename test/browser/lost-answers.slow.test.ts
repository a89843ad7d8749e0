import { house } from '@specie/service/ledger/house.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onboard, sandbox } from '../src/client.ts'
import { accepted, browser as agent, servePeople, type Served } from '../src/people/served.ts'
import { endow, setBook } from '../src/trading.ts'
import { openChromium, visit } from './chromium.ts'

// The service carries out a request, and its answer is lost: a retry has it done once.

let chromium: Browser
let served: Served
const trader = agent('')
const symbol = 'VCHF/CHF'

beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople()
  const { institutionid } = await onboard(served.origin, { name: 'Aldermoor Treasury AG' })
  await endow(served.env, house, { CHF: '25000000', VCHF: '17000000' })
  await endow(served.env, institutionid, { CHF: '100000', VCHF: '100000' })
  await setBook(served.env, symbol, { bids: [['0.9999', '410000']], asks: [['1.0001', '320000']] })
  const account = { label: 'Main account', currency: 'CHF', identifier: 'CH9300762011623852957' }
  await sandbox(served.origin, 'bankaccounts', { institutionid, ...account, name: 'Aldermoor Treasury AG' })
  Object.assign(trader, agent(served.origin))
  await accepted(served, trader, institutionid, ['trader'])
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
})

const open = () => visit(chromium, served.origin, trader.token())
const firm = (page: Page) => page.getByRole('region', { name: 'Firm quote' })
const listed = async (list: string): Promise<{ clreqid: string }[]> => (await trader.get(`account/${list}`)).body[list]

/** The next act on this list is done, and its answer lost. */
async function loseAnswer(page: Page, list: string): Promise<void> {
  let isLost = false
  const isList = (url: URL) => url.pathname === `/portal/v1/account/${list}`
  await page.route(isList, async (route) => {
    const request = route.request()
    const isAct = request.method() === 'POST' && !request.postData()!.includes('"validate"')
    if (isLost || !isAct) return route.fallback()
    isLost = true
    expect((await route.fetch()).status()).toBe(200)
    await route.abort()
  })
}

test('a firm quote with a lost answer does not count as expired, and is accepted once', async () => {
  const { page, context } = await open()
  await page.goto(`/portal/trade?pair=${symbol}`)
  await page.getByRole('region', { name: 'Order ticket' }).getByLabel('Quantity').fill('1000')
  await firm(page).getByRole('button', { name: 'Ask for a quote: Buy 1,000 VCHF' }).click()
  await loseAnswer(page, 'conversions')
  const take = firm(page).getByRole('button', { name: /^Accept quote for/ })
  await take.click()
  await firm(page).getByText('The answer was lost.').waitFor()
  await firm(page).getByText('0 s left', { exact: true }).waitFor()
  expect(await firm(page).getByText('Nothing was traded.').count()).toBe(0)
  await take.click()
  await firm(page).getByText('You bought 1,000.00 VCHF').waitFor()
  expect(await listed('conversions')).toHaveLength(1)
  await context.close()
})

test('a conversion with a lost answer is done once, although the price has moved', async () => {
  const before = (await listed('conversions')).length
  const { page, context } = await open()
  await page.goto('/portal/trade/convert')
  await page.getByLabel('Amount').fill('500')
  await page.getByText('Never less than').waitFor()
  await loseAnswer(page, 'conversions')
  const convert = page.getByRole('button', { name: 'Convert 500.00 CHF into VCHF' })
  await convert.click()
  await page.getByText('The answer was lost.').waitFor()
  await setBook(served.env, symbol, { bids: [['0.9990', '410000']], asks: [['1.0010', '320000']] })
  const floor = page.getByText('Never less than').locator('xpath=following-sibling::dd[1]')
  await expect.poll(() => floor.innerText()).toContain('499.51')
  await convert.click()
  await page.getByText('You bought 499.96 VCHF for 500.00 CHF.').waitFor()
  expect(await listed('conversions')).toHaveLength(before + 1)
  await context.close()
})

test('a withdrawal with a lost answer is paid once, also after closing and reopening the dialog', async () => {
  const { page, context } = await open()
  await page.goto('/portal/transfers/withdraw?asset=CHF')
  await page.getByLabel('Amount').fill('250')
  await page.getByLabel('To').selectOption({ index: 1 })
  const ask = page.getByRole('button', { name: 'Withdraw 250.00 CHF' })
  const question = page.getByRole('dialog', { name: 'Withdraw 250.00 CHF to Main account' })
  await ask.click()
  await loseAnswer(page, 'withdrawals')
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await question.getByText('The service cannot be reached.').waitFor()
  await question.getByRole('button', { name: 'Cancel' }).click()
  await ask.click()
  await question.getByRole('button', { name: 'Withdraw' }).click()
  await page.waitForURL(/\/portal\/transfers\/[0-9a-f-]{36}$/)
  expect(await listed('withdrawals')).toHaveLength(1)
  await context.close()
})

test('a decimal comma is not read as a thousands separator', async () => {
  const { page, context } = await open()
  await page.goto('/portal/transfers/withdraw?asset=CHF')
  await page.getByLabel('Amount').fill('1000,50')
  await page.getByText('Write decimals after a point: 1000.50').waitFor()
  await page.getByLabel('Amount').fill('1,000.50')
  expect(await page.getByLabel('Amount').inputValue()).toBe('1,000.50')
  await context.close()
})

test('a frozen service makes the page stale, and live again when it continues', async () => {
  const { page, context } = await open()
  await page.goto('/portal/transfers')
  await page.locator('.live', { hasText: 'Live' }).waitFor()
  // No call is answered, and no connection is closed.
  await page.route('**/portal/v1/**', () => {})
  await page.locator('.live', { hasText: 'Stale' }).waitFor()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.locator('.live', { hasText: 'Live' }).waitFor()
  await context.close()
})

test('a truncated answer counts as none, and the page stays', async () => {
  const { page, context, complaints } = await open()
  await page.route('**/portal/v1/overview', (route) =>
    route.fulfill({ contentType: 'application/json', body: '{"bal' }),
  )
  await page.goto('/portal')
  await page.getByText('The service cannot be reached.').first().waitFor()
  expect(complaints).toEqual([])
  await context.close()
})
