import type { StaffRole } from '@specie/protocol/people/roles.ts'
import type { Browser, Page } from 'playwright-core'
import { openCase } from '@specie/service/banking/reconciliation/cases.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankOf, clientChf, entryOf } from '../src/banking/bank-files.ts'
import { sandboxControl } from '../src/chains/story.ts'
import type { Client } from '../src/client.ts'
import { testEnv } from '../src/env.ts'
import { accepted, browser as agent, type Served } from '../src/people/served.ts'
import type { Uat } from '../src/programs/uat.ts'
import { live, openEndpointWorld } from '../src/every-endpoint/world.ts'
import { openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'
import { sendStrayCoins } from './steps/stray-coins.ts'

// The console's pages about money, on the whole of UAT: an institution that has minted, redeemed, withdrawn, traded and used
// its rails, and a wire without a known owner.

let chromium: Browser
let uat: Uat
let acme: Client
beforeAll(async () => {
  chromium = await openChromium()
  uat = await openEndpointWorld()
  acme = await live(uat)
  await sandboxControl(uat, 'wires', {
    institutionid: acme.institutionid,
    currency: 'CHF',
    amount: '4321.05',
    reference: '',
  })
  await uat.pass(600)
})
afterAll(async () => {
  await chromium?.close()
  await uat?.end()
})

/** A member of staff who has just signed in. */
async function sessionOf(role: StaffRole): Promise<string> {
  const at = agent(uat.service.origin, 'staff')
  const served = { env: testEnv(uat.database), now: () => Date.now() } as Served
  await accepted(served, at, null, [role])
  return at.token()!
}

const visitAs = async (role: StaffRole) => visit(chromium, uat.service.origin, await sessionOf(role))

async function shown(name: string, path: string, ready: string, role: StaffRole = 'operations'): Promise<void> {
  const page = { name: `console-${name}`, path: `/console${path}`, session: await sessionOf(role), ready }
  await everyPage(chromium, uat.service.origin, page)
}

/** The browser's current address within the console. */
const here = (page: Page): string => new URL(page.url()).pathname.replace('/console', '')

test('one officer halts a coin and two resume it, and the maker cannot approve', async () => {
  const maker = await visitAs('operations')
  await maker.page.goto('/console/chains')
  await maker.page.getByRole('button', { name: 'Halt minting of VCHF' }).click()
  await maker.page.getByLabel('Reason').fill('A mint that nobody asked for.')
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Halt minting of VCHF' }).click()
  await maker.page.getByText('A mint that nobody asked for.').waitFor()
  const mint = { asset: 'VCHF', blockchain: 'BASE', quantity: '1000', destination: 'vault' }
  expect((await uat.call(acme, 'mintTokens', mint)).status).not.toBe(200)

  await maker.page.goto('/console')
  await maker.page.getByRole('link', { name: /Minting of VCHF is halted/ }).click()
  await maker.page.getByRole('button', { name: 'Request to resume minting' }).click()
  await maker.page.getByLabel('Reason').fill('It was ours: the desk had asked for it.')
  await maker.page.getByRole('button', { name: 'Request', exact: true }).click()
  await maker.page.getByText('You cannot approve this.').waitFor()
  expect(await maker.page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
  await shown('halt', '/halts/mint%3AVCHF', 'It was ours', 'treasury')

  const checker = await visitAs('treasury')
  await checker.page.goto('/console/chains')
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await checker.page.getByRole('button', { name: 'Halt minting of VCHF' }).waitFor()
  await maker.page.reload()
  await maker.page.getByText('Minting is not halted.').waitFor()
  expect([...maker.complaints, ...checker.complaints]).toEqual([])
  await maker.context.close()
  await checker.context.close()
})

test('a wire without a reference is assigned by two', async () => {
  const maker = await visitAs('operations')
  await maker.page.goto('/console')
  await maker.page.getByRole('link', { name: /whose owner is unknown/ }).click()
  await maker.page.getByRole('heading', { name: /^Wire of 4,321.05 CHF/ }).waitFor()
  await shown('wire', here(maker.page), 'Request this owner')
  await maker.page.getByLabel('Owner').selectOption(acme.institutionid)
  await maker.page.getByLabel('Reason').fill('The treasurer sent the advice of the bank.')
  await maker.page.getByRole('button', { name: 'Request this owner' }).click()
  await maker.page.getByText('You cannot approve this.').waitFor()

  const checker = await visitAs('treasury')
  await checker.page.goto(new URL(maker.page.url()).pathname)
  await checker.page.getByText('The treasurer sent the advice').first().waitFor()
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await checker.page.locator('.badge.box', { hasText: /Attributed|Screening|Credited/ }).waitFor()
  await uat.pass(60)
  await checker.page.reload()
  await checker.page.locator('.badge.box', { hasText: 'Credited' }).waitFor()
  expect([...maker.complaints, ...checker.complaints]).toEqual([])
  await maker.context.close()
  await checker.context.close()
})

test('one person halts a pair and two resume it', async () => {
  const maker = await visitAs('operations')
  await maker.page.goto('/console/trading?pair=VGBP%2FGBP')
  await maker.page.getByRole('button', { name: 'Halt VGBP/GBP' }).click()
  await maker.page.getByLabel('Reason').fill('The price jumped.')
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Halt VGBP/GBP' }).click()
  await maker.page.goto('/console')
  await maker.page.getByRole('link', { name: /Trading of VGBP\/GBP is halted/ }).click()
  await maker.page.getByRole('button', { name: 'Request to resume trading' }).click()
  await maker.page.getByLabel('Reason').fill('It was a typing error of the provider.')
  await maker.page.getByRole('button', { name: 'Request', exact: true }).click()
  await maker.page.getByText('You cannot approve this.').waitFor()
  const checker = await visitAs('treasury')
  await checker.page.goto('/console/trading?pair=VGBP%2FGBP')
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await checker.page.getByRole('button', { name: 'Halt VGBP/GBP' }).waitFor()
  expect([...maker.complaints, ...checker.complaints]).toEqual([])
  await maker.context.close()
  await checker.context.close()
})

/** One person proposes it on one page; another approves it among the requests. */
async function byTwo(path: string, propose: (page: Page) => Promise<void>, title: RegExp): Promise<Page> {
  const maker = await visitAs('operations')
  await maker.page.goto(`/console${path}`)
  await propose(maker.page)
  const checker = await visitAs('treasury')
  await checker.page.goto('/console/approvals')
  await checker.page.getByRole('link', { name: title }).click()
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await checker.page.locator('.badge.box', { hasText: 'Approved' }).waitFor()
  await checker.page.goto(`/console${path}`)
  expect([...maker.complaints, ...checker.complaints]).toEqual([])
  await maker.context.close()
  return checker.page
}

test('a venue is registered by two', async () => {
  const propose = async (page: Page) => {
    await page.getByRole('button', { name: 'Register a venue' }).click()
    await page.getByLabel('Name').fill('gamma')
    await page.getByLabel('Institution of its inventory').selectOption(acme.institutionid)
    await page.getByLabel('Reason').fill('The contract with Gamma is signed.')
    await page.getByRole('button', { name: 'Request', exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  const page = await byTwo('/trading', propose, /Use the quotes of gamma for trading/)
  await page.getByRole('table', { name: 'Venues' }).getByText('gamma').waitFor()
  await page.context().close()
})

test('the contract of a coin is recorded by two', async () => {
  const propose = async (page: Page) => {
    await page.getByRole('button', { name: 'Record a contract' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Chain').selectOption('ARB')
    await dialog.getByLabel('Coin').selectOption('VCHF')
    await dialog.getByLabel('Address').fill('0x52908400098527886E0F7030069857D2E4169EE7')
    await dialog.getByLabel('Reason').fill('Our coin of before, deployed by hand.')
    await dialog.getByRole('button', { name: 'Request', exact: true }).click()
    await dialog.waitFor({ state: 'detached' })
  }
  const page = await byTwo('/chains', propose, /as the contract of VCHF on Arbitrum/)
  await page
    .getByRole('table', { name: 'Contracts' })
    .getByRole('row', { name: /VCHF Arbitrum/ })
    .waitFor()
  await page.context().close()
})

test('coins without an owner are assigned by two', async () => {
  await sendStrayCoins(uat, acme)
  const maker = await visitAs('operations')
  await maker.page.goto('/console/bank/deposits')
  await maker.page.getByRole('link', { name: /^100\.00/ }).click()
  await maker.page.getByLabel('Owner').selectOption(acme.institutionid)
  await maker.page.getByLabel('Reason').fill('They have sent them to the wrong address, and written to us.')
  await maker.page.getByRole('button', { name: 'Request this owner' }).click()
  await maker.page.getByText('You cannot approve this.').waitFor()
  const checker = await visitAs('treasury')
  await checker.page.goto(new URL(maker.page.url()).pathname)
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await checker.page.getByRole('button', { name: 'Approve' }).waitFor({ state: 'detached' })
  await uat.pass(60)
  await checker.page.reload()
  await checker.page.locator('.badge.box', { hasText: 'Credited' }).waitFor()
  await shown('deposit', here(checker.page), 'Credited')
  expect([...maker.complaints, ...checker.complaints]).toEqual([])
  await maker.context.close()
  await checker.context.close()
})

test('supply on chain and in the ledger are shown together', async () => {
  const { page, context, complaints } = await visitAs('operations')
  await page.goto('/console/chains')
  const supply = page.getByRole('table', { name: 'Supply' })
  await supply.getByRole('row', { name: /VCHF on Base .* Agrees/ }).waitFor()
  const { owner } = uat.database
  // The service compares twice a minute: this difference is found each time.
  await owner.query(
    `create function chains.differ() returns trigger language plpgsql
       as $$ begin new.on_chain := new.ledger + 1000000; return new; end $$;
     create trigger differ before insert or update on chains.supply for each row
       when (new.chain = 'BASE' and new.asset = 'VCHF') execute function chains.differ();
     update chains.supply set compared_at = now()`,
  )
  await page.reload()
  await supply.getByText('More on chain than issued').waitFor()
  await supply.getByText('+1.00').waitFor()
  await shown('chains-differ', '/chains', 'More on chain than issued')
  await owner.query('drop function chains.differ cascade')
  expect(complaints).toEqual([])
  await context.close()
})

test('every quote of a pair is shown with its source', async () => {
  const { page, context, complaints } = await visitAs('operations')
  await page.goto('/console/trading?pair=VCHF%2FCHF')
  await page
    .getByRole('table', { name: 'Asks of VCHF/CHF' })
    .getByRole('row', { name: /1\.0001 Desk/ })
    .waitFor()
  await page.getByLabel('Quoted by').selectOption('desk')
  await page
    .getByRole('table', { name: 'Bids of VCHF/CHF' })
    .getByRole('row', { name: /0\.9999 Desk/ })
    .waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a rail is suspended by one, and the page of a payout links to its cause', async () => {
  const { page, context, complaints } = await visitAs('operations')
  await page.goto('/console/rails')
  await page.locator('[data-open]').first().click()
  await page.getByRole('button', { name: 'Suspend' }).click()
  await page.getByLabel('Reason').fill('The court has asked for it.')
  await page.getByRole('dialog').getByRole('button', { name: 'Suspend' }).click()
  await page.getByRole('button', { name: 'Request to resume it' }).waitFor()
  await shown('rail', here(page), 'Request to resume it', 'compliance')
  await page.goto('/console/payouts?kind=redemption')
  await page.locator('[data-open]').first().click()
  await page.getByText('Booked by the bank as').waitFor()
  await shown('payout', here(page), 'Booked by the bank as')
  await page.locator('.facts .id a').first().click()
  await page.getByRole('heading', { name: /^Redemption/ }).waitFor()
  await shown('redemption', here(page), 'History')
  expect(complaints).toEqual([])
  await context.close()
})

test('a file is imported manually, and approved by two people', async () => {
  const { page, context, complaints } = await visitAs('operations')
  await page.goto('/console/bank/files')
  await page.getByRole('button', { name: 'Import a file manually' }).click()
  const text = bankOf(clientChf).notify([entryOf('BYHAND1', { amount: 77_700n, bookingDate: '2026-11-17' })])
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'camt.xml', mimeType: 'text/xml', buffer: Buffer.from(text) })
  await page.getByLabel('Reason').fill('The line to the bank is down.')
  await page.getByRole('button', { name: 'Import it' }).click()
  await page.getByText('The file was imported').waitFor()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Approve it' }).click()
  await page.getByLabel('Reason').fill('The bank has confirmed it by telephone.')
  await page.getByRole('button', { name: 'Request', exact: true }).click()
  await page.getByText('Waits for a second approver').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a case names the difference and the next step', async () => {
  const { db, clock } = testEnv(uat.database)
  const detail = { account: clientChf.iban, kind: 'camt.053', missing_from: '7', missing_to: '8' }
  await openCase(db, { kind: 'sequence_gap', cause: 'a test', detail }, clock.now())
  const { page, context, complaints } = await visitAs('operations')
  await page.goto('/console/bank/cases')
  await page.getByRole('link', { name: 'Bank files are missing' }).click()
  await page.getByText('Ask the bank for the missing files.').waitFor()
  await shown('bank-case', here(page), 'Ask the bank for the missing files.')
  expect(complaints).toEqual([])
  await context.close()
})

test.each([
  ['bank', '/bank', 'Acme Treasury AG'],
  ['bank-deposits', '/bank/deposits', 'No deposit waits for a person.'],
  ['bank-cases', '/bank/cases', 'The filter shows closed cases'],
  ['bank-days', '/bank/days', 'Closing'],
  ['bank-files', '/bank/files', 'camt.054'],
  ['bank-lines', '/bank/lines', 'Every line is clear.'],
  ['bank-accounts', '/bank/accounts', 'UATBCHZZXXX'],
  ['payouts', '/payouts', 'Requested'],
  ['chains', '/chains', 'In order'],
  ['treasury', '/treasury', 'Could still be issued'],
  ['trading', '/trading', 'VCHF/CHF'],
  ['rails', '/rails', 'Bank to wallet'],
  ['rail-payments', '/rails/payments', 'Acme Treasury AG'],
])('%s meets the page rules', async (name, path, ready) => {
  await shown(name, path, ready)
})

// Last: a chain that reverts final blocks halts its coins.
test('a chain that changed below its final block is read again when two agree', async () => {
  // For any number of blocks: these reach below the earlier final one.
  await uat.devnet!.control('ETH', 'mine', { blocks: 60 })
  await uat.devnet!.control('ETH', 'reorg', { depth: 100 })
  const maker = await visitAs('operations')
  await maker.page.goto('/console/halts/chain%3AETH')
  await maker.page.getByText('Reading is stopped.').waitFor()
  await maker.page.getByLabel('Read again from block').fill('1')
  await maker.page.getByLabel('Reason').fill('A test network was rolled back.')
  await maker.page.getByRole('button', { name: 'Request', exact: true }).click()
  await maker.page.getByText('You cannot approve this.').waitFor()
  await shown('chain-halt', here(maker.page), 'A test network was rolled back.', 'treasury')
  const checker = await visitAs('treasury')
  await checker.page.goto(new URL(maker.page.url()).pathname)
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await checker.page.locator('.badge.box', { hasText: 'Running' }).waitFor()
  expect([...maker.complaints, ...checker.complaints]).toEqual([])
  await maker.context.close()
  await checker.context.close()
})
