import type { BankEntry, Statement } from '@specie/payments/camt.ts'
import { bankFilesForEachTest, type BankFiles } from '@specie/test/banking/at-bank.ts'
import { asMt940, bankOf, clientChf, clientGbp, entryOf, reserveChf } from '@specie/test/banking/bank-files.ts'
import type { TestDatabase } from '@specie/test/database.ts'
import { describe, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { importFile } from '../file/import.ts'

// Cases for entries that are notified but not on a statement, and vice versa.

let database: TestDatabase
let env: Env
let bank: BankFiles
/** A bank that knows only its own bookings. */
let truth: BankFiles
bankFilesForEachTest((reported) => {
  ;({ database, env, bank } = reported)
  truth = bankOf(clientChf)
})

const on = (day: string): Partial<BankEntry> => ({ bookingDate: day, valueDate: day })
/** A statement of these days, written in the evening of the last. */
const days = (from: string, to = from): Partial<Statement> => ({ from, to, createdAt: `${to}T22:00:00Z` })

const importAll = async (...files: string[]) => {
  for (const file of files) await importFile(env, file)
}
/** Kind and bank reference of the open cases about entries that one side omits. */
const missing = async () =>
  (
    await env.db.query<{ kind: string; bankref: string }>(
      `select kind, detail ->> 'bankref' as bankref from banking.bank_case
       where closed_at is null and kind like 'missing_in_%' order by kind, bankref`,
    )
  ).map(({ kind, bankref }) => [kind, bankref])

describe('notified, and not on the statement', () => {
  const all = [
    entryOf('EVE', on('2026-03-02')),
    entryOf('FIRST', on('2026-03-03')),
    entryOf('LAST', on('2026-03-05')),
    entryOf('AFTER', on('2026-03-06')),
  ]
  const ofItsDays = [
    ['missing_in_statement', 'FIRST'],
    ['missing_in_statement', 'LAST'],
  ]

  test('a statement covers its days, the first and the last included', async () => {
    await importAll(bank.notify(all), truth.state(days('2026-03-03', '2026-03-05')))
    expect(await missing()).toEqual(ofItsDays)
  })

  test('the same when the notification arrives after the statement', async () => {
    const notice = bank.notify(all)
    await importAll(truth.state(days('2026-03-03', '2026-03-05')), notice)
    expect(await missing()).toEqual(ofItsDays)
  })

  test('a statement cannot have what was notified at its time or later', async () => {
    const notice = bank.notify([entryOf('W1')])
    await importAll(notice, truth.state({ createdAt: '2026-03-02T08:01:00Z' }))
    expect(await missing()).toEqual([])
    await importAll(truth.state({ createdAt: '2026-03-02T08:01:01Z' }))
    expect(await missing()).toEqual([['missing_in_statement', 'W1']])
  })

  test('the first notification of an entry counts, not a repeated one', async () => {
    const notice = bank.notify([entryOf('W1')])
    const statement = truth.state({ createdAt: '2026-03-02T08:01:30Z' })
    await importAll(notice, bank.notify([entryOf('W1')]), statement)
    expect(await missing()).toEqual([['missing_in_statement', 'W1']])
  })

  test('the case stays open until a statement has the entry', async () => {
    await importAll(bank.notify([entryOf('W1')]), truth.state(days('2026-03-02')))
    const open = [['missing_in_statement', 'W1']]
    await importAll(bank.notify([entryOf('W2', on('2026-03-03'))]))
    expect(await missing()).toEqual(open)
    await importAll(bank.notify([entryOf('W1')]))
    expect(await missing()).toEqual(open)
    truth.book([entryOf('W2', on('2026-03-03'))])
    await importAll(truth.state(days('2026-03-03')))
    expect(await missing()).toEqual(open)
    truth.book([entryOf('W1')])
    await importAll(truth.state(days('2026-03-04')))
    expect(await missing()).toEqual([])
  })

  test('a statement of another account does not count', async () => {
    await importAll(bank.notify([entryOf('W1')]))
    await importAll(bankOf({ ...clientChf, iban: 'CH2408998000010010020' }).state(days('2026-03-02')))
    expect(await missing()).toEqual([])
    // The same with later notifications.
    await importAll(bank.notify([entryOf('W2')]))
    expect(await missing()).toEqual([])
  })
})

describe('on a statement, and not notified', () => {
  const [before, later] = [entryOf('W1'), entryOf('W2', on('2026-03-03'))]

  test('an account without notifications misses none; after the first one, all other entries are missing', async () => {
    truth.book([before])
    await importAll(truth.state(days('2026-03-02')))
    truth.book([later])
    await importAll(truth.state(days('2026-03-03')))
    expect(await missing()).toEqual([])
    await importAll(bank.notify([later]))
    expect(await missing()).toEqual([['missing_in_notification', 'W1']])
  })

  test('the case stays open until a notification has the entry', async () => {
    await importAll(bank.notify([entryOf('W0')]))
    truth.book([entryOf('W0'), before])
    const statement = truth.state(days('2026-03-02'))
    await importAll(statement)
    const open = [['missing_in_notification', 'W1']]
    expect(await missing()).toEqual(open)
    await importAll(asMt940(statement, true))
    expect(await missing()).toEqual(open)
    await importAll(bank.notify([later]))
    expect(await missing()).toEqual(open)
    truth.book([later])
    await importAll(truth.state(days('2026-03-03')))
    expect(await missing()).toEqual(open)
    await importAll(bank.notify([before]))
    expect(await missing()).toEqual([])
  })

  test('accounts are independent', async () => {
    const reserve = bankOf(reserveChf)
    reserve.book([entryOf('R1')])
    await importAll(bank.notify([entryOf('W0')]), reserve.state(days('2026-03-02')))
    expect(await missing()).toEqual([])
    // The first notification of one account does not affect the other.
    const pounds = bankOf(clientGbp)
    await importAll(pounds.notify([entryOf('G1', { currency: 'GBP' })]))
    expect(await missing()).toEqual([])
  })

  test('a case closed by an operator keeps the operator’s name', async () => {
    await importAll(bank.notify([entryOf('W0')]))
    truth.book([entryOf('W0'), before])
    await importAll(truth.state(days('2026-03-02')))
    expect(await missing()).toEqual([['missing_in_notification', 'W1']])
    const closed = `select closed_by from banking.bank_case where kind = 'missing_in_notification'`
    await database.owner.query(
      `update banking.bank_case set closed_at = now(), closed_by = 'ann' where closed_at is null`,
    )
    await importAll(bank.notify([before]))
    expect(await env.db.query(closed)).toEqual([{ closed_by: 'ann' }])
  })

  test('a statement opens cases for its own entries only', async () => {
    await importAll(bank.notify([entryOf('W0')]))
    truth.book([entryOf('W0'), before])
    const first = truth.state(days('2026-03-02'))
    truth.book([later])
    const second = await importFile(env, truth.state(days('2026-03-03')))
    expect(second.cases.filter(({ kind }) => kind === 'missing_in_notification')).toMatchObject([
      { detail: { bankref: 'W2', account: clientChf.iban } },
    ])
    const report = await importFile(env, first)
    expect(report.cases.filter(({ kind }) => kind === 'missing_in_notification')).toMatchObject([
      { detail: { bankref: 'W1', account: clientChf.iban } },
    ])
  })
})

test('an unexplained entry stays open although both kinds of file report it', async () => {
  await importAll(bank.notify([entryOf('D1', { direction: 'debit', amount: 10n })]), bank.state(days('2026-03-02')))
  expect(await missing()).toEqual([])
  expect(await env.db.query(`select kind from banking.bank_case where closed_at is null`)).toEqual([
    { kind: 'unmatched_entry' },
  ])
})

describe('numbers without gaps', () => {
  const gaps = async () =>
    env.db.query<{ cause: string; kind: string; missing_from: string; missing_to: string }>(
      `select detail ->> 'kind' as kind, detail ->> 'missing_from' as missing_from, detail ->> 'missing_to' as missing_to
       from banking.bank_case where closed_at is null and kind = 'sequence_gap' order by id`,
    )

  test('from the first one on: a file shows which numbers are missing before it', async () => {
    const files = Array.from({ length: 6 }, (_, i) => bank.notify([entryOf(`W${i}`)]))
    await importAll(files[2]!)
    expect(await gaps()).toEqual([{ kind: 'camt.054', missing_from: '1', missing_to: '2' }])
    await importAll(files[5]!)
    expect(await gaps()).toEqual([
      { kind: 'camt.054', missing_from: '1', missing_to: '2' },
      { kind: 'camt.054', missing_from: '4', missing_to: '5' },
    ])
    await importAll(files[4]!)
    expect(await gaps()).toEqual([
      { kind: 'camt.054', missing_from: '1', missing_to: '2' },
      { kind: 'camt.054', missing_from: '4', missing_to: '4' },
    ])
    await importAll(files[3]!, files[1]!, files[0]!)
    expect(await gaps()).toEqual([])
  })

  test('for each format separately', async () => {
    await importAll(bank.notify([entryOf('W1')]), bank.notify([entryOf('W2')]))
    bank.state()
    await importAll(bank.state())
    expect(await gaps()).toEqual([{ kind: 'camt.053', missing_from: '1', missing_to: '1' }])
  })
})
