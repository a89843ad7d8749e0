import type { CallError } from '../../api/error.ts'
import { moneyText } from '../../kit/value/money.tsx'

/** The problem of the amount with its cure; null for other errors. */
export function amountProblem(error: CallError | null, coin: string): string | null {
  if (error === null) return null
  const { minimum, maximum, available, needed, asset, left } = error.details as Record<string, string | undefined>
  switch (error.code) {
    case 'min_amount_below_threshold':
      return minimum === undefined ? error.message : `Request at least ${moneyText(minimum, coin)}.`
    case 'max_amount_exceeded':
      return maximum === undefined ? error.message : `Request ${moneyText(maximum, coin)} at most, or in several parts.`
    case 'limit_exceeded':
      return left === undefined ? error.message : `Your limit has ${moneyText(left, asset)} left.`
    case 'insufficient_balance':
      if (available === undefined || needed === undefined) return error.message
      return `This needs ${moneyText(needed, asset)}; ${moneyText(available, asset)} is available.`
    default:
      return error.details['field'] === 'quantity' ? error.message : null
  }
}

/** The balance is too small. */
export const isShort = (error: CallError | null): boolean => error?.code === 'insufficient_balance'
