import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { followed } from '@specie/test/reports/follow.ts'
import { moved, readCoin } from '@specie/test/reports/holders.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { holderRules } from '../../checks/holders.ts'
import { checkAll, type CheckRow, checkRules } from '../../checks/rule.ts'
import { makeReport } from '../reports.ts'
import type { Report } from '../document/report.ts'
import { keepHolders } from './job.ts'

const omnibus = '0x52908400098527886E0F7030069857D2E4169EE7'
const [ann, bob] = ['0x8617E340B3D01FA5F11F306F4090FD50E238070D', '0xde709f2102306220921060314715629080e2fb77']

let database: TestDatabase
let env: Env
let now: Date

beforeEach(async () => {
  database = await freshDatabase()
  now = new Date('2026-11-19T12:00:00Z')
  const clock = { now: () => now, settlement: () => now, wall: () => now.getTime(), elapsed: () => 0 }
  env = testEnv(database, { clock })
  await database.owner.query(
    `insert into chains.wallet (chain, key, address) values ('ETH', 'omnibus', '${omnibus}'), ('BASE', 'omnibus', '${omnibus}')`,
  )
})
afterEach(() => database.drop())

const rowsOf = (report: Report, table: string) =>
  report.tables.find(({ name }) => name === table)!.rows.map(({ cells }) => cells.join(' '))

test('the holders of a day are kept, with the classes of that day', async () => {
  await readCoin(database, 'ETH', 'VCHF', '2026-11-19T00:00:00Z')
  await moved(
    database,
    { at: '2026-11-16T09:00:00Z', to: omnibus, amount: 1_000_000_000n },
    { at: '2026-11-17T09:00:00Z', from: omnibus, to: ann, amount: 400_000_000n },
    { at: '2026-11-18T09:00:00Z', from: ann, to: bob, amount: 400_000_000n },
    { at: '2026-11-18T23:59:59.999Z', from: bob, amount: 1n },
  )
  expect(await keepHolders.run(env)).toBe(3)
  const holdersOf = async (day: string) => rowsOf(await makeReport(env, 'holders', day), 'holders')
  expect(await holdersOf('2026-11-16')).toEqual([`VCHF ETH ${omnibus} platform    1000`])
  expect(await holdersOf('2026-11-17')).toEqual([
    `VCHF ETH ${omnibus} platform    600`,
    `VCHF ETH ${ann} unknown    400`,
  ])
  expect(await holdersOf('2026-11-18')).toEqual([
    `VCHF ETH ${omnibus} platform    600`,
    `VCHF ETH ${bob} unknown    399.999999`,
  ])
  // Only what changed has a row.
  const kept = await database.owner.query(`select day::text, address, amount from reports.holder order by day, address`)
  expect(kept).toHaveLength(5)
  expect(await keepHolders.run(env)).toBe(0)
})

test('a day is kept once its last blocks are final, not before', async () => {
  await readCoin(database, 'ETH', 'VCHF', '2026-11-18T23:59:59Z')
  await moved(database, { at: '2026-11-18T09:00:00Z', to: ann, amount: 5_000_000n })
  expect(await keepHolders.run(env)).toBe(0)
  const report = await makeReport(env, 'holders', '2026-11-18')
  expect([report.final, rowsOf(report, 'holders')]).toEqual([false, [`VCHF ETH ${ann} unknown    5`]])
  await readCoin(database, 'ETH', 'VCHF', '2026-11-19T00:00:00Z')
  expect(await keepHolders.run(env)).toBe(1)
  expect((await makeReport(env, 'holders', '2026-11-18')).final).toBe(true)
})

test('today shows transfers since the last kept day, and is provisional', async () => {
  await readCoin(database, 'ETH', 'VCHF', '2026-11-19T11:00:00Z')
  await moved(database, { at: '2026-11-17T09:00:00Z', to: ann, amount: 5_000_000n })
  await keepHolders.run(env)
  await moved(database, { at: '2026-11-19T10:00:00Z', from: ann, to: bob, amount: 2_000_000n })
  const report = await makeReport(env, 'holders', undefined)
  expect(report).toMatchObject({ period: '2026-11-19', final: false })
  expect(rowsOf(report, 'holders')).toEqual([`VCHF ETH ${ann} unknown    3`, `VCHF ETH ${bob} unknown    2`])
})

test('an address that becomes known is classified from then on, and keeps its class of earlier days', async () => {
  await readCoin(database, 'ETH', 'VCHF', '2026-11-18T02:00:00Z')
  await moved(database, { at: '2026-11-16T09:00:00Z', to: ann, amount: 5_000_000n })
  await keepHolders.run(env)
  await database.owner.query(`insert into chains.wallet (chain, key, address) values ('ETH', 'seizer', '${ann}')`)
  await readCoin(database, 'ETH', 'VCHF', '2026-11-19T02:00:00Z')
  await keepHolders.run(env)
  const classOn = async (day: string) => rowsOf(await makeReport(env, 'holders', day), 'holders')[0]!.split(' ')[3]
  expect([await classOn('2026-11-17'), await classOn('2026-11-18')]).toEqual(['unknown', 'platform'])
})

test('each figure can be followed to its source, and sums that differ from the ledger are named', async () => {
  await readCoin(database, 'ETH', 'VCHF', '2026-11-19T02:00:00Z')
  await readCoin(database, 'BASE', 'VCHF', '2026-11-19T02:00:00Z')
  await moved(
    database,
    { at: '2026-11-16T09:00:00Z', to: omnibus, amount: 1_500_000n },
    { at: '2026-11-17T09:00:00Z', from: omnibus, to: ann, amount: 400_000n },
    { chain: 'BASE', at: '2026-11-17T09:00:00Z', to: omnibus, amount: 700_000n },
  )
  await keepHolders.run(env)
  const report = await makeReport(env, 'holders', '2026-11-18')
  expect(report.checks).toContainEqual({
    what: 'VCHF on ETH: all holders together hold what the ledger has issued there',
    ok: false,
    detail: '1.5 held, 0 issued',
  })
  expect(rowsOf(report, 'summary')).toContain('VCHF ETH unknown 1 0.4')
  const { figures, wrong } = await followed(database.owner, report)
  expect(wrong).toEqual([])
  expect(figures).toBeGreaterThan(20)
})

test.each([
  ['18.11.2026', 'period is not a day. Write a day as 2026-11-18.'],
  ['2026-02-30', 'period does not exist. Write a day as 2026-11-18.'],
  ['2026-11-20', 'period has not begun. Write a day as 2026-11-18.'],
])('the day %s is refused', async (day, message) => {
  await expect(async () => makeReport(env, 'holders', day)).rejects.toThrow(message)
})

test('specie check names holders whose sums do not agree', async () => {
  await readCoin(database, 'ETH', 'VCHF', '2026-11-19T02:00:00Z')
  await moved(
    database,
    { at: '2026-11-16T09:00:00Z', to: omnibus, amount: 1_500_000n },
    { at: '2026-11-17T09:00:00Z', from: omnibus, to: ann, amount: 400_000n },
  )
  await database.owner.query(
    `insert into chains.cursor (chain, cursor, latest, final, read_at) values ('ETH', '{}', 1000, 1000, now());
     insert into chains.movement (id, chain, txid, index, height, block, kind, asset, recipient, amount, state, verdict,
       created_at, updated_at)
     values (gen_random_uuid(), 'ETH', '0x1', 0, 1, '0xb', 'mint', 'VCHF', '${omnibus}', 1500000, 'final', 'break', now(), now())`,
  )
  await keepHolders.run(env)
  const broken = async () =>
    (await checkAll(database.owner, holderRules)).filter(({ ok }) => !ok).map(({ detail }) => detail)
  expect(await broken()).toEqual([])
  const forged = [
    [`update chains.coin_transfer set amount = 1400000 where sender is null`, 3],
    [`update chains.coin_transfer set amount = 1900000 where sender is not null`, 2],
    [`update reports.holder_day set amount = 1 where day = '2026-11-17'`, 1],
    [`update reports.holder set amount = 1 where address = '${ann}'`, 1],
  ] as const
  for (const [sql, rules] of forged) {
    let found: CheckRow[] = []
    await database.owner
      .tx(async (tx) => {
        await tx.query(`set local session_replication_role = replica; ${sql}`)
        found = await checkRules(tx, holderRules)
        throw new Error('undone')
      })
      .catch(() => {})
    expect([sql, found.filter(({ ok }) => !ok).length]).toEqual([sql, rules])
  }
})
