import { endpoints } from '@specie/protocol/endpoints.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lever } from '../chains/story.ts'
import { type Client, get } from '../client.ts'
import type { Uat } from '../uat.ts'
import { live, openWalk, order, send } from '../walks/world.ts'
import { allowed } from './allowed.ts'
import { fill, tablesOf } from './fill.ts'
import { small } from './tables.ts'
import { type Scan, watchScans } from './watch.ts'

// Every statement of the service on a database as after years: none may read all of a table that grows with use.

/** Fewer find nearly as much, sooner. */
const rows = Number(process.env['SCAN_ROWS'] ?? 100_000)

let uat: Uat
let growing: string[]
let scans: () => Promise<Scan[]>

beforeAll(async () => {
  uat = await openWalk({ LIQUIDITY: 'both' })
  await live(uat)
  await uat.pass(60) // all of it is sealed
  await uat.service.stop()
  growing = await fill(uat.database.owner, rows)
  scans = await watchScans(uat.database.owner)
  await uat.restart()
}, 600_000)
afterAll(() => uat.end())

test('a table that grows is filled, and one that does not says why', async () => {
  expect([...growing, ...Object.keys(small)].toSorted()).toEqual(await tablesOf(uat.database.owner))
})

test('no statement reads a growing table as a whole', async () => {
  const acme = await live(uat)
  await venueOrder(acme)
  await lists(acme)
  await publicCalls()
  // Every job has its turn, over a day of the bank and the seals of it.
  await uat.pass(26 * 3_600)
  const names = new Set(growing.map((table) => table.split('.')[1]))
  const found = (await scans()).filter(({ table }) => names.has(table))
  const told = new Map(
    found
      .filter(({ table, statement }) => !allowed.some((one) => one.table === table && one.statement.test(statement)))
      .map(({ table, statement, ms }) => [`${table}: ${statement}`, Math.round(ms)]),
  )
  expect([...told].map(([what, ms]) => `${what} (${ms} ms)`)).toEqual([])
}, 600_000)

/** One that a venue takes part in. */
async function venueOrder(client: Client): Promise<void> {
  const { body } = await get(`${uat.service.origin}/api/v1/client/quotes?symbol=ETH/CHF`)
  const price = body.quotes[0]?.a?.[0]
  if (price !== undefined) await send(uat, client, 'addOrder', order('1', price, { symbol: 'ETH/CHF' }))
}

const values: Record<string, string> = {
  from: '2020-01-01T00:00:00Z',
  to: '2099-01-01T00:00:00Z',
  sort: 'asc',
  asset: 'VCHF',
  symbol: 'VCHF/CHF',
  limit: '10',
  txid: `0x${'1'.repeat(64)}`,
}

/** Every list, whole and by each of its filters, and the page after. */
async function lists(client: Client): Promise<void> {
  for (const { name, access, request } of endpoints) {
    if (access !== 'signed' || !('cursor' in request.shape)) continue
    const { body } = await send(uat, client, name, { limit: '1' })
    if (body.next_cursor) await send(uat, client, name, { limit: '1', cursor: body.next_cursor })
    const [first] = Object.values(body).find((one) => Array.isArray(one)) as any[]
    for (const field of Object.keys(request.shape)) {
      const value = values[field] ?? first?.[field]
      if (typeof value === 'string' && field !== 'cursor') await send(uat, client, name, { [field]: value })
    }
  }
  const others = ['accountBalance', 'keyInfo', 'withdrawAddresses', 'bankAccounts']
  for (const name of others) await send(uat, client, name, {})
  const period = { asset: 'CHF', from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' }
  await send(uat, client, 'statement', period)
}

async function publicCalls(): Promise<void> {
  for (const { access, path } of endpoints) if (access === 'public') await get(`${uat.service.origin}/api/v1${path}`)
  await lever(uat, 'rates')
}
