import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { editAmount, readAmount, shownAmount } from './amount.ts'

test('an amount is read in every form that has one meaning', () => {
  const forms = {
    '1,250,000.50': '1250000.50',
    '1’250’000.50': '1250000.50',
    "1'250'000.50": '1250000.50',
    '1 250 000.50': '1250000.50',
    '1\u202f250\u202f000.50': '1250000.50',
    '1\u00a0000,50': '1000.50',
    '1 000,50': '1000.50',
    '1’000,5': '1000.5',
    '1.000,50': '1000.50',
    '1.250.000': '1250000',
    '1.000': '1.000',
    ' 1,000 ': '1000',
    '1000.': '1000.',
    '.5': '0.5',
    '007': '7',
    '0': '0',
    '': '',
  }
  for (const [text, plain] of Object.entries(forms)) expect(readAmount(text), text).toEqual({ plain, problem: null })
})

test('an amount is read with the currency of its field, and with no other', () => {
  for (const text of ['CHF 1,000.50', '1,000.50 CHF', 'CHF1000.50', '1’000.50 CHF'])
    expect(readAmount(text, 'CHF').plain, text).toBe('1000.50')
  expect(readAmount('1,000.50 GBP', 'CHF').problem).not.toBeNull()
})

test('a decimal comma is refused with its cure: as groups it would be a hundred times as much', () => {
  expect(readAmount('12,5')).toEqual({
    plain: '12,5',
    problem: 'A comma separates thousands. Write decimals after a point: 12.5',
  })
  expect(readAmount('1000,50').problem).toContain('1000.50')
  expect(readAmount('12,').problem).toContain('12.50')
})

test('anything else is refused and kept', () => {
  for (const text of [
    '1e3',
    '１０００',
    '-5',
    '0x10',
    '1,00,000',
    '1,000,5',
    ',500',
    '1.2.3',
    '1 00',
    '1,000 000',
    'ten',
  ])
    expect(readAmount(text), text).toEqual({ plain: text, problem: 'Only digits and one point: 1,250.50' })
})

test('an amount is shown in groups, and a text that cannot be read as it is', () => {
  expect(shownAmount('1250000.5000')).toBe('1,250,000.5000')
  expect(shownAmount('999')).toBe('999')
  expect(shownAmount('1000.')).toBe('1,000.')
  expect(shownAmount('12,5')).toBe('12,5')
})

/** A field with its caret as `|`. */
const at = (text: string) => ({ text: text.replace('|', ''), caret: text.indexOf('|') })
const drawn = ({ shown, caret }: { shown: string; caret: number }) => `${shown.slice(0, caret)}|${shown.slice(caret)}`

function typed(field: string, inserted: string, currency?: string): string {
  const { text, caret } = at(field)
  const after = text.slice(0, caret) + inserted + text.slice(caret)
  return drawn(editAmount({ before: text, after, caret: caret + inserted.length }, currency))
}
function backspace(field: string): string {
  const { text, caret } = at(field)
  return drawn(editAmount({ before: text, after: text.slice(0, caret - 1) + text.slice(caret), caret: caret - 1 }))
}
function del(field: string): string {
  const { text, caret } = at(field)
  return drawn(editAmount({ before: text, after: text.slice(0, caret) + text.slice(caret + 1), caret, forward: true }))
}

describe('the caret stays between the same digits', () => {
  test('while typing', () => {
    expect(typed('100|', '0')).toBe('1,000|')
    expect(typed('1,000|', '0')).toBe('10,000|')
    expect(typed('1|,000', '2')).toBe('12|,000')
    expect(typed('1,|234', '5')).toBe('15|,234')
    expect(typed('|100', '5')).toBe('5|,100')
    expect(typed('12,|345', '.')).toBe('12.|345')
    expect(typed('1,000|', '.')).toBe('1,000.|')
    expect(typed('999|.50', '9')).toBe('9,999|.50')
    expect(typed('1,000.5|', '0')).toBe('1,000.50|')
    expect(typed('0|', '5')).toBe('5|')
    expect(typed('|', '.')).toBe('0.|')
  })
  test('while removing', () => {
    expect(backspace('1,000|')).toBe('100|')
    expect(backspace('12|,345')).toBe('1|,345')
    expect(backspace('1|,234')).toBe('|234')
    expect(backspace('1,000.|50')).toBe('100,0|50')
    expect(del('|1,234')).toBe('|234')
    expect(del('1,2|34')).toBe('12|4')
  })
  test('a key next to a separator removes the digit behind it, and never sticks', () => {
    expect(backspace('12,|345')).toBe('1|,345')
    expect(backspace('1,|234')).toBe('|234')
    expect(del('12|,345')).toBe('1,2|45')
    let field = '1,234,567|'
    for (let n = 0; n < 7; n += 1) field = backspace(field)
    expect(field).toBe('|')
    field = '|1,234,567'
    for (let n = 0; n < 7; n += 1) field = del(field)
    expect(field).toBe('|')
  })
})

test('groups may be typed, and a decimal comma is refused while it is typed', () => {
  const keys = (text: string) =>
    Array.from(text).reduce(
      ({ shown, caret }, key) =>
        editAmount({ before: shown, after: shown.slice(0, caret) + key + shown.slice(caret), caret: caret + 1 }),
      { plain: '', problem: null as string | null, shown: '', caret: 0 },
    )
  expect(keys('1,250,000.50')).toMatchObject({ plain: '1250000.50', shown: '1,250,000.50', caret: 12 })
  expect(keys("1'250'000.50")).toMatchObject({ plain: '1250000.50' })
  expect(keys('1 250 000.50')).toMatchObject({ plain: '1250000.50' })
  expect(keys('12,5')).toMatchObject({ plain: '12,5', shown: '12,5', problem: expect.stringContaining('12.5') })
  expect(keys('1000,50').problem).not.toBeNull()
  expect(keys('1.2.3').problem).not.toBeNull()
})

test('a pasted amount replaces what was selected', () => {
  const pasted = (field: string, text: string, selected: number) => {
    const { text: before, caret } = at(field)
    const after = before.slice(0, caret) + text + before.slice(caret + selected)
    return drawn(editAmount({ before, after, caret: caret + text.length }, 'CHF'))
  }
  expect(pasted('|1,000', '2’500.75', 5)).toBe('2,500.75|')
  expect(pasted('|', '1 000,50 CHF', 0)).toBe('1,000.50|')
  expect(pasted('1|,234', '500', 4)).toBe('1,500|')
  expect(pasted('9|', '1,000', 0)).toBe('91,000|')
  expect(pasted('|1,000', '12,5', 5)).toBe('12,5|')
})

test('any typing keeps the digits in their order, and shows them in groups', () => {
  const key = fc.constantFrom('0', '1', '2', '3', '4', '5', '6', '7', '8', '9')
  fc.assert(
    fc.property(fc.array(fc.tuple(key, fc.nat(20)), { maxLength: 12 }), (keys) => {
      let [plain, field] = ['9', { shown: '9', caret: 1 }]
      for (const [digit, place] of keys) {
        const where = Math.max(1, place % (plain.length + 1))
        plain = plain.slice(0, where) + digit + plain.slice(where)
        let [caret, digits] = [0, 0]
        while (digits < where) if (field.shown[caret++] !== ',') digits += 1
        const after = field.shown.slice(0, caret) + digit + field.shown.slice(caret)
        const edited = editAmount({ before: field.shown, after, caret: caret + 1 })
        expect(edited.plain).toBe(plain)
        expect(edited.shown).toBe(shownAmount(plain))
        expect(edited.shown.slice(0, edited.caret).replaceAll(',', '')).toBe(plain.slice(0, where + 1))
        field = edited
      }
    }),
  )
})
