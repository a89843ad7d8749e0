import { importFile } from '@specie/service/banking/file/import.ts'
import { attributeWires } from '@specie/service/banking/wire/attribute.ts'
import { placeHold } from '@specie/service/compliance/holds.ts'
import { addToWatchlist } from '@specie/service/compliance/watchlist.ts'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankOf, clientChf, entryOf, institutionAtBank } from '../src/bank-files.ts'
import { decideHold, staff } from '../src/people.ts'
import { as } from '../src/people/portal.ts'
import { accepted, browser as agent, servePeople, type Served } from '../src/people/served.ts'
import { openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'

// The console: the queue, and a held wire that two officers release. Its sender has nearly the name of a listed one.

let chromium: Browser
let served: Served
let acme: string
let holdid: string
const sessions = new Map<StaffRole, string>()

beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople()
  const { env, origin } = served
  const { acme: id, qrr } = await institutionAtBank(env)
  acme = id
  const files = bankOf(clientChf)
  const reference = { type: 'QRR', value: qrr } as const
  await importFile(env, files.notify([entryOf('W1', { reference })]))
  await attributeWires.run(env)
  const counterparty = { name: 'Zarkovija Sanctionned Trading Ltd', account: 'CH9300762011623852957', bic: null }
  await importFile(env, files.notify([entryOf('W2', { reference, amount: 250_000n, counterparty })]))
  const request = { institutionId: acme, on: 'next wire', reason: 'sanctions_review' } as const
  holdid = (await env.db.tx((tx) => placeHold(env, tx, request, 'screening'))).holdid
  await attributeWires.run(env)
  await importFile(env, files.notify([entryOf('W3', { amount: 7_050n })]))
  await attributeWires.run(env)
  const listed = { name: 'Zarkovia Sanctioned Trading LLC', list: 'UAT', effect: 'review' } as const
  await env.db.tx((tx) => addToWatchlist(tx, [listed], env.clock.now()))
  // The sender is new: that hold of screening is released before, so that only one is left.
  const officer = as(await staff(env, 'compliance'), origin)
  const { other_holds } = (await officer('GET', `/holds/${holdid}/case`)).body
  await decideHold(env, other_holds[0].holdid, 'release')
  for (const role of ['compliance', 'mlro', 'auditor'] as const) {
    const at = agent(origin, 'staff')
    await accepted(served, at, null, [role])
    sessions.set(role, at.token()!)
  }
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
})

const shown = (name: string, path: string, ready: string, role: StaffRole = 'compliance') =>
  everyPage(chromium, served.origin, { name: `console-${name}`, path, session: sessions.get(role)!, ready })

const visitAs = (role: StaffRole) => visit(chromium, served.origin, sessions.get(role)!)

test('the queue and the case of a hold are as every page must be', async () => {
  await shown('queue', '/console', 'sanctions review')
  await shown('holds', '/console/holds', 'Acme Treasury AG')
  await shown('hold-propose', `/console/holds/${holdid}`, 'Why 0.9')
})

test('two officers release a hold; the one who proposed it cannot approve it', async () => {
  const maker = await visitAs('compliance')
  await maker.page.goto('/console')
  await maker.page.getByRole('link', { name: /Wire of 2500 CHF on hold: sanctions review/ }).click()
  await maker.page.getByText('It is credited.').waitFor()
  await maker.page.getByLabel('Reason').fill('The register shows another owner; the names only look alike.')
  await maker.page.getByRole('button', { name: 'Propose to release' }).click()
  await maker.page.getByText('You cannot approve this.').waitFor()
  expect(await maker.page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
  await shown('hold-maker', `/console/holds/${holdid}`, 'You cannot approve this.')
  await shown('hold-checker', `/console/holds/${holdid}`, 'needed to refuse', 'mlro')

  const checker = await visitAs('mlro')
  await checker.page.goto(`/console/holds/${holdid}`)
  await checker.page.getByText('The register shows another owner').first().waitFor()
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await checker.page.locator('.badge.box', { hasText: 'Released' }).waitFor()
  await maker.page.reload()
  await maker.page.locator('.badge.box', { hasText: 'Released' }).waitFor()
  expect([...maker.complaints, ...checker.complaints]).toEqual([])
  await maker.context.close()
  await checker.context.close()
})
