import type { CallName } from '../generated/calls.gen.ts'
import { decimal } from '../decimal.ts'
import { docsOf, SpecieError } from '../error.ts'
import { sleep } from '../platform.ts'
import { isAnswer } from './retry.ts'
import { InvalidArgument } from '../invalid-argument.ts'

// A write had no answer, even after retries. The lists of the service have its outcome.

type Fields = Readonly<Record<string, unknown>>
type Row = Readonly<Record<string, any>>
type Make = (name: CallName, request: Fields) => Promise<unknown>

interface LookUp {
  readonly call: CallName
  /** The field with the rows. */
  readonly list: string
  /** The field that identifies a row; the call accepts it as a filter unless `isFilter` is false. */
  readonly by: string
  readonly isFilter?: false
  /** The fields that show whether request and row match. A reused id finds the row of another request. */
  readonly same: readonly string[]
  /** Further signs of another request. Then the outcome is unknown. */
  isOther?(request: Fields, row: Row): boolean
  /** The lost answer, as far as the row has it; null if the row does not show that the request was carried out. */
  answer(row: Row): unknown
}

const pick = (row: Row, ...names: string[]): Row => Object.fromEntries(names.map((name) => [name, row[name]]))

const exchanged = ['bought', 'bought_currency', 'sold', 'sold_currency', 'fee', 'fee_currency']

const canceled = (id: string) => (row: Row) =>
  row['status'] !== 'canceled'
    ? null
    : { timestamp: row['updated_at'], result: 'ok', ...pick(row, id, 'status'), validated: false }

const lookUps: { readonly [Name in CallName]?: LookUp } = {
  addOrder: {
    call: 'queryOrders',
    list: 'orders',
    by: 'clordid',
    same: ['symbol', 'side', 'orderqty', 'price'],
    answer: (row) => ({
      timestamp: row['created_at'],
      result: row['ordstatus'] === 'Filled' ? 'ok' : 'error',
      order: pick(row, 'clordid', 'ordid', 'ordstatus', ...exchanged),
      error: row['error'],
      validated: false,
    }),
  },
  convert: {
    call: 'queryConversions',
    list: 'conversions',
    by: 'clreqid',
    same: ['quoteid'],
    isOther: (request, row) =>
      differs(request['from_currency'], row['sold_currency']) ||
      differs(request['to_currency'], row['bought_currency']) ||
      isMore(row['sold'], asSent(request['quantity'])),
    answer: (row) => ({
      timestamp: row['created_at'],
      result: 'ok',
      ...pick(row, 'conversionid', 'clreqid', 'quoteid', 'status', 'reason', 'symbol', 'side', 'price', ...exchanged),
      validated: false,
    }),
  },
  mintTokens: {
    call: 'querySupplyChanges',
    list: 'supplychanges',
    by: 'clreqid',
    same: ['asset', 'blockchain', 'quantity'],
    isOther: (request, row) => row['type'] !== 'mint' || goesElsewhere(request['destination'], row),
    answer: (row) => ({
      timestamp: row['created_at'],
      ...pick(row, 'txid', 'requestid', 'fee', 'fee_currency', 'spent', 'spent_currency', 'estimated'),
      ...pick(row, 'destination', 'address', 'hold', 'status'),
      max_spent: row['max_spent'] ?? row['spent'],
      validated: false,
    }),
  },
  redeemTokens: {
    call: 'querySupplyChanges',
    list: 'supplychanges',
    by: 'clreqid',
    same: ['asset', 'blockchain', 'quantity'],
    isOther: (request, row) => row['type'] === 'mint' || goesElsewhere(request['bankaccount'], row),
    answer: (row) => ({
      timestamp: row['created_at'],
      ...pick(row, 'txid', 'requestid', 'fee', 'fee_currency', 'received', 'received_currency'),
      ...pick(row, 'destination', 'identifier', 'status'),
      validated: false,
    }),
  },
  withdraw: {
    call: 'queryWithdrawals',
    list: 'withdrawals',
    by: 'clreqid',
    same: ['asset', 'quantity'],
    isOther: (request, row) =>
      differs(request['blockchain'], row['blockchain']) || goesElsewhere(request['destination'], row),
    answer: (row) => ({
      timestamp: row['created_at'],
      result: 'ok',
      ...pick(row, 'withdrawalid', 'clreqid', 'status', 'destination', 'address', 'identifier', 'txids', 'fee'),
      ...pick(row, 'fee_currency', 'hold'),
      validated: false,
    }),
  },
  addPaymentRail: {
    call: 'queryPaymentRails',
    list: 'rails',
    by: 'clreqid',
    same: ['railtype'],
    isFilter: false,
    isOther: ({ instructions }, row) =>
      Object.entries(instructions ?? {}).some(([name, value]) => differs(value, row['instructions']?.[name])),
    answer: (row) => ({
      ...pick(row, 'railid', 'status', 'reason'),
      destination: row['wallet']?.label ?? null,
      address: row['wallet']?.destination ?? null,
      identifier: row['bankaccount']?.destination ?? null,
      validated: false,
    }),
  },
  cancelMint: {
    call: 'querySupplyChanges',
    list: 'supplychanges',
    by: 'requestid',
    same: [],
    answer: canceled('requestid'),
  },
  cancelWithdrawal: {
    call: 'queryWithdrawals',
    list: 'withdrawals',
    by: 'withdrawalid',
    same: [],
    answer: canceled('withdrawalid'),
  },
}

/** An admitted request may still be running during the look-up, unless the last attempt was answered. */
const looksFor = (failure: SpecieError): number => (isAnswer(failure) ? 1 : 3)
const pauseMs = 2_000

/**
 * The answer of a write that was carried out. Throws `failure` only if it is certain that it was not. The last attempt was
 * answered, or its id belongs to another request. A missing row proves nothing, because the request may still be running: then
 * it throws `outcome_unknown`, or `aborted` if the signal ends the search.
 */
export async function resolveByLookUp(
  make: Make,
  name: CallName,
  request: Fields,
  failure: SpecieError,
  signal: AbortSignal | undefined,
): Promise<unknown> {
  const lookUp = lookUps[name]
  // A firm quote has no list, and a quote that is not accepted binds no party.
  if (lookUp === undefined) throw failure
  // The id belongs to another request. The row of that request is not the answer to this request.
  if (failure.code === 'duplicate_clreqid' || failure.code === 'duplicate_clordid') throw notCarriedOut(failure)
  const unknown = (cause: unknown) => unknownOutcome(name, lookUp, request, failure, cause)
  for (let look = 1; ; look += 1) {
    const found = await find(make, lookUp, request).catch((cause: unknown) => Promise.reject(unknown(cause)))
    if (found === 'other') throw notCarriedOut(failure)
    if (found !== null) return found
    if (look >= looksFor(failure)) throw isAnswer(failure) ? notCarriedOut(failure) : unknown(failure)
    await sleep(pauseMs, signal).catch((cause: unknown) =>
      Promise.reject(unknown(new SpecieError({ code: 'aborted', cause }))),
    )
  }
}

/** The answer; `other`: the id belongs to another request; null if there is no sign that it was carried out. */
async function find(make: Make, lookUp: LookUp, request: Fields): Promise<unknown> {
  const { call, list, by, isFilter = true } = lookUp
  const id = request[by]
  const page = (await make(call, isFilter ? { [by]: id } : { limit: 500 })) as Row
  const row = (page[list] as Row[]).find((row) => isSameId(row[by], id))
  if (row === undefined) return null
  if (!isSame(lookUp, request, row)) return 'other'
  // This comparison is not certain either, because a destination has several spellings.
  if (lookUp.isOther?.(request, row)) throw new InvalidArgument(`${by} ${String(id)} seems to be of another request.`)
  return lookUp.answer(row)
}

/** `aborted` if a signal has ended the search, as in every other call. */
function unknownOutcome(
  name: CallName,
  { call, by }: LookUp,
  request: Fields,
  { code: last, docs, traceid, status }: SpecieError,
  cause: unknown,
): SpecieError {
  const code = cause instanceof SpecieError && cause.code === 'aborted' ? 'aborted' : 'outcome_unknown'
  const id = request[by]
  return new SpecieError({
    code,
    status,
    traceid,
    message: `Whether ${name} was carried out is unknown; look for ${by} ${String(id)} with ${call}.`,
    details: { call: name, look_up: call, by, id, failure: last },
    docs: docs === '' ? '' : docsOf(docs, code),
    cause,
  })
}

const isSame = ({ same }: LookUp, request: Fields, row: Row): boolean =>
  same.every((name) => !differs(request[name], row[name]))

/** An absent field matches any value. */
const differs = (wanted: unknown, found: unknown): boolean => wanted !== undefined && !isEqual(asSent(wanted), found)

/** A destination may be named by its label, its id, its address or its account number, with or without spaces. */
function goesElsewhere(wanted: unknown, row: Row): boolean {
  if (typeof wanted !== 'string') return wanted !== undefined
  const names = ['destination', 'address', 'identifier', 'addressid', 'bankaccountid'].map((name) => row[name])
  // Rows of mints and redemptions do not have the id of their destination.
  if (isUuid(wanted) && row['addressid'] === undefined && row['bankaccountid'] === undefined) return false
  return !names.some((name) => typeof name === 'string' && bare(name) === bare(wanted))
}

/** Ids of the service may be in capital letters. */
const isSameId = (a: unknown, b: unknown): boolean =>
  a === b || (isUuid(a) && String(a).toLowerCase() === String(b).toLowerCase())

const isUuid = (value: unknown): boolean => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(String(value))

const bare = (name: string): string => name.replaceAll(/[\s-]/g, '').toLowerCase()

const isMore = (a: unknown, b: unknown): boolean => isDecimal(a) && isDecimal(b) && decimal(a).compare(b) > 0

/** A decimal as its text. */
const asSent = (value: unknown): unknown => (value === undefined ? undefined : JSON.parse(JSON.stringify(value)))

/** `100.0` and `100` are the same amount. */
const isEqual = (a: unknown, b: unknown): boolean =>
  isSameId(a, b) || (isDecimal(a) && isDecimal(b) && decimal(a).equals(b))

const isDecimal = (value: unknown): value is string => typeof value === 'string' && /^\d+(\.\d+)?$/.test(value)

function notCarriedOut({ code, status, traceid, message, details, docs, cause }: SpecieError): SpecieError {
  const text = `${message} It was not carried out.`
  return new SpecieError({
    code,
    status,
    traceid,
    message: text,
    details: { ...details, carried_out: false },
    docs,
    cause,
  })
}
