import { expect, test } from 'vitest'
import { rateLimited } from '../../base/http/errors.ts'
import { deferredAdmissionOf } from './deferred-admission.ts'

const asked = { keyId: 'k', nonce: 1n, version: 1n }

test('a refused request is judged, and not admitted a second time', async () => {
  const entry = deferredAdmissionOf(asked, () => Promise.reject(rateLimited(500)))
  await expect(entry.admit()).rejects.toMatchObject({ code: 'rate_limited' })
  expect(entry.isJudged()).toBe(true)
})

test('a request that could not be checked is not judged', async () => {
  const entry = deferredAdmissionOf(asked, () => Promise.reject(new Error('the database is away')))
  await expect(entry.admit()).rejects.toThrow('away')
  expect(entry.isJudged()).toBe(false)
})
