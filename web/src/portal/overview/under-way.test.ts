import { expect, test } from 'vitest'
import { isUnderReview } from '../hold.ts'
import { pendingIs, type UnderWay } from './under-way.ts'

const hold = {
  reason: 'aml_review',
  since: '2026-03-02T12:00:00.000Z',
  message: 'under review, contact support',
} as const
const one = (kind: UnderWay['kind'], more: Partial<UnderWay> = {}): UnderWay => ({
  kind,
  id: '019a0000-0000-7000-8000-000000000000',
  asset: 'CHF',
  quantity: '1',
  status: 'pending',
  hold: null,
  pending_in: ['CHF'],
  created_at: '2026-03-02T12:00:00.000Z',
  ...more,
})

test('every part of a pending balance is named, and reviews are marked', () => {
  const held = { hold, status: 'held' }
  expect(pendingIs('CHF', [one('mint', held), one('deposit', held)])).toBe(
    '1 mint under review, 1 deposit under review',
  )
  expect(pendingIs('CHF', [one('withdrawal'), one('withdrawal'), one('withdrawal', held)])).toBe(
    '1 withdrawal under review, 2 withdrawals',
  )
  expect(pendingIs('GBP', [one('mint')])).toBe('being booked')
})

test('a request for a second approver of the institution is not under review', () => {
  expect(isUnderReview(one('mint', { hold: { ...hold, reason: 'approval_required' } }))).toBe(false)
  expect(isUnderReview(one('mint', { hold }))).toBe(true)
  expect(isUnderReview(one('mint'))).toBe(false)
})
