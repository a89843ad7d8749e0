import type { Env } from '@specie/service/base/env.ts'
import { audit, verifyEntries } from '@specie/service/base/audit/audit.ts'
import { placeHold } from '@specie/service/compliance/holds.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { newInstitution } from '../institution.ts'
import { member, staff } from '../people.ts'
import { type RunningService, startService } from '../programs/service.ts'
import { as } from './portal.ts'

// The audit log in the console: searched, exported and verified by its readers.

let database: TestDatabase
let service: RunningService
let env: Env
let auditor: ReturnType<typeof as>

beforeAll(async () => {
  database = await freshDatabase()
  service = await startService(database.url, { SPECIE_ROLE: 'api' })
  env = testEnv(database)
  auditor = as(await staff(env, 'auditor'), service.origin)
  for (let n = 0; n < 5; n += 1) {
    await env.db.tx((tx) =>
      audit(tx, { actor: `someone ${n % 2}`, action: 'hold.placed', subject: 'x', detail: { n: String(n) } }),
    )
  }
})
afterAll(async () => {
  await service.stop()
  await env.runtime.close()
  await database.drop()
})

type Found = { seq: string; actor: string; detail: { name: string; values: string[] }[] }
const numbers = (items: Found[]) => items.map(({ detail }) => detail[0]!.values[0])

test('entries are found by actor, action, subject and time, newest first, page by page', async () => {
  const search = async (query: string) => (await auditor('GET', `/audit?${query}`)).body
  expect(numbers((await search('action=hold.placed')).items)).toEqual(['4', '3', '2', '1', '0'])
  expect(numbers((await search('actor=someone%201&subject=x')).items)).toEqual(['3', '1'])
  const first = await search('action=hold.placed&limit=2')
  expect(numbers(first.items)).toEqual(['4', '3'])
  const second = await search(`action=hold.placed&limit=2&cursor=${first.next_cursor}`)
  expect(numbers(second.items)).toEqual(['2', '1'])
  const last = await search(`action=hold.placed&limit=2&cursor=${second.next_cursor}`)
  expect([numbers(last.items), last.next_cursor]).toEqual([['0'], null])
  expect((await search('action=hold.placed&to=2020-01-01T00:00:00Z')).items).toEqual([])
  expect((await search('action=hold.placed&from=2020-01-01T00:00:00Z')).items).toHaveLength(5)
  expect((await search('cursor=x')).code).toBe('invalid_cursor')
})

test('entries are found by the name of a person or an institution, and have the names beside the ids', async () => {
  const search = async (query: string) => (await auditor('GET', `/audit?${query}`)).body
  const acme = await newInstitution(database.owner, { name: 'Harrowmere Ltd' })
  const { person } = await member(env, acme, 'admin')
  const by = `person:${person.id}`
  const note = (actor: string, subject: string, detail: Record<string, string>) =>
    env.db.tx((tx) => audit(tx, { actor, action: 'hold.released', subject, detail }))
  await note(by, 'y', { n: 'by' })
  await note('someone', person.id, { n: 'about' })
  await note('someone', 'z', { a: 'of', institutionid: acme })
  await note('someone', 'z', { n: 'other' })
  const named = async (query: string) => numbers((await search(`action=hold.released&${query}`)).items)
  expect(await named(`person=${encodeURIComponent(person.email)}`)).toEqual(['about', 'by'])
  expect(await named(`person=${person.id}`)).toEqual(['about', 'by'])
  expect(await named(`subject=${person.id.toUpperCase()}`)).toEqual(['about'])
  expect(await named(`actor=person:${person.id.toUpperCase()}`)).toEqual(['by'])
  expect(await named('institution=harrow')).toEqual(['of', 'about', 'by'])
  expect(await named(`institution=${acme}&actor=someone`)).toEqual(['of', 'about'])
  const { items } = await search('action=hold.released&institution=harrow')
  expect(items.map(({ names }: { names: object[] }) => names)).toEqual([
    [{ id: acme, name: 'Harrowmere Ltd', path: `/console/institutions/${acme}` }],
    [{ id: person.id, name: person.name, path: `/console/members/${person.id}` }],
    [{ id: person.id, name: person.name, path: `/console/members/${person.id}` }],
  ])
  expect(await search('person=nobody@example.com')).toMatchObject({ code: 'bad_request', details: { rule: 'unknown' } })
})

test('entries that the service writes by itself can be left out, or shown alone', async () => {
  const institutionId = await newInstitution(database.owner, { name: 'Kestrel Ltd' })
  const request = { institutionId, on: 'next wire', reason: 'aml_review' } as const
  const { holdid: hold } = await env.db.tx((tx) => placeHold(env, tx, request, 'ann'))
  for (const actor of ['screening', 'service', 'ann'])
    await env.db.tx((tx) => audit(tx, { actor, action: 'hold.rejected', subject: hold, detail: {} }))
  const by = async (query: string) =>
    (await auditor('GET', `/audit?action=hold.rejected${query}`)).body.items.map(({ actor }: Found) => actor)
  expect(await by('')).toEqual(['ann', 'service', 'screening'])
  expect(await by('&by=people')).toEqual(['ann'])
  expect(await by('&by=service')).toEqual(['service', 'screening'])
  const [{ names }] = (await auditor('GET', '/audit?action=hold.rejected&limit=1')).body.items
  expect(names).toEqual([{ id: hold, name: 'Hold on a wire: aml review', path: `/console/holds/${hold}` }])
})

test('the export is the chain: its holder verifies it without the database', async () => {
  const lines: { seq: string; hash: string; body: string }[] = []
  for (let cursor = ''; ;) {
    const { body } = await auditor('GET', `/audit/export?limit=3${cursor}`)
    lines.push(...body.items)
    if (body.next_cursor === null) break
    cursor = `&cursor=${body.next_cursor}`
  }
  async function* entries() {
    for (const { seq, hash, body } of lines) yield { seq: BigInt(seq), hash: Buffer.from(hash, 'hex'), body }
  }
  expect(await verifyEntries(entries(), [])).toMatchObject({ ok: true, head: { seq: BigInt(lines.length) } })
})

test('verification reports success, or the altered entry', async () => {
  const verify = async () => (await auditor('POST', '/audit/verify')).body
  expect(await verify()).toMatchObject({ ok: true, fault: null, bad_heads: [] })
  const { items } = (await auditor('GET', '/audit?action=hold.placed')).body
  const { seq } = items[2]
  const forge = (from: string, to: string) =>
    database.owner.tx(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query('update audit.entry set body = replace(body, $2, $3) where seq = $1', [seq, from, to])
    })
  await forge('someone', 'nobody')
  expect(await verify()).toMatchObject({ ok: false, entries: null, fault: { seq } })
  await forge('nobody', 'someone')
  expect(await verify()).toMatchObject({ ok: true })
})

test('an unknown action is refused, with similar actions', async () => {
  const tried = async (action: string) => {
    const { status, body } = await auditor('GET', `/audit?action=${action}`)
    return [status, body.code, body.message]
  }
  expect(await tried('hold.relased')).toEqual([
    400,
    'bad_request',
    expect.stringMatching(/no action of this name\. Did you mean `hold\.released`/),
  ])
  expect((await tried('credited'))[2]).toMatch(/`payment\.credited`/)
  expect((await tried('xyzzy'))[2]).toMatch(/docs\/audit\.md lists all of them/)
})

test('others may not read it', async () => {
  for (const role of ['support', 'operations', 'treasury', 'compliance'] as const) {
    const call = as(await staff(env, role), service.origin)
    expect((await call('GET', '/audit')).body.code).toBe('role_missing')
  }
})
