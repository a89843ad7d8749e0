import { ApiError, badRequest } from '../base/http/errors.ts'

/** Here a 404 means that there is no such call; an id that matches nothing is a bad request. */
export async function orUnknown<T>(work: Promise<T>, field: string): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof ApiError && error.code === 'not_found' ? badRequest('unknown', error.message, field) : error
  }
}
