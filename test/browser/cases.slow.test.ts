import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { StaffRole } from '@specie/protocol/people/roles.ts'
import { createKeystore, openKeystore } from '@specie/service/keys/keystore.ts'
import { demoPdf } from '@specie/service/sandbox/demo/company.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newInstitution } from '../src/institution.ts'
import { accepted, browser as agent, servePeople, type Served } from '../src/people/served.ts'
import { sampleCase } from '../src/people/sample-case.ts'
import { openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'

// A case of compliance from its alert to the export, which a script verifies that shares no code with the service.

let chromium: Browser
let served: Served
let folder: string
let caseid: string
const sessions = new Map<StaffRole, string>()

beforeAll(async () => {
  chromium = await openChromium()
  folder = await mkdtemp(join(tmpdir(), 'specie-cases-'))
  const keystore = join(folder, 'keystore')
  await createKeystore(keystore, 'a passphrase for a test', { N: 2 ** 10, r: 8, p: 1 })
  served = await servePeople({}, { signer: await openKeystore(keystore, 'a passphrase for a test') })
  const institution = await newInstitution(served.env.db, { name: 'Harrowmere Ltd' })
  caseid = await sampleCase(served.env, institution)
  const people = [
    ['compliance', 'Nora Keller'],
    ['mlro', 'Luca Brun'],
  ] as const
  for (const [role, name] of people) {
    const at = agent(served.origin, 'staff')
    await accepted(served, at, null, [role], name)
    sessions.set(role, at.token()!)
  }
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
  await rm(folder, { recursive: true })
})

const visitAs = (role: StaffRole) => visit(chromium, served.origin, sessions.get(role)!)
const shown = (name: string, path: string, ready: string) =>
  everyPage(chromium, served.origin, { name: `console-${name}`, path, session: sessions.get('compliance')!, ready })

test('a case is taken, worked on, reported by two people and exported', async () => {
  const maker = await visitAs('compliance')
  await maker.page.goto('/console/cases')
  await maker.page.getByRole('link', { name: 'Harrowmere Ltd' }).click()
  await maker.page.getByText('Hold for AML review').first().waitFor()
  await maker.page.getByRole('button', { name: 'Take' }).click()
  await maker.page.getByRole('dialog').getByLabel('Reason').fill('I know the client.')
  await maker.page.getByRole('dialog').getByRole('button', { name: 'Take' }).click()
  await maker.page.locator('.badge.box', { hasText: 'In review' }).waitFor()
  await maker.page.getByLabel('New note').fill('They could not explain the payer.')
  await maker.page.getByRole('button', { name: 'Add the note' }).click()
  await maker.page.getByRole('cell', { name: 'They could not explain the payer.' }).waitFor()
  const file = { name: 'statement.pdf', mimeType: 'application/pdf', buffer: demoPdf }
  await maker.page.locator('input[type=file]').setInputFiles(file)
  await maker.page.getByRole('link', { name: 'statement.pdf' }).waitFor()
  await maker.page.getByLabel('Reason').fill('The payer is not known to them.')
  await maker.page.getByRole('button', { name: 'Request the decision' }).click()
  await maker.page.getByText('Waits for a second approver').first().waitFor()
  const checker = await visitAs('mlro')
  await checker.page.goto(`/console/cases/${caseid}`)
  await checker.page.getByText('Waits for a second approver').first().click()
  await checker.page.getByText('Report to the authority').first().waitFor()
  await checker.page.getByRole('button', { name: 'Approve' }).click()
  await maker.page.locator('.badge.box', { hasText: 'Reported' }).waitFor()
  await shown('cases', '/console/cases', 'Harrowmere Ltd')
  await shown('case', `/console/cases/${caseid}`, 'The payer is not known to them.')
  const download = maker.page.waitForEvent('download')
  await maker.page.getByRole('link', { name: 'Export' }).click()
  const zip = join(folder, 'case.zip')
  await (await download).saveAs(zip)
  const script = join(import.meta.dirname, '../../tools/verify-case-export.mjs')
  const { stdout } = await promisify(execFile)(process.execPath, [script, zip])
  expect(stdout).toMatch(/^8 files of case .*: whole/)
  expect([...maker.complaints, ...checker.complaints]).toEqual([])
}, 300_000)
