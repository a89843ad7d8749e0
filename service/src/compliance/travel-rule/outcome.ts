import { conversationOf, type Outcome } from '@specie/travel-rule/conversation.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { holdTransfer, refuseTransfer, wakeTransfer } from './held-transfer.ts'
import { eventsIn, type Message, messagesOf } from './messages.ts'
import { change, type Exchange, nothingDue, step } from './row.ts'
import { tokenOf } from './token.ts'

/**
 * Draws the conclusion from all messages of an exchange that we began. Its row is locked. While the reply to the inquiry is
 * still to come (`beforeReply`), a rejection waits for it, because it may contradict.
 */
export async function applyOutcome(env: Env, tx: Tx, exchange: Exchange, { beforeReply = false } = {}): Promise<void> {
  const messages = await messagesOf(tx, exchange.id)
  const { wallet, blockchain } = exchange
  const token = tokenOf(env, exchange.id)
  if (isClosed(exchange)) return answerLateApproval(env, tx, exchange, messages)
  const { outcome } = conversationOf({ token, address: wallet, chain: blockchain }, eventsIn(messages, token))
  if (beforeReply && outcome.kind === 'rejected') return
  const by: By = { actor: 'counterparty', why: whyOf(outcome), at: env.clock.now() }
  const acknowledged = await acknowledge(tx, exchange, messages, outcome, by)
  await apply(env, tx, acknowledged, outcome, messages, by)
}

/** The transfer will not be made: an approval that comes now is answered with a cancellation. */
const isClosed = ({ state }: Exchange): boolean => ['canceled', 'timed_out', 'rejected'].includes(state)

async function answerLateApproval(env: Env, tx: Tx, exchange: Exchange, messages: readonly Message[]): Promise<void> {
  const answerTo = callbacksIn(messages)
  const isNew = answerTo.some((url) => !exchange.answer_to.includes(url))
  if (!isNew) return
  const reason = exchange.reason ?? 'The transfer was given up.'
  const due = { due: 'confirmation', next_at: env.clock.now(), tries: 0 } as const
  await change(env, tx, exchange, { ...due, answer_to: answerTo, ended_as: 'canceled', reason })
}

const whyOf = (outcome: Outcome): string =>
  outcome.kind === 'refused' || outcome.kind === 'conflict'
    ? outcome.problem
    : outcome.kind === 'rejected'
      ? (outcome.reason ?? 'The counterparty has rejected the transfer.')
      : `the counterparty: ${outcome.kind}`

/** The inquiry has arrived. It is not sent again. */
async function acknowledge(
  tx: Tx,
  exchange: Exchange,
  messages: readonly Message[],
  outcome: Outcome,
  by: By,
): Promise<Exchange> {
  const isTaken = messages.some(
    ({ way, says }) => way === 'received' && says !== null && 'kind' in says && says.kind === 'pending',
  )
  if (exchange.state !== 'sent' || !(isTaken || outcome.kind === 'approved')) return exchange
  return step(tx, exchange, ['acknowledge'], { ...by, why: 'the counterparty has the inquiry' })
}

async function apply(
  env: Env,
  tx: Tx,
  exchange: Exchange,
  outcome: Outcome,
  messages: readonly Message[],
  by: By,
): Promise<void> {
  const { state } = exchange
  switch (outcome.kind) {
    case 'approved': {
      const approved = state === 'acknowledged' ? await step(tx, exchange, ['approve'], by) : exchange
      const isAnswered = state === 'acknowledged' || exchange.due === 'inquiry'
      await change(env, tx, approved, {
        answer_to: [...outcome.callbacks],
        ...(isAnswered ? { ...nothingDue, problem: null } : {}),
      })
      return wakeTransfer(env, tx, exchange)
    }
    case 'rejected': {
      if (!isAsked(exchange)) return
      const rejected = await step(tx, exchange, ['reject'], by)
      const ended = await change(env, tx, rejected, { ...nothingDue, reason: by.why, problem: null })
      return refuseTransfer(env, tx, ended, 'the provider of the wallet has rejected it')
    }
    // No person there has decided. The problem stays, and the client sees that its provider could not be asked.
    case 'refused': {
      if (!isAsked(exchange)) return
      const closed = await step(tx, exchange, ['reject'], by)
      const reason = 'The provider could not be asked.'
      const ended = await change(env, tx, closed, { ...nothingDue, reason, problem: outcome.problem })
      return refuseTransfer(env, tx, ended, 'the provider of the wallet could not be asked')
    }
    case 'conflict': {
      if (!['sent', 'acknowledged', 'approved'].includes(state)) return
      const disputed = await step(tx, exchange, ['dispute'], by)
      const answerTo = callbacksIn(messages)
      const known = await change(env, tx, disputed, { ...nothingDue, problem: outcome.problem, answer_to: answerTo })
      return holdTransfer(env, tx, known, outcome.problem)
    }
    default:
      if (exchange.state === 'acknowledged' && exchange.due === 'inquiry') await change(env, tx, exchange, nothingDue)
  }
}

const isAsked = ({ state }: Exchange): boolean => state === 'sent' || state === 'acknowledged'

const callbacksIn = (messages: readonly Message[]): string[] => [
  ...new Set(
    messages.flatMap(({ way, says, authentic }) =>
      way === 'received' && authentic && says !== null && says.kind === 'approved' ? [says.callback] : [],
    ),
  ),
]
