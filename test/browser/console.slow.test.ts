import { importFile } from '@specie/service/banking/file/import.ts'
import { attributeWires } from '@specie/service/banking/wire/attribute.ts'
import { placeHold } from '@specie/service/compliance/holds.ts'
import { addToWatchlist } from '@specie/service/compliance/list/own.ts'
import { pdfOf } from '@specie/service/base/pdf.ts'
import { demoEntity, demoPerson } from '@specie/service/sandbox/demo/company.ts'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bankOf, clientChf, entryOf, institutionAtBank } from '../src/banking/bank-files.ts'
import { decideHold, staff } from '../src/people.ts'
import { as } from '../src/people/portal.ts'
import { accepted, browser as agent, servePeople, type Served } from '../src/people/served.ts'
import { newInstitution } from '../src/people/sample-rows.ts'
import { openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'
import { screens } from './screens.ts'

// The console: the queue, and a held wire that two officers release. Its sender's name resembles a listed one.

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
  const people = [
    ['compliance', 'Nora Keller'],
    ['mlro', 'Luca Brun'],
    ['auditor', 'Ida Sommer'],
  ] as const
  for (const [role, name] of people) {
    const at = agent(origin, 'staff')
    await accepted(served, at, null, [role], name)
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

test('the queue and the case of a hold meet the page rules', async () => {
  await shown('queue', '/console', 'sanctions review')
  await shown('holds', '/console/holds', 'Acme Treasury AG')
  await shown('hold-propose', `/console/holds/${holdid}`, 'Parts of the score 0.9')
})

test('two officers release a hold; the proposer cannot approve it', async () => {
  const maker = await visitAs('compliance')
  await maker.page.goto('/console')
  await maker.page.getByRole('link', { name: /on hold: sanctions review/ }).click()
  await maker.page.getByText('It is credited.').waitFor()
  await maker.page.getByLabel('Reason').fill('The register shows another owner; the names only look alike.')
  await maker.page.getByRole('button', { name: 'Request to release' }).click()
  await maker.page.getByText('You cannot approve this.').waitFor()
  expect(await maker.page.getByRole('button', { name: /^Approve/ }).count()).toBe(0)
  await shown('hold-maker', `/console/holds/${holdid}`, 'You cannot approve this.')
  await shown('hold-checker', `/console/holds/${holdid}`, 'required to reject', 'mlro')

  const checker = await visitAs('mlro')
  await checker.page.goto(`/console/holds/${holdid}`)
  await checker.page.getByText('The register shows another owner').first().waitFor()
  await checker.page.getByLabel('Reason').fill('Seen the register too.')
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await checker.page.locator('.badge.box', { hasText: 'Released' }).waitFor()
  // The page of the other officer is live and needs no reload.
  await maker.page.locator('.badge.box', { hasText: 'Released' }).waitFor({ timeout: 5_000 })
  const decision = maker.page.locator('.panel', { hasText: 'Decision' })
  await decision.getByText('the names only look alike').waitFor()
  await decision.getByText('Seen the register too.').waitFor()
  await maker.page.getByText('Requested to release', { exact: true }).waitFor()
  expect([...maker.complaints, ...checker.complaints]).toEqual([])
  await maker.context.close()
  await checker.context.close()
})

/** An institution that has submitted its case. */
async function submitted(name: string): Promise<string> {
  const { id, at } = await newInstitution(served, name)
  await at.post('company/entity', demoEntity(name))
  const person = (await at.post('company/persons', demoPerson)).body.id
  const file = pdfOf(['# A document of the company', '', 'It has one page.'])
  const add = (kind: string, more = '') => at.upload(`company/documents?kind=${kind}&name=${kind}.pdf${more}`, file)
  for (const kind of ['registry_extract', 'articles', 'source_of_funds']) await add(kind)
  await add('passport', `&person_id=${person}&expires_on=2099-01-01`)
  const { status, body } = await at.post('company/submit')
  expect(status, JSON.stringify(body)).toBe(200)
  return id
}

test('compliance proposes to approve an institution, and the MLRO approves it', async () => {
  const name = 'Harrowmere Commodities Ltd'
  const id = await submitted(name)
  await shown('institutions', '/console/institutions', name)
  await shown('institution', `/console/institutions/${id}`, 'It has not added an address yet.')
  await shown('kyb', `/console/kyb/${id}`, 'Request to approve')
  const maker = await visitAs('compliance')
  await maker.page.goto('/console/institutions?name=harrow')
  await maker.page.getByRole('link', { name }).click()
  await maker.page.getByRole('link', { name: 'Open the KYB case' }).click()
  await maker.page.getByText('We review the case and request a decision.').waitFor()
  // A document is shown within the page, and its requirement ticked.
  await maker.page.getByRole('button', { name: 'Articles of association' }).click()
  const frame = maker.page.locator('iframe[title^="Articles of association"]')
  await expect.poll(() => maker.page.frames().some((one) => one.url().endsWith('/view'))).toBe(true)
  expect((await frame.boundingBox())!.height).toBeGreaterThan(300)
  await maker.page.getByLabel('Checked: Articles of association').click()
  await maker.page.getByText('1 of').waitFor()
  await maker.page.getByText('No match').first().waitFor()
  await screens(maker.page, 'console-kyb-viewer')
  await maker.page.getByRole('button', { name: 'Close' }).click()
  await maker.page.getByLabel('Reason').fill('Everything is there, and nothing speaks against it.')
  await maker.page.getByRole('button', { name: 'Request to approve' }).click()
  await maker.page.getByText('You cannot approve this.').waitFor()
  const checker = await visitAs('mlro')
  await checker.page.goto(`/console/kyb/${id}`)
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await checker.page.locator('.badge.box', { hasText: 'Approved' }).waitFor()
  expect([...maker.complaints, ...checker.complaints]).toEqual([])
  await maker.context.close()
  await checker.context.close()
})

test('the audit log is searched by filters in the address, and verified', async () => {
  await shown('audit', '/console/audit', 'Hold on a wire: sanctions review', 'auditor')
  const { page, context, complaints } = await visitAs('auditor')
  await page.goto(`/console/audit?subject=${holdid}`)
  // Screening has placed it: an entry of the service, which is hidden at first.
  await page.getByRole('button', { name: 'Hold released' }).first().waitFor()
  expect(await page.getByRole('button', { name: 'Hold placed' }).count()).toBe(0)
  await page.getByLabel('Written by').selectOption({ label: 'By all' })
  await page.getByRole('button', { name: 'Hold placed' }).click()
  await page.getByText('Database session').waitFor()
  await page.getByText('A hold was placed.').waitFor()
  await page.keyboard.press('Escape')
  await page.getByLabel('Action', { exact: true }).selectOption({ label: 'Key frozen' })
  await page.getByText('No entry fits these filters.').waitFor()
  expect(new URL(page.url()).searchParams.get('action')).toBe('key.frozen')
  await page.getByRole('button', { name: 'Verify' }).click()
  await page.getByText('The log is intact.').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('the books are followed from an account to its line, to the journal, to its cause', async () => {
  await shown('ledger', '/console/ledger', 'Rules of the books', 'auditor')
  const { page, context, complaints } = await visitAs('auditor')
  await page.goto(`/console/ledger?institutionid=${acme}&kind=client/available`)
  await page.getByRole('link', { name: 'client/available' }).click()
  await page.getByText('Balance now').waitFor()
  await shown('ledger-account', new URL(page.url()).pathname, 'Balance now', 'auditor')
  await page.locator('[data-open]').last().click()
  await page.getByRole('heading', { name: 'Cause' }).waitFor()
  await shown('ledger-journal', new URL(page.url()).pathname, 'Cause', 'auditor')
  expect(complaints).toEqual([])
  await context.close()
})
