import type { FastifyRequest as Request } from 'fastify'
import { refusedValue } from '../database/refused-value.ts'
import type { Env } from '../env.ts'
import { ApiError, badRequest } from './errors.ts'

/**
 * What the database says of a request, as an answer; null when it says nothing that a caller could use. Its statement was
 * undone, so the answer never is that nobody knows.
 */
export function databaseAnswer(env: Env, request: Request, error: unknown): ApiError | null {
  const sqlstate = refusedValue(error)
  if (sqlstate === null) return cannotNow(error)
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

/** The database cannot do it at the moment; null where the fault is ours. */
function cannotNow(error: unknown): ApiError | null {
  const state = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^53...$/.test(state)) return new ApiError('service_unavailable', {}, noRoom, { 'retry-after': '5' })
  if (tooLong.has(state)) return new ApiError('service_unavailable', {}, tooBusy, { 'retry-after': '1' })
  return null
}

/** No lock in time; no answer in time. */
const tooLong = new Set(['55P03', '57014'])

// A statement that fails is undone with all of its transaction.
const noRoom = 'The database has no room (disk, memory or connections): nothing was done.'
// It may have been a look at what an earlier transaction of the same call has done, so it promises less.
const tooBusy =
  'The database took too long. What has an id of yours can be sent again under the same id: it is not done twice.'
