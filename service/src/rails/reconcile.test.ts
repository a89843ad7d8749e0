import { randomUUID } from 'node:crypto'
import { testProviderSecret } from '@specie/counterparts/settings.ts'
import { type Counterparts, startCounterparts } from '@specie/test/programs/counterparts.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { checkRails } from '@specie/test/checks.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { systemClock } from '../base/clock.ts'
import type { Env } from '../base/env.ts'
import { setActor, move } from '../base/state-machine/move.ts'
import type { Collection, Provider } from '../base/ports/provider.ts'
import { httpProvider } from '../markets/provider/provider.ts'
import { readArrivals } from './onramp/read-arrivals.ts'
import { type Payment, paymentMachine } from './payment/row.ts'
import { reconcileProvider } from './reconcile.ts'

let database: TestDatabase
let counterparts: Counterparts
let env: Env
let now: Date
let collection: Collection
/** Cases before the test. */
let before: bigint

// A provider in its own process, and our books. The states of payments are set directly: other tests cover the way to them.
beforeAll(async () => {
  database = await freshDatabase()
  counterparts = await startCounterparts()
  const provider = httpProvider(counterparts.origin, 'specie', testProviderSecret)
  env = testEnv(database, { provider, clock: { ...systemClock, settlement: () => now } })
  await passTo('2026-03-31T08:00:00Z')
  collection = await openRail()
  await reconcileProvider.run(env)
})
// Each test has its own morning.
beforeEach(async () => {
  await pass(1)
  await reconcileProvider.run(env)
  const [row] = await env.db.query<{ last: bigint | null }>('select max(id) as last from banking.bank_case')
  before = row!.last ?? 0n
})
afterAll(async () => {
  await counterparts.end()
  await database.drop()
})

async function control<T>(lever: string, body: object): Promise<T> {
  const response = await fetch(`${counterparts.origin}/${lever}`, { method: 'POST', body: JSON.stringify(body) })
  expect(response.status).toBe(200)
  return (await response.json()) as T
}

async function passTo(settlement: string): Promise<void> {
  now = new Date(settlement)
  await control('bank/control/clock', { settlement: now.toISOString(), speed: 0 })
}

/** To eight o'clock (UTC), this number of days later. */
const pass = (days: number) => passTo(new Date(now.getTime() + days * 86_400_000).toISOString())
const today = () => now.toISOString().slice(0, 10)

const by = () => ({ actor: 'test', why: 'by hand', at: env.clock.now() })

async function openRail(): Promise<Collection> {
  const institution = await newInstitution(env.db)
  const funding = (await env.provider!.openCollection(`rail:${institution}`, {
    currency: 'CHF',
    name: 'Acme',
  })) as Collection
  const id = randomUUID()
  await env.db.tx(async (tx) => {
    await setActor(tx, by())
    await tx.query(
      `insert into rails.rail (id, institution_id, railtype, sender, asset, currency, blockchain, destination, state,
         created_at, updated_at)
       values ($1, $2, 'FiatToStablecoin', '{}', 'VCHF', 'CHF', 'ETH', '0x', 'pending', $3, $3)`,
      [id, institution, env.clock.now()],
    )
    await tx.query('update rails.rail set funding = $2 where id = $1', [id, JSON.stringify(funding)])
  })
  return funding
}

/** Fiat arrives and is read by us; returns its id. */
async function arrive(amount: string, { reference } = collection): Promise<string> {
  const paid = { reference, currency: 'CHF', amount, payername: 'Acme' }
  const { arrivals } = await control<{ arrivals: { id: string }[] }>('provider/control/arrivals', paid)
  return arrivals[0]!.id
}

const paymentOf = async (arrival: string): Promise<Payment> =>
  (await env.db.query<Payment>('select * from rails.payment where source like $1', [`%/${arrival}`]))[0]!

async function become(arrival: string, ...events: string[]): Promise<void> {
  const { id } = await paymentOf(arrival)
  for (const event of events) await env.db.tx((tx) => move(tx, paymentMachine, id, event, by()))
}

/** At the provider, and in our books with this `spread`. */
async function settle(arrival: string, spread: bigint): Promise<void> {
  const { id, received } = await paymentOf(arrival)
  const net = (await env.provider!.settlementQuote(arrival)).net
  const request = { arrival, net, iban: 'CH0308998000010010010', reference: 'RF18539007547034' }
  await env.provider!.settle(`settle:${id}`, request)
  expect(received - net).toBe(10n)
  await env.db.query('update rails.payment set spread = $2 where id = $1', [id, spread])
  await become(arrival, 'screen', 'clear', 'send', 'complete')
}

async function giveBack(arrival: string): Promise<void> {
  const { id } = await paymentOf(arrival)
  await become(arrival, 'screen', 'refuse', 'return')
  await env.provider!.returnArrival(`return:${id}`, { arrival, reason: 'too small' })
}

const read = () => readArrivals(env, env.provider!)
const cases = () =>
  env.db.query<{ detail: Record<string, string>; closed: boolean }>(
    `select detail, closed_at is not null as closed from banking.bank_case
     where kind = 'provider_statement' and id > $1 order by id`,
    [before],
  )
/** For each case: its subject, our amount and the provider's. */
const differences = async () =>
  (await cases()).map(({ detail }) => `${detail['what']} ${detail['ours']} ${detail['theirs']}`)

test('entries that agree open no case, day after day', async () => {
  const day = today()
  const [sold, back] = [await arrive('100'), await arrive('50')]
  await read()
  await settle(sold, 10n)
  await giveBack(back)
  await arrive('7') // not read by us when the day ends
  await passTo(`${day}T22:30:00Z`) // half past midnight in Zurich
  expect(await reconcileProvider.run(env)).toBe(1) // the day in London has half an hour left
  await passTo(`${day}T08:00:00Z`)
  await pass(2)
  expect(await reconcileProvider.run(env)).toBe(3)
  expect(await reconcileProvider.run(env)).toBe(0)
  const days = await env.db.query<{ closing: bigint }>(
    `select closing from rails.statement where currency = 'CHF' and day >= $1 order by day`,
    [day],
  )
  expect(days).toEqual([{ closing: 700n }, { closing: 700n }])
  expect(await cases()).toEqual([])
  const imported = await env.db.query<{ kind: string; amount: bigint }>(
    'select kind, amount from rails.statement_entry order by kind, amount',
  )
  expect(imported.map(({ kind, amount }) => `${kind} ${amount}`)).toEqual([
    'arrival 700',
    'arrival 5000',
    'arrival 10000',
    'return 5000',
    'settlement 9990',
    'spread 10',
  ])
})

test('an amount that differs opens one case, with both amounts', async () => {
  const day = today()
  await arrive('100')
  await control('provider/control/next', { next: 'statement_differs' })
  for (let days = 0; days < 2; days += 1) {
    await pass(1)
    await reconcileProvider.run(env)
  }
  expect(await differences()).toEqual(['arrival 100 100.01'])
  expect(await cases()).toMatchObject([{ closed: false, detail: { day, provider: 'conversion-provider' } }])
})

test('a spread other than the agreed one opens a case, and so does its settlement', async () => {
  const sold = await arrive('100')
  await read()
  await settle(sold, 9n)
  await pass(1)
  await reconcileProvider.run(env)
  expect(await differences()).toEqual(['settlement 99.91 99.9', 'spread 0.09 0.1'])
})

test('a payment that the provider settled and we return opens a case', async () => {
  const other = await arrive('20')
  await read()
  await become(other, 'screen', 'refuse')
  const { net } = await env.provider!.settlementQuote(other)
  await env.provider!.settle('astray', { arrival: other, net, iban: 'CH0308998000010010010', reference: 'X' })
  await pass(1)
  await reconcileProvider.run(env)
  expect(await differences()).toEqual(['settlement nothing 19.98', 'spread nothing 0.02'])
})

test('an arrival without a rail of ours is one case, however often it is reported', async () => {
  const elsewhere = (await env.provider!.openCollection('elsewhere', { currency: 'CHF', name: 'Else' })) as Collection
  await arrive('30', elsewhere)
  await read()
  await pass(1)
  await reconcileProvider.run(env)
  expect(await cases()).toHaveLength(1)
})

test('an entry missing on its due day opens a case, which closes when the entry is reported', async () => {
  const arrival = await arrive('100')
  await read()
  // Our books have it under the number of the next arrival.
  const early = arrival.replace(/\d+$/, (number) => String(Number(number) + 1).padStart(number.length, '0'))
  await database.owner.query('update rails.payment set source = replace(source, $1, $2)', [arrival, early])
  const missing = async () => (await cases()).filter(({ detail }) => detail['theirs'] === 'nothing')
  await pass(1)
  await reconcileProvider.run(env)
  expect(await missing()).toEqual([]) // it may be reported today
  const day = today()
  await pass(1)
  await reconcileProvider.run(env)
  const detail = { payment: `conversion-provider/${early}`, what: 'arrival', ours: '100', day }
  expect(await missing()).toMatchObject([{ closed: false, detail }])
  const unstated = async () => (await checkRails(env.db)).filter(({ what }) => what.startsWith('the statements'))
  // Beyond the case, an arrival that the provider reported and does not state is a break of L7.
  expect(await unstated()).toMatchObject([{ ok: false, detail: expect.stringContaining(early) }])
  expect(await arrive('100')).toBe(early)
  await pass(1)
  await reconcileProvider.run(env)
  expect(await missing()).toMatchObject([{ closed: true, detail }])
  expect(await unstated()).toMatchObject([{ ok: true }])
})

test('while the provider is unreachable no statement is read; afterwards all missed days are', async () => {
  await counterparts.kill()
  const later = new Date(now.getTime() + 4 * 86_400_000)
  now = later
  expect(await reconcileProvider.run(env)).toBe(0)
  counterparts = await counterparts.again()
  await passTo(later.toISOString())
  const overdue = (closed: boolean) => [
    { closed, detail: { about: 'overdue', currency: 'CHF' } },
    { closed, detail: { about: 'overdue', currency: 'GBP' } },
  ]
  expect(await cases(), 'people are told on the second day').toMatchObject(overdue(false))
  expect(await reconcileProvider.run(env)).toBe(8) // four days, two currencies
  expect(await cases()).toMatchObject(overdue(true))
})

type FaultyStatement = (real: Provider, dayBefore: string) => Provider['statement']

test.each<[string, FaultyStatement, RegExp]>([
  ['cannot be read', () => async () => '<Document', /./],
  ['is of another day', (real, dayBefore) => (currency) => real.statement(currency, dayBefore), /is of (CHF|GBP) from/],
])('a statement that %s opens a case, and is read again', async (_what, faulty, problem) => {
  await pass(1)
  const real = env.provider!
  const dayBefore = new Date(now.getTime() - 2 * 86_400_000).toISOString().slice(0, 10)
  const saying: Env = { ...env, provider: { ...real, statement: faulty(real, dayBefore) } }
  expect(await reconcileProvider.run(saying)).toBe(0)
  expect(await reconcileProvider.run(saying)).toBe(0)
  const caseFor = (currency: string) => ({
    detail: { currency, about: 'unreadable', problem: expect.stringMatching(problem) },
  })
  expect(await cases()).toMatchObject([caseFor('CHF'), caseFor('GBP')])
  expect(await reconcileProvider.run(env)).toBe(2)
})
