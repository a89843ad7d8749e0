import { expect, test } from 'vitest'
import { seeded } from '../seeded-random.ts'
import { calls } from './calls.ts'
import { memory } from './memory.ts'
import { rawOf } from './raw.ts'
import { asBytes, asLine } from './report.ts'
import { requestOf } from './requests.ts'
import { judge, judgeRaw } from './rules.ts'
import { valid } from './shapes.ts'
import { answersIn } from './wire.ts'

// The fuzzer's own rules.

const traceid = '0'.repeat(32)
const time = calls.find(({ name }) => name === 'getTime')!
const timestamp = '2026-11-14T12:00:00.000Z'
const right = { status: 200, headers: {}, body: JSON.stringify({ timestamp, unix_ms: 1 }) }
const refused = (status: number, over: object = {}) => ({
  status,
  headers: { 'x-trace-id': traceid },
  body: JSON.stringify({ code: 'bad_request', status, message: 'So it is.', timestamp, traceid, details: {}, ...over }),
})

test('a declared answer is not a violation', () => {
  expect(judge(time, right).fault).toBeNull()
  expect(judge(time, refused(400))).toMatchObject({ fault: null, outcome: '400 bad_request' })
  const named = { message: 'NaN: no control characters.', details: { field: 'NaN', rule: 'text' } }
  expect(judge(time, refused(400, named)).fault).toBeNull()
  expect(judge(time, refused(400, { message: 'Unrecognized key: "undefined".' })).fault).toBeNull()
})

test.each([
  ['a 500', refused(500, { code: 'internal_error' }), /a 500/],
  ['a 503', refused(503, { code: 'service_unavailable' }), /a 503/],
  ['a code of another call', refused(400, { code: 'unknown_symbol' }), /not declared/],
  ['a status of another code', refused(404, { code: 'bad_request' }), /status 404/],
  ['another shape', { ...refused(400), body: '{"error":"no"}' }, /without its shape/],
  ['another trace id', { ...refused(400), headers: { 'x-trace-id': 'x' } }, /trace id/],
  ['a riddle', refused(400, { message: 'field: undefined.' }), /unclear/],
  ['an incomplete answer', { ...right, body: '{"unix_ms":1}' }, /schema/],
  ['no JSON', { ...right, body: 'hello' }, /not JSON/],
  ['silence', new Error('socket hang up'), /no answer/],
])('%s is a violation', (_what, answer, fault) => {
  expect(judge(time, answer).fault).toMatch(fault)
})

test('answers to raw bytes are split, and a truncated one is detected', () => {
  const one = 'HTTP/1.1 400 Bad Request\r\ncontent-length: 2\r\n\r\n{}'
  expect(answersIn(one + one, false).map((answer) => answer?.status)).toEqual([400, 400])
  expect(answersIn(one.slice(0, -1), false)).toEqual([null])
  expect(judgeRaw(answersIn(one, false)[0]!, false).fault).toMatch(/without its shape/)
})

test('every call can be made correctly: each field has a value that its schema accepts', () => {
  for (const call of calls) {
    const known = (name: string) => call.told[name] ?? memory({}).known(name)
    const wrong = Array.from({ length: 20 }, (_, n) => valid(call.request, '', known, seeded(n + 1))).filter(
      (fields) => !call.request.safeParse(fields).success,
    )
    expect([call.name, wrong.length < 20]).toEqual([call.name, true])
  }
})

test('a request of a report can be repeated from a shell', () => {
  const raw = { ...rawOf(seeded(3)), bytes: 'GET /\u0000 HTTP/1.1\r\n\r\n', afterwards: 'end' as const }
  expect(asBytes('http://127.0.0.1:1', raw)).toBe(
    "printf 'GET /\\000 HTTP/1.1\\015\\012\\015\\012' | nc -N 127.0.0.1 1",
  )
  const client = {} as Parameters<typeof requestOf>[1]
  const request = requestOf(time, client, memory({}), seeded(5), '1')
  const line = asLine('http://127.0.0.1:1', { ...request, path: "/a'b", headers: { 'user-agent': 't' } })
  expect(line).toBe("curl -sS --path-as-is -X GET $'http://127.0.0.1:1/a\\x27b' -H 'user-agent: t'")
})
