import { timingSafeEqual } from 'node:crypto'
import { type Confirmation, readConfirmation } from '@specie/travel-rule/trp/confirmation.ts'
import type { Exchange as Headers } from '@specie/travel-rule/trp/headers.ts'
import { TrpRefusal } from '@specie/travel-rule/trp/refusal.ts'
import { readResolution, type Resolution } from '@specie/travel-rule/trp/resolution.ts'
import { plainTxid } from '@specie/travel-rule/settlement.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { isUuid } from '../../base/ids.ts'
import { schemeOf } from './connect.ts'
import { maxMessages, type Message, messagesOf, record } from './messages.ts'
import { applyOutcome } from './outcome.ts'
import { change, type Exchange, findExchange, step } from './row.ts'
import { tokenOf } from './token.ts'

// Calls of a counterparty about an exchange that exists. The token in their path shows who they are from.

type Call = { readonly id: string; readonly token: string; readonly headers: Headers; readonly body: string }

/** The decision about an inquiry of ours. */
export async function receiveResolution(env: Env, call: Call): Promise<void> {
  const refusal = await env.db.tx(async (tx) => {
    const exchange = await lockOf(tx, call.id, 'out')
    const read = readable(() => readResolution(call.body, schemeOf(env)))
    const authentic = isSame(call.token, tokenOf(env, exchange.id))
    const messages = await messagesOf(tx, exchange.id)
    const taken = calledBack(messages)
    if (!authentic && taken >= maxMessages) return unknown()
    // A repeated message has been taken before.
    const isRepeated = messages.some(
      (one) => one.kind === 'resolution' && one.request_id === call.headers.requestId && one.authentic,
    )
    if (authentic && isRepeated) return null
    if (taken >= 2 * maxMessages) return new TrpRefusal(404, 'This exchange takes no more messages.')
    await record(env, tx, exchange, {
      ...received(call),
      kind: 'resolution',
      authentic,
      says: 'refusal' in read ? null : read.value,
      problem: authentic ? ('refusal' in read ? read.refusal.message : null) : 'The token is not that of the exchange.',
    })
    if (!authentic) return unknown()
    if ('refusal' in read) return read.refusal
    await applyOutcome(env, tx, exchange, { beforeReply: exchange.due === 'inquiry' })
    return null
  })
  if (refusal !== null) throw refusal
}

/** The transaction of a transfer that we have approved, or that there will be none. */
export async function receiveConfirmation(env: Env, call: Call): Promise<void> {
  await env.db.tx(async (tx) => {
    const exchange = await lockOf(tx, call.id, 'in')
    if (!isSame(call.token, tokenOf(env, exchange.id))) throw unknown()
    const confirmation = readConfirmation(call.body)
    const messages = await messagesOf(tx, exchange.id)
    if (messages.some((one) => one.kind === 'confirmation' && one.request_id === call.headers.requestId)) return
    if (calledBack(messages) >= maxMessages) throw new TrpRefusal(404, 'This exchange takes no more messages.')
    await record(env, tx, exchange, { ...received(call), kind: 'confirmation', says: confirmation })
    await settle(env, tx, exchange, confirmation)
  })
}

async function settle(env: Env, tx: Tx, exchange: Exchange, confirmation: Confirmation): Promise<void> {
  const by = { actor: 'counterparty', why: 'its confirmation', at: env.clock.now() }
  if (confirmation.kind === 'sent') {
    const txid = plainTxid(exchange.blockchain, confirmation.txid)
    if (exchange.state === 'approved') await step(tx, exchange, ['confirm'], by)
    const isOther = exchange.txid !== null && exchange.txid !== txid
    const problem = isOther ? 'The counterparty names two transactions.' : exchange.problem
    await change(env, tx, exchange, { problem, ...(exchange.txid === null ? { txid, ended_as: 'sent' } : {}) })
    return
  }
  if (exchange.state === 'confirmed') {
    await change(env, tx, exchange, { problem: 'The counterparty names a transaction and cancels.' })
    return
  }
  if (!['acknowledged', 'approved'].includes(exchange.state)) return
  const canceled = await step(tx, exchange, ['cancel'], by)
  await change(env, tx, canceled, { ended_as: 'canceled', reason: confirmation.reason })
}

const received = ({ headers, body }: Call) => ({
  way: 'received' as const,
  request_id: headers.requestId,
  version: headers.version,
  body,
})

/** Messages of the counterparty. Ours and the replies to them do not count: they are repeated for days. */
const calledBack = (messages: readonly Message[]): number =>
  messages.filter(({ way, kind }) => way === 'received' && kind !== 'reply').length

async function lockOf(tx: Tx, id: string, direction: Exchange['direction']): Promise<Exchange> {
  const exchange = isUuid(id) ? await findExchange(tx, id, 'for update') : undefined
  if (exchange?.direction !== direction) throw unknown()
  return exchange
}

const unknown = () => new TrpRefusal(404, 'No exchange has this address.')

function isSame(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}

type Readable<T> = { readonly value: T } | { readonly refusal: TrpRefusal }

function readable(read: () => Resolution): Readable<Resolution> {
  try {
    return { value: read() }
  } catch (error) {
    if (error instanceof TrpRefusal) return { refusal: error }
    throw error
  }
}
