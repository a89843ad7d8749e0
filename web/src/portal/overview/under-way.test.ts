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
  pending: [{ asset: 'CHF', amount: '1' }],
  created_at: '2026-03-02T12:00:00.000Z',
  ...more,
})

test('every part of a pending balance is named with its amount, and reviews are marked', () => {
  const held = { hold, status: 'held' }
  expect(pendingIs({ asset: 'CHF', pending: '2' }, [one('mint', held), one('deposit', held)])).toBe(
    '1 mint under review 1.00, 1 deposit under review 1.00',
  )
  const withdrawals = [one('withdrawal'), one('withdrawal'), one('withdrawal', held)]
  expect(pendingIs({ asset: 'CHF', pending: '3' }, withdrawals)).toBe(
    '1 withdrawal under review 1.00, 2 withdrawals 2.00',
  )
  expect(pendingIs({ asset: 'CHF', pending: '2' }, [one('mint'), one('mint')])).toBe('2 mints')
})

test('the parts add up to the pending balance: what no page shows is being booked', () => {
  expect(pendingIs({ asset: 'CHF', pending: '1.5' }, [one('mint')])).toBe('1 mint 1.00, being booked 0.50')
  expect(pendingIs({ asset: 'GBP', pending: '7' }, [one('mint')])).toBe('being booked')
})

test('a request for a second approver of the institution is not under review', () => {
  expect(isUnderReview(one('mint', { hold: { ...hold, reason: 'approval_required' } }))).toBe(false)
  expect(isUnderReview(one('mint', { hold }))).toBe(true)
  expect(isUnderReview(one('mint'))).toBe(false)
})
