import type { FastifyRequest as Request } from 'fastify'
import { refusedValue } from '../db.ts'
import type { Env } from '../env.ts'
import { type ApiError, badRequest } from './errors.ts'

/**
 * What the database says of a request, as an answer; null when it says nothing that a caller could use. Its statement was
 * undone, so the answer never is that nobody knows.
 */
export function databaseAnswer(env: Env, request: Request, error: unknown): ApiError | null {
  const sqlstate = refusedValue(error)
  if (sqlstate === null) return null
  noteRefusedValue(env, request, error as Error, sqlstate)
  return badRequest(
    'value',
    'A value in the request cannot be stored or compared: too large, too long or no such value.',
  )
}

/** A check is missing where this shows: every value should have been refused by its field. */
function noteRefusedValue({ metrics, log }: Env, request: Request, { stack = '' }: Error, sqlstate: string): void {
  const route = request.routeOptions.url ?? 'unknown'
  metrics.refusedValues.inc({ route, sqlstate })
  // Not its message: that repeats the value.
  const from = stack.split('\n').filter((line) => line.startsWith('    at '))
  log.warn({ traceid: request.id, route, sqlstate, ...request.seen, from }, 'the database refused a value')
}
