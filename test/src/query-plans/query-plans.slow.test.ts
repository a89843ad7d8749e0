import { randomUUID } from 'node:crypto'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { houseRooms } from '@specie/service/rooms.ts'
import { readingsOf, type Scope, statementsOf } from '@specie/service/web-api/search-statements.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxControl } from '../chains/story.ts'
import { type Client, get } from '../client.ts'
import type { Uat } from '../programs/uat.ts'
import { done, live, openEndpointWorld, order, send } from '../every-endpoint/world.ts'
import { isAllowed, unneeded } from './allowed.ts'
import { fill, tablesOf } from './fill.ts'
import { planScans } from './plan.ts'
import { statementsOfTheService } from './statements.ts'
import { small } from './tables.ts'
import { type Scan, type Watch, watchScans } from './watch.ts'

// Every statement of the service on a database after years: none may read a whole table that grows with use.

/** PostgreSQL rightly reads small tables as a whole: 30,000 rows are too few. */
const rows = Number(process.env['SCAN_ROWS'] ?? 100_000)

let uat: Uat
let growing: string[]
let watch: Watch

beforeAll(async () => {
  uat = await openEndpointWorld({ LIQUIDITY: 'both' })
  await live(uat)
  await uat.pass(60) // everything is sealed
  await uat.service.stop()
  growing = await fill(uat.database.owner, rows)
  watch = await watchScans(uat.database.owner, rows / 5)
  await uat.restart()
}, 600_000)
afterAll(() => uat.end())

test('a growing table is filled, and any other has a reason', async () => {
  expect([...growing, ...Object.keys(small)].toSorted()).toEqual(await tablesOf(uat.database.owner))
})

test('no statement in the service’s code would read a whole growing table', async () => {
  const statements = statementsOfTheService()
  expect(statements.length).toBeGreaterThan(400)
  expect(reported(await planScans(uat.database.owner, statements))).toEqual([])
  expect(unneeded(statements)).toEqual([])
})

test('no search would read a whole growing table', async () => {
  const texts = ['0x12ab34', '0x12ab…90cd', '…90cdef', '250,000', '19 Nov', 'acme']
  const scopes: Scope[] = [
    { side: 'portal', institutionId: randomUUID(), mayRead: () => true },
    { side: 'console', roles: [], mayRead: () => true },
  ]
  const kinds = houseRooms.flatMap(({ searchable = [] }) => searchable)
  const statements = texts.flatMap((text) => {
    const wanted = { ...readingsOf(text, 'UTC', new Date()), ids: [randomUUID()] }
    return scopes.flatMap((scope) => kinds.flatMap((kind) => statementsOf(kind, scope, wanted)))
  })
  const scans = await planScans(
    uat.database.owner,
    statements.map(({ text }) => text),
  )
  expect(reported(scans)).toEqual([])
}, 600_000)

test('no running statement of the service reads a whole growing table', async () => {
  const acme = await live(uat)
  await venueOrder(acme)
  await lists(acme)
  await publicCalls()
  // Every job runs, over a day of the bank and its seals.
  await uat.pass(26 * 3_600)
  await uat.restart() // an ended session has reported its reads
  const scans = await watch.scans()
  expect(reported(scans)).toEqual([])
  const read = await watch.rowsRead()
  const named = new Set(scans.map(({ table }) => table))
  expect(growing.filter((table) => !named.has(table) && read.get(table)! >= rows)).toEqual([])
}, 600_000)

test('a missing index is found, by the plan of a statement and by the reads of a call', async () => {
  const { owner } = uat.database
  const statements = statementsOfTheService()
  await owner.query('drop index banking.payout_subject_idx, trading.conversion_listed')
  expect(reported(await planScans(owner, statements))).toContainEqual(expect.stringMatching(/^banking.payout: select /))
  await done(uat, await uat.onboard(), 'queryConversions')
  expect(reported(await watch.scans())).toContainEqual(expect.stringMatching(/^trading.conversion: select /))
})

/** The violations, each once. */
function reported(scans: readonly Scan[]): string[] {
  const wrong = scans.filter((scan) => growing.includes(scan.table) && !isAllowed(scan))
  return [...new Set(wrong.map(({ table, statement }) => `${table}: ${statement}`))]
}

/** An order with a venue. */
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

/** Every list, unfiltered and with each of its filters, and the next page. */
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
  await sandboxControl(uat, 'rates')
}
