import { errors } from '@specie/protocol/errors.ts'
import { expect, test } from 'vitest'
import { errorOf } from './error.ts'

const limited = (seconds: string) =>
  errorOf(
    Response.json(
      { code: 'rate_limited', message: `Too many failed attempts. ${errors.rate_limited.cure}` },
      { status: 429, headers: { 'retry-after': seconds } },
    ),
  )

test('a person is told how long to wait, and not the name of a header', async () => {
  expect((await limited('1')).message).toBe('Too many failed attempts. Try again in 1 second.')
  expect((await limited('64')).message).toBe('Too many failed attempts. Try again in 64 seconds.')
  expect((await limited('900')).message).toBe('Too many failed attempts. Try again in 15 minutes.')
})

test('what a malformed request is told as a program is not shown', async () => {
  const message = `Not a date. ${errors.bad_request.cure}`
  expect((await errorOf(Response.json({ code: 'bad_request', message }, { status: 400 }))).message).toBe('Not a date.')
})
