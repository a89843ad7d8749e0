import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { post } from '@specie/test/post.ts'
import { systemClock } from '../base/clock.ts'
import { balancesAt } from './balances.ts'
import { account } from './chart.ts'
import { credit, debit } from './posting/journal.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const noon = (day: number) => new Date(Date.UTC(2026, 10, day, 12))

/** A credit to an account of this institution on this day. */
async function receive(owner: string, name: 'available' | 'pending' | 'held', amount: bigint, day: number) {
  const lines = [debit(account('client', 'bank', 'CHF'), amount), credit(account('client', name, owner, 'CHF'), amount)]
  const clock = { ...systemClock, now: () => noon(day) }
  await post({ db: database.app, clock }, { key: randomUUID(), kind: 'deposit', lines })
}

test('the balance of an institution counts available, pending and held amounts, and no others', async () => {
  const [own, other] = [randomUUID(), randomUUID()]
  await receive(own, 'available', 1n, 1)
  await receive(other, 'available', 1_000n, 1)
  await receive(own, 'pending', 20n, 2)
  await receive(own, 'held', 300n, 3)
  const told = await balancesAt(database.app, own, [noon(1), noon(2), noon(3), noon(4)])
  expect(told.toSorted((a, b) => a.instant.getTime() - b.instant.getTime())).toEqual([
    { asset: 'CHF', instant: noon(1), balance: 0n },
    { asset: 'CHF', instant: noon(2), balance: 1n },
    { asset: 'CHF', instant: noon(3), balance: 21n },
    { asset: 'CHF', instant: noon(4), balance: 321n },
  ])
})

test('coins that have arrived and are not final are counted once', async () => {
  const own = randomUUID()
  const lines = [
    debit(account('client', 'transitional', own, 'VCHF'), 5n),
    credit(account('client', 'pending', own, 'VCHF'), 5n),
  ]
  await post(
    { db: database.app, clock: { ...systemClock, now: () => noon(1) } },
    { key: randomUUID(), kind: 'deposit', lines },
  )
  expect(await balancesAt(database.app, own, [noon(2)])).toEqual([{ asset: 'VCHF', instant: noon(2), balance: 5n }])
})
