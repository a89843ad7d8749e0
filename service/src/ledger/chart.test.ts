import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { systemClock } from '../base/clock.ts'
import { account, chart, syncChart } from './chart.ts'
import { credit, debit } from './journal.ts'
import { post } from './post.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('the database holds the chart that the code defines, however often it is copied', async () => {
  await database.owner.tx(syncChart)
  const rows = await database.app.query(`select * from ledger.chart`)
  const defined = Object.entries(chart).flatMap(([pool, names]) =>
    Object.entries(names).map(([name, kind]) => ({ pool, name, ...kind })),
  )
  expect(new Set(rows.map((row) => JSON.stringify(row)))).toEqual(
    new Set(
      defined.map(({ pool, name, side, floored, owner }) => JSON.stringify({ pool, name, side, floored, owner })),
    ),
  )
})

test('all that is held for others has a floor; only the issuer can be below zero', () => {
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
})

test('a kind without accounts may change, one with accounts may not', async () => {
  const lines = [debit(account('client', 'bank', 'CHF'), 5n), credit(account('client', 'returns', 'CHF'), 5n)]
  await post({ db: database.app, clock: systemClock }, { key: 'one', kind: 'wire', lines })
  await database.owner.query(`update ledger.chart set floored = not floored where name = 'treasury'`)
  await database.owner.tx(syncChart)
  await database.owner.query(`update ledger.chart set floored = not floored where name = 'returns'`)
  await expect(database.owner.tx(syncChart)).rejects.toThrow(/defines otherwise: client\/returns\. Give/)
  await database.owner.query(`update ledger.chart set floored = not floored where name = 'returns'`)
  await database.owner.query(`update ledger.asset set decimals = 3 where code = 'CHF'`)
  await expect(database.owner.tx(syncChart)).rejects.toThrow(/defines otherwise: CHF\. Give/)
})
