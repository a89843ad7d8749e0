import { agree } from '@specie/test/people.ts'
import type { BankEntry } from '@specie/payments/camt.ts'
import {
  bankFilesForEachTest,
  importAndAttribute,
  type BankFiles,
  type Reported,
} from '@specie/test/banking/at-bank.ts'
import {
  asCollective,
  asMt940,
  bankOf,
  clientChf,
  forgetMoney,
  ownAccounts,
  partsOf,
  recallOf,
  wholeOf,
} from '@specie/test/banking/bank-files.ts'
import type { TestDatabase } from '@specie/test/database.ts'
import { balances } from '@specie/test/balances.ts'
import { checkBank } from '@specie/test/checks.ts'
import { expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { attributeWires } from '../wire/attribute.ts'
import { storeBankAccounts } from '../account/own-accounts.ts'

// The bank reports the same movement in several kinds of file, some with few details.

let database: TestDatabase
let env: Env
let bank: BankFiles
let acme: string
let qrr: string
let quoting: Reported['quoting']
bankFilesForEachTest((reported) => ({ database, env, bank, acme, qrr, quoting } = reported))

const imported = (file: string) => importAndAttribute(env, file)
const credited = async () => (await balances(env, acme)).get('CHF')?.available ?? 0n
const openCases = () =>
  env.db.query<{ kind: string; detail: Record<string, string> }>(
    'select kind, detail from banking.bank_case where closed_at is null order by id',
  )
const breaks = async () => (await checkBank(env.db)).filter((row) => !row.ok).map((row) => row.detail)
const atBank = async () => {
  const [row] = await env.db.query<{ balance: bigint }>(
    `select balance from ledger.account where (pool, name, asset) = ('client', 'bank', 'CHF')`,
  )
  return row?.balance ?? 0n
}
const waitingLine = async () => {
  const [row] = await env.db.query<{ id: bigint }>(`select id from banking.unclear_line where entries = '{}'`)
  return row!.id
}
const entryId = async (bankref: string) =>
  (await env.db.query<{ id: bigint }>('select id from banking.entry where bankref = $1', [bankref]))[0]!.id
/** The bank repeats it in a notification with the next number. */
function notifyAgain(entry: BankEntry): string {
  const other = bankOf(clientChf)
  return other.notify([entry], { sequence: 3n })
}

test('a wire is credited once when an MT940 without references is imported as well as camt files', async () => {
  expect(await imported(bank.notify([quoting('W1')]))).toEqual([])
  const statement = bank.state()
  expect(await imported(statement)).toEqual([])
  expect(await imported(asMt940(statement, false))).toEqual([])
  expect([await credited(), await atBank(), await breaks()]).toEqual([100_000n, 100_000n, []])
})

test('a wire is credited once, to its owner, when the MT940 without references comes before everything else', async () => {
  const notice = bank.notify([quoting('W1')])
  const statement = bank.state()
  expect(await imported(asMt940(statement, false))).toEqual(['unclear_entry'])
  expect([await credited(), await atBank()]).toEqual([0n, 0n])
  await imported(notice)
  await imported(statement)
  expect([await credited(), await atBank(), await openCases(), await breaks()]).toEqual([100_000n, 100_000n, [], []])
})

test('with MT940 only, entries are booked from it, and a wire that is later reported in detail finds its owner', async () => {
  const notice = bank.notify([quoting('W1', { bookingDate: '2026-03-03', valueDate: '2026-03-02' })])
  const statement = bank.state()
  const mt940 = asMt940(statement, true)
    .replace('//W1', '')
    .replaceAll(/\/REMI\/\d+/g, '')
  expect(await imported(mt940)).toEqual([])
  expect([await credited(), await atBank()]).toEqual([0n, 100_000n])
  await imported(notice)
  await imported(statement)
  expect([await credited(), await atBank(), await breaks()]).toEqual([100_000n, 100_000n, []])
  expect(await imported(bank.notify([quoting('W1')], { sequence: 2n }))).toEqual([])
  expect(await atBank()).toBe(100_000n)
})

test('two identical wires are two in every file, and a third that only the MT940 has moves nothing', async () => {
  const alike = (bankref: string) => quoting(bankref, { endToEndId: null })
  await imported(bank.notify([alike('W1'), alike('W2')]))
  bank.book([alike('W3')])
  const statement = bank.state()
  expect(await imported(asMt940(statement, false))).toEqual(['unclear_entry'])
  expect([await credited(), await atBank()]).toEqual([200_000n, 200_000n])
  expect(await breaks()).toEqual([expect.stringContaining('on a statement and not booked')])
  expect(await imported(bank.notify([alike('W3')]))).toEqual([])
  expect([await credited(), await openCases(), await breaks()]).toEqual([300_000n, [], []])
})

test('an operator decides that an unclear line is a new movement, or the same as a known one', async () => {
  await imported(bank.notify([quoting('W1', { endToEndId: null })]))
  bank.book([quoting('W2', { endToEndId: null, counterparty: { name: 'Beta Ltd', account: null, bic: null } })])
  await imported(asMt940(bank.state(), false))
  const line = await waitingLine()
  await expect(
    agree(env, 'bank.match_line', { line: String(line), entries: [String(await entryId('W1'))] }),
  ).rejects.toThrow(/already reports entry/)
  await agree(env, 'bank.book_line', { line: String(line) })
  await expect(agree(env, 'bank.book_line', { line: String(line) })).rejects.toThrow(/already matched/)
  expect([await atBank(), await openCases(), await breaks()]).toEqual([200_000n, [], []])
  const audited = await env.db.query(
    `select 1 from audit.entry where body::jsonb ->> 'action' = 'bank_line.another' and body::jsonb ->> 'subject' = $1`,
    [`line ${line}`],
  )
  expect(audited).toHaveLength(1)
})

test('no SQL of the service can bypass or change the decision of two people about an unclear line', async () => {
  const alike = (bankref: string) => quoting(bankref, { endToEndId: null })
  await imported(bank.notify([alike('W1'), alike('W2')]))
  const one = bankOf(clientChf)
  one.book([alike('W1')])
  await imported(asMt940(one.state(), false))
  const line = await waitingLine()
  const [first, second] = [await entryId('W1'), await entryId('W2')]
  const decided = (entries: bigint[], by: string | null) =>
    env.db.query('update banking.unclear_line set entries = $2, decided_by = $3 where id = $1', [line, entries, by])
  const needed = /needs the approval of a second person/
  await expect(decided([first], 'eve')).rejects.toThrow(needed)
  const added = `insert into banking.unclear_line (message_id, place, account, format, booking_date, value_date, amount, reported, entries, decided_by)
    select message_id, place + 100, account, format, booking_date, value_date, amount, reported, '{1}', 'eve' from banking.unclear_line where id = $1`
  await expect(env.db.query(added, [line])).rejects.toThrow(needed)
  await agree(env, 'bank.match_line', { line: String(line), entries: [String(first)] })
  await expect(decided([second], 'eve')).rejects.toThrow(needed)
  await expect(decided([], null)).rejects.toThrow(needed)
})

test('when an MT940 has fewer entries than were notified, an operator decides which one is missing', async () => {
  const alike = (bankref: string) => quoting(bankref, { endToEndId: null })
  await imported(bank.notify([alike('W1'), alike('W2')]))
  const one = bankOf(clientChf)
  one.book([alike('W1')])
  expect(await imported(asMt940(one.state(), false))).toContain('unclear_entry')
  expect((await breaks())[0]).toMatch(/W1 .*W2 /)
  await agree(env, 'bank.match_line', { line: String(await waitingLine()), entries: [String(await entryId('W1'))] })
  expect((await breaks())[0]).not.toMatch(/no statement confirms: W1/)
  expect((await breaks())[0]).toMatch(/no statement confirms: W2/)
})

test.each<[string, (parts: BankEntry[]) => BankEntry[], object]>([
  ['reported as one booking', (parts) => partsOf(parts, 'B-credit2026-03-02-1'), {}],
  ['reported as one booking under another reference', (parts) => partsOf(parts, 'OTHER'), { transactions: 3 }],
  ['reported one by one', (parts) => parts, {}],
])('a collective booking whose parts were %s books nothing more, in either order', async (_how, group, batch) => {
  const parts = group([quoting('P1'), quoting('P2', { amount: 5n }), quoting('P3', { amount: 70n })])
  const notice = bank.notify(parts)
  const collective = asCollective(bank.state(), batch)
  expect(await imported(notice)).toEqual([])
  expect(await imported(collective)).toEqual([])
  expect([await credited(), await atBank(), await breaks()]).toEqual([100_075n, 100_075n, []])
  await forgetMoney(database)
  await storeBankAccounts(env, ownAccounts)
  await env.db.query(
    `insert into banking.reference (institution_id, currency, value, created_at) values ($1, 'CHF', $2, now())`,
    [acme, qrr],
  )
  expect(await imported(collective)).toEqual(['unclear_entry'])
  expect(await atBank()).toBe(0n)
  expect(await imported(notice)).toEqual([])
  expect([await credited(), await atBank(), await openCases(), await breaks()]).toEqual([100_075n, 100_075n, [], []])
})

test('a collective notification and the parts on the statement are booked once', async () => {
  const parts = [quoting('P1'), quoting('P2', { amount: 5n })]
  const notice = bank.notify([wholeOf(parts, 'B1', { transactions: 2 })])
  const other = bankOf(clientChf)
  other.book(parts)
  const statement = other.state()
  expect(await imported(notice)).toEqual(['unclear_entry'])
  await imported(statement)
  expect([await credited(), await atBank(), await openCases(), await breaks()]).toEqual([100_005n, 100_005n, [], []])
})

test('a collective booking that its parts do not add up to waits, and the report of L7 names it', async () => {
  await imported(bank.notify([quoting('P1')]))
  bank.book([quoting('P2')])
  expect(await imported(asCollective(bank.state()))).toContain('unclear_entry')
  expect([await credited(), await atBank()]).toEqual([100_000n, 100_000n])
  expect((await breaks())[0]).toMatch(/on a statement and not booked: B-credit.*2000 CHF/)
  expect(await imported(bank.notify([quoting('P2')]))).toEqual([])
  expect([await credited(), await openCases(), await breaks()]).toEqual([200_000n, [], []])
})

test('a statement with other references than the notification reports the same wires', async () => {
  await imported(bank.notify([quoting('N1'), quoting('N2')]))
  const other = bankOf(clientChf)
  other.book([quoting('S1', { endToEndId: 'E2E-N1' }), quoting('S2', { endToEndId: 'E2E-N2' })])
  expect(await imported(other.state())).toEqual([])
  expect([await credited(), await breaks()]).toEqual([200_000n, []])
  // The same reference again is the same wire.
  expect(await imported(bank.notify([quoting('S1', { endToEndId: 'E2E-N1' })]))).toEqual([])
  expect(await credited()).toBe(200_000n)
})

test('a wire that is notified again under another reference is not credited again', async () => {
  const again = quoting('W1-AGAIN', { endToEndId: 'E2E-W1' })
  await imported(bank.notify([quoting('W1')]))
  expect(await imported(bank.notify([again]))).toEqual(['unclear_entry'])
  const one = bankOf(clientChf)
  one.book([quoting('W1')])
  await imported(one.state())
  expect([await credited(), await atBank(), await breaks()]).toEqual([100_000n, 100_000n, []])
  expect(await openCases()).toMatchObject([{ kind: 'unclear_entry', detail: { bankref: 'W1-AGAIN' } }])
})

test('two wires with the same id are two once the statement has both', async () => {
  const twin = quoting('W2', { endToEndId: 'E2E-W1' })
  await imported(bank.notify([quoting('W1')]))
  await imported(bank.notify([twin]))
  await imported(notifyAgain(twin))
  expect(await credited()).toBe(100_000n)
  await imported(bank.state())
  expect([await credited(), await openCases(), await breaks()]).toEqual([200_000n, [], []])
})

test('a recall that both formats report takes the money once', async () => {
  await imported(bank.notify([quoting('W1'), quoting('W2')]))
  await imported(bank.notify([recallOf(quoting('W1'), 'R1')]))
  const statement = bank.state()
  await imported(asMt940(statement, false))
  await imported(statement)
  expect([await credited(), await atBank(), await openCases(), await breaks()]).toEqual([100_000n, 100_000n, [], []])
})

test('an entry with different dates in two formats is one; a payment of another day is another', async () => {
  await imported(bank.notify([quoting('W1', { bookingDate: '2026-03-02', valueDate: '2026-03-03' })]))
  const statement = bank.state()
  const byValueDate = asMt940(statement, false).replace(':61:2603030302', ':61:260303')
  expect(await imported(byValueDate)).toEqual([])
  expect([await credited(), await breaks()]).toEqual([100_000n, []])
  await imported(bank.notify([quoting('W2', { bookingDate: '2026-03-10', valueDate: '2026-03-10', endToEndId: null })]))
  expect(await credited()).toBe(200_000n)
})

const moved = (mt940: string) => mt940.replace(':61:2603020302', ':61:2603030303')
test.each<[string, Partial<BankEntry>, (mt940: string) => string]>([
  ['a name without umlauts', { counterparty: { name: 'Müller & Söhne AG', account: null, bic: null } }, moved],
  ['another day', {}, moved],
  ['a number that is no IBAN', {}, (mt940) => mt940.replace('CH9300762011623852957', '0076-2011623852957')],
  ['an account of another kind', {}, (mt940) => mt940.replace('CH9300762011623852957', '01-12345-6')],
])('a wire is credited once when the MT940 has references of its own and %s', async (_what, over, change) => {
  const wire = quoting('W1', { endToEndId: null, ...over })
  await imported(bank.notify([wire]))
  const mt940 = asMt940(bank.state(), true).replace('//W1', '//2026-77/1').replace('M.ller & S.hne', 'MUELLER + SOEHNE')
  expect(await imported(change(mt940))).toContain('unclear_entry')
  expect(await atBank()).toBe(100_000n)
})

test('a wire with a reused bank reference is not lost: an operator decides', async () => {
  await imported(bank.notify([quoting('W1')]))
  const later = { bookingDate: '2026-04-02', valueDate: '2026-04-02', endToEndId: null }
  expect(await imported(bank.notify([quoting('W1', later)]))).toEqual(['unclear_entry'])
  expect((await openCases())[0]!.detail['problem']).toMatch(/has the reference of entry/)
  await agree(env, 'bank.book_line', { line: String(await waitingLine()) })
  await attributeWires.run(env)
  expect([await credited(), await atBank()]).toEqual([200_000n, 200_000n])
})

test('a file with a placeholder instead of a bank reference is refused', async () => {
  await expect(imported(bank.notify([quoting('NOTPROVIDED')]))).rejects.toThrow(/AcctSvcrRef.*is NOTPROVIDED/)
})

test('a recall under the reference of its wire takes the money once', async () => {
  const recall = recallOf(quoting('W1'), 'W1')
  await imported(bank.notify([quoting('W1')]))
  await imported(bank.notify([recall]))
  expect([await credited(), await atBank()]).toEqual([0n, 0n])
  await imported(bank.state())
  await imported(bank.notify([recall]))
  expect([await credited(), await atBank(), await openCases(), await breaks()]).toEqual([0n, 0n, [], []])
})

test('the first MT940 of a year is not confused with that of the previous year', async () => {
  bank.book([quoting('W1')])
  await imported(asMt940(bank.state(), true))
  const next = bankOf(clientChf)
  next.book([quoting('W2', { bookingDate: '2027-01-04', valueDate: '2027-01-04' })])
  const year = { from: '2027-01-04', to: '2027-01-04', opening: 100_000n, closing: 200_000n }
  expect(await imported(asMt940(next.state(year), true))).toEqual([])
  expect([await credited(), await openCases(), await breaks()]).toEqual([200_000n, [], []])
})
