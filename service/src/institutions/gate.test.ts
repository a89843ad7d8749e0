import { describe, expect, test } from 'vitest'
import type { ApiError } from '../base/http/errors.ts'
import { gate } from './gate.ts'
import type { Standing } from './api-key.ts'

const standing = (over: Partial<Standing> = {}): Standing => ({
  version: 1n,
  nonceWindowMs: null,
  scopes: ['read', 'trade'],
  ipAllowlist: [],
  kyb: 'approved',
  agreements: ['crypto_conversion'],
  ...over,
})
const needs = { scope: 'trade', agreement: 'crypto_conversion' } as const

/** The code and details of the refusal; null when let in. */
function asked(over: Partial<Standing>, need: Parameters<typeof gate>[1] = needs, ip = '203.0.113.7') {
  try {
    gate(standing(over), need, ip)
    return null
  } catch (error) {
    const { code, details } = error as ApiError
    return [code, details]
  }
}

test('who has all of it is let in', () => {
  expect(asked({})).toBeNull()
})

test('without the scope nobody is', () => {
  expect(asked({ scopes: ['read'] })).toEqual(['scope_missing', { scope: 'trade', scopes: ['read'] }])
  expect(asked({ scopes: [] })).toMatchObject(['scope_missing', {}])
})

describe('the list of addresses', () => {
  const from = (ip: string, ...ipAllowlist: string[]) => asked({ ipAllowlist }, needs, ip) === null

  test('allows what is in one of its networks, and nothing else', () => {
    expect(from('203.0.113.7', '203.0.113.0/24')).toBe(true)
    expect(from('203.0.114.7', '203.0.113.0/24')).toBe(false)
    expect(from('203.0.113.7', '203.0.113.7/32')).toBe(true)
    expect(from('203.0.113.8', '203.0.113.7/32')).toBe(false)
    expect(from('203.0.113.8', '198.51.100.0/24', '203.0.113.8/32')).toBe(true)
    expect(from('2001:db8::5', '2001:db8::/64')).toBe(true)
    expect(from('2001:db9::5', '2001:db8::/64')).toBe(false)
  })

  test('knows an IPv4 address that comes as IPv6', () => {
    expect(from('::ffff:203.0.113.7', '203.0.113.0/24')).toBe(true)
    expect(from('::ffff:203.0.114.7', '203.0.113.0/24')).toBe(false)
    expect(from('::ffff:203.0.113.7', '2001:db8::/32')).toBe(false)
    // Only at the beginning, or a caller behind a careless proxy could write itself an address.
    expect(from('x::ffff:203.0.113.7', '203.0.113.0/24')).toBe(false)
    expect(from('20::ffff:3.0.113.7', '203.0.113.0/24')).toBe(false)
  })

  test('allows nothing that is no address', () => {
    for (const ip of ['', 'localhost', '203.0.113', '203.0.113.7, 198.51.100.1']) {
      expect(asked({ ipAllowlist: ['0.0.0.0/0', '::/0'] }, needs, ip)).toEqual(['ip_not_allowed', { ip }])
    }
  })

  test('allows nobody while one of its networks lacks its bits', () => {
    expect(from('203.0.113.7', '203.0.113.7')).toBe(false)
    expect(from('198.51.100.1', '203.0.113.7')).toBe(false)
  })

  test('allows everybody when it is empty', () => {
    expect(from('198.51.100.1')).toBe(true)
  })
})

test.each([
  [null, 'kyb_required', 'no_case'],
  ['draft', 'kyb_required', 'draft'],
  ['rejected', 'kyb_required', 'rejected'],
  ['suspended', 'account_suspended', 'suspended'],
  ['offboarded', 'account_suspended', 'offboarded'],
])('KYB %s is refused', (kyb, code, reason) => {
  expect(asked({ kyb })).toEqual([code, { reason }])
})

describe('the agreement', () => {
  const missing = (agreement: string) => ['agreement_missing', { reason: 'not_active', agreement }]

  test('must be the one that is needed', () => {
    expect(asked({ agreements: [] })).toEqual(missing('crypto_conversion'))
    expect(asked({ agreements: ['issuance'] })).toEqual(missing('crypto_conversion'))
  })

  test('may be any one where that is said', () => {
    expect(asked({ agreements: [] }, { scope: 'read', agreement: 'any' })).toEqual(missing('any'))
    expect(asked({ agreements: ['issuance'] }, { scope: 'read', agreement: 'any' })).toBeNull()
  })

  test('is not asked for where none is needed', () => {
    expect(asked({ agreements: [] }, { scope: 'read' })).toBeNull()
  })
})

test('of several reasons the first of the contract is told: scope, address, KYB, agreement', () => {
  const all = { scopes: [], ipAllowlist: ['198.51.100.0/24'], kyb: 'suspended', agreements: [] }
  const order = [all, { ...all, scopes: ['trade'] }, { ...all, scopes: ['trade'], ipAllowlist: [] }]
  expect(order.map((over) => asked(over)?.[0])).toEqual(['scope_missing', 'ip_not_allowed', 'account_suspended'])
})
