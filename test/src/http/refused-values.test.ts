import { house } from '@specie/service/ledger/house.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, get, onboard, sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { type RunningService, startService } from '../programs/service.ts'
import { endow, orderFields } from '../trading.ts'

// A value that passes every check and that the database refuses: columns are made shorter here than any check allows, so that
// the service's own statements fail with a data exception.

let database: TestDatabase
let service: RunningService
const symbol = 'VCHF/CHF'
const long = 'longer-than-the-column'

beforeAll(async () => {
  database = await freshDatabase()
  await database.owner.query('alter table trading.client_order alter column clordid type varchar(8)')
  for (const table of ['request', 'used_id']) {
    // It depends on the column, and so prevents the change.
    await database.owner.query(`drop trigger unchanged on work.${table}`)
    await database.owner.query(`alter table work.${table} alter column clreqid type varchar(8)`)
  }
  service = await startService(database.url)
  await endow(testEnv(database), house, { VCHF: '1000000' })
  const book = { symbol, bids: [['0.9999', '500000']], asks: [['1.0001', '500000']], frozen: true }
  expect((await sandbox(service.origin, 'liquidity', book)).status).toBe(200)
})
afterAll(async () => {
  await service.stop()
  await database.drop()
})

async function funded(): Promise<Client> {
  const client = await onboard(service.origin)
  await endow(testEnv(database), client.institutionid, { CHF: '10000' })
  return client
}

const balances = async (client: Client) => {
  await database.owner.query(`update access.key_use set next_at = '-infinity'`)
  const { body } = await client.call('accountBalance')
  return Object.fromEntries(body.balances.map((one: any) => [one.asset, one.available]))
}

const convert = { from_currency: 'CHF', to_currency: 'VCHF', quantity: '100', min_received: '1' }
const order = (clordid: string) => orderFields({ clordid })

test('it is a 400 with this reason, with a log line and a metric, and without an effect', async () => {
  const acme = await funded()
  const { status, body } = await acme.call('convert', { ...convert, clreqid: long })
  expect([status, body.code, body.details]).toEqual([400, 'bad_request', { rule: 'value' }])
  expect(body.message).not.toMatch(/not known/)
  expect(await balances(acme)).toMatchObject({ CHF: '10000', VCHF: '0' })
  const line = () =>
    service
      .output()
      .split('\n')
      .find((one) => one.includes(body.traceid) && one.includes('the database refused a value'))
  await expect.poll(line).toBeDefined()
  expect(JSON.parse(line()!)).toMatchObject({
    level: 'warn',
    sqlstate: '22001',
    route: '/api/v1/private/convert',
    institutionid: acme.institutionid,
  })
  const metrics = (await get(`${service.origin}/metrics`)).body
  expect(metrics).toContain('specie_refused_values_total{route="/api/v1/private/convert",sqlstate="22001"} 1')
})

test('its neighbours in the statement are served', async () => {
  const clients = await Promise.all(Array.from({ length: 12 }, funded))
  const ids = clients.map((_, n) => (n % 4 === 0 ? long : `good-${n}`))
  const answers = await Promise.all(clients.map((client, n) => client.call('addOrder', order(ids[n]!))))
  for (const [n, { status, body }] of answers.entries()) {
    if (ids[n] === long) expect([n, status, body.details]).toEqual([n, 400, { rule: 'value' }])
    else expect([n, status, body.order?.ordstatus]).toEqual([n, 200, 'Filled'])
    expect(await balances(clients[n]!)).toMatchObject({ VCHF: ids[n] === long ? '0' : '100' })
  }
})
