import { randomUUID } from 'node:crypto'
import { machines } from '@specie/protocol/machines.ts'
import { stepEvents } from '@specie/protocol/endpoints/events.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { waitForOthers } from '@specie/test/wait-for-others.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { setActor, move } from '../../base/state-machine/move.ts'
import { type EventWatch, eventWatch } from './watch.ts'
import { eventsOf } from './events.ts'

let database: TestDatabase
let env: Env
let watch: EventWatch

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  // Agreements represent any item with states; here an institution has many at once.
  await database.owner.query('drop index onboarding.one_open_agreement')
})
beforeEach(() => (watch = eventWatch(env, 25)))
afterEach(() => watch.close())
afterAll(() => database.drop())

const institution = () => newInstitution(env.db)

/** Decided orders. */
const placeOrders = (sql: Sql, owners: readonly string[], state = 'Filled') =>
  sql.query<{ id: string }>(
    `insert into trading.client_order (id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills,
       error, trade_id, created_at, updated_at)
     select id, owner, 'order-' || id, 'VCHF/CHF', 'Buy', 1000000, 10000, $2, 100, 0, '[]',
       case $2 when 'Rejected' then 'fok_not_fillable' end, case $2 when 'Filled' then id end, now(), now()
     from (select gen_random_uuid() as id, owner from unnest($1::uuid[]) owner) asked returning id`,
    [owners, state],
  )

const by = () => ({ actor: 'test', why: 'because', at: env.clock.now() })
const agreement = { machine: machines.agreement, table: 'onboarding.agreement' }

async function draft(tx: Tx, owner: string): Promise<string> {
  const id = randomUUID()
  await setActor(tx, by())
  await tx.query(
    `insert into onboarding.agreement (id, institution_id, product, version, state, created_at, updated_at)
     values ($1, $2, 'crypto_conversion', '1', 'drafted', now(), now())`,
    [id, owner],
  )
  return id
}

/** An agreement that was sent: one event. */
const sendOut = async (tx: Tx, owner: string) => move(tx, agreement, await draft(tx, owner), 'send', by())

const keyOf = (institutionId: string) => ({ id: institutionId, institutionId })
type EventsRequest = Parameters<typeof eventsOf>[3]
type HangUp = (then: () => void) => void

const readEvents = (owner: string, fields: EventsRequest = {}, onClose: HangUp = () => {}) =>
  eventsOf(env, watch, keyOf(owner), fields, onClose)

const read = async (owner: string, fields: EventsRequest = {}) => {
  await waitForOthers(env.db)
  return readEvents(owner, fields)
}

/** All events, page by page. */
async function all(owner: string, limit: number, cursor?: string) {
  for (const events = []; ;) {
    const page = await readEvents(owner, { limit, cursor })
    if (page.events.length === 0) return { events, cursor: page.next_cursor }
    events.push(...page.events)
    cursor = page.next_cursor
  }
}

const summary = ({ events }: Awaited<ReturnType<typeof readEvents>>) =>
  events.map(({ type, status }) => `${type} ${status}`)

/** A transaction that stays open until `commit` is called. */
async function open(work: (tx: Tx) => Promise<unknown>): Promise<() => Promise<void>> {
  const done = Promise.withResolvers<void>()
  const begun = Promise.withResolvers<void>()
  const transaction = database.owner.tx(async (tx) => {
    await work(tx)
    begun.resolve()
    await done.promise
  })
  await Promise.race([begun.promise, transaction])
  return () => {
    done.resolve()
    return transaction
  }
}

const elapsed = async (work: () => Promise<unknown>): Promise<number> => {
  const began = performance.now()
  await work()
  return performance.now() - began
}

test('orders are reported when they are decided, with the ids of both sides', async () => {
  const acme = await institution()
  const [filled] = await placeOrders(database.owner, [acme])
  await placeOrders(database.owner, [acme], 'Rejected')
  const [late] = await placeOrders(database.owner, [acme], 'received')
  const first = await read(acme)
  expect(summary(first)).toEqual(['order Filled', 'order Rejected'])
  expect(first.events[0]).toEqual({
    eventid: expect.stringMatching(/^[\w-]+$/),
    type: 'order',
    id: filled!.id,
    clordid: `order-${filled!.id}`,
    status: 'Filled',
    at: expect.stringMatching(/Z$/),
  })
  await database.owner.query(
    `update trading.client_order set state = 'Filled', trade_id = id, committed = pg_current_xact_id() where id = $1`,
    [late!.id],
  )
  const then = await read(acme, { cursor: first.next_cursor })
  expect(then.events.map(({ id, status }) => ({ id, status }))).toEqual([{ id: late!.id, status: 'Filled' }])
})

test('only changes that clients see are reported, with public states', async () => {
  const acme = await institution()
  await env.db.tx(async (tx) => {
    const id = await draft(tx, acme)
    for (const event of ['send', 'sign', 'activate']) await move(tx, agreement, id, event, by())
  })
  await database.owner.tx(async (tx) => {
    await setActor(tx, by())
    const id = randomUUID()
    await tx.query(`insert into onboarding.kyb_case values ($1, $2, 'draft', now(), now())`, [id, acme])
    const kyb = { machine: machines.kyb_case, table: 'onboarding.kyb_case' }
    for (const event of ['submit', 'screen', 'require_edd', 'complete_edd', 'request_info'])
      await move(tx, kyb, id, event, by())
  })
  const page = await read(acme)
  expect(summary(page)).toEqual([
    'agreement sent',
    'agreement signed',
    'agreement active',
    'kyb pending',
    'kyb info_requested',
  ])
  expect(page.events[0]).toMatchObject({ id: 'crypto_conversion', clordid: null })
})

test('a hold is reported as held and nothing else; the internal review is not reported', () => {
  const steps = [...stepEvents.keys()]
  for (const hidden of ['hold ', 'payout ', 'conversion ', 'travel_rule '])
    expect(steps.filter((step) => step.startsWith(hidden))).toEqual([])
  expect(stepEvents.get('mint screening held')).toEqual({ type: 'mint', status: 'held' })
  expect(stepEvents.get('mint requested screening')).toBeUndefined()
  expect(stepEvents.get('wire booked attributed')).toEqual({ type: 'deposit', status: 'pending' })
  expect(stepEvents.get('kyb_case screening edd_required')).toBeUndefined()
})

test('an institution sees only its own events', async () => {
  const [acme, other] = [await institution(), await institution()]
  await placeOrders(database.owner, [acme, other, acme])
  await env.db.tx((tx) => sendOut(tx, other))
  expect(summary(await read(acme))).toEqual(['order Filled', 'order Filled'])
  expect(summary(await read(other))).toEqual(['order Filled', 'agreement sent'])
  const { next_cursor } = await read(other)
  await expect(read(acme, { cursor: next_cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
})

describe('the cursor', () => {
  test('is always returned, and continues from there', async () => {
    const acme = await institution()
    const empty = await read(acme)
    expect(empty).toMatchObject({ events: [], next_cursor: expect.stringMatching(/^[\w-]+$/) })
    await placeOrders(database.owner, [acme])
    const page = await read(acme, { cursor: empty.next_cursor })
    expect(page.events).toHaveLength(1)
    expect(page.next_cursor).toBe(page.events[0]!.eventid)
    const end = await read(acme, { cursor: page.next_cursor })
    expect(end).toMatchObject({ events: [], next_cursor: page.next_cursor })
  })

  test('splits a transaction of many events at any limit', async () => {
    const acme = await institution()
    await database.owner.tx(async (tx) => {
      for (let i = 0; i < 4; i += 1) await sendOut(tx, acme)
      await placeOrders(tx, Array(5).fill(acme))
    })
    const whole = (await read(acme)).events
    expect(whole).toHaveLength(9)
    for (const limit of [1, 2, 3, 4, 5, 8, 9]) expect((await all(acme, limit)).events).toEqual(whole)
    for (const [i, { eventid }] of whole.entries())
      expect((await read(acme, { cursor: eventid })).events).toEqual(whole.slice(i + 1))
  })

  test.each([
    ['nothing', ''],
    ['words', Buffer.from('no such place').toString('base64url')],
    ['a transaction beyond all', Buffer.from(`s ${2n ** 64n} 1`).toString('base64url')],
    ['an id beyond all', Buffer.from(`s 5 ${2n ** 63n}`).toString('base64url')],
    ['half an order', Buffer.from(`o 5 ${'-'.repeat(36)}`).toString('base64url')],
    ['a place of another cluster', Buffer.from(`s ${2n ** 64n - 1n} 1`).toString('base64url')],
  ])('%s is an invalid_cursor', async (_name, cursor) => {
    await expect(read(await institution(), { cursor })).rejects.toMatchObject({ code: 'invalid_cursor' })
  })
})

describe('transactions that commit in another order than they began', () => {
  test('nothing is skipped or repeated', async () => {
    const acme = await institution()
    const commitFirst = await open((tx) => sendOut(tx, acme))
    const commitSecond = await open((tx) => placeOrders(tx, [acme]))
    await commitSecond()
    const early = await readEvents(acme)
    expect(summary(early)).toEqual([])
    await commitFirst()
    await waitForOthers(env.db)
    const page = await all(acme, 1, early.next_cursor)
    expect(page.events.map(({ type }) => type)).toEqual(['agreement', 'order'])
  })

  test('a reader gets each event once while many write', async () => {
    const acme = await institution()
    let writing = true
    let written = 0
    const writer = async (n: number) => {
      for (let i = 0; i < 40; i += 1) {
        await database.owner.tx(async (tx) => {
          const sent = (n + i) % 2
          if (sent === 1) await sendOut(tx, acme)
          const orders = await placeOrders(tx, Array((n + i) % 3).fill(acme))
          written += sent + orders.length
          // A statement or two, so that other transactions overtake.
          for (let j = 0; j < (n * i) % 4; j += 1) await tx.query('select 1')
        })
      }
    }
    const writers = Promise.all([0, 1, 2, 3].map(writer)).finally(() => (writing = false))
    const reported: string[] = []
    let cursor: string | undefined
    while (writing) {
      const page = await all(acme, 7, cursor)
      reported.push(...page.events.map(({ eventid }) => eventid))
      cursor = page.cursor
    }
    await writers
    await waitForOthers(env.db)
    reported.push(...(await all(acme, 7, cursor)).events.map(({ eventid }) => eventid))
    expect(reported).toEqual((await all(acme, 500)).events.map(({ eventid }) => eventid))
    expect(new Set(reported).size).toBe(written)
  })
})

describe('waiting', () => {
  test('ends as soon as there is an event', async () => {
    const [acme, other] = [await institution(), await institution()]
    const answer = readEvents(acme, { wait: 25 })
    await placeOrders(database.owner, [other])
    const took = await elapsed(async () => {
      await placeOrders(database.owner, [acme])
      expect(summary(await answer)).toEqual(['order Filled'])
    })
    expect(took).toBeLessThan(20_000) // of the 25 s that it would wait
  })

  test('continues over changes that are not events', async () => {
    const acme = await institution()
    let queries = 0
    const query: Env['db']['query'] = (...args) => {
      if (typeof args[0] === 'object' && args[0].name === 'events') queries += 1
      return env.db.query(...args)
    }
    const answer = eventsOf({ ...env, db: { ...env.db, query } }, watch, keyOf(acme), { wait: 25 }, () => {})
    const id = await env.db.tx((tx) => draft(tx, acme))
    await expect.poll(() => queries).toBe(2)
    await env.db.tx((tx) => move(tx, agreement, id, 'send', by()))
    expect(summary(await answer)).toEqual(['agreement sent'])
  })

  test('ends after its time, with the cursor to continue from', async () => {
    const acme = await institution()
    const took = await elapsed(async () => {
      const page = await readEvents(acme, { wait: 1 })
      expect(page).toMatchObject({ events: [], next_cursor: expect.any(String) })
    })
    expect(took).toBeGreaterThan(990)
  })

  test('ends when the caller disconnects, and when the process stops', async () => {
    const acme = await institution()
    let hangUp = () => {}
    const gone = readEvents(acme, { wait: 25 }, (then) => (hangUp = then))
    hangUp()
    expect((await gone).events).toEqual([])
    const stopped = readEvents(acme, { wait: 25 })
    watch.close()
    expect((await stopped).events).toEqual([])
    expect((await readEvents(acme, { wait: 25 })).events).toEqual([])
  })

  test('a lost database is reported to each caller', async () => {
    const acme = await institution()
    let away = false
    const lost: Env['db']['query'] = (...args) =>
      away ? Promise.reject(new Error('Connection terminated unexpectedly')) : env.db.query(...args)
    const failing = { ...env, db: { ...env.db, query: lost } }
    const watching = eventWatch(failing, 25)
    const answer = eventsOf(failing, watching, keyOf(acme), { wait: 25 }, () => {})
    await env.db.query('select 1')
    away = true
    await expect(answer).rejects.toThrow('Connection terminated')
    watching.close()
  })

  test('a thousand wait without holding a connection, and each gets its own events', async () => {
    const owners = (
      await env.db.query<{ id: string }>(
        `insert into directory.institution select gen_random_uuid(), 'Acme', now() from generate_series(1, 1000) returning id`,
      )
    ).map(({ id }) => id)
    const answers = owners.map((owner) => readEvents(owner, { wait: 25 }))
    const open = `select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`
    await expect.poll(async () => (await database.owner.query(open)).length).toBe(0)
    const orders = await placeOrders(database.owner, owners)
    expect(
      (await Promise.all(answers))
        .map((page) => page.events.map(({ id }) => id))
        .flat()
        .toSorted(),
    ).toEqual(orders.map(({ id }) => id).toSorted())
  })
})

test('the service can add to the history only by moving something', async () => {
  const acme = await institution()
  await expect(
    env.db.query(
      `insert into state.history (machine, subject, to_state, actor, why, at, institution_id)
       values ('mint', $1, 'settled', 'me', 'because', now(), $1)`,
      [acme],
    ),
  ).rejects.toThrow(/permission denied/)
})
