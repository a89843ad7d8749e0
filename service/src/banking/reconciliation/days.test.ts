import { bankFilesForEachTest, importAndAttribute, type Reported } from '@specie/test/banking/at-bank.ts'
import { bankOf, entryOf, reserveChf } from '@specie/test/banking/bank-files.ts'
import { expect, test } from 'vitest'
import { filesForStaff } from '../file/list-for-staff.ts'
import { bankDays } from './days.ts'

let reported: Reported
bankFilesForEachTest((one) => (reported = one))

const days = async () => (await bankDays(reported.env.db, {})).items

test('a day waits for its statement, and agrees with it when every entry is in it', async () => {
  const { env, bank, quoting } = reported
  expect(await days()).toEqual([])
  await importAndAttribute(env, bank.notify([quoting('W1'), quoting('W2', { amount: 5_050n })]))
  const day = {
    day: '2026-03-02',
    currency: 'CHF',
    purpose: 'client_money',
    entries: 2,
    credits: '1050.5',
    debits: '0',
  }
  expect(await days()).toMatchObject([{ ...day, unconfirmed: 2, unbooked: 0, statement: null, state: 'open' }])
  await importAndAttribute(env, bank.state())
  const statement = { sequence: '1', opening: '0', closing: '1050.5' }
  expect(await days()).toMatchObject([{ ...day, unconfirmed: 0, unbooked: 0, statement, state: 'agrees' }])
})

test('a day whose statement leaves an entry out differs', async () => {
  const { env, bank, quoting } = reported
  const [told, missing] = [quoting('W1'), quoting('W2')]
  await importAndAttribute(env, bank.notify([told, missing]))
  await importAndAttribute(env, bank.state({ entries: [told], closing: 100_000n }))
  expect(await days()).toMatchObject([{ entries: 2, unconfirmed: 1, state: 'differs' }])
})

test('older days are on the next page', async () => {
  const { env, bank } = reported
  const old = { bookingDate: '2026-01-15', valueDate: '2026-01-15' }
  await importAndAttribute(env, bank.notify([entryOf('W1', old), entryOf('W2')]))
  const first = await bankDays(env.db, {})
  expect(first.items.map(({ day }) => day)).toEqual(['2026-03-02'])
  const second = await bankDays(env.db, { cursor: first.next_cursor! })
  expect([second.items.map(({ day }) => day), second.next_cursor]).toEqual([['2026-01-15'], null])
})

test('an account that had its last entry earlier does not hide the newer days of another', async () => {
  const { env, bank } = reported
  const old = { bookingDate: '2026-02-27', valueDate: '2026-02-27' }
  await importAndAttribute(env, bankOf(reserveChf).notify([entryOf('R1', old)]))
  await importAndAttribute(env, bank.notify([entryOf('W1')]))
  expect((await days()).map(({ purpose, day }) => [purpose, day])).toEqual([
    ['client_money', '2026-03-02'],
    ['reserve', '2026-02-27'],
  ])
})

test('files are listed by message, newest first', async () => {
  const { env, bank, quoting } = reported
  await importAndAttribute(env, bank.notify([quoting('W1')]))
  await importAndAttribute(env, bank.state())
  const { items } = await filesForStaff(env.db, {})
  expect(items.map(({ format, sequence, source, state }) => [format, sequence, source, state])).toEqual([
    ['camt.053', '1', 'bank', 'taken'],
    ['camt.054', '1', 'bank', 'taken'],
  ])
  const first = await filesForStaff(env.db, { limit: 1 })
  const second = await filesForStaff(env.db, { limit: 1, cursor: first.next_cursor! })
  expect([first, second].map((page) => page.items[0]!.format)).toEqual(['camt.053', 'camt.054'])
  expect((await filesForStaff(env.db, { source: 'hand' })).items).toEqual([])
})
