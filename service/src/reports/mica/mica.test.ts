import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { endow } from '@specie/test/trading.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { followed } from '@specie/test/reports/follow.ts'
import { moved, readCoin } from '@specie/test/reports/holders.ts'
import { strFromU8, unzipSync } from 'fflate'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { makeReport } from '../reports.ts'
import { module } from './taxonomy.ts'

const omnibus = '0x52908400098527886E0F7030069857D2E4169EE7'
const [ann, bob] = ['0x8617E340B3D01FA5F11F306F4090FD50E238070D', '0xde709f2102306220921060314715629080e2fb77']

let database: TestDatabase
let env: Env

beforeEach(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  await database.owner.query(
    `insert into chains.wallet (chain, key, address) values ('ETH', 'omnibus', '${omnibus}'), ('BASE', 'omnibus', '${omnibus}')`,
  )
  await readCoin(database, 'ETH', 'VCHF', '2026-11-19T00:00:00Z')
  await readCoin(database, 'BASE', 'VCHF', '2026-11-19T00:00:00Z')
  await moved(
    database,
    { at: '2026-10-05T09:00:00Z', to: omnibus, amount: 900_000_000n },
    { at: '2026-10-06T09:00:00Z', from: omnibus, to: ann, amount: 100_000_000n },
    { at: '2026-10-06T10:00:00Z', from: ann, to: bob, amount: 40_000_000n },
    { at: '2026-10-07T10:00:00Z', chain: 'BASE', to: ann, amount: 5_000_000n },
  )
})
afterEach(() => database.drop())

test('the cells of the templates, each with its source or the reason why it is not known', async () => {
  await endow(env, await newInstitution(database.owner), { VCHF: '800' })
  const report = await makeReport(env, 'mica', '2026-Q4')
  const cells = report.tables.find(({ name }) => name === 'cells')!.rows.map(({ cells }) => cells)
  const known = cells.filter(([coin, , , , , value]) => coin === 'VCHF' && value !== '')
  expect(known.slice(0, 3).map(([, template, row, , datapoint, value]) => [template, row, datapoint, value])).toEqual([
    ['S 01.00', '0010', 'dp3296030', '3'],
    ['S 01.00', '0020', 'dp3296029', '1'],
    ['S 01.00', '0040', 'dp3296026', '2'],
  ])
  for (const [, , , , , value, why] of cells) expect((value === '') !== (why === '')).toBe(true)
  const transactions = report.tables
    .find(({ name }) => name === 'transactions')!
    .rows.map(({ cells }) => cells.join(' '))
  expect(transactions).toEqual(['VCHF 2026-10-06 2 140 1 40'])
  const { figures, wrong } = await followed(database.owner, report)
  expect(wrong).toEqual([])
  expect(figures).toBeGreaterThan(300)
})

test('a package in xBRL-CSV for each coin: layout, parameters, and only data points of the module', async () => {
  const { documents } = await makeReport(env, 'mica', '2026-Q3')
  expect(documents.map(({ name }) => name)).toEqual([
    '9999SPECIEUAT00AG093_VCHF_MICA_2026-09-30.zip',
    '9999SPECIEUAT00AG093_VGBP_MICA_2026-09-30.zip',
  ])
  const root = '9999SPECIEUAT00AG093_VCHF_MICA_2026-09-30'
  const files = unzipSync(documents[0]!.content)
  const text = (path: string) => strFromU8(files[`${root}/${path}`]!)
  expect(Object.keys(files).map((name) => name.slice(root.length + 1))).toEqual([
    'META-INF/reportPackage.json',
    'reports/report.json',
    'reports/parameters.csv',
    'reports/FilingIndicators.csv',
    'reports/q_02.00.csv',
  ])
  expect(JSON.parse(text('META-INF/reportPackage.json'))).toEqual({
    documentInfo: { documentType: 'https://xbrl.org/report-package/2023' },
  })
  expect(JSON.parse(text('reports/report.json'))).toEqual({
    documentInfo: { documentType: 'https://xbrl.org/2021/xbrl-csv', extends: [module] },
  })
  expect(text('reports/parameters.csv').split('\n')).toEqual([
    'name,value',
    'entityID,lei:9999SPECIEUAT00AG093',
    'refPeriod,2026-09-30',
    'baseCurrency,iso4217:CHF',
    'decimalsInteger,0',
    'decimalsMonetary,2',
    '',
  ])
  const indicators = text('reports/FilingIndicators.csv').trim().split('\n')
  expect(indicators[0]).toBe('templateID,reported')
  // A template is reported exactly when its table is in the package.
  expect(indicators.filter((line) => line.endsWith(',true'))).toEqual(['Q_02.00,true'])
  const [head, ...facts] = text('reports/q_02.00.csv').trim().split('\n')
  expect(head).toBe('datapoint,factValue')
  // The data points of Q_02.00 in the EBA's module of framework 4.2.
  const module4_2 = ['2', '3', '4', '5']
    .map((n) => `dp329599${n}`)
    .concat(['0', '1', '2', '3'].map((n) => `dp329600${n}`))
  expect(new Set(facts.map((line) => line.split(',')[0]))).toEqual(new Set(module4_2))
  for (const line of facts) expect(line).toMatch(/^dp\d+,\d+(\.\d+)?$/)
})
