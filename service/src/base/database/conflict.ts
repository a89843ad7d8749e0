import { isSqlState } from './db.ts'

/** Deadlock, serialization failure. */
const conflictStates = ['40P01', '40001']

/** True when two transactions blocked each other, and the database rolled back all of this one. */
export const isConflict = (error: unknown): boolean => conflictStates.some((state) => isSqlState(error, state))

/** Runs a transaction a second time after a conflict. `transaction` must do nothing outside the database. */
export async function retryOnConflict<T>(transaction: () => Promise<T>): Promise<T> {
  try {
    return await transaction()
  } catch (error) {
    if (!isConflict(error)) throw error
    return transaction()
  }
}
