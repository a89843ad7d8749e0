import { once } from 'node:events'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { type Client, sandbox } from '../client.ts'
import { startUat, type Uat } from '../programs/uat.ts'

let uat: Uat
beforeAll(async () => {
  uat = await startUat()
})
afterAll(() => uat.end())

type Event = { eventid: string; type: string; id: string; clordid: string | null; status: string; at: string }

const sandboxControl = async (path: string, ask: unknown) => {
  const { status, body } = await sandbox(uat.service.origin, path, ask)
  expect(status, JSON.stringify(body)).toBe(200)
  return body
}
const events = (client: Client, fields: Record<string, string> = {}) => uat.call(client, 'queryEvents', fields)
const wire = ({ institutionid }: Client, more: Record<string, string> = {}) =>
  sandboxControl('wires', { institutionid, currency: 'CHF', amount: '1000', ...more })
const reported = (list: Event[]) => list.map(({ type, status }) => `${type} ${status}`)

/** All events from a position on, until `wanted` are there. */
async function follow(client: Client, cursor: string | undefined, wanted: string): Promise<Event[]> {
  for (const list: Event[] = []; ;) {
    const { status, body } = await events(client, { wait: '20', ...(cursor === undefined ? {} : { cursor }) })
    expect(status).toBe(200)
    expect(body.events.length, `waiting for ${wanted} after ${reported(list).join(', ')}`).toBeGreaterThan(0)
    list.push(...body.events)
    cursor = body.next_cursor
    if (reported(list).includes(wanted)) return list
  }
}

/** An institution that has read everything so far. */
async function upToDate(): Promise<{ client: Client; cursor: string }> {
  const client = await uat.onboard()
  const list = await follow(client, undefined, 'key active')
  return { client, cursor: list.at(-1)!.eventid }
}

/** Whether a call waits: only then the service polls for events. */
const someoneWaits = async (): Promise<boolean> => {
  const looks = await uat.database.owner.query(
    `select from pg_stat_activity where datname = current_database() and query like '%xid8[]%'
     and pid <> pg_backend_pid() and query_start > clock_timestamp() - interval '1 second'`,
  )
  return looks.length > 0
}
const until = (waits: boolean) => expect.poll(someoneWaits).toBe(waits)

test('an institution finds its onboarding at the start of its feed', async () => {
  const client = await uat.onboard()
  const list = await follow(client, undefined, 'key active')
  expect(reported(list)).toEqual([
    'kyb pending',
    'kyb approved',
    // The approval sends both requested agreements.
    ...['sent', 'sent', 'signed', 'active', 'signed', 'active'].map((status) => `agreement ${status}`),
    'key registered',
    'key active',
  ])
  const { body } = await uat.call(client, 'keyInfo')
  expect(list.at(-1)).toMatchObject({ id: body.keyid, clordid: null })
})

test('the life of a wire, and that of one from a third party', async () => {
  const { client, cursor } = await upToDate()
  await wire(client)
  await uat.pass(60)
  const life = await follow(client, cursor, 'deposit credited')
  expect(reported(life)).toEqual(['deposit pending', 'deposit credited'])
  const { body } = await uat.call(client, 'queryDeposits')
  expect(life.map(({ id }) => id)).toEqual([body.deposits[0].depositid, body.deposits[0].depositid])
  await wire(client, { sendername: 'Somebody Else Ltd' })
  await uat.pass(60)
  const held = await follow(client, life.at(-1)!.eventid, 'deposit held')
  expect(reported(held)).toEqual(['deposit pending', 'deposit held'])
})

test('withdrawals and addresses are in the feed, page by page', async () => {
  const { client, cursor } = await upToDate()
  const { institutionid } = client
  await wire(client)
  await sandboxControl('bankaccounts', {
    institutionid,
    label: 'main',
    currency: 'CHF',
    identifier: 'CH93 0076 2011 6238 5295 7',
    name: 'Acme Treasury AG',
  })
  await sandboxControl('addresses', {
    institutionid,
    blockchain: 'ETH',
    address: '0x52908400098527886E0F7030069857D2E4169EE7',
    label: 'cold',
  })
  await uat.pass(60)
  const { body } = await uat.call(client, 'withdraw', { asset: 'CHF', quantity: '10', destination: 'main' })
  await uat.pass(3_600)
  const list = await follow(client, cursor, 'withdrawal completed')
  expect(list.filter(({ id }) => id === body.withdrawalid).map(({ status }) => status)).toEqual([
    'pending',
    'completed',
  ])
  expect(reported(list).filter((one) => one.startsWith('address'))).toEqual([
    'address Pending',
    'address Cooling',
    'address Confirmed',
  ])
  const pages: Event[] = []
  for (let at = cursor; ;) {
    const page = await events(client, { limit: '2', cursor: at })
    pages.push(...page.body.events)
    if (page.body.events.length === 0) break
    at = page.body.next_cursor
  }
  expect(pages.slice(0, list.length)).toEqual(list)
})

test('events of another institution are invisible', async () => {
  const [acme, other] = [await upToDate(), await upToDate()]
  await wire(acme.client)
  await uat.pass(60)
  await follow(acme.client, acme.cursor, 'deposit credited')
  const { body } = await events(other.client, { cursor: other.cursor })
  expect(body).toMatchObject({ events: [], next_cursor: other.cursor })
})

test('a wait ends with an event, or after its time', async () => {
  const { client, cursor } = await upToDate()
  const { institutionid } = client
  const answer = events(client, { cursor, wait: '25' })
  await until(true)
  const began = performance.now()
  await sandboxControl('addresses', { institutionid, blockchain: 'ETH', address: `0x${'11'.repeat(20)}`, label: 'a' })
  const { body } = await answer
  expect(performance.now() - began).toBeLessThan(20_000) // of the 25 s that it would wait
  expect(reported(body.events)[0]).toBe('address Pending')
  // Another institution without events: the new address proceeds by itself.
  const quiet = await upToDate()
  const before = await events(quiet.client, { cursor: quiet.cursor })
  const empty = await events(quiet.client, { cursor: quiet.cursor, wait: '1' })
  expect(empty).toMatchObject({ status: 200, body: { result: 'ok', events: [], next_cursor: quiet.cursor } })
  // By the clock of the service.
  const [asked, answered] = [before, empty].map((one) => Date.parse(one.body.timestamp))
  expect(answered! - asked!).toBeGreaterThanOrEqual(990)
})

test('a disconnected client stops waiting', async () => {
  const { client, cursor } = await upToDate()
  await uat.database.owner.query(`update access.key_use set next_at = '-infinity'`)
  const hangUp = new AbortController()
  const { fetch } = globalThis
  const fetching = vi.spyOn(globalThis, 'fetch')
  fetching.mockImplementationOnce((url, init) => fetch(url, { ...init, signal: hangUp.signal }))
  const answer = client.call('queryEvents', { cursor, wait: '25' })
  fetching.mockRestore()
  await until(true)
  hangUp.abort()
  await expect(answer).rejects.toThrow(/abort/)
  await until(false)
})

test('an invalid request is explained', async () => {
  const { client } = await upToDate()
  const refused = async (fields: Record<string, string>) => (await events(client, fields)).body
  expect(await refused({ cursor: 'bm8gc3VjaCBwbGFjZQ' })).toMatchObject({ status: 400, code: 'invalid_cursor' })
  for (const field of [{ wait: '26' }, { wait: '-1' }, { wait: '1.5' }, { limit: '501' }, { sort: 'desc' }])
    expect(await refused(field)).toMatchObject({ code: 'bad_request', details: { field: Object.keys(field)[0] } })
})

test('a stopping process answers waiting calls at once', async () => {
  const stopping = await uat.another({ SPECIE_ROLE: 'api' })
  const { client, cursor } = await upToDate()
  await uat.database.owner.query(`update access.key_use set next_at = '-infinity'`)
  const answer = client.call('queryEvents', { cursor, wait: '25' }, { origin: stopping.origin })
  await until(true)
  const ended = once(stopping.process, 'exit')
  const began = performance.now()
  stopping.process.kill('SIGTERM')
  expect(await answer).toMatchObject({ status: 200, body: { events: [], next_cursor: cursor } })
  expect(await ended).toEqual([0, null])
  expect(performance.now() - began).toBeLessThan(20_000) // of the 25 s that it would wait
})
