import { proposalOf } from '@specie/service/onboarding/kyb/decide.ts'
import { house } from '@specie/service/ledger/house.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, freshNonce, onboard, sandbox } from '../client.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { testEnv } from '../env.ts'
import { type Line, breakingConnection } from '../breaking-connection.ts'
import { agree } from '../people.ts'
import { type RunningService, startService } from '../programs/service.ts'
import { endow, orderFields } from '../trading.ts'

// An order is admitted by the statement that stores it: a refused caller leaves no row, and nonces are spent once.

let database: TestDatabase
let line: Line
let services: RunningService[]

const symbol = 'VCHF/CHF'
const order = (clordid: string, over: Record<string, string> = {}) => orderFields({ clordid, ...over })

beforeAll(async () => {
  database = await freshDatabase()
  line = await breakingConnection(database.url)
  services = await Promise.all([startService(line.url, { SPECIE_ROLE: 'api' }), startService(database.url)])
  await endow(testEnv(database), house, { VCHF: '1000000' })
  const book = { symbol, bids: [['0.9999', '500000']], asks: [['1.0001', '500000']], frozen: true }
  expect((await sandbox(origin(0), 'liquidity', book)).status).toBe(200)
})

afterAll(async () => {
  await Promise.all(services.map((service) => service.stop()))
  await line.close()
  await database.drop()
})

const origin = (i: number): string => services[i % services.length]!.origin
const rested = () => database.owner.query(`update access.key_use set next_at = '-infinity'`)

async function funded(): Promise<Client> {
  const client = await onboard(origin(0))
  await endow(testEnv(database), client.institutionid, { CHF: '10000' })
  return client
}

const stored = ({ institutionid }: Client) =>
  database.owner.query<{ clordid: string; state: string }>(
    'select clordid, state from trading.client_order where institution_id = $1 order by clordid',
    [institutionid],
  )

test.each([
  ['an unknown pair', { symbol: 'VCHF/XYZ' }, 'unknown_symbol'],
  ['an invalid price', { price: 'much' }, 'invalid_order'],
  ['an unknown field', { hidden: 'yes' }, 'bad_request'],
])('%s is reported to an admitted caller, and spends the nonce', async (_what, over, code) => {
  const acme = await funded()
  const nonce = freshNonce()
  const ask = order('odd', over)
  expect(await acme.call('addOrder', ask, { nonce })).toMatchObject({ status: 400, body: { code } })
  expect(await acme.call('addOrder', ask, { nonce })).toMatchObject({ status: 401, body: { code: 'invalid_nonce' } })
  expect(await stored(acme)).toEqual([])
})

test('of orders under one nonce, through two processes, one is placed; their neighbours all are', async () => {
  const clients = await Promise.all(Array.from({ length: 12 }, funded))
  const answers = await Promise.all(
    clients.map((client) => {
      const nonce = freshNonce()
      return Promise.all([0, 1, 2].map((n) => client.call('addOrder', order(`o-${n}`), { nonce, origin: origin(n) })))
    }),
  )
  for (const [n, of] of answers.entries()) {
    expect(of.filter(({ status }) => status === 401)).toHaveLength(2)
    const placed = of.findIndex(({ status }) => status === 200)
    expect(await stored(clients[n]!)).toEqual([{ clordid: `o-${placed}`, state: 'Filled' }])
  }
})

test('a suspended institution places no more orders, in a process that cached it as approved; reinstated, it does', async () => {
  const acme = await funded()
  const moved = (state: string) =>
    database.owner.tx(async (tx) => {
      await tx.query(`select state.set_actor('test', 'a review', now())`)
      await tx.query('update onboarding.kyb_case set state = $2 where institution_id = $1', [acme.institutionid, state])
      await tx.query(`update access.key_use set next_at = '-infinity'`)
    })
  expect((await acme.call('addOrder', order('before'))).body.order.ordstatus).toBe('Filled')
  await moved('suspended')
  const nonce = freshNonce()
  const refused = await acme.call('addOrder', order('meanwhile'), { nonce })
  expect(refused).toMatchObject({ status: 403, body: { code: 'account_suspended', details: { reason: 'suspended' } } })
  expect((await acme.call('addOrder', order('meanwhile'), { nonce })).status).toBe(401)
  await agree(testEnv(database), 'kyb.decide', await proposalOf(database.app, acme.institutionid, 'reinstate'))
  await database.owner.query(`update access.key_use set next_at = '-infinity'`)
  expect((await acme.call('addOrder', order('after'))).body.order.ordstatus).toBe('Filled')
  expect((await stored(acme)).map(({ clordid }) => clordid)).toEqual(['after', 'before'])
})

test('an order with a broken database connection is a 500, because its outcome is unknown; repeated it is placed once', async () => {
  const acme = await funded()
  await acme.call('accountBalance')
  await rested()
  const { owner } = database
  const waiting = `select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
    and query like '%trading.place%'`
  const answer = await owner.tx(async (tx) => {
    // The house's row is locked, so that the order is in progress in the database when its connection ends.
    await tx.query('select from ledger.account where owner = $1 for update', [house])
    const request = acme.call('addOrder', order('broken'))
    await expect.poll(async () => (await owner.query(waiting)).length).toBe(1)
    await owner.query(`select pg_terminate_backend(pid) from (${waiting}) w`)
    return request
  })
  expect(answer).toMatchObject({ status: 500, body: { code: 'internal_error' } })
  expect(await stored(acme)).toEqual([])
  const again = await acme.call('addOrder', order('broken'))
  expect(again.body.order.ordstatus).toBe('Filled')
  expect(await stored(acme)).toEqual([{ clordid: 'broken', state: 'Filled' }])
})

test('an order without an answer to its commit is found under its id, and reported as placed', async () => {
  const acme = await funded()
  const nonce = freshNonce()
  const lost = line.loseAnswerTo('trading.place')
  const { status, headers, body } = await acme.call('addOrder', order('unheard'), { nonce })
  await lost
  expect([status, headers.get('x-app-replayed')]).toEqual([200, null])
  expect(body.order).toMatchObject({ clordid: 'unheard', ordstatus: 'Filled', sold: '100.01' })
  expect(await acme.call('addOrder', order('other'), { nonce })).toMatchObject({ body: { code: 'invalid_nonce' } })
  await rested()
  const again = await acme.call('addOrder', order('unheard'))
  expect([again.headers.get('x-app-replayed'), again.body]).toEqual(['true', body])
  expect(await stored(acme)).toEqual([{ clordid: 'unheard', state: 'Filled' }])
  const journals = await database.owner.query(
    `select distinct key from ledger.journal join ledger.entry on journal_id = journal.id
     join ledger.account on account_id = account.id where owner = $1 and name = 'available' and kind <> 'test_endowment'`,
    [acme.institutionid],
  )
  expect(journals).toEqual([{ key: `order:${body.order.ordid}` }])
})

test('a conversion without an answer to its commit is a 500, and is found under its id', async () => {
  const acme = await funded()
  const ask = { from_currency: 'CHF', to_currency: 'VCHF', quantity: '100', min_received: '99', clreqid: 'unheard' }
  const lost = line.loseAnswerTo('commit')
  const unknown = await acme.call('convert', ask)
  await lost
  expect(unknown).toMatchObject({ status: 500, body: { code: 'internal_error' } })
  await rested()
  const again = await acme.call('convert', ask)
  expect(again).toMatchObject({ status: 200, body: { status: 'completed' } })
  expect(again.headers.get('x-app-replayed')).toBe('true')
  await rested()
  expect((await acme.call('queryConversions')).body.conversions).toHaveLength(1)
})
