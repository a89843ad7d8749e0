import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { post } from '@specie/test/post.ts'
import { systemClock } from '../base/clock.ts'
import { account, chart, syncChart } from './chart.ts'
import { credit, debit } from './posting/journal.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('the database has the chart that the code defines, however often it is copied', async () => {
  const defined = Object.entries(chart).flatMap(([pool, names]) =>
    Object.entries(names).map(([name, { side, floored, owner }]) =>
      JSON.stringify({ pool, name, side, floored, owner }),
    ),
  )
  const held = async () =>
    (await database.app.query('select pool, name, side, floored, owner from ledger.chart')).map((row) =>
      JSON.stringify(row),
    )
  // As migrated, before this test copies the chart.
  expect(new Set(await held())).toEqual(new Set(defined))
  await database.owner.tx(syncChart)
  expect(new Set(await held())).toEqual(new Set(defined))
})

test('each kind of account has a side and a kind of owner', () => {
  const { bank, available, omnibus } = chart.client
  expect([bank, available, omnibus, chart.house.capital, chart.house.network_fees]).toEqual([
    { side: 'debit', floored: true, owner: 'none' },
    { side: 'credit', floored: true, owner: 'institution' },
    { side: 'debit', floored: true, owner: 'chain' },
    { side: 'credit', floored: false, owner: 'none' },
    { side: 'debit', floored: false, owner: 'none' },
  ])
})

test('every account held for others has a floor; only the issuer’s own can be below zero', () => {
  const unfloored = Object.entries(chart).flatMap(([pool, names]) =>
    Object.entries(names).flatMap(([name, kind]) => (kind.floored ? [] : [`${pool}/${name}`])),
  )
  expect(unfloored).toEqual(
    [
      'capital',
      'fees',
      'commission',
      'network_fees_recovered',
      'reserve_income',
      'network_fees',
      'bank_charges',
      'trading_position',
    ].map((name) => `house/${name}`),
  )
})

test('an account is named by pool, name, owner and asset', () => {
  expect(account('client', 'available', 'acme', 'CHF').code).toBe('client/available:acme/CHF')
  expect(account('reserve', 'bank', 'GBP').code).toBe('reserve/bank/GBP')
  // @ts-expect-error a bank account has no owner
  expect(() => account('client', 'bank', 'acme', 'CHF')).not.toThrow()
  expect(account('client', 'available', 'o'.repeat(64), 'CHF').owner).toHaveLength(64)
  for (const owner of ['o'.repeat(65), 'a b', '/a', 'a/'])
    expect(() => account('client', 'available', owner, 'CHF')).toThrow(
      `client/available:${owner}/CHF: an owner is 1 to 64 letters, digits and . _ : -`,
    )
})

test('a kind without accounts may change, one with accounts may not', async () => {
  const lines = [debit(account('client', 'bank', 'CHF'), 5n), credit(account('client', 'returns', 'CHF'), 5n)]
  await post({ db: database.app, clock: systemClock }, { key: 'one', kind: 'wire', lines })
  const otherwise = `update ledger.chart set floored = not floored where pool = 'client' and name in`
  await database.owner.query(`${otherwise} ('transitional')`)
  await database.owner.query(`update ledger.asset set decimals = 3 where code = 'BTC'`)
  await database.owner.tx(syncChart)
  expect(
    await database.app.query(
      `select floored, decimals from ledger.chart, ledger.asset where name = 'transitional' and code = 'BTC'`,
    ),
  ).toEqual([{ floored: true, decimals: 8 }])
  await database.owner.query(`${otherwise} ('returns', 'bank')`)
  await expect(database.owner.tx(syncChart)).rejects.toThrow(
    /defines open accounts differently: client\/bank, client\/returns\. Give/,
  )
  await database.owner.query(`${otherwise} ('returns', 'bank')`)
  await database.owner.query(`update ledger.asset set decimals = 3 where code = 'CHF'`)
  await expect(database.owner.tx(syncChart)).rejects.toThrow(/defines open accounts differently: CHF\. Give/)
})
