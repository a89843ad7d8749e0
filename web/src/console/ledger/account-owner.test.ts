import { expect, test } from 'vitest'
import { accountOwner } from './account-owner.ts'

const nobody = { owner: null, institution: null }

test('an account without an institution belongs to its pool', () => {
  expect(accountOwner({ ...nobody, kind: 'client/bank' })).toBe('all clients')
  expect(accountOwner({ ...nobody, kind: 'house/fees' })).toBe('the house')
  expect(accountOwner({ ...nobody, kind: 'reserve/excess' })).toBe('the reserve')
  expect(accountOwner({ ...nobody, kind: 'supply/circulating' })).toBe('all coins')
})

test('an institution is named', () => {
  expect(accountOwner({ kind: 'client/omnibus', owner: 'ETH', institution: null })).toBe('ETH')
  expect(accountOwner({ kind: 'client/available', owner: '0198', institution: { name: 'Acme' } })).toBe('Acme')
})
