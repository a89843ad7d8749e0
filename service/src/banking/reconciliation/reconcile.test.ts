import { clientChf, entryOf } from '@specie/test/banking/bank-files.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import type { Statement } from '@specie/payments/camt.ts'
import { mt940Year } from '@specie/payments/mt940.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Tx } from '../../base/database/db.ts'
import { type BankCase, openCase } from './cases.ts'
import { checkBalances, checkSequence } from './reconcile.ts'

// Consistency of a statement with itself and its neighbours, in any order of arrival.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

type StatementFields = Pick<Statement, 'sequence' | 'opening' | 'closing'> & {
  format?: 'camt.053' | 'mt940'
  account?: string
}

const statement = (fields: StatementFields, entries: Statement['entries'] = []): Statement =>
  ({ kind: 'camt.053', account: clientChf.iban, entries, ...fields }) as unknown as Statement

/** A statement that was imported before. */
const insertStatement = (
  tx: Tx,
  { sequence, opening, closing, format = 'camt.053', account = clientChf.iban }: StatementFields,
) =>
  tx.query(
    `insert into banking.message (file, kind, format, account, sequence, content, created_at, from_date, to_date, opening, closing)
     values ('none', 'camt.053', $2, $1, $3, gen_random_uuid()::text, now(), now(), now(), $4, $5)`,
    [account, format, sequence, opening, closing],
  )

/** The cases that a check opens next to these statements; rolled back at the end. */
async function casesBeside(before: readonly StatementFields[], look: (tx: Tx) => Promise<BankCase[]>) {
  const undo = new Error('undo')
  let found: object[] = []
  await database.owner
    .tx(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      for (const one of before) await insertStatement(tx, one)
      found = (await look(tx)).map(({ kind, cause, detail }) => ({ ...detail, file: detail['kind'], kind, cause }))
      throw undo
    })
    .catch((error: unknown) => {
      if (error !== undo) throw error
    })
  return found
}

const breaks = (fields: Statement, before: readonly StatementFields[] = []) =>
  casesBeside(before, (tx) => checkBalances(tx, clientChf, fields))

const broken = (sequence: number, balance: 'opening' | 'closing', reported: number, expected: number) => ({
  kind: 'balance_break',
  cause: `${clientChf.iban}/${sequence}/${balance}`,
  account: clientChf.iban,
  statement: String(sequence),
  balance,
  reported: String(reported),
  expected: String(expected),
})

describe('its entries', () => {
  const [came, went] = [entryOf('A', { amount: 300n }), entryOf('B', { amount: 100n, direction: 'debit' })]

  test('add up from opening to closing: credits add, debits subtract', async () => {
    expect(await breaks(statement({ sequence: 5n, opening: 1_000n, closing: 1_200n }, [came, went]))).toEqual([])
    expect(await breaks(statement({ sequence: 5n, opening: 1_000n, closing: 1_400n }, [came, went]))).toEqual([
      broken(5, 'closing', 1_400, 1_200),
    ])
  })
})

describe('the first one', () => {
  test('opens at zero', async () => {
    expect(await breaks(statement({ sequence: 1n, opening: 0n, closing: 0n }))).toEqual([])
    expect(await breaks(statement({ sequence: 1n, opening: 7n, closing: 7n }))).toEqual([broken(1, 'opening', 7, 0)])
  })

  test('of a year in MT940 may open at any balance', async () => {
    expect(await breaks(statement({ sequence: 1n, opening: 7n, closing: 7n, format: 'mt940' }))).toEqual([])
  })

  test('is the only one that must open at zero: we may receive another one first', async () => {
    expect(await breaks(statement({ sequence: 2n, opening: 7n, closing: 7n }))).toEqual([])
  })
})

describe('its neighbours', () => {
  const middle = { sequence: 5n, opening: 10n, closing: 10n }

  test('the previous one closed where it opens', async () => {
    expect(await breaks(statement(middle), [{ sequence: 4n, opening: 0n, closing: 10n }])).toEqual([])
    expect(await breaks(statement(middle), [{ sequence: 4n, opening: 10n, closing: 9n }])).toEqual([
      broken(5, 'opening', 10, 9),
    ])
  })

  test('the next one opens where a late one closes', async () => {
    expect(await breaks(statement(middle), [{ sequence: 6n, opening: 10n, closing: 0n }])).toEqual([])
    expect(await breaks(statement(middle), [{ sequence: 6n, opening: 11n, closing: 10n }])).toEqual([
      broken(6, 'opening', 11, 10),
    ])
  })

  test('are the adjacent ones of the same account and format', async () => {
    const off = { opening: 99n, closing: 99n }
    const others: StatementFields[] = [
      { sequence: 3n, ...off },
      { sequence: 7n, ...off },
      { sequence: 4n, ...off, format: 'mt940' },
      { sequence: 6n, ...off, account: 'CH2408998000010010020' },
    ]
    expect(await breaks(statement(middle), others)).toEqual([])
  })
})

describe('its number', () => {
  const year = 2026n * mt940Year
  type Numbered = Pick<StatementFields, 'sequence' | 'format' | 'account'>

  /** The numbers that are missing before it. */
  async function missing({ sequence, format = 'camt.053' }: Numbered, ...before: Numbered[]) {
    const zero = { opening: 0n, closing: 0n }
    const fields = statement({ ...zero, sequence, ...(format === 'mt940' && { format }) })
    const others = before.map((one) => ({ ...zero, format, ...one }))
    const found = await casesBeside(others, (tx) => checkSequence(tx, clientChf, fields, new Date()))
    for (const one of found)
      expect(one).toMatchObject({
        kind: 'sequence_gap',
        file: format,
        cause: `${clientChf.iban}/${format}/${sequence}`,
        account: clientChf.iban,
      })
    return (found as { missing_from: string; missing_to: string }[]).map((one) => [one.missing_from, one.missing_to])
  }

  test('is one more than the previous one', async () => {
    expect(await missing({ sequence: 5n }, { sequence: 4n })).toEqual([])
    expect(await missing({ sequence: 5n }, { sequence: 2n }, { sequence: 3n }, { sequence: 7n })).toEqual([['4', '4']])
    expect(await missing({ sequence: 5n }, { sequence: 5n })).toEqual([['1', '4']])
    expect(await missing({ sequence: mt940Year + 2n }, { sequence: mt940Year - 1n })).toEqual([['100000', '100001']])
  })

  test('closes the gap before the next one, and no other', async () => {
    await casesBeside([], async (tx) => {
      const at = new Date()
      for (const sequence of [4, 5, 6])
        await openCase(tx, { kind: 'sequence_gap', cause: `${clientChf.iban}/camt.053/${sequence}`, detail: {} }, at)
      await checkSequence(tx, clientChf, statement({ sequence: 5n, opening: 0n, closing: 0n }), at)
      expect(await tx.query('select cause from banking.bank_case where closed_at is not null')).toEqual([
        { cause: `${clientChf.iban}/camt.053/6` },
      ])
      return []
    })
  })

  test('starts at one', async () => {
    expect([await missing({ sequence: 0n }), await missing({ sequence: 1n })]).toEqual([[], []])
    expect(await missing({ sequence: 2n })).toEqual([['1', '1']])
  })

  test('is counted per account and format', async () => {
    const others: Numbered[] = [
      { sequence: 4n, format: 'mt940' },
      { sequence: 4n, account: 'CH2408998000010010020' },
    ]
    expect(await missing({ sequence: 5n }, ...others)).toEqual([['1', '4']])
  })

  test('of an MT940 restarts every year, at any number', async () => {
    const fields = { sequence: year + 5n, format: 'mt940' } as const
    expect(await missing(fields)).toEqual([])
    expect(await missing(fields, { sequence: year - 1n })).toEqual([])
    expect(await missing(fields, { sequence: year + 4n })).toEqual([])
    expect(await missing(fields, { sequence: year - 1n }, { sequence: year + 2n })).toEqual([
      [String(year + 3n), String(year + 4n)],
    ])
    expect(await missing(fields, { sequence: year })).toEqual([[String(year + 1n), String(year + 4n)]])
  })
})
