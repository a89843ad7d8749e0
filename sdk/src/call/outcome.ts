import type {
  Calls,
  QueryDepositsRow,
  QueryPaymentRailsRow,
  QueryPaymentsRow,
  QuerySupplyChangesRow,
  QueryWithdrawalsRow,
} from '../generated/calls.gen.ts'
import { anySignal, type Context } from './context.ts'
import { abortedError } from '../error.ts'
import { sleep } from '../platform.ts'
import { InvalidArgument } from '../invalid-argument.ts'

// Operations that outlast their call, followed until they are final.

export interface Progress {
  status: string
  /** The current step of a mint, a redemption or a withdrawal. */
  stage: string | null
  /** Why it waits, failed or was fulfilled differently. */
  reason: string | null
  /** The review that holds it; null without one. */
  hold: { reason: string; since: string; message: string } | null
}

export interface OutcomeOptions {
  /** Called with the first state and with every change, for example of a payment that failed. */
  onProgress?: ((progress: Progress) => void) | undefined
  /** Ends the wait, with the code `aborted`: if people decide, it can take days. */
  signal?: AbortSignal | undefined
  /** Between two polls, in milliseconds: 2,000 at first and up to 30,000 by default. */
  everyMs?: number | undefined
}

export interface Outcomes {
  (mint: { requestid: string }, options?: OutcomeOptions): Promise<QuerySupplyChangesRow>
  (withdrawal: { withdrawalid: string | null }, options?: OutcomeOptions): Promise<QueryWithdrawalsRow>
  (payment: { paymentid: string }, options?: OutcomeOptions): Promise<QueryPaymentsRow>
  (rail: { railid: string }, options?: OutcomeOptions): Promise<QueryPaymentRailsRow>
  (deposit: { depositid: string }, options?: OutcomeOptions): Promise<QueryDepositsRow>
}

type Kind = {
  readonly id: string
  readonly call: keyof Calls
  readonly list: string
  readonly waiting: readonly string[]
}

/**
 * How each is found, and its open states. A payment also has a railid, so it comes first. A failed payment is tried once more,
 * and then people decide. It is still open.
 */
export const kinds: readonly Kind[] = [
  { id: 'requestid', call: 'querySupplyChanges', list: 'supplychanges', waiting: ['pending', 'held'] },
  { id: 'withdrawalid', call: 'queryWithdrawals', list: 'withdrawals', waiting: ['pending', 'held'] },
  {
    id: 'paymentid',
    call: 'queryPayments',
    list: 'payments',
    waiting: ['received', 'pending', 'held', 'converting', 'sent', 'failed', 'rejected'],
  },
  { id: 'railid', call: 'queryPaymentRails', list: 'rails', waiting: ['pending', 'held'] },
  {
    id: 'depositid',
    call: 'queryDeposits',
    list: 'deposits',
    waiting: ['pending', 'seen', 'confirming', 'screening', 'below_minimum', 'held', 'returning'],
  },
]

type Query = (request: object, options: { signal?: AbortSignal | undefined }) => Promise<Record<string, unknown>>
type Row = Progress & Record<string, unknown>

const [firstMs, longestMs] = [2_000, 30_000]

export function outcomeOf(context: Context, calls: Calls): Outcomes {
  return (async (operation: Readonly<Record<string, unknown>>, options: OutcomeOptions = {}) => {
    const kind = kinds.find(({ id }) => typeof operation[id] === 'string' && operation[id] !== '')
    if (kind === undefined)
      throw new InvalidArgument(`outcome needs an answer or a row with one of ${kinds.map(({ id }) => id).join(', ')}.`)
    return follow(context, calls, kind, operation[kind.id] as string, options)
  }) as unknown as Outcomes
}

async function follow(context: Context, calls: Calls, kind: Kind, id: string, options: OutcomeOptions): Promise<Row> {
  const signal = anySignal(context.signal, options.signal)
  const query = calls[kind.call] as unknown as Query
  let shown = ''
  for (let pauseMs = options.everyMs ?? firstMs; ; pauseMs = options.everyMs ?? Math.min(longestMs, pauseMs * 1.5)) {
    const page = await query({ [kind.id]: id }, { signal: options.signal })
    const row = (page[kind.list] as Row[]).find((row) => row[kind.id] === id)
    if (row === undefined)
      throw new InvalidArgument(`There is no ${kind.id} ${id}: it does not belong to this institution.`)
    const progress = progressOf(row)
    if (JSON.stringify(progress) !== shown) options.onProgress?.(progress)
    shown = JSON.stringify(progress)
    if (!kind.waiting.includes(row.status)) return row
    await sleep(pauseMs, signal).catch((cause: unknown) => Promise.reject(abortedError(context.base, cause)))
  }
}

const progressOf = ({ status, stage, reason, hold }: Partial<Row>): Progress => ({
  status: status!,
  stage: stage ?? null,
  reason: reason ?? null,
  hold: hold ?? null,
})
