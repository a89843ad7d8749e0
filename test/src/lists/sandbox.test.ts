import { activeVersions } from '@specie/service/compliance/list/active.ts'
import { listsAreFresh } from '@specie/service/compliance/list/age.ts'
import { isListedAddress } from '@specie/service/compliance/list/own.ts'
import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { get, sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { type RunningService, startService } from '../programs/service.ts'
import { sample } from './lists.ts'

let database: TestDatabase
let service: RunningService
beforeAll(async () => {
  database = await freshDatabase()
  service = await startService(database.url)
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

async function call(path: string, body: object): Promise<any> {
  const { status, body: answer } = await sandbox(service.origin, path, body)
  expect([path, status, answer.message]).toMatchObject([path, 200, answer.message])
  return answer
}
const versions = () => activeVersions(database.app)

test('parties are added to the own list and removed; each call is a version', async () => {
  const party = 'Harwick Shell Trading Ltd'
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const before = await versions()
  const { entries } = await call('lists/own', { add: [{ name: party }, { name: address, effect: 'refuse' }] })
  expect(entries).toContainEqual({ name: party, list: 'sandbox', effect: 'review', kind: 'other' })
  expect(await isListedAddress(database.app, address.toLowerCase())).toBe(true)
  const after = await call('lists/own', { remove: [party, address] })
  expect(after.entries).not.toContainEqual(expect.objectContaining({ name: party }))
  expect(await isListedAddress(database.app, address)).toBe(false)
  expect(await versions()).not.toEqual(before)
})

test('a file of a publisher becomes a version, or is refused', async () => {
  const file = await readFile(
    new URL('../../../screening/samples/files/UK-Sanctions-List.csv', import.meta.url),
    'base64',
  )
  expect(await call('lists', { list: 'uk', file })).toMatchObject({ outcome: 'activated', reason: null })
  expect(await call('lists', { list: 'uk', file })).toMatchObject({ outcome: 'unchanged', versionid: null })
  expect(await call('lists', { list: 'uk', file: Buffer.from(sample('uk_csv', 10)).toString('base64') })).toMatchObject(
    {
      outcome: 'refused',
      reason: 'shorter',
      message: expect.stringContaining('more than 5 % fewer'),
    },
  )
  expect(await call('lists', { list: 'uk', file: '' })).toMatchObject({ outcome: 'refused', reason: 'other_format' })
})

test('a list is too old, and current again', async () => {
  const fresh = () => listsAreFresh(testEnv(database), database.app)
  expect(await fresh()).toBe(true)
  await call('lists/age', { list: 'own', old: true })
  expect(await fresh()).toBe(false)
  await call('lists/age', { list: 'own', old: false })
  expect(await fresh()).toBe(true)
})

test('each scenario about lists can be called', async () => {
  const { scenarios } = (await get(`${service.origin}/sandbox/v1/scenarios`)).body
  const about = scenarios.filter(({ of }: { of: string }) => of === 'list')
  expect(about.map(({ state }: { state: string }) => state)).toEqual(
    expect.arrayContaining(['active', 'refused', null]),
  )
  for (const { how } of about) {
    if (typeof how === 'string') continue
    await call(how.path.replace('/sandbox/v1/', ''), how.body)
  }
})
