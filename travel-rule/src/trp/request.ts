import { refuse } from '../problem.ts'
import type { Scheme } from './callback.ts'
import { type Confirmation, writeConfirmation } from './confirmation.ts'
import type { TokenDti } from './dti.ts'
import { type Exchange, requestHeaders } from './headers.ts'
import { type Inquiry, writeInquiry } from './inquiry.ts'
import type { Peer } from './peer.ts'
import { type Resolution, writeResolution } from './resolution.ts'
import { urlIn } from './travel-address.ts'

/** For the client of the service to send: no redirect may be followed, and the resolved address must be allowed. */
export type TrpRequest = {
  readonly method: 'POST'
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export type InquiryTerms = {
  readonly travelAddress: string
  readonly exchange: Exchange
  readonly peer: Peer
  readonly dtis: readonly TokenDti[]
  readonly scheme: Scheme
  readonly today: string
}

export function inquiryRequest(inquiry: Inquiry, terms: InquiryTerms): TrpRequest {
  const { travelAddress, exchange, peer, dtis, scheme, today } = terms
  const body = writeInquiry(inquiry, dtis, exchange.version, peer, today)
  return post(inquiryUrl(travelAddress, scheme), exchange, body)
}

/** The place in the travel address, which receives inquiries under `t=i`. */
export function inquiryUrl(travelAddress: string, scheme: Scheme): string {
  const place = urlIn(travelAddress)
  if (place === null) return refuse('travel address', 'It is none, or it was mistyped.', 'Ask the receiver for it.')
  const url = new URL(`${scheme}://${place}`)
  if (url.searchParams.get('t') !== 'i') url.searchParams.set('t', 'i')
  return url.href
}

/** Our decision about an inquiry that we received, to its callback. */
export const resolutionRequest = (callback: string, resolution: Resolution, exchange: Exchange): TrpRequest =>
  post(callback, exchange, writeResolution(resolution, exchange.version))

/** The transaction id, or that there will be none, to the callback of the approval. */
export const confirmationRequest = (callback: string, confirmation: Confirmation, exchange: Exchange): TrpRequest =>
  post(callback, exchange, writeConfirmation(confirmation))

const post = (url: string, exchange: Exchange, body: string): TrpRequest => ({
  method: 'POST',
  url,
  headers: requestHeaders(exchange),
  body,
})
