import { chains } from '@specie/protocol/chains.ts'
import type { InquiryAnswer } from './trp/answer.ts'
import type { Token } from './trp/dti.ts'
import type { Resolution } from './trp/resolution.ts'

// The outcome of an exchange that we began, from everything that was received about it. Messages arrive in any order and more
// than once, so the outcome depends on the set of messages and their times, not on their order.

/** `at` in milliseconds. */
export type ConversationEvent =
  /** The answer to a request of ours; the connection shows that it is the counterparty. */
  | { readonly kind: 'reply'; readonly at: number; readonly answer: InquiryAnswer }
  /** A call of our callback. `resolution` is null when it was not readable. */
  | { readonly kind: 'callback'; readonly at: number; readonly token: string; readonly resolution: Resolution | null }
  /** We waited long enough and gave the transfer up. */
  | { readonly kind: 'closed'; readonly at: number }

export type Expected = {
  /** The secret in our callback. */
  readonly token: string
  /** The wallet that would be paid, and its chain. */
  readonly address: string
  readonly chain: Token['chain']
}

export type Outcome =
  /** No decision yet. */
  | { readonly kind: 'open' }
  /** The txid goes to one of the callbacks: those of repeated approvals may differ. */
  | { readonly kind: 'approved'; readonly callbacks: readonly string[] }
  | { readonly kind: 'rejected'; readonly reason: string | null }
  /** The inquiry was never taken. */
  | { readonly kind: 'refused'; readonly problem: string }
  /** Messages contradict each other, or another wallet was approved: staff decide, and nothing is paid meanwhile. */
  | { readonly kind: 'conflict'; readonly problem: string }
  /** We gave up first. A late approval is answered with `canceled` at these callbacks. */
  | { readonly kind: 'closed'; readonly cancelAt: readonly string[] }

export type Conversation = {
  readonly outcome: Outcome
  /** Messages that count for nothing, with the reason. */
  readonly ignored: readonly { readonly at: number; readonly because: string }[]
}

export function conversationOf(expected: Expected, events: readonly ConversationEvent[]): Conversation {
  const messages = events.flatMap((event) => (event.kind === 'closed' ? [] : [read(expected, event)]))
  const closed = Math.min(...events.flatMap((event) => (event.kind === 'closed' ? [event.at] : [])))
  const inTime = messages.filter(({ at }) => at < closed)
  return {
    outcome: closed < Infinity && !decided(inTime) ? closedOutcome(messages) : outcomeOf(expected, inTime),
    ignored: messages.flatMap(({ at, because }) => {
      if (because !== null) return [{ at, because }]
      return at < closed ? [] : [{ at, because: 'It came after the end.' }]
    }),
  }
}

type Message = {
  readonly at: number
  /** What an authentic, readable message says. */
  readonly says: Resolution | null
  /** It answers a request of ours, so that the inquiry was taken. */
  readonly isReply: boolean
  readonly refused: string | null
  readonly because: string | null
}

function read({ token }: Expected, event: Exclude<ConversationEvent, { kind: 'closed' }>): Message {
  const { at } = event
  const ignored = (because: string): Message => ({ at, says: null, isReply: false, refused: null, because })
  const said = (says: Resolution): Message => ({
    at,
    says,
    isReply: event.kind === 'reply',
    refused: null,
    because: null,
  })
  if (event.kind === 'callback') {
    if (!isSameSecret(event.token, token)) return ignored('Its token is not that of the exchange.')
    return event.resolution ? said(event.resolution) : ignored('It is malformed.')
  }
  const { answer } = event
  switch (answer.kind) {
    case 'malformed':
    case 'retry':
      return ignored(answer.problem)
    case 'other version':
      return ignored('The version was refused.')
    case 'refused':
      return { ...ignored(''), refused: answer.problem, because: null }
    default:
      return said(answer)
  }
}

const decided = (messages: readonly Message[]): boolean =>
  messages.some(({ says }) => says?.kind === 'approved' || says?.kind === 'rejected')

function outcomeOf(expected: Expected, messages: readonly Message[]): Outcome {
  const approvals = approvalsIn(messages)
  const rejections = messages.flatMap(({ says }) => (says?.kind === 'rejected' ? [says] : []))
  const refusal = refusalOf(messages)
  if (approvals.length === 0) {
    if (rejections.length > 0) return { kind: 'rejected', reason: firstReason(rejections) }
    return refusal === null ? { kind: 'open' } : { kind: 'refused', problem: refusal }
  }
  if (rejections.length > 0) return conflict('The counterparty has approved and rejected the transfer.')
  if (refusal !== null) return conflict('The counterparty has refused the inquiry and approved the transfer.')
  if (approvals.some(({ address }) => !isSameAddress(expected.chain, address, expected.address)))
    return conflict('The counterparty has approved another wallet.')
  return { kind: 'approved', callbacks: callbacksOf(approvals) }
}

const conflict = (problem: string): Outcome => ({ kind: 'conflict', problem })

const approvalsIn = (messages: readonly Message[]) =>
  messages.flatMap(({ says }) => (says?.kind === 'approved' ? [says] : []))

/** A refusal counts only if no other request of the inquiry was taken. */
function refusalOf(messages: readonly Message[]): string | null {
  if (messages.some(({ says, isReply }) => isReply && says !== null)) return null
  return messages.flatMap(({ refused }) => refused ?? []).toSorted()[0] ?? null
}

function closedOutcome(messages: readonly Message[]): Outcome {
  return { kind: 'closed', cancelAt: callbacksOf(approvalsIn(messages)) }
}

const callbacksOf = (approvals: readonly { readonly callback: string }[]): string[] =>
  [...new Set(approvals.map(({ callback }) => callback))].toSorted()

const firstReason = (rejections: readonly { readonly reason: string | null }[]): string | null =>
  rejections.flatMap(({ reason }) => reason ?? []).toSorted()[0] ?? null

/** EVM and bech32 addresses have no meaning in their case. */
function isSameAddress(chain: Token['chain'], a: string, b: string): boolean {
  const folds = chains[chain].family === 'evm' || /^bc1/i.test(b)
  return folds ? a.trim().toLowerCase() === b.trim().toLowerCase() : a.trim() === b.trim()
}

/** Without a hint by the time it takes. */
function isSameSecret(given: string, expected: string): boolean {
  let difference = given.length ^ expected.length
  for (let i = 0; i < expected.length; i += 1) difference |= (given.charCodeAt(i) || 0) ^ expected.charCodeAt(i)
  return difference === 0 && expected !== ''
}
