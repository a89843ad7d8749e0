import { demoPdf } from '@specie/service/sandbox/demo/company.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { institutionRoles } from '@specie/protocol/people/roles.ts'
import { approve, staff } from '../src/people.ts'
import { as } from '../src/people/portal.ts'
import { accepted, browser as agent, invited, servePeople, type Served } from '../src/people/served.ts'
import { addSampleRows, newInstitution } from '../src/people/sample-rows.ts'
import { openChromium, type Visit, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'
import { screens } from './screens.ts'
import { fillActivity, fillEntity, fillPerson, saved, submit, uploadDocuments } from './steps/application.ts'
import { arrive } from './steps/arrive.ts'

// A new institution becomes a client entirely in the browser: invitation, application, question, agreement.

let chromium: Browser
let served: Served
beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople()
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
})

const officer = async () => as(await staff(served.env, 'compliance'), served.origin)
const ask = async (path: string, body: object = {}) => {
  const answer = await (await officer())('POST', path, body)
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  return answer.body
}

/** Accepts an invitation with a passkey, and is signed in. */
async function invite(name: string): Promise<Visit> {
  const { token } = await invited(served, institution, ['admin'], name)
  return arrive(chromium, served.origin, `/portal/link#${token}`)
}

/** A refusal is shown at its field; the browser reports it too. */
const complaints = (at: Visit) => at.complaints.filter((text) => !text.includes('status of 400'))

let institution: string
let admin: Visit

test('the application is filled in step by step, saved while typing, and submitted', async () => {
  institution = (await newInstitution(served, 'Aldermoor Treasury AG')).id
  admin = await invite('Ruth Quillan')
  const { page } = admin
  await page.goto('/portal/company')
  await page.getByText('Legal name, Registration number').waitFor()
  await page.getByRole('link', { name: 'Continue the application' }).click()

  await fillEntity(page, 'Aldermoor Treasury AG')
  await page.getByLabel('LEI').fill('12345678901234567890')
  await page.getByText('an LEI whose check digits fit').waitFor()
  await page.getByLabel('LEI').fill('')
  await saved(page)
  await page.reload()
  await expect.poll(() => page.getByLabel('Legal name').inputValue()).toBe('Aldermoor Treasury AG')

  await page.getByRole('button', { name: 'Next: Addresses and activity' }).click()
  await page.getByLabel('Street and number').fill('Bahnhofstrasse 1')
  await page.getByText('Saved once complete: registered address.').waitFor()
  await fillActivity(page)

  await page.getByRole('button', { name: 'Next: Owners' }).click()
  await page.getByRole('button', { name: 'Add an owner' }).click()
  await fillPerson(page, 'Erika Beispiel')
  await page.getByLabel('Share of the company').fill('20')
  await page.getByRole('button', { name: 'Add a company in between' }).click()
  await page.getByLabel('Name of the company').fill('Aldermoor Holding AG')
  await page.getByRole('group', { name: 'Company 1 in between' }).getByLabel('Country').selectOption('LI')
  await page.getByLabel('Its share in the next company').fill('80')
  await page.getByRole('button', { name: 'Add this person' }).click()
  await page.getByText('an owner holds 25 % or more').waitFor()
  await page.getByLabel('Share of the company').fill('60')
  await page.getByRole('button', { name: 'Add this person' }).click()
  await page.getByText('holds 60 % through Aldermoor Holding AG').waitFor()

  await page.getByRole('button', { name: 'Next: Directors and signatories' }).click()
  await page.getByRole('button', { name: 'Add a person' }).click()
  await fillPerson(page, 'Max Muster')
  await page.getByRole('button', { name: 'Add this person' }).click()
  await page.getByText('Director, Signatory').waitFor()

  await page.getByRole('button', { name: 'Next: Documents' }).click()
  await page
    .getByLabel('Upload: Articles of association')
    .setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('x') })
  await page.getByText('Send a PDF, a PNG or a JPEG.').waitFor()
  await uploadDocuments(page, ['Erika Beispiel', 'Max Muster'])
  await page
    .getByLabel('Upload: another document')
    .setInputFiles({ name: 'copy.pdf', mimeType: 'application/pdf', buffer: demoPdf })
  await page.getByText('The same file as').first().waitFor()
  await submit(page)
  expect(complaints(admin)).toEqual([])
})

test('a question is answered in place, and the case submitted again', async () => {
  const { page } = admin
  await ask(`/kyb/${institution}/requests`, { question: 'Who is your main supplier?' })
  await page.goto('/portal/company')
  await page.getByText('Who is your main supplier?').waitFor()
  await page.getByLabel('Your answer').fill('Harrowmere Commodities Ltd')
  await page.getByRole('button', { name: 'Send answer' }).click()
  await page.getByText('all answered').waitFor()
  await page.getByRole('button', { name: 'Submit again' }).click()
  await page.locator('.badge.box', { hasText: 'In review' }).waitFor()
  const { approval_id } = await ask(`/kyb/${institution}/decision`, {
    decision: 'approve',
    reason: 'as the file shows',
  })
  await approve(served.env, await staff(served.env, 'mlro'), approval_id)
  await page.reload()
  await page.locator('.badge.box', { hasText: 'Approved' }).waitFor()
  await page.goto('/portal')
  await page.getByText('Sign the agreement: Stablecoin issuance').waitFor()
  await page.getByText('Trader: Jane Doe. Approver: no one yet.').waitFor()
  expect(complaints(admin)).toEqual([])
})

test('an agreement is read, signed with a passkey, and downloaded', async () => {
  const { page } = admin
  const { items } = (await (await officer())('GET', `/institutions/${institution}/agreements`)).body
  const [{ agreementid }] = items
  await page.goto('/portal/company/agreements')
  await page.getByRole('link', { name: 'Stablecoin issuance' }).click()
  await page.getByRole('heading', { name: '6. Changes and end' }).waitFor()
  await page.getByLabel('I have read the agreement').check()
  await page.getByLabel('Your name').fill('Somebody Else')
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.getByText('Type your own name').waitFor()
  await page.getByLabel('Your name').fill('ruth quillan')
  await page.getByRole('button', { name: 'Sign with passkey' }).click()
  await page.locator('.badge.box', { hasText: 'our team countersigns it' }).waitFor()
  await ask(`/agreements/${agreementid}/countersign`)
  await page.reload()
  await page.locator('.badge.box', { hasText: 'In force' }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download PDF' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/\.pdf$/)
  expect(complaints(admin)).toEqual([])
  await page.goto('/portal')
  const waits = page.locator('.panel', { hasText: 'Waits for you' })
  await waits.getByText('Name a trader and an approver').waitFor()
  await screens(page, 'overview-next-steps')
  await waits.getByRole('link', { name: 'Choose the people' }).click()
  await page.getByRole('heading', { name: 'People' }).waitFor()
  await admin.context.close()
})

test('a periodic review is confirmed', async () => {
  await ask(`/kyb/${institution}/review`, { reason: 'the year is over' })
  const at = agent(served.origin)
  await accepted(served, at, institution, institutionRoles)
  const session = at.token()!
  await everyPage(chromium, served.origin, {
    name: 'company-review',
    path: '/portal/company',
    session,
    ready: 'Confirm all data',
  })
  const { page, complaints } = await visit(chromium, served.origin, session)
  await page.goto('/portal/company')
  await page.getByRole('button', { name: 'Confirm all data' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Confirm' }).click()
  await page.getByText('Our team will close the review').waitFor()
  expect(complaints).toEqual([])
})

describe('the page rules', () => {
  let fresh: Awaited<ReturnType<typeof newInstitution>>
  let operations: Awaited<ReturnType<typeof addSampleRows>>
  const show = (name: string, path: string, ready: string) =>
    everyPage(chromium, served.origin, { name, path: `/portal${path}`, session: fresh.at.token(), ready })

  beforeAll(async () => {
    fresh = await newInstitution(served, 'Harrowmere Commodities Ltd')
  })
  test.each([
    ['company-new', '', 'Continue the application'],
    ['agreements-empty', '/agreements', 'No agreement yet.'],
    ['limits', '/limits', '1,000,000,000'],
    ['application-entity', '/application', 'Legal name'],
    ['application-activity', '/application?step=activity', 'Source of funds'],
    ['application-owners', '/application?step=owners', 'Add an owner'],
    ['application-person', '/application?step=owners&person=new', 'Ownership'],
    ['application-documents', '/application?step=documents', 'Other documents'],
    ['application-review', '/application?step=review', 'requirements are open'],
  ])('%s', (name, path, ready) => show(name, `/company${path}`, ready))

  test('filled in', async () => {
    operations = await addSampleRows(served, fresh, 'Harrowmere Commodities Ltd')
  })
  test.each([
    ['company-question', '', 'Questions from our team'],
    ['application-filled', '/application?step=documents', 'Passport or identity card'],
    ['application-summary', '/application?step=review', 'Expected each month'],
    ['agreements', '/agreements', 'Waits for your signature'],
    ['agreement', '/agreements/{id}', '6. Changes and end'],
  ])('%s', (name, path, ready) => show(name, `/company${path.replace('{id}', operations.agreement)}`, ready))
})
