import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { XmlDocument, XsdValidator } from 'libxml2-wasm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorOf } from '../people/operator.ts'
import { addSampleRows, type Institution, newInstitution, type SampleRows } from '../people/sample-rows.ts'
import { type Served, servePeople } from '../people/served.ts'
import { unzip } from './unzip.ts'

// Drafts of reports about a suspicion: for the officer only, valid, and never sent.

let served: Served
let folder: string
let beta: Institution
let rows: SampleRows

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-suspicion-'))
  served = await servePeople()
  beta = await newInstitution(served, 'Beta <& Söhne> AG')
  rows = await addSampleRows(served, beta, 'Beta <& Söhne> AG')
})
afterAll(async () => {
  await served.end()
  await rm(folder, { recursive: true })
})

const schema = new URL('../../../docs/samples/reports/goaml-draft.xsd', import.meta.url)

async function draft(file: string, ...options: string[]): Promise<string> {
  const officer = await operatorOf(served, 'compliance')
  await officer.done('suspicion', 'draft', beta.id, join(folder, file), ...options)
  return unzip(await readFile(join(folder, file))).get('goaml-draft.xml')!
}

async function errorsOf(xml: string): Promise<string> {
  const document = XmlDocument.fromString(xml)
  const xsd = XmlDocument.fromBuffer(await readFile(schema))
  try {
    XsdValidator.fromDoc(xsd).validate(document)
    return ''
  } catch (error) {
    return String(error)
  } finally {
    document.dispose()
    xsd.dispose()
  }
}

test('a draft about the holds of an institution fits the schema and names their items', async () => {
  const xml = await draft('holds.zip', '--holds', rows.hold)
  expect(await errorsOf(xml)).toBe('')
  expect(xml).toContain('DRAFT. Not filed.')
  expect(xml).toContain(`Hold ${rows.hold}`)
})

test('a draft about an institution alone fits the schema; its name is written as text', async () => {
  const xml = await draft('alone.zip')
  expect(await errorsOf(xml)).toBe('')
  expect(xml).toMatch(/<report_code>SAR<\/report_code>/)
  expect(xml).toContain('Beta &lt;&amp; Söhne&gt; AG')
})

test('the schema of drafts refuses what is not a report', async () => {
  const xml = await draft('wrong.zip')
  expect(await errorsOf(xml.replace('<rentity_id>1</rentity_id>', ''))).toContain('rentity_id')
})

test('a hold of another institution is refused', async () => {
  const officer = await operatorOf(served, 'mlro')
  const other = await newInstitution(served, 'Gamma AG')
  const file = join(folder, 'other.zip')
  const { code, said } = await officer.run('suspicion', 'draft', other.id, file, '--holds', rows.hold)
  expect([code, said]).toEqual([1, expect.stringContaining('about another institution')])
})

test('every draft is in the audit log with its hash; other roles get none', async () => {
  await draft('logged.zip', '--holds', rows.hold)
  const auditor = await operatorOf(served, 'auditor')
  const { items } = await auditor.json('audit', 'search', '--action', 'report.suspicion_drafted')
  expect(items[0]).toMatchObject({ subject: beta.id })
  const { said } = await auditor.run('suspicion', 'draft', beta.id, join(folder, 'auditor.zip'))
  expect(said).toContain('role_missing')
})
