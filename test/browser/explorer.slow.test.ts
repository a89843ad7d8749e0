import { randomUUID } from 'node:crypto'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { funded, sandboxControl, mint, settlement } from '../src/chains/story.ts'
import type { Client } from '../src/client.ts'
import { get } from '../src/client.ts'
import { browser as agent, codeOf } from '../src/people/served.ts'
import { startUat, type Uat } from '../src/programs/uat.ts'
import { openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'
import { screens } from './screens.ts'
import { withConstants } from '../src/programs/constants.ts'

// The explorer, the drawer of the sandbox, search, and live updates, on real chains with a real bank.

let chromium: Browser
let uat: Uat
let client: Client
let member: string
let officer: string
/** A transaction of each family of chains. */
let txids: Record<'ETH' | 'SOL' | 'BTC', string>
let minted: { requestid: string }
const origin = () => uat.service.origin

beforeAll(async () => {
  chromium = await openChromium()
  uat = await startUat(withConstants({ signingWaitMs: 60_000 }), { DEVNET_CHAINS: 'ETH,SOL,BTC' })
  client = await funded(uat, { CHF: '2000000' })
  minted = await mint(uat, client, { blockchain: 'ETH' })
  const onSolana = await mint(uat, client, { blockchain: 'SOL' })
  const { institutionid } = client
  const coins = await sandboxControl(uat, 'deposits', {
    institutionid,
    asset: 'BTC',
    blockchain: 'BTC',
    quantity: '0.5',
  })
  await uat.pass(settlement)
  txids = { ETH: (minted as any).txid, SOL: onSolana.txid, BTC: coins.txid }
  member = await session({ institutionid, roles: ['admin', 'trader'] }, 'institution')
  officer = await session({ roles: ['operations'] }, 'staff')
})
afterAll(async () => {
  await chromium?.close()
  await uat?.end()
})

/** A person who has just signed in. */
async function session(who: object, side: 'institution' | 'staff'): Promise<string> {
  const { email, password, totp } = await sandboxControl(uat, 'people', {
    email: `${randomUUID().slice(0, 13)}@acme.example`,
    name: 'Ida Sommer',
    ...who,
  })
  const at = agent(origin(), side)
  const answer = await at.post('sign-in/password', { email, password, code: codeOf(totp.secret, Date.now()) })
  expect([answer.status, answer.body]).toEqual([200, expect.anything()])
  return at.token()!
}

const decoded = { ETH: 'Event: Minted', SOL: 'Token-2022: mint', BTC: 'P2WPKH: one key, SegWit' } as const

test.each(['ETH', 'SOL', 'BTC'] as const)(
  'a transaction of %s is decoded, and leads to its block and its addresses',
  async (chain) => {
    const at = await visit(chromium, origin(), null)
    const { page } = at
    await page.goto(`/explorer/${chain}/tx/${txids[chain]}`)
    await page.getByText(decoded[chain]).first().waitFor()
    const moved = page.getByRole('region', { name: 'Transfers' })
    await moved
      .getByText(chain === 'BTC' ? '0.50' : '200,000.00')
      .first()
      .waitFor()
    await moved
      .getByText(chain === 'BTC' ? 'BTC' : 'VCHF', { exact: true })
      .first()
      .waitFor()
    await page.getByText('Succeeded').waitFor()
    await page.getByText('Fee', { exact: true }).waitFor()
    await moved.locator('tbody tr').first().locator('td').last().getByRole('link').click()
    await page.getByText('It holds').waitFor()
    await page.getByRole('table', { name: 'Latest transactions' }).getByRole('link').first().waitFor()
    await page.goBack()
    await page
      .locator('.facts')
      .getByRole('link', { name: /^[\d,]+$/ })
      .click()
    await page.getByRole('heading', { name: /^Block / }).waitFor()
    await page.getByRole('table', { name: 'Transactions' }).getByRole('link').first().waitFor()
    expect(at.complaints).toEqual([])
    await at.context.close()
  },
)

test('an unknown item of a chain is answered by a sentence, and its page says so', async () => {
  const none = `0x${'12'.repeat(32)}`
  const { status, body } = await get(`${origin()}/sandbox/v1/explorer/ETH/tx/${none}`)
  expect([status, body.message]).toEqual([404, expect.stringContaining(`Ethereum of UAT has no transaction ${none}.`)])
  for (const path of ['XYZ', 'ETH/block/999999999', 'ETH/block/x', 'SOL/tx/x', 'BTC/address/nobody', 'BTC/tx/00'])
    expect((await get(`${origin()}/sandbox/v1/explorer/${path}`)).status, path).toBe(404)
  const { page, context } = await visit(chromium, origin(), null)
  await page.goto('/explorer')
  await page.getByRole('searchbox').fill(txids.ETH)
  await page.keyboard.press('Enter')
  await page.getByText('Event: Minted').first().waitFor()
  await page.getByRole('searchbox').fill('what is this')
  await page.keyboard.press('Enter')
  await page.getByText('Paste it whole').waitFor()
  await context.close()
})

test('the pages of the explorer meet the page rules', async () => {
  const shown = { session: null } as const
  await everyPage(chromium, origin(), { ...shown, name: 'explorer', path: '/explorer', ready: 'final up to' })
  for (const chain of ['ETH', 'SOL', 'BTC'] as const) {
    const name = `explorer-${chain}`
    const path = `/explorer/${chain}`
    await everyPage(chromium, origin(), { ...shown, name, path, ready: 'Latest blocks' })
    await everyPage(chromium, origin(), {
      ...shown,
      name: `${name}-tx`,
      path: `${path}/tx/${txids[chain]}`,
      ready: decoded[chain],
    })
    const { movements, height } = (await get(`${origin()}/sandbox/v1/explorer/${chain}/tx/${txids[chain]}`)).body
    await everyPage(chromium, origin(), {
      ...shown,
      name: `${name}-block`,
      path: `${path}/block/${height}`,
      ready: 'Parent',
    })
    await everyPage(chromium, origin(), {
      ...shown,
      name: `${name}-address`,
      path: `${path}/address/${movements[0].to}`,
      ready: 'It holds',
    })
  }
})

test('the drawer funds by wire and moves the clock; the event appears without a reload', async () => {
  const at = await visit(chromium, origin(), member)
  const { page } = at
  await page.goto('/portal/developers/events')
  await page.getByText('Live', { exact: true }).first().waitFor()
  const credited = page.locator('tbody tr', { hasText: 'Deposit' }).filter({ hasText: 'Credited' })
  // The earlier wire and coins.
  await expect.poll(() => credited.count()).toBe(2)
  await page.evaluate('window.stayed = true')
  await page.getByRole('button', { name: 'Sandbox' }).click()
  await page.getByLabel('Amount').fill('123456.78')
  await page.getByRole('button', { name: 'Send the wire' }).click()
  await page.getByText('123,456.78 CHF was sent').waitFor()
  await screens(page, 'sandbox-wire')
  await page.getByLabel('What to do').selectOption('clock')
  await page.getByLabel('Time to pass').selectOption('1800')
  await page.getByRole('button', { name: 'Move the clock' }).click()
  await page.getByText('Everything due is done.').waitFor()
  await screens(page, 'sandbox-clock')
  await expect.poll(() => credited.count()).toBe(3)
  await page.keyboard.press('Escape')
  await credited.first().getByRole('button').first().click()
  await page.getByLabel('The event as programs read it').getByText('"status": "credited"').waitFor()
  expect(await page.evaluate('window.stayed')).toBe(true)
  expect(at.complaints).toEqual([])
  await at.context.close()
})

test('the drawer forces scenarios, sets a market, and shows chains and counterparts', async () => {
  const at = await visit(chromium, origin(), officer)
  const { page } = at
  await page.goto('/console')
  await page.getByRole('button', { name: 'Sandbox' }).click()
  const part = page.getByLabel('What to do')
  await part.selectOption('counterparts')
  await page.getByText('Payments in progress').waitFor()
  await screens(page, 'sandbox-bank')
  await page.getByRole('button', { name: 'Set fault' }).click()
  await page.getByText('Next fault:').waitFor()
  await part.selectOption('chains')
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Ethereum: mine blocks at once. Its height is').waitFor()
  await screens(page, 'sandbox-chains')
  await part.selectOption('market')
  await page.getByRole('button', { name: 'Set this book' }).click()
  await page.getByText('VCHF/CHF is quoted so for a minute.').waitFor()
  await part.selectOption('scenario')
  await page.getByLabel('About').selectOption('clock')
  await page.getByLabel('Scenario').selectOption({ label: 'Three hours later; all due work is done' })
  await screens(page, 'sandbox-scenario')
  expect(at.complaints).toEqual([])
  await at.context.close()
})

/** Into the search, once it is open. */
async function paste(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.locator('.finder input:focus').waitFor()
  await page.keyboard.insertText(text)
}

test('a pasted id leads to its page, by keyboard only; an unknown id is reported', async () => {
  const at = await visit(chromium, origin(), officer)
  const { page } = at
  await page.goto('/console/approvals')
  await page.getByRole('heading', { name: 'Approvals' }).waitFor()
  await paste(page, minted.requestid)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/console\/(institutions|mints)\/[0-9a-f-]{36}$/)
  await paste(page, 'nothing is called so')
  await page.getByText('Nothing found for').waitFor()
  await screens(page, 'finder-nothing')
  await page.keyboard.press('Escape')
  await paste(page, client.institutionid)
  await page.locator('#found [role=option]', { hasText: 'Acme Treasury AG' }).waitFor()
  await screens(page, 'finder')
  await page.keyboard.press('Enter')
  await page.waitForURL(new RegExp(`/console/institutions/${client.institutionid}$`))
  await page.keyboard.press('?')
  await page.getByText('Keyboard shortcuts').waitFor()
  expect(at.complaints).toEqual([])
  await at.context.close()
})

test('reserves are shown over time, as a line and as figures', async () => {
  // Coins that are a few days old, so that there is a line.
  await everyPage(chromium, origin(), {
    name: 'reserves-history',
    path: '/reserves',
    session: null,
    ready: 'Coverage over time',
  })
  const { page, context, complaints } = await visit(chromium, origin(), null)
  const days = Array.from({ length: 90 }, (_, i) => day(i))
  await page.route('**/portal/v1/public/reserves-history', async (route) =>
    route.fulfill({ json: { coins: ['VCHF', 'VGBP'].map((asset) => ({ asset, currency: asset.slice(1), days })) } }),
  )
  await page.goto('/reserves')
  await page.getByRole('img', { name: /^Coverage of VCHF from .* now 101\.00 %$/ }).waitFor()
  await screens(page, 'reserves-chart')
  await page.getByRole('group', { name: 'How the coverage of VCHF is shown' }).getByText('Table').click()
  await page.getByRole('region', { name: 'Coverage of VCHF by day' }).getByText('101.00 %').first().waitFor()
  await screens(page, 'reserves-table')
  expect(complaints).toEqual([])
  await context.close()
})

const day = (i: number) => ({
  day: new Date(Date.UTC(2026, 7, 20 + i)).toISOString().slice(0, 10),
  circulating: String(1_000_000 + i * 25_000),
  chains: [],
  cash: String(1_010_000 + i * 25_250),
  securities: '0',
  owed_to_clients: '0',
  coverage: i < 60 ? '1.0050' : '1.0100',
})

test('an interrupted feed says so, and continues automatically', async () => {
  const { page, context } = await visit(chromium, origin(), member)
  await page.goto('/portal/developers/events')
  const feed = (word: string) => page.locator('.head .badge', { hasText: word })
  await feed('Live').waitFor()
  const rows = page.locator('tbody tr')
  const before = await countEvents()
  expect(before).toBeGreaterThan(0)
  expect(await rows.count()).toBe(before)
  await context.setOffline(true)
  await feed('Offline').waitFor()
  await page.getByText(/You are offline. This data is from \d\d:/).waitFor()
  await screens(page, 'events-offline')
  const { institutionid } = client
  await sandboxControl(uat, 'wires', { institutionid, currency: 'CHF', amount: '4321' })
  await uat.pass(1_800)
  const after = await countEvents()
  expect(after).toBeGreaterThan(before)
  expect(await rows.count()).toBe(before)
  await context.setOffline(false)
  await feed('Live').waitFor()
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
  await expect.poll(() => rows.count()).toBe(after)
  await page.route('**/portal/v1/**', async (route) => route.abort())
  await page.getByText(/The service does not answer. This data is from \d\d:/).waitFor()
  await page.unroute('**/portal/v1/**')
  await page.getByText('The service does not answer.').waitFor({ state: 'detached' })
  // There were no events meanwhile, and none is shown twice.
  expect([await rows.count(), await countEvents()]).toEqual([after, after])
  await context.close()
})

/** The feed as a program reads it. */
const countEvents = async () => (await uat.call(client, 'queryEvents', { limit: '500' })).body.events.length

test('the event viewer meets the page rules', async () => {
  await everyPage(chromium, origin(), {
    name: 'events',
    path: '/portal/developers/events',
    session: member,
    ready: '"eventid"',
  })
})
