import { type BankEntry, type Statement, writeStatement } from '@specie/payments/camt.ts'
import { writeMt940 } from '@specie/payments/mt940-write.ts'
import { payoutOf } from '@specie/test/banking/at-bank.ts'
import {
  asCollective,
  bankOf,
  clientChf,
  entryOf,
  forgetMoney,
  institutionAtBank,
  partsOf,
} from '@specie/test/banking/bank-files.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { debitOf, scriptedBank } from '@specie/test/banking/scripted-bank.ts'
import { check, checkBank } from '@specie/test/checks.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { attributeWires } from '../wire/attribute.ts'
import { signedAmount } from '../entry/entries.ts'
import { importFile } from './import.ts'
import { sendPayouts } from '../payout/send.ts'

// Two days at the bank with identical payments, reported by any mix of files, in any order and repeatedly.

const days = ['2026-03-02', '2026-03-03'] as const

const movement = fc.record({
  amount: fc.constantFrom(100n, 100n, 200n, 300n),
  day: fc.nat(1),
  sender: fc.constantFrom('Acme Treasury AG', 'Acme Treasury AG', 'Beta Ltd'),
  named: fc.boolean(),
  quotes: fc.boolean(),
  /** The notification that contains it, if any. */
  notice: fc.option(fc.nat(2), { nil: null, freq: 4 }),
})
const stating = fc.record({
  camt: fc.constantFrom('details' as const, 'collective' as const, 'none' as const),
  mt940: fc.constantFrom('references' as const, 'ids' as const, 'bare' as const, 'none' as const),
})
const plan = fc.record({
  wires: fc.array(movement, { minLength: 1, maxLength: 7 }),
  payouts: fc.array(fc.constantFrom(100n, 200n), { maxLength: 3 }),
  grouped: fc.boolean(),
  notified: fc.boolean(),
  stating: fc.tuple(stating, stating),
  order: fc.array(fc.nat(1_000), { minLength: 30, maxLength: 30 }),
  again: fc.array(fc.nat(20), { maxLength: 4 }),
})
type Plan = typeof plan extends fc.Arbitrary<infer T> ? T : never
type Real = { entry: BankEntry; notice: number | null }

const funds = 1_000_000n

function realOf(plan: Plan, qrr: string, debits: BankEntry[]): Real[] {
  const wires = plan.wires.map(({ amount, day, sender, named, quotes, notice }, i) => ({
    notice: plan.notified ? notice : null,
    entry: entryOf(`W${i}`, {
      amount,
      bookingDate: days[day]!,
      valueDate: days[day]!,
      endToEndId: named ? `E2E-W${i}` : null,
      reference: quotes ? { type: 'QRR', value: qrr } : { type: 'none', value: null },
      counterparty: { name: sender, account: 'CH9300762011623852957', bic: null },
    }),
  }))
  return [...wires, ...debits.map((entry) => ({ entry, notice: plan.notified ? 1 : null }))]
}

/** The bank's files: notifications, and each day's statement in the formats of the plan. */
function filesOf(plan: Plan, real: readonly Real[]): string[] {
  const bank = bankOf(clientChf)
  bank.notify([])
  const notices = [0, 1, 2].flatMap((n) => {
    const entries = real.filter(({ notice }) => notice === n).map(({ entry }) => entry)
    const credits = entries.filter(({ direction, bookingDate }) => direction === 'credit' && bookingDate === days[0])
    const reported = plan.grouped && credits.length > 1 ? partsOf(credits, `G${n}`) : credits
    const others = entries.filter((entry) => !credits.includes(entry))
    return entries.length > 0 ? [bank.notify([...reported, ...others])] : []
  })
  let closing = 0n
  const statements = days.flatMap((day, i) => {
    const start = entryOf('START', { amount: funds })
    const entries = [...(i === 0 ? [start] : []), ...real.map((one) => one.entry)].filter(
      ({ bookingDate }) => bookingDate === day,
    )
    const opening = closing
    closing = entries.reduce((sum, entry) => sum + signedAmount(entry), opening)
    const statement: Statement = {
      kind: 'camt.053',
      messageId: `S${i}`,
      createdAt: `${day}T22:00:00`,
      account: clientChf.iban,
      currency: 'CHF',
      sequence: BigInt(i + 1),
      statementId: `S${i}`,
      from: day,
      to: day,
      opening,
      closing,
      entries,
    }
    const { camt, mt940 } = plan.stating[i]!
    const text = writeStatement(statement)
    const camts = camt === 'none' ? [] : [camt === 'details' ? text : asCollective(text)]
    const ids = writeMt940(statement, { references: true }).replaceAll(/^(:61:.*NTRF).*$/gm, '$1NONREF')
    const forms = {
      references: writeMt940(statement, { references: true }),
      ids,
      bare: writeMt940(statement, { references: false }),
    }
    return mt940 === 'none' ? camts : [...camts, forms[mt940]]
  })
  return [...notices, ...statements]
}

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

/** Executes the plan and returns the actual bookings. */
async function live(plan: Plan) {
  await forgetMoney(database)
  const port = scriptedBank()
  const env = testEnv(database, { bank: port })
  const { acme: owner, qrr } = await institutionAtBank(env)
  const start = entryOf('START', { amount: funds, reference: { type: 'QRR', value: qrr } })
  await importFile(env, bankOf(clientChf).notify([start]))
  await attributeWires.run(env)
  for (const amount of plan.payouts) await payoutOf(env, owner, amount)
  await sendPayouts.run(env)
  const debits = [...port.orders.values()]
    .flatMap((order) => order.payments)
    .map((one) => debitOf(one, { bookingDate: days[1], valueDate: days[1] }))
  const real = realOf(plan, qrr, debits)
  const files = filesOf(plan, real)
  const arriving = [...files, ...plan.again.map((n) => files[n % files.length]!)].filter((file) => file !== undefined)
  const shuffled = arriving
    .map((file, i) => ({ file, place: plan.order[i]! }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ file }) => file)
  for (const file of shuffled) {
    await importFile(env, file)
    await attributeWires.run(env)
  }
  return { env, real }
}

/** Reported by a file that names the payment. */
const isClearlyReported = (plan: Plan, { entry, notice }: Real): boolean => {
  const { camt, mt940 } = plan.stating[days.indexOf(entry.bookingDate as (typeof days)[number])]!
  return notice !== null || camt === 'details' || mt940 === 'references'
}

type Entry = {
  id: bigint
  bankref: string
  direction: 'credit' | 'debit'
  amount: bigint
  day: string
  booked: boolean
  formats: string[]
}

const entriesOf = (env: Env) =>
  env.db.query<Entry>(
    `select id, bankref, direction, amount, booking_date::text as day, booked_at is not null as booked,
       (select array_agg(format) from banking.message m where m.id = any(reported_by)) as formats
     from banking.entry where bankref <> 'START'`,
  )

const kindOf = ({ direction, amount }: { direction: string; amount: bigint }, day: string) =>
  `${direction} ${amount} ${day}`
const signedSum = (all: readonly { direction: string; amount: bigint }[]) =>
  all.reduce((sum, { direction, amount }) => (direction === 'credit' ? sum + amount : sum - amount), 0n)

/** For a format with both days: the movements it reported and the lines that wait add up to its closing balance. */
async function expectReconciled(
  env: Env,
  real: readonly Real[],
  entries: readonly Entry[],
  format: string,
): Promise<boolean> {
  const [row] = await env.db.query<{ days: bigint }>('select count(*) as days from banking.message where format = $1', [
    format,
  ])
  if (row!.days !== 2n) return false
  const waiting = await env.db.query<{ direction: string; amount: bigint }>(
    `select reported ->> 'direction' as direction, amount from banking.unclear_line where entries = '{}' and format = $1`,
    [format],
  )
  const [start] = await env.db.query<{ told: boolean }>(
    `select exists (select from banking.message m where m.id = any(reported_by) and m.format = $1) as told
     from banking.entry where bankref = 'START'`,
    [format],
  )
  const reported = entries.filter((entry) => entry.formats.includes(format))
  expect(signedSum(reported) + signedSum(waiting) + (start!.told ? funds : 0n)).toBe(
    funds + signedSum(real.map(({ entry }) => entry)),
  )
  return true
}

const runs = Number(process.env['RETOLD_RUNS'] ?? 40)

test('a day reported by any mix of files, in any order, is booked once where it is clear and waits where it is not', async () => {
  const seen = { 'camt.053': 0, mt940: 0, clear: 0, stated: 0 }
  await fc.assert(
    fc.asyncProperty(plan, async (plan) => {
      const { env, real } = await live(plan)
      const entries = await entriesOf(env)
      const booked = entries.filter((entry) => entry.booked)
      // At most the actual bookings, and at least all clearly reported ones.
      const count = Map.groupBy(booked, (entry) => kindOf(entry, entry.day))
      const truth = Map.groupBy(real, ({ entry }) => kindOf(entry, entry.bookingDate))
      for (const [kind, group] of count) expect(group.length).toBeLessThanOrEqual(truth.get(kind)?.length ?? 0)
      for (const [kind, group] of truth) {
        const clear = group.filter((one) => isClearlyReported(plan, one)).length
        expect(count.get(kind)?.length ?? 0).toBeGreaterThanOrEqual(clear)
      }
      const [ledger] = await env.db.query<{ balance: bigint }>(
        `select balance from ledger.account where (pool, name, asset) = ('client', 'bank', 'CHF')`,
      )
      expect(ledger!.balance).toBe(funds + signedSum(booked))
      for (const format of ['camt.053', 'mt940'] as const)
        if (await expectReconciled(env, real, entries, format)) seen[format] += 1
      expect((await check(database.app)).filter((row) => !row.ok)).toEqual([])
      if (!real.every((one) => isClearlyReported(plan, one))) return
      seen.clear += 1
      const open = await env.db.query(
        `select kind, detail from banking.bank_case where closed_at is null and kind in ('unclear_entry', 'unmatched_entry')`,
      )
      expect(open).toEqual([])
      const isStated = plan.stating.every(({ camt, mt940 }) => camt !== 'none' || mt940 !== 'none')
      if (!isStated) return
      seen.stated += 1
      expect((await checkBank(database.app)).filter((row) => !row.ok)).toEqual([])
    }),
    { numRuns: runs, endOnFailure: true },
  )
  // The plans have exercised each rule above.
  if (runs >= 40) expect(Math.min(...Object.values(seen)), JSON.stringify(seen)).toBeGreaterThan(0)
}, 600_000)
