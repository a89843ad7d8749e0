import { house } from '@specie/service/ledger/house.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { onboard } from '../src/client.ts'
import { accepted, browser as agent, servePeople, type Served } from '../src/people/served.ts'
import { endow, setBook } from '../src/trading.ts'
import { openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'
import { tabTo } from './keyboard.ts'
import { screens } from './screens.ts'

// A trader at the ladder: orders, firm quotes and conversions, and their lists.

let chromium: Browser
let served: Served
let institution: string
let trader: string
let viewer: string
let officer: string
const symbol = 'VCHF/CHF'
const book = {
  bids: [
    ['0.9999', '410000'],
    ['0.9997', '1530000'],
    ['0.9990', '2500000'],
  ],
  asks: [
    ['1.0001', '320000'],
    ['1.0003', '1200000'],
    ['1.0010', '3000000'],
  ],
} as const

beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople()
  institution = (await onboard(served.origin, { name: 'Aldermoor Treasury AG' })).institutionid
  await endow(served.env, house, { CHF: '25000000', VCHF: '17000000' })
  await endow(served.env, institution, { CHF: '2184310.55', VCHF: '1635420.25' })
  await setBook(served.env, symbol, book)
  await fillHistory()
  trader = await signedIn(institution, 'trader')
  viewer = await signedIn(institution, 'viewer')
  officer = await signedIn(null, 'operations')
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
})

/** Prices of the last five days, a wave around par; without quotes in the night before the last. */
async function fillHistory(): Promise<void> {
  await served.database.owner.query(
    `insert into trading.price (symbol, minute, bid, ask)
     select $1, minute, mid - 1, mid + 1
     from (select n, date_trunc('minute', now()) - n * interval '1 minute' as minute,
       (10000 + 6 * sin(n / 180.0) + 3 * sin(n / 17.0))::int as mid from generate_series(1, 7200) n) made
     where n not between 600 and 900`,
    [symbol],
  )
}

async function signedIn(of: string | null, role: 'trader' | 'viewer' | 'operations'): Promise<string> {
  const at = agent(served.origin, of === null ? 'staff' : 'institution')
  await accepted(served, at, of, [role])
  return at.token()!
}

const ticket = (page: Page) => page.getByRole('region', { name: 'Order ticket' })
const firm = (page: Page) => page.getByRole('region', { name: 'Firm quote' })

/** The balance in a row of the preview. */
const fact = (page: Page, name: string) =>
  ticket(page).locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]')

async function atDesk() {
  const at = await visit(chromium, served.origin, trader)
  await at.page.goto(`/portal/trade?pair=${symbol}`)
  await at.page.getByRole('table', { name: `Order book of ${symbol}` }).waitFor()
  return at
}

test('an order from the ladder is filled, is in the list, and its journal is in the books', async () => {
  const at = await atDesk()
  const { page } = at
  await page.getByRole('button', { name: 'Buy at 1.0003' }).click()
  await ticket(page).getByLabel('Quantity').fill('400000')
  expect(await ticket(page).getByLabel('Limit price').inputValue()).toBe('1.0003')
  await fact(page, 'You pay now').getByText('400,056.00').waitFor()
  expect(await fact(page, 'Never more than').innerText()).toContain('400,120.00')
  expect(await fact(page, 'Fee').innerText()).toContain('0.00')
  expect(await fact(page, 'Spread').innerText()).toContain('56.00')
  expect(await fact(page, 'CHF after').first().innerText()).toContain('1,784,254.55')
  expect(await fact(page, 'VCHF after').innerText()).toContain('now 1,635,420.25')
  expect(await fact(page, 'Maximum in one order').innerText()).toContain('5,000,000')
  await screens(page, 'trade-ticket')
  await ticket(page).getByRole('button', { name: 'Buy 400,000 VCHF, fill or kill' }).click()
  await ticket(page).getByText('You bought 400,000.00 VCHF for 400,056.00 CHF.').waitFor()
  await screens(page, 'trade-filled')
  await page.getByRole('link', { name: 'All orders and trades' }).click()
  const row = page.getByRole('table', { name: 'Orders', exact: true }).getByRole('row').nth(1)
  expect(await row.innerText()).toMatch(/VCHF\/CHF[^]*Buy[^]*400,000\.00[^]*Filled/)
  await row.getByRole('link').first().click()
  await page.getByText('Filled and settled').waitFor()
  await page.getByText('compared with par, 1 VCHF for 1 CHF').waitFor()
  const ordid = page.url().split('/').at(-1)!
  await page.locator('dt', { hasText: /^Trade$/ }).waitFor()
  await page.locator('a[href*="/trades/"]').click()
  await page.getByRole('heading', { name: 'You bought 400,000 VCHF' }).waitFor()
  expect(at.complaints).toEqual([])
  await at.context.close()
  await expectJournal(ordid)
})

/** Staff follow the institution's account to the journal of the order. */
async function expectJournal(ordid: string) {
  const { page, context } = await visit(chromium, served.origin, officer)
  await page.goto(`/console/ledger?institutionid=${institution}&asset=CHF&kind=client/available`)
  const accounts = page.getByRole('table', { name: 'Accounts' })
  await accounts.getByRole('link').first().click()
  await page.getByText('−400,056.00').first().waitFor()
  await page.locator('a[href*="/ledger/journals/"]').first().click()
  await page.getByRole('heading', { name: /^Journal .*: Order filled/ }).waitFor()
  await page.locator(`[title="${ordid}"]`).first().waitFor()
  const lines = page.getByRole('table', { name: 'Lines of the journal' })
  expect(await lines.innerText()).toMatch(/400,056\.00/)
  await context.close()
}

test('an amount is grouped while it is typed, and the caret stays between its digits', async () => {
  const { page, context } = await atDesk()
  const quantity = ticket(page).getByLabel('Quantity')
  await quantity.focus()
  await page.keyboard.type('1234567')
  expect(await quantity.inputValue()).toBe('1,234,567')
  for (const key of ['Home', 'ArrowRight', '9', 'Backspace', '8', 'Delete', '0', '.']) await page.keyboard.press(key)
  expect(await quantity.inputValue()).toBe('180.34567')
  const caret = () => quantity.evaluate((input: any) => input.selectionStart)
  expect(await caret()).toBe(4)
  // The largest quantity at the best price, if no limit is given: the service accepts it.
  await ticket(page).getByRole('button', { name: 'Sell VCHF' }).click()
  await ticket(page).getByRole('button', { name: 'Max' }).click()
  expect(await quantity.inputValue()).toMatch(/^[1-9]\d*(,\d{3})+(\.\d+)?$/)
  await context.close()
})

test('on a phone the ticket is above the ladder, and bars are next to the figures', async () => {
  const { page, context } = await atDesk()
  // In the page: each bar is right of its price, and left of both figures.
  const bars = () =>
    page.evaluate<boolean[]>(`[...document.querySelectorAll('tr:has([data-level])')].map((row) => {
      const box = (element) => element.getBoundingClientRect()
      const [price, depth, ...figures] = row.children
      const bar = box(depth.firstElementChild)
      return bar.left >= box(price).right && figures.every((one) => bar.right <= box(one).left)
    })`)
  for (const width of [1440, 1024, 390]) {
    await page.setViewportSize({ width, height: 900 })
    expect(new Set(await bars()), `at ${width}`).toEqual(new Set([true]))
  }
  const [order, ladder] = await Promise.all(
    [ticket(page), page.getByRole('table', { name: `Order book of ${symbol}` })].map((one) => one.boundingBox()),
  )
  expect(order!.y + order!.height).toBeLessThan(ladder!.y)
  await context.close()
})

test('an unfillable order is announced as such, and rejected in words', async () => {
  const at = await atDesk()
  const { page } = at
  await ticket(page).getByRole('button', { name: 'Sell VCHF' }).click()
  await ticket(page).getByLabel('Quantity').fill('500000')
  await ticket(page).getByLabel('Limit price').fill('0.9999')
  const words = 'Only 410,000 VCHF are within your limit. Lower the quantity, or move the limit.'
  await ticket(page).getByText(`This order would be rejected now. ${words}`).waitFor()
  await screens(page, 'trade-would-reject')
  await ticket(page).getByRole('button', { name: 'Sell 500,000 VCHF, fill or kill' }).click()
  await ticket(page).getByText(`Rejected. Nothing was traded. ${words}`).waitFor()
  await page.getByRole('table', { name: 'Recent orders' }).getByText('not enough within the limit').waitFor()
  await ticket(page).getByRole('link', { name: 'Show the order' }).click()
  await page.getByText('The order book did not have the full quantity within the limit.').waitFor()
  await page.goto('/portal/orders?state=Rejected&side=Sell')
  await page.getByRole('table', { name: 'Orders', exact: true }).getByText('not enough within the limit').waitFor()
  await page.goto('/portal/orders?state=Rejected&side=Buy')
  await page.getByText('No order fits these filters.').waitFor()
  expect(at.complaints).toEqual([])
  await at.context.close()
})

test('the chart shows the prices of the last day, and of other spans', async () => {
  const { page, context, complaints } = await atDesk()
  const chart = (words: string) => page.getByRole('img', { name: `Mid price of ${symbol} over the last ${words}` })
  await chart('day').waitFor()
  // Two parts: the gap is not bridged.
  expect((await chart('day').locator('path.l').getAttribute('d'))!.match(/M/g)).toHaveLength(2)
  for (const [button, words, range] of [
    ['1 h', 'hour', '1h'],
    ['7 d', 'week', '7d'],
    ['30 d', '30 days', '30d'],
  ] as const) {
    await page.getByRole('button', { name: button }).click()
    await chart(words).waitFor()
    expect(new URL(page.url()).searchParams.get('range')).toBe(range)
  }
  await page.goto('/portal/trade?pair=BTC/GBP&range=1h')
  await page.getByText('No price in the last hour.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('invalid input is reported at its field', async () => {
  const { page, context } = await atDesk()
  await ticket(page).getByLabel('Quantity').fill('0.05')
  await ticket(page).getByText('At least 0.1 VCHF.').waitFor()
  await ticket(page).getByLabel('Quantity').fill('9000000')
  await ticket(page).getByText('At most 5,000,000 VCHF in one order.').waitFor()
  await ticket(page).getByLabel('Limit price').fill('1.00015')
  await ticket(page).getByText('At most 4 decimals.').waitFor()
  expect(
    await ticket(page)
      .getByRole('button', { name: /fill or kill/ })
      .isDisabled(),
  ).toBe(true)
  await context.close()
})

/** The countdown of the firm quote. */
const secondsLeft = async (page: Page) => Number.parseInt(await firm(page).getByRole('timer').innerText(), 10)

test('a firm quote counts down and is accepted; another one expires', async () => {
  const at = await atDesk()
  const { page } = at
  await ticket(page).getByLabel('Quantity').fill('400000')
  await firm(page).getByRole('button', { name: 'Request a quote: Buy 400,000 VCHF' }).click()
  await firm(page).getByText('You pay exactly').waitFor()
  const first = await secondsLeft(page)
  await expect.poll(() => secondsLeft(page)).toBeLessThan(first)
  await firm(page).getByRole('button', { name: 'Accept quote for 400,056.00 CHF' }).click()
  await firm(page).getByText('You bought 400,000.00 VCHF for 400,056.00 CHF.').waitFor()
  await firm(page).getByRole('link', { name: 'Show the conversion' }).click()
  await page.getByText('a firm quote').waitFor()
  await page.getByRole('link', { name: 'Conversions' }).click()
  await page.getByRole('table', { name: 'Conversions' }).getByText('Firm quote').waitFor()
  await page.goto(`/portal/trade?pair=${symbol}`)
  await ticket(page).getByLabel('Quantity').fill('1000')
  await firm(page).getByRole('button', { name: 'Request a quote: Buy 1,000 VCHF' }).click()
  await firm(page).getByText('You pay exactly').waitFor()
  await screens(page, 'trade-quote')
  await firm(page).getByText('The quote has expired. Nothing was traded.').waitFor()
  await firm(page).getByRole('button', { name: 'Request again' }).click()
  await firm(page).getByText('s left').waitFor()
  expect(at.complaints).toEqual([])
  await at.context.close()
})

test('a whole order by keyboard only', async () => {
  const { page, context, complaints } = await atDesk()
  await tabTo(page, /^Buy at 1\.0010/)
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const quantity = ticket(page).getByLabel('Quantity')
  await expect.poll(() => quantity.evaluate((input) => input === input.ownerDocument.activeElement)).toBe(true)
  expect(await quantity.inputValue()).toBe('320,000')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('1000')
  await fact(page, 'You pay now').getByText('1,000.10').waitFor()
  await page.keyboard.press('Enter')
  await ticket(page).getByText('You bought 1,000.00 VCHF for 1,000.10 CHF.').waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await page.getByText('Filled and settled').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the ladder freezes under the pointer, and says so; it continues when the pointer leaves', async () => {
  const { page, context } = await atDesk()
  const best = page.getByRole('button', { name: 'Buy at 1.0001' })
  await best.hover()
  await page.getByText('Paused').waitFor()
  await setBook(served.env, symbol, { ...book, asks: [['1.0002', '100000'], ...book.asks.slice(1)] })
  await page.locator('.stat', { hasText: 'Ask' }).getByText('1.0002').waitFor()
  expect(await best.count()).toBe(1)
  await page.mouse.move(5, 5)
  await page.getByRole('button', { name: 'Buy at 1.0002' }).waitFor()
  expect(await best.count()).toBe(0)
  await page.route('**/portal/v1/ladder*', (route) => route.abort())
  await page.getByText(/^Stale, \d+\ss ago$/).waitFor()
  await context.close()
  await setBook(served.env, symbol, book)
})

test('francs are converted into coins with a minimum', async () => {
  const { page, context, complaints } = await visit(chromium, served.origin, trader)
  await page.goto('/portal/trade/convert')
  await page.getByLabel('Amount').fill('1000')
  await page.getByText('Never less than').waitFor()
  await screens(page, 'convert-filled')
  await page.getByLabel('At minimum').fill('1000')
  const words = 'This brings 999.91 VCHF at the moment, less than the minimum of 1000.'
  await page.getByText(`This conversion would be rejected now. ${words}`).waitFor()
  await screens(page, 'convert-would-reject')
  await page.getByRole('button', { name: 'Convert 1,000.00 CHF into VCHF' }).click()
  await page.getByText(`Rejected. Nothing was traded. ${words}`).waitFor()
  await page.getByLabel('At minimum').fill('')
  await page.getByRole('button', { name: 'Convert 1,000.00 CHF into VCHF' }).click()
  await page.getByText('You bought 999.91 VCHF for 1,000.00 CHF.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a conversion never uses the price of an earlier amount', async () => {
  const { page, context } = await visit(chromium, served.origin, trader)
  await page.goto('/portal/trade/convert')
  await page.getByLabel('Amount').fill('1000')
  await page.getByText('Never less than').waitFor()
  const { promise: mayAnswer, resolve: answer } = Promise.withResolvers<void>()
  await page.route('**/portal/v1/**/convert*', async (route) => {
    await mayAnswer
    await route.continue()
  })
  await page.getByLabel('Amount').fill('2000')
  const button = page.getByRole('button', { name: 'Convert 2,000.00 CHF into VCHF' })
  await button.waitFor()
  // The earlier figures stay visible; the button does not use them.
  await page.getByText('999.91').first().waitFor()
  expect(await button.isDisabled()).toBe(true)
  answer()
  await page
    .getByText(/^1,999\.8\d/)
    .first()
    .waitFor()
  await expect.poll(() => button.isDisabled()).toBe(false)
  await context.close()
})

test('a person who may not trade sees prices and no ticket', async () => {
  const { page, context } = await visit(chromium, served.origin, viewer)
  await page.goto('/portal/trade')
  await page.getByText('Placing orders needs the role trader.').waitFor()
  expect(await page.getByRole('button', { name: /fill or kill|Request a quote|Buy at/ }).count()).toBe(0)
  await context.close()
})

test('the pages meet the page rules', async () => {
  const at = agent(served.origin)
  at.setToken(trader)
  const { orders } = (await at.get('account/orders')).body
  const filled = orders.find(({ ordstatus }: { ordstatus: string }) => ordstatus === 'Filled')
  const { trades } = (await at.get('account/trades')).body
  const { conversions } = (await at.get('account/conversions')).body
  const shown = [
    ['trade', '/portal/trade', '1.0010'],
    ['trade-offline', '/portal/trade?pair=BTC/GBP', 'No quotes for this pair now.'],
    ['convert', '/portal/trade/convert', 'Before you confirm'],
    ['orders', '/portal/orders', 'portal-'],
    ['orders-empty', '/portal/orders?pair=ETH/GBP', 'No order fits these filters.'],
    ['trades', '/portal/orders/trades', ' rows'],
    ['conversions', '/portal/orders/conversions', 'Firm quote'],
    ['order', `/portal/orders/${filled.ordid}`, 'Filled and settled'],
    ['trade-detail', `/portal/trades/${trades[0].tradeid}`, 'Filled and settled'],
    ['conversion', `/portal/conversions/${conversions[0].conversionid}`, 'Cost'],
  ] as const
  for (const [name, path, ready] of shown)
    await everyPage(chromium, served.origin, { name, path, session: trader, ready })
})
