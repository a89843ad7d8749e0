import type { BankEntry } from '@specie/payments/camt.ts'
import { mapLimited } from '@specie/program/map-limited.ts'
import { drawnSeed, seeded } from '@specie/test/seeded-random.ts'
import { startCounterparts } from '@specie/test/programs/counterparts.ts'
import { expect, test } from 'vitest'
import { account, customerOf, order, type Customer } from '@specie/test/customers/bank.ts'

const commands = 300
const atOnce = 8
const kills = 6
const returns = 5
const chf = account('client_money', 'CHF')
const reserve = account('reserve', 'CHF')

const isSweep = (n: number) => n % 3 === 0
const orderNumbered = (n: number) =>
  order(`PAY-${n}`, {
    to: isSweep(n) ? reserve.iban : 'CH9300762011623852957',
    pay: [{ amount: 1_00n }, { amount: 2_00n }],
  })

/** The answers of the bank, which must survive. */
const newNotes = () => ({
  wires: new Map<string, string>(),
  payments: new Map<number, string>(),
  listed: new Map<number, string>(),
  files: new Map<string, string>(),
})
type Notes = ReturnType<typeof newNotes>

/** One command. A payment without an answer is sent again; an unanswered wire is given up. */
async function command(n: number, bank: () => Promise<Customer>, notes: Notes): Promise<void> {
  if (n % 10 === 0) return look(await bank(), notes)
  if (n % 4 !== 0) {
    const bankref = await (await bank()).wire({ amount: '10.00', endtoendid: `WIRE-${n}` }).catch(() => null)
    if (bankref !== null) notes.wires.set(`WIRE-${n}`, bankref)
    return
  }
  while (!notes.payments.has(n)) {
    const answer = await (await bank()).call('/bank/v1/payments', orderNumbered(n)).catch(() => null)
    if (answer) notes.payments.set(n, answer.text)
  }
}

async function look(bank: Customer, notes: Notes): Promise<void> {
  const seen = await bank.files().catch(() => [])
  for (const { number, name } of seen) notes.listed.set(number, name)
  for (const { name } of seen.slice(-3)) {
    const text = await bank.file(name).catch(() => null)
    if (text !== null) notes.files.set(name, text)
  }
}

test.each([drawnSeed()])(
  'kill -9 at random moments: acknowledged commands exist once, and every sequence is complete (seed %i)',
  async (seed) => {
    const pick = seeded(seed)
    // A snapshot every few events: some kills hit its writing.
    let running = startCounterparts({ COUNTERPARTS_SNAPSHOT_EVERY: '15' })
    const bank = async () => customerOf((await running).origin)
    const kill = () => {
      running = running.then(async (counterparts) => {
        await counterparts.kill()
        return counterparts.again()
      })
    }
    const first = await bank()
    await first.setClock('2026-03-31T08:00:00Z')
    await first.wire({ amount: '5000' })
    await first.next({ next: 'return_payment', count: returns, seconds: 0 })

    const notes = newNotes()
    const killAt = new Set(Array.from({ length: kills }, () => 1 + pick(commands)))
    const numbers = Array.from({ length: commands }, (_, i) => i + 1)
    try {
      await mapLimited(numbers, atOnce, async (n) => {
        if (killAt.has(n)) kill()
        await command(n, bank, notes)
      })
      kill()
      await (await bank()).setClock('2026-03-31T22:00:01Z')
      await compare(await bank(), notes)
    } finally {
      await (await running).end()
    }
  },
)

async function compare(bank: Customer, notes: Notes): Promise<void> {
  const entries = await wholeBooks(bank, chf.iban)
  const wires = entries.filter(({ code }) => code === 'PMNT/RCDT/DMCT')
  for (const [id, bankref] of notes.wires)
    expect(wires.filter(({ endToEndId }) => endToEndId === id)).toMatchObject([{ bankref }])
  expect(new Set(idsOf(wires)).size).toBe(wires.length)

  const idsPaid = (numbers: number[]) => numbers.flatMap((n) => [`PAY-${n}-E1`, `PAY-${n}-E2`]).toSorted()
  const paid = [...notes.payments.keys()]
  expect(idsOf(entries.filter(({ direction }) => direction === 'debit'))).toEqual(idsPaid(paid))
  expect(entries.filter(({ returnReason }) => returnReason !== null)).toHaveLength(returns)
  expect(idsOf(await wholeBooks(bank, reserve.iban))).toEqual(idsPaid(paid.filter(isSweep)))

  const names = new Map((await bank.files()).map(({ number, name }) => [number, name]))
  for (const [number, name] of notes.listed) expect(names.get(number)).toBe(name)
  for (const [name, text] of notes.files) expect(await bank.file(name)).toBe(text)
  for (const [n, text] of notes.payments)
    expect((await bank.call('/bank/v1/payments', orderNumbered(n))).text).toBe(text)
}

const idsOf = (entries: BankEntry[]): string[] => entries.map(({ endToEndId }) => String(endToEndId)).toSorted()

/** Every entry, once the two kinds of file agree and no number is missing. */
async function wholeBooks(bank: Customer, iban: string): Promise<BankEntry[]> {
  const notifications = await bank.notifications(iban)
  expect(notifications.map(({ sequence }) => sequence)).toEqual(notifications.map((_, i) => BigInt(i + 1)))
  const result = notifications.flatMap(({ entries }) => entries)
  const [statement, ...more] = await bank.statements(iban)
  expect(more).toEqual([])
  expect(statement!.entries).toEqual(result)
  const sum = result.reduce((sum, { direction, amount }) => (direction === 'credit' ? sum + amount : sum - amount), 0n)
  expect(statement).toMatchObject({ sequence: 1n, opening: 0n, closing: sum })
  expect(new Set(result.map(({ bankref }) => bankref)).size).toBe(result.length)
  const numbers = (await bank.files()).map(({ number }) => number)
  expect(numbers).toEqual(numbers.map((_, i) => i + 1))
  return result
}
