import { MoneyError } from '@specie/protocol/money.ts'

/** The request cannot be done; answered as `{error}` with this status. */
export class Refusal extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

/** An invalid amount is the caller's fault. */
export function money<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (error instanceof MoneyError) throw new Refusal(400, error.message)
    throw error
  }
}
