import { MoneyError } from '@specie/protocol/money.ts'
import { type ApiError, badRequest } from './errors.ts'

type Refuse = (rule: string, message: string, field: string) => ApiError

/**
 * Parses a number of a caller with the functions of protocol/money.ts. Their refusal becomes an answer that names the
 * field.
 */
export function readField<T>(field: string, read: () => T, refuse: Refuse = badRequest): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof MoneyError)) throw error
    throw refuse(error.rule, error.message, field)
  }
}
