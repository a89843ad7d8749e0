import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import { decimal } from '@specie/protocol/fields.ts'
import { peopleCalls } from '@specie/protocol/people-calls.ts'
import { sandboxCalls } from '@specie/protocol/sandbox/calls.ts'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { fields } from './fields.ts'

/** The refusal of these fields; null if they are accepted. */
function refusal(schema: z.ZodType, given: unknown): string | null {
  try {
    fields(schema, given)
    return null
  } catch (error) {
    return (error as Error).message
  }
}

test('an error describes the expected value in words', () => {
  const schema = z.strictObject({
    quantity: decimal,
    side: z.enum(['Buy', 'Sell']),
    seconds: z.int().min(1),
    label: z.string().max(3),
    id: z.uuid(),
    list: z.array(z.string()).max(1),
  })
  const right = {
    quantity: '1',
    side: 'Buy',
    seconds: 1,
    label: 'a',
    id: '01a1dd43-ac0c-7e54-8089-855b9399b74a',
    list: [],
  }
  const told = (over: object) => refusal(schema, { ...right, ...over })
  expect(told({})).toBeNull()
  expect(told({ quantity: '1e3' })).toBe(
    'quantity: a decimal number as a string, such as 1000.50: no sign, no exponent.',
  )
  expect(told({ side: 'buy' })).toBe('side: one of Buy, Sell.')
  expect(told({ seconds: 'x' })).toBe('seconds: a number.')
  expect(told({ seconds: 1.5 })).toBe('seconds: a whole number.')
  expect(told({ seconds: 0 })).toBe('seconds: at least 1.')
  expect(told({ label: 'abcd' })).toBe('label: at most 3 characters.')
  expect(told({ id: '7' })).toBe('id: an id, as 01a1dd43-ac0c-7e54-8089-855b9399b74a.')
  expect(told({ list: ['a', 'b'] })).toBe('list: at most 1 entry.')
})

test('a misspelt field is named, with the intended one, although that one is missing too', () => {
  const schema = z.strictObject({ currency: z.string(), party: z.strictObject({ name: z.string() }).optional() })
  expect(refusal(schema, { curency: 'CHF' })).toBe('This call has no field `curency`. Did you mean `currency`?')
  expect(refusal(schema, { currency: 'CHF', party: { nam: 'Acme' } })).toBe(
    'This call has no field `nam`. Did you mean `name`?',
  )
  expect(refusal(schema, { currency: 'CHF', bogus: '1' })).toBe('This call has no field `bogus`.')
  expect(refusal(schema, { currency: 'CHF', '<b>': '1' })).toBe('This call has no such field.')
})

test('a call with several forms names the error in the form that fits best', () => {
  const schema = z.union([
    z.strictObject({ email: z.string(), institutionid: z.string() }),
    z.strictObject({ email: z.string() }),
  ])
  expect(refusal(schema, { email: 'a@b.example', instituionid: 'x' })).toBe(
    'This call has no field `instituionid`. Did you mean `institutionid`?',
  )
  expect(refusal(schema, { emial: 'a@b.example' })).toBe('This call has no field `emial`. Did you mean `email`?')
  expect(refusal(schema, {})).toBe('Send `email`.')
})

const wrong: readonly unknown[] = [
  '',
  'nonsense %',
  'x'.repeat(5_000),
  -1,
  1.5,
  1e12,
  true,
  [],
  [[]],
  ['x'],
  {},
  { a: 1 },
  null,
]

test.each([...endpoints, ...sandboxCalls, ...peopleCalls].map(({ name, request }) => [name, request] as const))(
  '%s refuses fields without patterns or words of a library',
  (_name, request: z.ZodType) => {
    const forms = request instanceof z.ZodUnion ? (request.options as z.ZodType[]) : [request]
    for (const form of forms) {
      if (!(form instanceof z.ZodObject)) continue
      for (const [field, schema] of Object.entries(form.shape)) {
        const alone = z.object({ [field]: schema as z.ZodType })
        for (const value of wrong) {
          const told = refusal(alone, { [field]: value })?.replaceAll(field, '')
          expect(told ?? '', JSON.stringify(value).slice(0, 40)).not.toMatch(
            /Invalid|expected|pattern|Too |\/\^|something else|another form/,
          )
        }
      }
    }
  },
)
