import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, onboard } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { startService, type RunningService } from '../service.ts'

// What an institution may do can end while processes run that know it: the next call is refused, by each of them.

let database: TestDatabase
let services: RunningService[]

beforeAll(async () => {
  database = await freshDatabase()
  services = await Promise.all([startService(database.url), startService(database.url)])
})
afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await database.drop()
})

const order = {
  timestamp: new Date().toISOString(),
  symbol: 'VCHF/CHF',
  side: 'Buy',
  ordtype: 'Limit',
  timeinforce: 'FOK',
  orderqty: '10',
  price: '1.01',
}

/** Its next call is in time: a second has passed since the last one. */
const rested = ({ institutionid }: Client) =>
  database.owner.query(
    `update institutions.key_use u set next_at = now() - interval '1 second'
     from institutions.api_key k where k.id = u.key_id and k.institution_id = $1`,
    [institutionid],
  )

async function call(client: Client, { origin }: RunningService, name: string, fields = {}) {
  await rested(client)
  const { status, body } = await client.call(name, fields, { origin })
  return [status, body.code ?? null]
}

/** Both processes have it in their memory, and let it in. */
async function known(): Promise<Client> {
  const client = await onboard(services[0]!.origin)
  for (const service of services) expect(await call(client, service, 'accountBalance')).toEqual([200, null])
  return client
}

const become = ({ institutionid }: Client, table: 'agreement' | 'kyb_case', state: string) =>
  database.owner.tx(async (tx) => {
    await tx.query(`select state.acting('test', 'it has ended', now())`)
    await tx.query(`update institutions.${table} set state = $2 where institution_id = $1`, [institutionid, state])
  })

const ordersOf = ({ institutionid }: Client) =>
  database.owner.query('select clordid from trading.client_order where institution_id = $1', [institutionid])

test.each([
  ['agreement', 'terminated', 'agreement_missing'],
  ['agreement', 'superseded', 'agreement_missing'],
  ['kyb_case', 'suspended', 'account_suspended'],
] as const)('%s %s: the next call is refused, and an order is not taken', async (table, state, code) => {
  const client = await known()
  await become(client, table, state)
  // An order is admitted by the statement that stores it, everything else before its handler.
  expect(await call(client, services[0]!, 'addOrder', { ...order, clordid: 'late' })).toEqual([403, code])
  expect(await call(client, services[1]!, 'accountBalance')).toEqual([403, code])
  expect(await call(client, services[1]!, 'addOrder', { ...order, clordid: 'later' })).toEqual([403, code])
  expect(await call(client, services[0]!, 'accountBalance')).toEqual([403, code])
  expect(await ordersOf(client)).toEqual([])
})
