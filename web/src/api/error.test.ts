import { errors } from '@specie/protocol/errors.ts'
import { expect, test } from 'vitest'
import { asCallError, CallError, errorAt, errorOf, isLost, unreachable } from './error.ts'

const limited = (seconds: string) =>
  errorOf(
    Response.json(
      { code: 'rate_limited', message: `Too many failed attempts. ${errors.rate_limited.cure}` },
      { status: 429, headers: { 'retry-after': seconds } },
    ),
  )

test('a person sees how long to wait, and no name of a header', async () => {
  expect((await limited('1')).message).toBe('Too many failed attempts. Try again in 1 second.')
  expect((await limited('64')).message).toBe('Too many failed attempts. Try again in 64 seconds.')
  expect((await limited('900')).message).toBe('Too many failed attempts. Try again in 15 minutes.')
})

test('a cure for programs is not shown', async () => {
  const message = `Not a date. ${errors.bad_request.cure}`
  expect((await errorOf(Response.json({ code: 'bad_request', message }, { status: 400 }))).message).toBe('Not a date.')
})

test('the outcome is unknown without an answer of the service, and while the request runs', () => {
  const failed = (status: number, code = 'bad_request') => new CallError(code, status, '', {}, null)
  expect([unreachable(), failed(500), failed(503), failed(409, 'request_in_progress')].map(isLost)).toEqual(
    Array.from({ length: 4 }, () => true),
  )
  expect([null, failed(499), failed(400), failed(409)].map(isLost)).toEqual([false, false, false, false])
  expect(unreachable()).toMatchObject({ code: 'unreachable', status: 0 })
})

test('an error appears only at its field', () => {
  const error = new CallError('bad_request', 400, 'Not a date.', { field: 'from' }, null)
  expect([errorAt(error, 'from'), errorAt(error, 'to'), errorAt(null, 'from')]).toEqual(['Not a date.', null, null])
})

test('every thrown value can be shown', () => {
  const error = new CallError('bad_request', 400, 'Not a date.', {}, null)
  expect(asCallError(error)).toBe(error)
  expect(asCallError(new Error('broken'))).toMatchObject({ code: 'page_error', status: 0, message: 'broken' })
  expect(asCallError('broken')).toMatchObject({ message: 'broken' })
})
