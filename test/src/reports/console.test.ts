import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { operatorOf } from '../people/operator.ts'
import { type Served, servePeople } from '../people/served.ts'
import { moved, readCoin } from './holders.ts'
import { unzip } from './unzip.ts'

// Reports by command, as staff get them over the console.

let served: Served
let folder: string
const ann = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-reports-'))
  served = await servePeople()
  await readCoin(served.database, 'ETH', 'VCHF', '2026-11-18T00:00:00Z')
  await moved(served.database, { at: '2026-11-17T09:00:00Z', to: ann, amount: 5_000_000n })
})
afterAll(async () => {
  await served.end()
  await rm(folder, { recursive: true })
})

test('a report is shown, and written with its sources; a difference to the ledger is exit code 1', async () => {
  const treasurer = await operatorOf(served, 'treasury')
  const { code, said } = await treasurer.run('report', 'holders', '--period', '2026-11-17')
  expect(code).toBe(1)
  expect(said).toContain(
    'DIFFERS  VCHF on ETH: all holders together hold what the ledger has issued there: 5 held, 0 issued',
  )
  expect(said).toMatch(new RegExp(`VCHF +ETH +${ann} +unknown`))
  const written = await treasurer.run('report', 'holders', '--period', '2026-11-17', '--out', folder)
  expect(written.said).toContain('Written to')
  const files = unzip(await readFile(join(folder, 'holders-2026-11-17.zip')))
  expect([...files.keys()]).toEqual([
    'README.txt',
    'summary.csv',
    'supply.csv',
    'holders.csv',
    'clients.csv',
    'sources.csv',
  ])
  expect(files.get('holders.csv')).toContain(`VCHF,ETH,${ann},unknown,,,,5\r\n`)
  expect(files.get('sources.csv')).toContain(
    `holders,1,amount,5,transfers ETH VCHF ${ann} before 2026-11-18T00:00:00.000Z\r\n`,
  )
  // An existing file is kept.
  expect((await treasurer.run('report', 'holders', '--period', '2026-11-17', '--out', folder)).said).toContain(
    'it exists already',
  )
})

test('a download is in the audit log with its hash', async () => {
  const treasurer = await operatorOf(served, 'treasury')
  await treasurer.done('report', 'reserve', '--period', '2026-10', '--out', folder)
  const { items } = await (await operatorOf(served, 'auditor')).json('audit', 'search', '--action', 'report.downloaded')
  expect(items[0]).toMatchObject({ action: 'report.downloaded', subject: 'reserve' })
})

test.each(['support', 'operations', 'admin'] as const)('the role %s reads no reports', async (role) => {
  const { code, said } = await (await operatorOf(served, role)).run('report', 'holders')
  expect([code, said]).toEqual([1, expect.stringContaining('role_missing')])
})
