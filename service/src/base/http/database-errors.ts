import type { AssetCode } from '@specie/protocol/assets.ts'
import { type LimitedProduct, limitedProductWords } from '@specie/protocol/limits.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { FastifyRequest as Request } from 'fastify'
import { isConflict } from '../database/conflict.ts'
import { isSqlState } from '../database/db.ts'
import { refusedValue } from '../database/refused-value.ts'
import type { Env } from '../env.ts'
import { ApiError, badRequest } from './errors.ts'

/**
 * The answer to a database error that a caller can act on; otherwise null. The statement was rolled back, so the outcome
 * is never unknown here.
 */
export function databaseAnswer(env: Env, request: Request, error: unknown): ApiError | null {
  if (isSuspended(error)) return new ApiError('account_suspended', { reason: 'suspended' })
  const exceeded = exceededLimit(error)
  if (exceeded !== null) return exceeded
  if (breaks(error, 'halted')) return halted(error.detail!)
  const sqlstate = refusedValue(error)
  if (sqlstate === null) return temporaryError(error)
  reportRefusedValue(env, request, error as Error, sqlstate)
  return badRequest(
    'value',
    'A value in the request cannot be stored or compared. It is too large, too long or does not exist.',
  )
}

/**
 * The institution was stopped after the gate had admitted the call. The database has the last word
 * (compliance.apply_standing).
 */
export const isSuspended = (error: unknown): boolean => breaks(error, 'account_suspended')

const breaks = (error: unknown, constraint: string): error is Error & { detail?: string } =>
  isSqlState(error, '23514') && (error as { constraint?: string }).constraint === constraint

/** `what`: the switch that is pulled. */
export const halted = (what: string): ApiError => new ApiError('halted', { what })

type Exceeded = { limit: string; product: LimitedProduct; asset: AssetCode; left: string; resets_at: string }

/** The refusal of an item above a limit of its institution (compliance.refuse_use); otherwise null. */
export function exceededLimit(error: unknown): ApiError | null {
  if (!breaks(error, 'limit_exceeded')) return null
  const { limit, product, asset, left, resets_at } = JSON.parse(error.detail!) as Exceeded
  const remainder = formatAmount({ asset, minor: BigInt(left) })
  const details = { limit, product, asset, left: remainder, resets_at: new Date(resets_at).toISOString() }
  const message = `Your limit of ${limitedProductWords[product]} in ${asset} in a ${limit} has ${remainder} ${asset} left.`
  return new ApiError('limit_exceeded', details, message)
}

/** Each occurrence shows a missing check. Every value should have been refused by its field's schema. */
function reportRefusedValue({ metrics, log }: Env, request: Request, { stack = '' }: Error, sqlstate: string): void {
  const route = request.routeOptions.url ?? 'unknown'
  metrics.refusedValues.inc({ route, sqlstate })
  // Without the message, which repeats the value.
  const from = stack.split('\n').filter((line) => line.startsWith('    at '))
  log.warn({ traceid: request.id, route, sqlstate, ...request.seen, from }, 'the database refused a value')
}

/** A temporary failure of the database; null if the error is a defect of ours. */
function temporaryError(error: unknown): ApiError | null {
  const state = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (/^53...$/.test(state)) return new ApiError('service_unavailable', {}, outOfResources, { 'retry-after': '5' })
  if (isConflict(error)) return new ApiError('service_unavailable', {}, conflictMessage, { 'retry-after': '1' })
  if (timeoutStates.has(state)) return new ApiError('service_unavailable', {}, tooBusy, { 'retry-after': '1' })
  return null
}

/** Lock timeout, statement timeout. */
const timeoutStates = new Set(['55P03', '57014'])

// A failed statement rolls back its whole transaction.
const outOfResources = 'The database has no room (disk, memory or connections). Nothing was done.'
// The statement may have followed an earlier transaction of the same call, so these messages promise less.
const retryAdvice = 'A request with your own id can be sent again under the same id. It is not executed twice.'
const tooBusy = `The database took too long. ${retryAdvice}`
const conflictMessage = `Another request conflicted with this one, which was undone. ${retryAdvice}`
