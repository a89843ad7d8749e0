import { expect, test } from 'vitest'
import { rateLimited } from '../../base/http/errors.ts'
import { deferredAdmissionOf } from './deferred-admission.ts'

const request = { keyId: 'k', nonce: 1n, version: 1n }

test('a refused request is judged, and not admitted a second time', async () => {
  const admission = deferredAdmissionOf(request, () => Promise.reject(rateLimited(500)))
  await expect(admission.admit()).rejects.toMatchObject({ code: 'rate_limited' })
  expect(admission.isDecided()).toBe(true)
})

test('a request that could not be checked is not judged', async () => {
  const admission = deferredAdmissionOf(request, () => Promise.reject(new Error('the database is away')))
  await expect(admission.admit()).rejects.toThrow('away')
  expect(admission.isDecided()).toBe(false)
})
