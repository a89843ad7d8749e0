import { describe, expect, test } from 'vitest'
import type { ApiError } from '../base/http/errors.ts'
import { gate } from './gate.ts'
import type { Standing } from './api-key/keyring.ts'

const standing = (over: Partial<Standing> = {}): Standing => ({
  version: 1n,
  nonceWindowMs: null,
  usableUntil: null,
  scopes: ['read', 'trade'],
  ipAllowlist: [],
  kyb: 'approved',
  agreements: ['crypto_conversion'],
  ...over,
})
const needs = { scope: 'trade', agreement: 'crypto_conversion' } as const

/** The code and details of the refusal; null if allowed. */
function refusalOf(
  over: Partial<Standing>,
  need: Parameters<typeof gate>[1] = needs,
  ip: string | null = '203.0.113.7',
) {
  try {
    gate(standing(over), need, ip)
    return null
  } catch (error) {
    const { code, details } = error as ApiError
    return [code, details]
  }
}

test('a key with everything required is allowed', () => {
  expect(refusalOf({})).toBeNull()
})

test('without the scope it is refused', () => {
  expect(refusalOf({ scopes: ['read'] })).toEqual(['scope_missing', { scope: 'trade', scopes: ['read'] }])
  expect(refusalOf({ scopes: [] })).toMatchObject(['scope_missing', {}])
})

describe('the list of addresses', () => {
  const from = (ip: string, ...ipAllowlist: string[]) => refusalOf({ ipAllowlist }, needs, ip) === null

  test('allows addresses of its networks, and no others', () => {
    expect(from('203.0.113.7', '203.0.113.0/24')).toBe(true)
    expect(from('203.0.114.7', '203.0.113.0/24')).toBe(false)
    expect(from('203.0.113.7', '203.0.113.7/32')).toBe(true)
    expect(from('203.0.113.8', '203.0.113.7/32')).toBe(false)
    expect(from('203.0.113.8', '198.51.100.0/24', '203.0.113.8/32')).toBe(true)
    expect(from('2001:db8::5', '2001:db8::/64')).toBe(true)
    expect(from('2001:db9::5', '2001:db8::/64')).toBe(false)
  })

  test('recognises an IPv4 address mapped to IPv6', () => {
    expect(from('::ffff:203.0.113.7', '203.0.113.0/24')).toBe(true)
    expect(from('::ffff:203.0.114.7', '203.0.113.0/24')).toBe(false)
    expect(from('::ffff:203.0.113.7', '2001:db8::/32')).toBe(false)
    // Accepted only as a prefix; otherwise a caller behind a careless proxy could forge an address.
    expect(from('x::ffff:203.0.113.7', '203.0.113.0/24')).toBe(false)
    expect(from('20::ffff:3.0.113.7', '203.0.113.0/24')).toBe(false)
  })

  test('is not checked again for a call that was made before', () => {
    expect(refusalOf({ ipAllowlist: ['203.0.113.0/24'] }, needs, null)).toBeNull()
    expect(refusalOf({ ipAllowlist: ['203.0.113.0/24'], scopes: [] }, needs, null)).toMatchObject(['scope_missing', {}])
  })

  test('refuses text that is not an address', () => {
    for (const ip of ['', 'localhost', '203.0.113', '203.0.113.7, 198.51.100.1']) {
      expect(refusalOf({ ipAllowlist: ['0.0.0.0/0', '::/0'] }, needs, ip)).toEqual(['ip_not_allowed', { ip }])
    }
  })

  test('refuses all addresses while one of its networks has no prefix length', () => {
    expect(from('203.0.113.7', '203.0.113.7')).toBe(false)
    expect(from('198.51.100.1', '203.0.113.7')).toBe(false)
  })

  test('allows every address when it is empty', () => {
    expect(from('198.51.100.1')).toBe(true)
  })
})

test.each([
  [null, 'kyb_required', 'no_case'],
  ['draft', 'kyb_required', 'draft'],
  ['rejected', 'kyb_required', 'rejected'],
  ['review_overdue', 'kyb_required', 'review_overdue'],
  ['suspended', 'account_suspended', 'suspended'],
  ['offboarded', 'account_suspended', 'offboarded'],
])('KYB %s is refused', (kyb, code, reason) => {
  expect(refusalOf({ kyb })).toEqual([code, { reason }])
})

test('a periodic review leaves the access as it is', () => {
  expect(refusalOf({ kyb: 'periodic_review' })).toBeNull()
})

describe('the agreement', () => {
  const missing = (agreement: string) => ['agreement_missing', { reason: 'not_active', agreement }]

  test('must be the required one', () => {
    expect(refusalOf({ agreements: [] })).toEqual(missing('crypto_conversion'))
    expect(refusalOf({ agreements: ['issuance'] })).toEqual(missing('crypto_conversion'))
  })

  test('may be any one where any is accepted', () => {
    expect(refusalOf({ agreements: [] }, { scope: 'read', agreement: 'any' })).toEqual(missing('any'))
    expect(refusalOf({ agreements: ['issuance'] }, { scope: 'read', agreement: 'any' })).toBeNull()
  })

  test('is not checked where none is required', () => {
    expect(refusalOf({ agreements: [] }, { scope: 'read' })).toBeNull()
  })
})

test('of several reasons the first in the order of the contract is reported: scope, address, KYB, agreement', () => {
  const all = { scopes: [], ipAllowlist: ['198.51.100.0/24'], kyb: 'suspended', agreements: [] }
  const order = [all, { ...all, scopes: ['trade'] }, { ...all, scopes: ['trade'], ipAllowlist: [] }]
  expect(order.map((over) => refusalOf(over)?.[0])).toEqual(['scope_missing', 'ip_not_allowed', 'account_suspended'])
})
