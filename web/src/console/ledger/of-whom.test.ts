import { expect, test } from 'vitest'
import { ofWhom } from './of-whom.ts'

const nobody = { owner: null, institution: null }

test('an account without an owner is of what its pool is for', () => {
  expect(ofWhom({ ...nobody, kind: 'client/bank' })).toBe('all clients')
  expect(ofWhom({ ...nobody, kind: 'house/fees' })).toBe('the house')
  expect(ofWhom({ ...nobody, kind: 'reserve/excess' })).toBe('the reserve')
  expect(ofWhom({ ...nobody, kind: 'supply/circulating' })).toBe('all coins')
})

test('an owner is named', () => {
  expect(ofWhom({ kind: 'client/omnibus', owner: 'ETH', institution: null })).toBe('ETH')
  expect(ofWhom({ kind: 'client/available', owner: '0198', institution: { name: 'Acme' } })).toBe('Acme')
})
