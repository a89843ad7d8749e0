import { newProcess } from '@specie/test/memory.ts'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { MoneyError, parseAmount } from '@specie/protocol/money.ts'
import { expect, test } from 'vitest'
import { knownIds, remember } from './account-ids.ts'
import { account } from '../chart.ts'
import { credit, debit, type Journal, type Reason, Refused, wellFormed } from './journal.ts'

const bank = account('client', 'bank', 'CHF')
const returns = account('client', 'returns', 'CHF')
const journal: Journal = { key: 'wire:1', kind: 'wire_booked', lines: [debit(bank, 5n), credit(returns, 5n)] }

test('a debit is positive, a credit negative, and neither is below zero or beyond 10^30', () => {
  const maximum = 10n ** 30n
  expect([debit(bank, maximum), credit(bank, maximum), debit(bank, 0n)].map(({ amount }) => amount)).toEqual([
    maximum,
    -maximum,
    0n,
  ])
  for (const side of [debit, credit])
    for (const amount of [-1n, maximum + 1n])
      expect(() => side(bank, amount)).toThrow(
        new RangeError(`client/bank/CHF: an amount is from 0 to 10^30, not ${amount}. Swap debit and credit instead.`),
      )
})

test.each(Object.keys(assets) as AssetCode[])(
  'the most %s that a caller can write fits in a line, with its fee',
  (asset) => {
    const written = Array.from({ length: 18 }, (_, digits) => '9'.repeat(digits + 1))
    const fitting = written.flatMap((text) => {
      try {
        return [parseAmount(text, asset).minor]
      } catch (error) {
        if (error instanceof MoneyError) return []
        throw error
      }
    })
    expect(fitting.length).toBeGreaterThan(8)
    for (const minor of fitting) expect(debit(bank, 2n * minor).amount).toBe(2n * minor)
  },
)

test.each<[Reason, string]>([
  ['key_reused', 'its key belongs to a journal with other lines. Use a new key for a new movement.'],
  ['empty', 'it moves nothing. Post only lines with an amount.'],
  ['unbalanced', 'debits and credits differ in some pool and asset (L1). Correct the lines.'],
  ['unknown_journal', 'the journal to reverse does not exist. Look up its id again.'],
  ['reversed_already', 'that journal is already reversed. Nothing is left to do.'],
  [
    'not_a_mirror',
    'its lines are not the mirror of the journal that it reverses. Swap debit and credit in each of them.',
  ],
])('a refusal says why and what to do: %s', (reason, told) => {
  const refused = new Refused(journal, reason)
  expect(refused).toMatchObject({ name: 'Refused', reason, message: `Journal wire:1 was refused: ${told}` })
  expect(refused.account).toBeUndefined()
})

test('a refusal names the account with insufficient funds', () => {
  expect(new Refused(journal, 'insufficient', bank)).toMatchObject({
    account: bank,
    message: 'Journal wire:1 was refused: client/bank/CHF would go below zero (L3). Fund it, or move less.',
  })
})

test.each([
  ['key', 'k'.repeat(200), 'k'.repeat(201)],
  ['key', 'Az09._:/-', 'with "quotes'],
  ['key', 'wire:1', '{wire'],
  ['key', 'wire:2', 'wire}'],
  ['key', 'w', ''],
  ['kind', `k${'_'.repeat(63)}`, `k${'_'.repeat(64)}`],
  ['kind', 'mint.settled_2', 'mint settled'],
  ['kind', 'k', '1st'],
  ['kind', 'kind', ' kind'],
] as const)('a %s such as %s is written into an array as it is; %s is none', (field, good, bad) => {
  expect(wellFormed({ ...journal, [field]: good })).toMatchObject({ [field]: good })
  expect(() => wellFormed({ ...journal, [field]: bad })).toThrow(new RegExp(`^A journal's ${field} is .*, not "`))
})

test('lines of zero are dropped, and other journals stay as they are', () => {
  expect(wellFormed(journal)).toBe(journal)
  const free = { ...journal, lines: [credit(returns, 0n), ...journal.lines], meta: { ref: 'x' } }
  expect(wellFormed(free)).toEqual({ ...journal, meta: { ref: 'x' } })
  expect(wellFormed({ ...journal, lines: [debit(bank, 0n)] }).lines).toEqual([])
})

test('ids are cached per process, up to half a million', () => {
  const [one, other] = [newProcess(), newProcess()]
  remember(knownIds(one), new Map([['client/bank/CHF', 7]]))
  expect(knownIds(one)).toEqual(new Map([['client/bank/CHF', 7]]))
  expect(knownIds(other).size).toBe(0)
  const known = knownIds(one)
  for (let n = known.size; n < 499_999; n += 1) known.set(String(n), n)
  expect(knownIds(one).size).toBe(499_999)
  known.set('the last', 0)
  expect(knownIds(one).size).toBe(0)
})
