import { z } from 'zod'
import { describe, expect, test } from 'vitest'
import { endpoints } from './endpoints/endpoints.ts'
import {
  aClientId,
  anId,
  clientId,
  decimal,
  environment,
  instant,
  isoTime,
  isWithinTimes,
  limitLeft,
  nonceWindow,
  ok,
  pageAnswer,
  queryFields,
  validate,
  validation,
} from './fields.ts'
import { payloads } from './people/approvals/payloads.ts'
import { peopleCalls } from './people-calls.ts'
import { sandboxCalls } from './sandbox/calls.ts'

const takes = (field: z.ZodType, ...values: unknown[]) =>
  expect(values.filter((value) => !field.safeParse(value).success)).toEqual([])
const refuses = (field: z.ZodType, ...values: unknown[]) =>
  expect(values.filter((value) => field.safeParse(value).success)).toEqual([])

test('our times have milliseconds and are in UTC', () => {
  takes(isoTime, '2026-11-14T12:00:00.000Z')
  refuses(
    isoTime,
    '2026-11-14T12:00:00Z',
    '2026-11-14T12:00:00.000',
    '2026-11-14 12:00:00.000Z',
    'x2026-11-14T12:00:00.000Z',
  )
  refuses(
    isoTime,
    '2026-11-14T12:00:00.000Z\n',
    '2026-11-14T12:00:00.0000Z',
    '26-11-14T12:00:00.000Z',
    '2026-1-14T12:00:00.000Z',
  )
})

test('a decimal is digits with at most one point', () => {
  takes(decimal, '0', '1000.5', '0.000000000000000001')
  refuses(decimal, '', '-1', '1e3', '01', '1.', '.5', 'x1', '1x', 1)
})

test('a client id is short and of plain letters', () => {
  takes(clientId, 'a', 'payout-2026_00.42:Z', 'x'.repeat(64))
  refuses(clientId, '', 'x'.repeat(65), 'a b', 'ä', 'a/b', ' a', 'a\n')
})

test('an id as a filter has 1 to 64 letters', () => {
  for (const field of [anId, aClientId]) {
    takes(field, 'a', 'x'.repeat(64))
    refuses(field, '', 'x'.repeat(65))
    expect(field.safeParse('').error!.issues[0]!.message).toBe('not empty; leave it out to see all')
  }
})

test('a page has from 1 to 500 rows', () => {
  const { limit } = queryFields
  takes(limit, '1', '9', '10', '99', '100', '199', '450', '499', '500', undefined)
  refuses(limit, '0', '00', '501', '510', '600', '999', '1000', '01', '1x', 'x1', '1.5', '-1', '', '4x9', '49x', 5)
  expect(limit.parse('250')).toBe(250)
})

test('a cursor has at most 200 letters, and an order is one of two', () => {
  takes(queryFields.cursor, '', 'x'.repeat(200), undefined)
  refuses(queryFields.cursor, 'x'.repeat(201))
  takes(queryFields.sort, 'asc', 'desc', undefined)
  refuses(queryFields.sort, '', 'ASC', 'up')
})

const beginning = Date.parse('2000-01-01T00:00:00Z')
const end = Date.parse('2100-01-01T00:00:00Z')

test('times are in this century, its two ends included', () => {
  expect([beginning - 1, beginning, end, end + 1, Number.NaN].map(isWithinTimes)).toEqual([
    false,
    true,
    true,
    false,
    false,
  ])
  takes(instant, '2000-01-01T00:00:00Z', '2100-01-01T00:00:00Z', '2026-11-14T12:00:00.123456789Z')
  refuses(instant, '1999-12-31T23:59:59Z', '2100-01-01T00:00:01Z', '2026-11-14T12:00:00.1234567890Z')
  refuses(instant, '2026-11-14', '2026-11-14T12:00:00', '2026-11-14T12:00:00+01:00', '2026-02-30T00:00:00Z')
  refuses(instant, '2026-11-14T12:00:00-00:00', '2026-11-14T12:00:00 00:00', '2026-11-14T12:00:00+0000')
  // Python's form of UTC; it is the same time everywhere, also within a cursor.
  expect(instant.parse('2026-11-14T12:00:00.123456+00:00')).toBe('2026-11-14T12:00:00.123456Z')
  for (const field of [queryFields.from, queryFields.to]) {
    takes(field, '2026-11-14T12:00:00Z', undefined)
    refuses(field, '1999-12-31T23:59:59Z', 'yesterday')
  }
})

test('an error about a wrong time, amount, id or limit says how to write it', () => {
  const reported = (field: z.ZodType, value: unknown) =>
    field.safeParse(value).error?.issues.map(({ message }) => message)
  const inUtc = 'a time in UTC, as 2026-11-14T12:00:00Z; 14:00:00+02:00 is 12:00:00Z, and a + in a form is sent as %2B'
  expect(reported(instant, 'yesterday')?.[0]).toBe(inUtc)
  expect(reported(instant, '2026-11-14T12:00:00+02:00')?.[0]).toBe(inUtc)
  expect(reported(instant, '2026-11-14T12:00:00.1234567890Z')?.[0]).toBe(inUtc)
  expect(reported(instant, '1999-12-31T23:59:59Z')).toEqual(['a time from 2000-01-01 to 2100-01-01'])
  expect(reported(isoTime, '2026-11-14')).toEqual(['a time in UTC, as 2026-11-14T12:00:00.000Z'])
  expect(reported(decimal, '1e3')).toEqual(['a decimal number as a string, such as 1000.50: no sign, no exponent'])
  expect(reported(clientId, 'a b')).toEqual(['1 to 64 of A-Z a-z 0-9 . _ : -'])
  expect(reported(queryFields.limit, '501')).toEqual(['a whole number from 1 to 500'])
})

test('a nonce may deviate by a second to a day', () => {
  takes(nonceWindow, 1_000, 86_400_000)
  refuses(nonceWindow, 999, 86_400_001, 1_000.5, '1000', null)
})

test('other fields have one of a few words', () => {
  takes(environment, 'uat', 'production')
  refuses(environment, '', 'test')
  takes(validate, 'true', 'false', undefined)
  refuses(validate, '', true, 'yes')
  const left = { asset: 'CHF', left: '10', resets_at: null }
  const limits = ['operation_maximum', 'order_maximum', 'open_quotes', 'coins_on_chain', 'crypto_at_once']
  takes(limitLeft, ...limits.map((limit) => ({ ...left, limit })))
  refuses(
    limitLeft,
    { ...left, limit: '' },
    left,
    { ...left, limit: limits[0], left: 'x' },
    { ...left, limit: limits[0], asset: '' },
  )
})

test('a page has its time and the cursor of the next one', () => {
  const page = { timestamp: '2026-11-14T12:00:00.000Z', result: 'ok', next_cursor: null }
  const answer = z.object(pageAnswer)
  takes(answer, page, { ...page, next_cursor: 'x' })
  refuses(answer, { ...page, result: '' }, { ...page, timestamp: undefined }, { ...page, next_cursor: undefined })
  takes(ok, 'ok')
  refuses(ok, '', 'OK')
})

test('a write says whether it was only validated', () => {
  const answer = z.object(validation)
  const left = { limit: 'order_maximum', asset: 'CHF', left: '10', resets_at: null }
  takes(answer, { validated: false }, { validated: true, limits: [left] })
  refuses(answer, {}, { validated: 'true' }, { validated: true, limits: [{ ...left, left: '' }] })
})

/** Every text within a schema, with the name of its field. */
function textsIn(schema: z.ZodType, name: string): (readonly [string, z.ZodType])[] {
  const def = schema.def as { type: string; [part: string]: unknown }
  if (def.type === 'string') return [[name, schema]]
  const within = [def.innerType, def.in, def.element, ...((def.options as unknown[] | undefined) ?? [])]
  return [
    ...within.filter((inner) => inner instanceof z.ZodType).flatMap((inner) => textsIn(inner, name)),
    ...Object.entries((def.shape as Record<string, z.ZodType> | undefined) ?? {}).flatMap(([key, inner]) =>
      textsIn(inner, key),
    ),
  ]
}

test('an id of ours in capital letters means the same', () => {
  const lower = '01a1dd43-ac0c-7e54-8089-855b9399b74a'
  const upper = lower.toUpperCase()
  // Client ids, transaction ids and the values of authenticators are not ours: their letters stay.
  const isOurs = (name: string) => name.endsWith('id') && !/^(cl\w+|tx)id$/.test(name)
  const requests = [...endpoints, ...sandboxCalls, ...peopleCalls].map(({ name, request }) => [name, request] as const)
  const requested = Object.entries(payloads).map(([name, { schema }]) => [name, schema] as const)
  const ids = [...requests, ...requested].flatMap(([call, schema]) =>
    textsIn(schema, '').flatMap(([name, field]) => {
      const { data, success } = field.safeParse(upper)
      const isBase64 = field.safeParse('A_-').success && !field.safeParse('A.').success
      return isOurs(name) && success && !isBase64 ? [{ field: `${call} ${name}`, data }] : []
    }),
  )
  expect(ids.length).toBeGreaterThan(100)
  expect(ids.filter(({ data }) => data !== lower).map(({ field }) => field)).toEqual([])
})

describe('a list', () => {
  const lists = endpoints.filter(({ request }) => 'limit' in request.shape && 'sort' in request.shape)
  const own = lists.flatMap(({ name, request }) =>
    Object.entries(request.shape)
      .filter(([field]) => !(field in queryFields))
      .map(([field, schema]) => [name, field, schema as z.ZodType] as const),
  )
  /** Filters that identify one row; an unknown value gives an empty list. */
  const isSought = (field: string) => /id$|^(bankref|label)$/.test(field)

  test.each(own)('%s refuses an empty %s instead of finding nothing', (_name, field, schema) => {
    refuses(schema, '')
    if (!isSought(field)) refuses(schema, 'nonsense')
  })

  test('the test covers every list', () => {
    expect(lists.length).toBeGreaterThan(8)
  })
})
