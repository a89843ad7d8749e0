import { expect, test } from 'vitest'
import { rateLimited } from '../../base/http/errors.ts'
import { deferredAdmissionOf } from './deferred-admission.ts'

const asked = { keyId: 'k', nonce: 1n, version: 1n }

test('who was refused on the way in is judged, and not asked a second time', async () => {
  const entry = deferredAdmissionOf(asked, () => Promise.reject(rateLimited(500)))
  await expect(entry.admit()).rejects.toMatchObject({ code: 'rate_limited' })
  expect(entry.isJudged()).toBe(true)
})

test('who could not be looked at is not judged', async () => {
  const entry = deferredAdmissionOf(asked, () => Promise.reject(new Error('the database is away')))
  await expect(entry.admit()).rejects.toThrow('away')
  expect(entry.isJudged()).toBe(false)
})
