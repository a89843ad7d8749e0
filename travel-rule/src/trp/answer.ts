import type { Scheme } from './callback.ts'
import { type Exchange, type Headers, headerOf, isJson } from './headers.ts'
import { TrpRefusal } from './refusal.ts'
import { readResolution, type Resolution } from './resolution.ts'
import { nextVersion, type Version } from './version.ts'

/** What an answer to our inquiry means. Without an answer, and after `retry`, the same request is sent again. */
export type InquiryAnswer =
  | Resolution
  /** The version was refused. Send the inquiry in this one, as a new request. */
  | { readonly kind: 'other version'; readonly version: Version }
  /** The inquiry was not taken, and will not be if it is repeated. */
  | { readonly kind: 'refused'; readonly status: number; readonly problem: string }
  | { readonly kind: 'retry'; readonly afterSeconds: number | null; readonly problem: string }
  /** The inquiry may have been taken, and a callback may follow. Staff look at it. */
  | { readonly kind: 'malformed'; readonly problem: string }

type Asked = Exchange & {
  /** The versions of earlier requests of this inquiry. */
  readonly tried: readonly Version[]
  readonly scheme: Scheme
}

export function readInquiryAnswer(asked: Asked, status: number, headers: Headers, body: string): InquiryAnswer {
  if (status >= 200 && status < 300) return readSuccess(asked, headers, body)
  if (status === 429 || status >= 500) return refusedForNow(status, headers, body)
  if (status === 400) {
    const version = nextVersion([...asked.tried, asked.version], refusalText(headers, body))
    if (version !== null) return { kind: 'other version', version }
  }
  return { kind: 'refused', status, problem: problemOf(status, body) }
}

function readSuccess(asked: Asked, headers: Headers, body: string): InquiryAnswer {
  const echoed = headerOf(headers, 'request-identifier')
  if (echoed !== null && echoed !== asked.requestId)
    return { kind: 'malformed', problem: 'The answer is to another request.' }
  const type = headerOf(headers, 'content-type')
  if (type !== null && !isJson(type)) return { kind: 'malformed', problem: `The answer is ${type.slice(0, 100)}.` }
  try {
    return readResolution(body, asked.scheme)
  } catch (error) {
    if (error instanceof TrpRefusal) return { kind: 'malformed', problem: error.message }
    throw error
  }
}

/** 501 concerns an extension, which we never send; it will not get better by itself. */
function refusedForNow(status: number, headers: Headers, body: string): InquiryAnswer {
  const problem = problemOf(status, body)
  if (status === 501 || status === 505) return { kind: 'refused', status, problem }
  const after = headerOf(headers, 'retry-after') ?? ''
  return { kind: 'retry', afterSeconds: /^\d{1,5}$/.test(after) ? Number(after) : null, problem }
}

/** A refused version may be named in the body, or in the header of the answer. */
const refusalText = (headers: Headers, body: string): string =>
  `${headerOf(headers, 'api-version') ?? ''} ${body.slice(0, 2_000)}`

const meanings: { readonly [status: number]: string } = {
  400: 'The counterparty cannot read the inquiry.',
  401: 'The counterparty does not accept our certificate.',
  403: 'The counterparty does not accept our certificate.',
  404: 'The travel address is unknown or expired. Ask the receiver for a new one.',
  415: 'The counterparty does not read JSON.',
  422: 'The counterparty needs more data, or does not accept the data.',
  429: 'The counterparty gets too many requests.',
  501: 'The counterparty does not support an extension.',
}

function problemOf(status: number, body: string): string {
  const redirect = status >= 300 && status < 400 ? 'The counterparty redirects, which is not followed.' : undefined
  const meaning = meanings[status] ?? redirect ?? `The counterparty answers with ${status}.`
  const words = body
    .replaceAll(/[\p{Cc}\s]+/gu, ' ')
    .trim()
    .slice(0, 300)
  return words === '' ? meaning : `${meaning} Its words: ${words}`
}

/** What the answer to a callback or a confirmation of ours means. */
export type Delivery =
  | { readonly kind: 'delivered' }
  | { readonly kind: 'retry'; readonly afterSeconds: number | null; readonly problem: string }
  | { readonly kind: 'refused'; readonly status: number; readonly problem: string }

/** 204 is the answer of the specification. 404 means that the address was used. An earlier try may have reached it. */
export function readDelivery(status: number, headers: Headers, body: string): Delivery {
  if (status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 429 || status >= 500) return refusedForNow(status, headers, body) as Delivery
  return { kind: 'refused', status, problem: problemOf(status, body) }
}
