import { createHash, createPublicKey, verify } from 'node:crypto'
import { erasePersonalData } from '@specie/service/onboarding/kyb/erase.ts'
import { manifestMessage } from '@specie/service/base/signed-archive.ts'
import { demoEntity, demoPdf } from '@specie/service/sandbox/demo/company.ts'
import { describe, expect, test } from 'vitest'
import {
  approved,
  call,
  database,
  decided,
  env,
  filledIn,
  invited,
  lines,
  officer,
  ok,
  upload,
  useKybDesk,
} from './kyb-desk.ts'

// Submitted data: documents are returned unchanged, personal data is sealed and erased, a case can be exported.

useKybDesk()

test('a document is returned unchanged, as an attachment that no browser opens', async () => {
  const { admin, id } = await invited()
  const path = `/company/documents?kind=articles&name=${encodeURIComponent('../<script>"Statuten".pdf')}`
  const { id: document } = await ok(admin, path, demoPdf)
  for (const [by, path] of [
    [admin, `/company/documents/${document}`],
    [officer, `/kyb/${id}/documents/${document}`],
  ] as const) {
    const { headers, bytes } = await call(by, path)
    expect(bytes).toEqual(demoPdf)
    expect(headers.get('content-disposition')).toBe(`attachment; filename*=UTF-8''_script__Statuten_.pdf`)
    expect(headers.get('content-security-policy')).toMatch(/^sandbox/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  }
})

test('a frame of the console shows a document, and the view is recorded', async () => {
  const { admin, id } = await invited()
  const { id: document } = (await upload(admin, 'articles')).body
  const { headers, bytes } = await call(officer, `/kyb/${id}/documents/${document}/view`)
  expect(bytes).toEqual(demoPdf)
  expect(headers.get('content-type')).toBe('application/pdf')
  expect(headers.get('content-disposition')).toMatch(/^inline/)
  expect(headers.get('content-security-policy')).toBe("sandbox; default-src 'none'; frame-ancestors 'self'")
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  const [read] = await database.owner.query<{ body: string }>('select body from audit.entry order by seq desc limit 1')
  expect(JSON.parse(read!.body)).toMatchObject({ action: 'kyb.document_read', subject: id, detail: { document } })
})

test('the same file twice is named, and kept; each document names who sent it', async () => {
  const { admin, id } = await invited()
  const first = (await upload(admin, 'articles')).body
  const second = (await upload(admin, 'source_of_funds')).body
  expect([first.same_as, second.same_as]).toEqual([null, first.id])
  for (const documents of [(await ok(admin, '/company')).documents, (await ok(officer, `/kyb/${id}`)).documents])
    expect(documents).toMatchObject([
      { id: first.id, same_as: null, uploaded_by: admin.person.name },
      { id: second.id, same_as: first.id, uploaded_by: admin.person.name },
    ])
})

test('a tick applies to what was checked, and goes when that changes', async () => {
  const institution = await invited()
  const { admin, id } = institution
  const tick = (more: object) => call(officer, `/kyb/${id}/ticks`, { ticked: true, ...more })
  const ticks = async () => (await ok(officer, `/kyb/${id}`)).ticks.map((one: any) => [one.requirement, one.by])
  const early = await tick({ requirement: 'document.articles' })
  expect(early.body).toMatchObject({ details: { rule: 'open' } })
  expect((await tick({ requirement: 'document.nothing' })).status).toBe(404)
  const person = await filledIn(institution)
  const identity = `document.identity ${person}`
  for (const requirement of ['document.articles', 'entity.legal_name', identity])
    expect((await tick({ requirement })).status).toBe(200)
  const { name } = officer.person
  expect(await ticks()).toEqual([
    ['entity.legal_name', name],
    ['document.articles', name],
    [identity, name],
  ])
  await ok(admin, '/company/entity', demoEntity('Another Name AG'))
  await upload(admin, 'articles', '', Buffer.concat([demoPdf.subarray(0, -6), Buffer.from('%2\n%%EOF\n')]))
  await ok(officer, `/kyb/${id}/ticks`, { requirement: identity, ticked: false })
  expect(await ticks()).toEqual([])
  expect(await ok(admin, '/company')).not.toHaveProperty('ticks')
})

describe('personal data', () => {
  /** Every row of every table, as the owner of the database reads it. */
  async function stateOf(): Promise<string> {
    const tables = await database.owner.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname not in ('pg_catalog', 'information_schema', 'jobs')`,
    )
    const texts: string[] = []
    for (const { name } of tables)
      texts.push(
        ...(await database.owner.query<{ text: string }>(`select t::text as text from ${name} t`)).map(
          (row) => row.text,
        ),
      )
    return texts.join('\n')
  }

  test('is nowhere readable in the database or in the log, and is gone with its key', async () => {
    const institution = await invited()
    const name = 'Wilhelmina Unverwechselbar'
    const person = await filledIn(institution, { name, birth_date: '1951-02-03' })
    await upload(
      institution.admin,
      'other',
      '',
      Buffer.concat([demoPdf.subarray(0, -6), Buffer.from('%Wilhelmina\n%%EOF\n')]),
    )
    await ok(institution.admin, '/company/submit', {})
    const { id: request } = await ok(officer, `/kyb/${institution.id}/requests`, { question: `Is ${name} a resident?` })
    await ok(institution.admin, `/company/requests/${request}/answer`, { answer: `${name} lives in Zug.` })
    const hex = (text: string) => Buffer.from(text).toString('hex')
    const stored = await stateOf()
    for (const secret of ['Wilhelmina', 'Unverwechselbar', '1951-02-03']) {
      expect(stored.includes(secret) || stored.includes(hex(secret))).toBe(false)
      expect(lines.some((line) => line.includes(secret))).toBe(false)
    }
    const shown = await ok(officer, `/kyb/${institution.id}`)
    expect(shown.persons[0]).toMatchObject({ id: person, data: { name, birth_date: '1951-02-03' } })

    await ok(institution.admin, '/company/submit', {})
    await decided(institution, 'reject')
    expect(await erasePersonalData.run(env)).toBe(0)
    const later = { ...env.clock, now: () => new Date(env.clock.now().getTime() + 3_660 * 86_400_000) }
    expect(await erasePersonalData.run({ ...env, clock: later })).toBeGreaterThan(0)
    const erased = await ok(officer, `/kyb/${institution.id}`)
    expect(erased).toMatchObject({ erased: true, persons: [{ id: person, data: null }] })
    expect(erased.documents.map((document: any) => document.name)).toEqual([null, null, null, null, null])
    expect(erased.requests[0]).toMatchObject({ question: null, answer: null })
    expect((await call(officer, `/kyb/${institution.id}/documents/${erased.documents[0].id}`)).status).toBe(404)
  })
})

test('a case is exported as a zip whose manifest is signed with the audit key', async () => {
  const { id } = await approved()
  const { headers, bytes } = await call(officer, `/kyb/${id}/export`)
  expect(headers.get('content-type')).toBe('application/zip')
  const files = unzip(bytes)
  const manifest = JSON.parse(files.get('manifest.json')!.toString())
  expect(manifest.files.map(({ name }: any) => name)).toHaveLength(5)
  for (const { name, sha256 } of manifest.files)
    expect([name, createHash('sha256').update(files.get(name)!).digest('hex')]).toEqual([name, sha256])
  const { publickey, signature } = JSON.parse(files.get('manifest.sig')!.toString())
  const spki = Buffer.from(`302a300506032b6570032100${publickey}`, 'hex')
  const key = createPublicKey({ key: spki, format: 'der', type: 'spki' })
  const message = manifestMessage('kyb', files.get('manifest.json')!)
  expect(verify(null, message, key, Buffer.from(signature, 'hex'))).toBe(true)
  expect(verify(null, Buffer.concat([message, Buffer.from(' ')]), key, Buffer.from(signature, 'hex'))).toBe(false)
})

/** The files of a zip without compression, by its directory. */
function unzip(zip: Buffer): Map<string, Buffer> {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06', 'latin1'))
  const files = new Map<string, Buffer>()
  let at = zip.readUInt32LE(end + 16)
  for (let i = 0; i < zip.readUInt16LE(end + 10); i += 1) {
    const [size, nameLength, start] = [zip.readUInt32LE(at + 24), zip.readUInt16LE(at + 28), zip.readUInt32LE(at + 42)]
    const name = zip.toString('utf8', at + 46, at + 46 + nameLength)
    const content = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
    files.set(name, zip.subarray(content, content + size))
    at += 46 + nameLength
  }
  return files
}
