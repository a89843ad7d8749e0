import { readLists } from '@specie/service/compliance/list/job.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sample } from '../src/lists/lists.ts'
import { accepted, browser as agent, servePeople, type Served } from '../src/people/served.ts'
import { openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'
import { screens } from './screens.ts'

// Sanctions lists: their age, versions, differences and entries.

const folder = mkdtempSync(join(tmpdir(), 'lists-'))
const file = join(folder, 'un.xml')
let chromium: Browser
let served: Served
let session: string
beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople({ SCREENING_LISTS: `un=${file}` })
  const at = agent(served.origin, 'staff')
  await accepted(served, at, null, ['compliance'])
  session = at.token()!
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
  rmSync(folder, { recursive: true })
})

const publish = (content: string) => writeFileSync(file, content)
const shown = (name: string, path: string, ready: string) =>
  everyPage(chromium, served.origin, { name: `console-${name}`, path, session, ready })

test('staff have a list read, and see each version arrive without a reload', async () => {
  const { page, context, complaints } = await visit(chromium, served.origin, session)
  await page.goto('/console/lists')
  await page.getByText('Screening does not decide.').waitFor()
  publish(sample('un_xml', 97))
  await page.getByRole('button', { name: 'Read now, UN Security Council list' }).click()
  await page.getByRole('button', { name: 'Reading, UN Security Council list' }).waitFor()
  await readLists.run(served.env)
  const lists = page.getByRole('table', { name: 'Sanctions lists' })
  await lists.getByText('Current', { exact: true }).waitFor()
  await lists.getByText('100', { exact: true }).first().waitFor()
  publish(sample('un_xml', 20))
  await served.env.db.tx((tx) => tx.query('update compliance.list_source set due_at = now()'))
  await readLists.run(served.env)
  await page.getByText('UN Security Council list was not taken.').waitFor()
  await page.getByRole('table', { name: 'Versions of lists' }).getByText('Refused').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('a person adds a company to the own list and asks to remove it', async () => {
  const { page, context, complaints } = await visit(chromium, served.origin, session)
  await page.goto('/console/lists/entries')
  await page.getByRole('button', { name: 'Add a party' }).click()
  await page.getByLabel('Name or wallet address').fill('Corvane Bullion SA')
  await page.getByText('It is compared with names of companies only.').waitFor()
  await page.getByLabel('Reason').fill('named by an authority')
  await screens(page, 'console-list-add')
  await page.getByRole('button', { name: 'Add to the list' }).click()
  await page.getByRole('heading', { name: 'Corvane Bullion SA' }).waitFor()
  await page.getByRole('button', { name: 'Remove from the list' }).click()
  await page.getByLabel('Reason').fill('another company')
  await page.getByRole('button', { name: 'Request' }).click()
  await page.getByText('Waits for a second approver').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

test('every page of lists meets the page rules', async () => {
  publish(sample('un_xml', 98).replace('Sells coral.', 'Sells corals.').replace('QDi.901', 'QDi.902'))
  await served.env.db.tx((tx) => tx.query('update compliance.list_source set due_at = now()'))
  await readLists.run(served.env)
  const versions = await served.env.db.query<{ id: string; state: string }>(
    'select id, state from compliance.list_version',
  )
  const idOf = (state: string) => versions.find((one) => one.state === state)!.id
  const [entry] = await served.env.db.query<{ id: string }>(
    `select id from compliance.list_entry where reference = 'QDi.902'`,
  )
  await shown('lists-loaded', '/console/lists', 'Versions')
  await shown('list-entries', '/console/lists/entries', 'Add a party')
  await shown('list-rules', '/console/lists/rules', 'Texts of agreements')
  await shown('matched-parties', '/console/parties', 'No party matches an entry of a list.')
  await shown('list-version', `/console/lists/versions/${idOf('active')}`, 'What it changed')
  await shown('list-refused', `/console/lists/versions/${idOf('refused')}`, 'This version was refused')
  await shown('list-entry', `/console/lists/entries/${entry!.id}`, 'Abu Wardun')
})
