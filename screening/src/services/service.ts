import type { Entry } from '../lists/entry.ts'

// What an outside screening service is asked, and what it answers. Each protocol is data in, data out: others send the
// requests.

/** `any`: the name may be of a person or of a company. Of a wallet, the name is its address. */
export type AskedParty = {
  readonly kind: 'person' | 'company' | 'any' | 'wallet'
  readonly name: string
  readonly born?: string | undefined
  readonly countries?: readonly string[]
  readonly identifiers?: readonly { readonly kind: string; readonly value: string }[]
}

export type ServiceRequest = {
  readonly method: 'GET' | 'POST'
  readonly url: URL
  readonly headers: Readonly<Record<string, string>>
  readonly body?: string
}

export type ServiceAnswer = { readonly status: number; readonly text: string }

/** An entity that the service takes for the party. `score` is the service's own, from 0 to 1. */
export type ServiceMatch = { readonly entry: Entry; readonly score: number; readonly why: readonly string[] }

export type ServiceProtocol = {
  /** Asks whether the service has loaded its lists. Without them it would find no match for any party. */
  readonly stateRequest: (at: string) => ServiceRequest
  /** Throws unless it can be asked now. */
  readonly assertReady: (answer: ServiceAnswer, now: Date) => void
  readonly matchRequest: (at: string, party: AskedParty) => ServiceRequest
  /** Throws unless the answer says as a whole who matches: a match that was not read would count as none. */
  readonly readMatches: (at: string, answer: ServiceAnswer) => ServiceMatch[]
}

/** The service answered, and the answer cannot be used. The message continues «watchman: …». */
export class ServiceAnswerError extends Error {
  override name = 'ServiceAnswerError'
}
