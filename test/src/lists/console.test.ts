import { acceptVersion } from '@specie/service/compliance/list/accept.ts'
import { readLists } from '@specie/service/compliance/list/job.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { agree, staff } from '../people.ts'
import { as } from '../people/portal.ts'
import { type Served, servePeople } from '../people/served.ts'
import { sample } from './lists.ts'

const folder = mkdtempSync(join(tmpdir(), 'lists-'))
const file = join(folder, 'un.xml')
let served: Served
let officer: ReturnType<typeof as>
let auditor: ReturnType<typeof as>
beforeAll(async () => {
  served = await servePeople({ SCREENING_LISTS: `un=${file},uk=${join(folder, 'none.csv')}` })
  officer = as(await staff(served.env, 'compliance'), served.origin)
  auditor = as(await staff(served.env, 'auditor'), served.origin)
})
afterAll(async () => {
  await served.end()
  rmSync(folder, { recursive: true })
})

const good = async (call: Promise<{ status: number; body: any }>) => {
  const { status, body } = await call
  expect([status, body.code]).toEqual([200, undefined])
  return body
}
const listOf = async (list: string) =>
  (await good(auditor('GET', '/lists'))).lists.find((one: { list: string }) => one.list === list)

/** The publisher writes the file, and staff have it read. */
async function load(content: string) {
  writeFileSync(file, content)
  await good(officer('POST', '/lists/refresh', { list: 'un' }))
  await readLists.run(served.env)
  return (await good(auditor('GET', '/lists/versions?list=un'))).items[0]
}

test('a list has its age, its version and why a source failed', async () => {
  expect(await listOf('un')).toMatchObject({ state: 'missing', active: null })
  await load(sample('un_xml', 97))
  expect(await listOf('un')).toMatchObject({
    title: 'UN Security Council list',
    state: 'current',
    failure: null,
    active: { entries: 100, source: file, state: 'active' },
  })
  expect(await listOf('uk')).toMatchObject({ state: 'missing', failure: expect.stringContaining('ENOENT') })
})

test('a version shows what it changed, by name; an entry shows everything that the list says', async () => {
  const changed = sample('un_xml', 98).replace('Sells coral.', 'Sells corals.').replace('QDi.901', 'QDi.902')
  const { versionid } = await load(changed)
  const { differences, is_complete } = await good(auditor('GET', `/lists/versions/${versionid}`))
  expect(is_complete).toBe(true)
  expect(differences).toMatchObject([
    { change: 'added', reference: 'ZZe.97', was: null },
    { change: 'changed', reference: 'KPe.901', was: null },
    { change: 'renumbered', reference: 'QDi.902', was: 'QDi.901', name: expect.stringContaining('QADRUN') },
  ])
  const entry = await good(auditor('GET', `/lists/entries/${differences[2].id}`))
  expect(entry).toMatchObject({
    list: 'un',
    reference: 'QDi.902',
    kind: 'person',
    names: expect.arrayContaining([{ text: 'Abu Wardun', strength: 'weak' }]),
    asset_freeze: true,
    began: { versionid },
    ended: null,
  })
  expect((await good(auditor('GET', '/lists/entries?list=un&name=qadrun'))).items).toMatchObject([
    { id: entry.id, list: 'un', effect: 'review' },
  ])
})

test('a refused version says why; two people can have the same file activated', async () => {
  const refused = await load(sample('un_xml', 50))
  expect(refused).toMatchObject({ state: 'refused', refusal: 'shorter', refused_because: expect.stringMatching(/5 %/) })
  expect(await listOf('un')).toMatchObject({ state: 'current', active: { entries: 101 }, failure: expect.any(String) })
  const { versionid } = refused
  const accept = () => served.env.db.tx((tx) => acceptVersion(served.env, tx, { versionid }, by))
  const by = { actor: 'somebody', maker: 'a', checker: 'b', why: '', at: new Date() } as never
  await expect(accept()).rejects.toThrow('accepted by two people')
  await agree(served.env, 'list.accept', { versionid }, 'the publisher removed a whole programme')
  await readLists.run(served.env)
  expect(await listOf('un')).toMatchObject({ state: 'current', active: { entries: 53 }, failure: null })
  expect((await good(auditor('GET', `/lists/versions/${versionid}`))).state).toBe('refused')
})

test('an acceptance is for one file: another short one is refused', async () => {
  await load(sample('un_xml', 60))
  const { versionid } = await load(sample('un_xml', 20))
  await agree(served.env, 'list.accept', { versionid }, 'the publisher removed a whole programme')
  writeFileSync(file, sample('un_xml', 10))
  await readLists.run(served.env)
  expect(await listOf('un')).toMatchObject({ active: { entries: 63 } })
})

test('an unreadable version cannot be accepted, and a list without a source cannot be read', async () => {
  const { versionid, refusal } = await load('<CONSOLIDATED_LIST>')
  expect(refusal).toBe('unreadable')
  const reason = 'we need it'
  const { status, body } = await officer('POST', '/lists/accept', { versionid, reason })
  expect([status, body.details?.rule]).toEqual([400, 'state'])
  const refresh = await officer('POST', '/lists/refresh', { list: 'ofac' })
  expect([refresh.status, refresh.body.details?.rule]).toEqual([400, 'source'])
  expect((await auditor('POST', '/lists/refresh', { list: 'un' })).status).toBe(403)
})

test('the system page names lists that stop screening', async () => {
  const admin = as(await staff(served.env, 'admin'), served.origin)
  const { outside } = await good(admin('GET', '/system'))
  expect(outside).toContainEqual(
    expect.objectContaining({ name: 'list uk', ok: false, problem: expect.stringContaining('never loaded') }),
  )
})
