import { machines, publicState } from '@specie/protocol/machines.ts'
import type { BankEntry } from '@specie/payments/camt.ts'
import { payoutOf } from '@specie/test/banking/at-bank.ts'
import {
  bankOf,
  clientChf,
  entryOf,
  forgetMoney,
  institutionAtBank,
  recallOf,
} from '@specie/test/banking/bank-files.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { debitOf, returnOf, scriptedBank } from '@specie/test/banking/scripted-bank.ts'
import { balances } from '@specie/test/balances.ts'
import { check, checkBank } from '@specie/test/checks.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { attributeWires } from '../wire/attribute.ts'
import { importFile } from './import.ts'
import { sendPayouts } from '../payout/send.ts'
import type { WireState } from '../wire/row.ts'

// A day at the bank, with its files in any order and repeated, compared with plain arithmetic.

const wirePlan = fc.record({
  amount: fc.bigInt(1n, 1_000n),
  from: fc.constantFrom('owner' as const, 'owner' as const, 'third party' as const, 'nobody known' as const),
  recalled: fc.boolean(),
})
const payoutPlan = fc.record({ amount: fc.bigInt(1n, 1_000n), returned: fc.boolean() })

const dayPlan = fc.record({
  wires: fc.array(wirePlan, { minLength: 1, maxLength: 8 }),
  payouts: fc.array(payoutPlan, { maxLength: 3 }),
  /** The grouping of entries into files, the order and repetition of files, and the times at which the job runs. */
  cuts: fc.array(fc.boolean(), { minLength: 30, maxLength: 30 }),
  order: fc.array(fc.nat(1_000), { minLength: 60, maxLength: 60 }),
  again: fc.array(fc.nat(50), { maxLength: 6 }),
  runs: fc.array(fc.boolean(), { minLength: 60, maxLength: 60 }),
})
type Day = typeof dayPlan extends fc.Arbitrary<infer T> ? T : never

const start = 1_000_000n

/** The expected final balances, and the state of each wire. */
function expected({ wires, payouts }: Day) {
  const kept = (from: Day['wires'][number]['from']) =>
    wires.reduce((sum, wire) => (wire.from === from && !wire.recalled ? sum + wire.amount : sum), 0n)
  const paid = payouts.reduce((sum, payout) => (payout.returned ? sum : sum + payout.amount), 0n)
  const statusBySender = { owner: 'credited', 'third party': 'held', 'nobody known': 'pending' }
  return {
    available: start + kept('owner') - paid,
    pending: kept('third party'),
    unallocated: kept('nobody known'),
    states: wires.map(({ from, recalled }) => (recalled ? 'returned' : statusBySender[from])),
  }
}

/** All bookings of that day, in order. */
function entriesOf(day: Day, qrr: string, payments: Parameters<typeof debitOf>[0][]): BankEntry[] {
  const senders = { owner: 'Acme Treasury AG', 'third party': 'Uncle Bob', 'nobody known': 'Acme Treasury AG' }
  const reference = (from: string): BankEntry['reference'] =>
    from === 'nobody known' ? { type: 'none', value: null } : { type: 'QRR', value: qrr }
  const wires = day.wires.map(({ amount, from }, i) =>
    entryOf(`W${i}`, {
      amount,
      reference: reference(from),
      counterparty: { name: senders[from], account: 'CH9300762011623852957', bic: null },
    }),
  )
  const recalls = wires.filter((_, i) => day.wires[i]!.recalled).map((wire) => recallOf(wire, `R${wire.bankref}`))
  const debits = payments.map((payment) => debitOf(payment))
  const returns = payments.filter((_, i) => day.payouts[i]!.returned).map((payment) => returnOf(payment))
  return [...wires, ...debits, ...recalls, ...returns]
}

function filesOf(bank: ReturnType<typeof bankOf>, day: Day, entries: readonly BankEntry[]): string[] {
  const files: BankEntry[][] = [[]]
  entries.forEach((entry, i) => (day.cuts[i % day.cuts.length] ? files.push([entry]) : files.at(-1)!.push(entry)))
  const half = Math.ceil(files.length / 2)
  const notifications = files.slice(0, half).map((group) => bank.notify(group))
  const noon = bank.state()
  return [...notifications, noon, ...files.slice(half).map((group) => bank.notify(group)), bank.state()]
}

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

async function live(day: Day) {
  await forgetMoney(database)
  const port = scriptedBank()
  const env = testEnv(database, { bank: port })
  const bank = bankOf(clientChf)
  const { acme: owner, qrr } = await institutionAtBank(env)
  await importFile(env, bank.notify([entryOf('START', { amount: start, reference: { type: 'QRR', value: qrr } })]))
  await attributeWires.run(env)
  for (const { amount } of day.payouts) await payoutOf(env, owner, amount)
  await sendPayouts.run(env)
  const payments = [...port.orders.values()].flatMap((order) => order.payments)

  const files = filesOf(bank, day, entriesOf(day, qrr, payments))
  const arriving = [...files, ...day.again.map((n) => files[n % files.length]!)]
  const shuffled = arriving
    .map((file, i) => ({ file, place: day.order[i]! }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ file }) => file)
  for (const [i, file] of shuffled.entries()) {
    await importFile(env, file)
    if (day.runs[i]) await attributeWires.run(env)
  }
  await attributeWires.run(env)
  return { env, owner }
}

test('a day’s files in any order, any of them repeated, end in the same balances and states', async () => {
  await fc.assert(
    fc.asyncProperty(dayPlan, async (day) => {
      const { env, owner } = await live(day)
      const { unallocated, states, ...balance } = expected(day)
      expect((await balances(env, owner)).get('CHF')).toEqual(balance)
      const wires = await env.db.query<{ state: WireState }>(
        `select state from banking.wire where bankref <> 'START' order by substr(bankref, 2)::int`,
      )
      expect(wires.map(({ state }) => publicState(machines.wire, state))).toEqual(states)
      const [waiting] = await env.db.query<{ balance: bigint }>(
        `select balance from ledger.account where (pool, name, asset) = ('client', 'unallocated', 'CHF')`,
      )
      expect(waiting?.balance).toBe(unallocated)
      expect(await env.db.query('select kind, cause from banking.bank_case where closed_at is null')).toEqual([])
      const checks = [...(await check(database.app)), ...(await checkBank(database.app))]
      expect(checks.filter((row) => !row.ok)).toEqual([])
    }),
    { numRuns: 15, endOnFailure: true },
  )
})
