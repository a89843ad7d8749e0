import { expect, test } from 'vitest'
import { OutcomeUnknown } from '../database/db.ts'
import { NotPrimary } from '../database/seen-servers.ts'
import { OutsideError } from '../http/outside.ts'
import { ClaimLost } from '../database/claim.ts'
import { severityOf } from './severity.ts'

const withCode = (code: string) => Object.assign(new Error('refused'), { code })

test.each([
  new OutcomeUnknown('The database was lost while it committed.'),
  new NotPrimary('the server is a standby'),
  new ClaimLost('taken over'),
  new OutsideError('fetch failed'),
  withCode('ECONNREFUSED'),
  withCode('40P01'),
  withCode('55P03'),
  withCode('57014'),
])('what passes by itself is a warning: %s', (error) => {
  expect(severityOf(error)).toBe('warn')
})

test.each([new TypeError('x is undefined'), withCode('23505'), withCode('42P01'), 'text'])(
  'an event that needs a person is logged as an error: %s',
  (error) => {
    expect(severityOf(error)).toBe('error')
  },
)
