import { hourMs } from '../../base/clock.ts'
import { TravelRuleError } from '@specie/travel-rule/problem.ts'
import { type Delivery, type InquiryAnswer, readDelivery, readInquiryAnswer } from '@specie/travel-rule/trp/answer.ts'
import type { Confirmation } from '@specie/travel-rule/trp/confirmation.ts'
import { usualPeer } from '@specie/travel-rule/trp/peer.ts'
import {
  confirmationRequest,
  inquiryRequest,
  resolutionRequest,
  type TrpRequest,
} from '@specie/travel-rule/trp/request.ts'
import type { Resolution } from '@specie/travel-rule/trp/resolution.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { limited } from '../../base/concurrency/limited.ts'
import { OutsideError } from '../../base/http/outside.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import { postTrp, schemeOf, type TrpAnswer } from './connect.ts'
import { holdTransfer } from './held-transfer.ts'
import { record } from './messages.ts'
import { applyOutcome } from './outcome.ts'
import { ownAddress, travelRulePath } from './own-address.ts'
import { change, type Exchange, findExchange, lockExchange, nothingDue, step } from './row.ts'
import { partiesOf } from './sealed-data.ts'
import { tokenOf } from './token.ts'

// Sends what is due: recorded first, then sent outside of any transaction, then its answer is recorded. Without an answer it
// may have arrived, so the same request is sent again with the same identifier.

const batch = 50
const atOnce = 8

/** Returns how many messages were tried. */
export async function sendDue(env: Env): Promise<number> {
  const due = await env.db.query<{ id: string }>(
    'select id from compliance.exchange where due is not null and next_at <= $1 order by next_at, id limit $2',
    [env.clock.now(), batch],
  )
  const inTurn = limited(atOnce, batch, () => new Error('more messages than one batch has'))
  const sent = await Promise.allSettled(due.map(({ id }) => inTurn(() => sendOne(env, id))))
  const failed = sent.find((one) => one.status === 'rejected')
  if (failed) throw failed.reason
  return sent.filter((one) => one.status === 'fulfilled' && one.value).length
}

type Prepared = { readonly exchange: Exchange; readonly request: TrpRequest; readonly requestId: string }

async function sendOne(env: Env, id: string): Promise<boolean> {
  const prepared = await env.db.tx((tx) => prepare(env, tx, id))
  if (prepared === null) return false
  const answer = await postTrp(env, prepared.request).catch((error: unknown) => {
    if (error instanceof OutsideError || (error as Error).name === 'TimeoutError') return (error as Error).message
    throw error
  })
  await env.db.tx((tx) => take(env, tx, prepared, answer))
  return true
}

/** Records what will be sent, and when it is sent again; null if there is nothing to send now. */
async function prepare(env: Env, tx: Tx, id: string): Promise<Prepared | null> {
  const found = await lockExchange(tx, id)
  if (found.due === null || found.next_at === null || found.next_at > env.clock.now()) return null
  if (found.due !== 'inquiry' && found.tries >= maxTries) {
    await giveUpSending(env, tx, found)
    return null
  }
  const written = await writeRequest(env, tx, found)
  if ('problem' in written) {
    const later = written.forGood ? nothingDue : { next_at: inMs(env, pauseMs(found.tries)) }
    const { problem } = written
    const stopped = await change(env, tx, found, { ...later, problem, tries: found.tries + 1 })
    if (written.forGood) await giveUpWriting(env, tx, stopped)
    return null
  }
  const begun = found.state === 'draft' ? await step(tx, found, ['send'], byService(env, 'the inquiry is sent')) : found
  const exchange = await change(env, tx, begun, {
    tries: found.tries + 1,
    next_at: inMs(env, pauseMs(found.tries)),
  })
  const { request, requestId } = written
  await record(env, tx, exchange, {
    way: 'sent',
    kind: found.due,
    request_id: requestId,
    version: found.version,
    body: request.body,
  })
  return { exchange, request, requestId }
}

/** Staff see it, and may send it again. An inquiry ends with its transfer. */
const giveUpSending = (env: Env, tx: Tx, exchange: Exchange): Promise<Exchange> =>
  change(env, tx, exchange, { ...nothingDue, undelivered: exchange.due })

/** No further reply will come. A decision at our callback that has waited for one counts now. */
async function giveUpWriting(env: Env, tx: Tx, stopped: Exchange): Promise<void> {
  await applyOutcome(env, tx, stopped)
  const known = (await findExchange(tx, stopped.id))!
  if (isUndecided(known)) await holdTransfer(env, tx, known, 'the message to the provider cannot be written')
}

const isUndecided = ({ state }: Exchange): boolean => ['draft', 'sent', 'acknowledged'].includes(state)

/** In wall time. The counterparty's own pace counts if it names one. */
const pauseMs = (tries: number): number => Math.min(5_000 * 2 ** Math.min(tries, 10), hourMs / 4)

/** In 72 hours. */
const maxTries = 295

const inMs = ({ clock }: Env, ms: number): Date => new Date(clock.now().getTime() + ms)

type Written =
  | { readonly request: TrpRequest; readonly requestId: string }
  | { readonly problem: string; readonly forGood: boolean }

async function writeRequest(env: Env, tx: Tx, exchange: Exchange): Promise<Written> {
  try {
    if (exchange.due === 'inquiry') return await writeInquiry(env, tx, exchange)
    // A request of its own, which keeps its identifier when it is repeated.
    const requestId = `${exchange.id}-${exchange.due}`
    const terms = { version: exchange.version, requestId }
    const { callback } = exchange
    const request =
      exchange.due === 'resolution'
        ? resolutionRequest(callback!, resolutionOf(env, exchange), terms)
        : confirmationRequest(exchange.answer_to[0]!, confirmationOf(exchange), terms)
    return { request, requestId }
  } catch (error) {
    if (error instanceof TravelRuleError) return { problem: error.message, forGood: true }
    throw error
  }
}

async function writeInquiry(env: Env, tx: Tx, exchange: Exchange): Promise<Written> {
  const { asset, blockchain: chain, amount: minor, travel_address: travelAddress, version, request_id } = exchange
  const own = ownAddress(env)
  if (own === null) return { problem: 'TRAVEL_RULE_URL is not set. Set it, so that others can answer.', forGood: false }
  const ivms101 = await partiesOf(env, tx, exchange)
  if (ivms101 === null || travelAddress === null)
    return { problem: 'The data of the parties is missing. Reject the transfer.', forGood: true }
  const callback = `${own}${travelRulePath}/callbacks/${exchange.id}?token=${tokenOf(env, exchange.id)}`
  const request = inquiryRequest(
    { token: { asset, chain }, minor, callback, ivms101 },
    {
      travelAddress,
      exchange: { version, requestId: request_id },
      peer: usualPeer,
      dtis: env.config.tokenDtis,
      scheme: schemeOf(env),
      today: exchange.created_at.toISOString().slice(0, 10),
    },
  )
  return { request, requestId: request_id }
}

/** Our decision about an inquiry of another provider. */
function resolutionOf(env: Env, { state, reason, wallet, id }: Exchange): Resolution {
  if (state === 'rejected') return { kind: 'rejected', reason }
  return {
    kind: 'approved',
    address: wallet,
    callback: `${ownAddress(env)}${travelRulePath}/confirmations/${id}?token=${tokenOf(env, id)}`,
  }
}

const confirmationOf = ({ ended_as, txid, reason }: Exchange): Confirmation =>
  ended_as === 'sent' && txid !== null ? { kind: 'sent', txid } : { kind: 'canceled', reason }

/** `answer`: a text if there was none, with its cause. */
async function take(env: Env, tx: Tx, prepared: Prepared, answer: TrpAnswer | string): Promise<void> {
  const exchange = (await findExchange(tx, prepared.exchange.id, 'for update'))!
  const what = prepared.exchange.due!
  const none = typeof answer === 'string' ? answer : null
  const says = typeof answer === 'string' ? null : read(env, prepared, answer)
  await record(env, tx, exchange, {
    way: 'received',
    kind: 'reply',
    request_id: prepared.requestId,
    version: exchange.version,
    status: typeof answer === 'string' ? null : answer.status,
    says: what === 'inquiry' ? (says as InquiryAnswer | null) : null,
    problem: none ?? (says !== null && 'problem' in says ? says.problem : null),
    body: typeof answer === 'string' ? null : answer.text,
  })
  if (what === 'inquiry') return takeAnswer(env, tx, exchange, says as InquiryAnswer | null, none)
  // Another message has become due meanwhile.
  if (exchange.due !== what) return
  await takeDelivery(env, tx, exchange, says as Delivery | null, none)
}

function read(
  env: Env,
  { exchange, requestId }: Prepared,
  { status, headers, text }: TrpAnswer,
): InquiryAnswer | Delivery {
  if (exchange.due !== 'inquiry') return readDelivery(status, headers, text)
  const { version, tried } = exchange
  return readInquiryAnswer({ version, requestId, tried, scheme: schemeOf(env) }, status, headers, text)
}

async function takeAnswer(
  env: Env,
  tx: Tx,
  exchange: Exchange,
  says: InquiryAnswer | null,
  none: string | null,
): Promise<void> {
  if (exchange.due !== 'inquiry') return applyOutcome(env, tx, exchange)
  // Without a reply that says something, the decision may be here already, at our callback.
  if (says === null) {
    return applyOutcome(env, tx, await change(env, tx, exchange, { problem: none }))
  }
  if (says.kind === 'other version') {
    const again = {
      version: says.version,
      tried: [...exchange.tried, exchange.version],
      request_id: env.ids.uuid(env.clock.now()),
    }
    return void (await change(env, tx, exchange, { ...again, next_at: env.clock.now(), problem: null }))
  }
  if (says.kind === 'retry') {
    const wait = says.afterSeconds === null ? {} : { next_at: inMs(env, Math.min(says.afterSeconds * 1_000, hourMs)) }
    return applyOutcome(env, tx, await change(env, tx, exchange, { ...wait, problem: says.problem }))
  }
  const isMalformed = says.kind === 'malformed'
  const known = await change(env, tx, exchange, { ...nothingDue, problem: isMalformed ? says.problem : null })
  await applyOutcome(env, tx, known)
}

/** A used address (404) may be one that an earlier try has reached. */
async function takeDelivery(
  env: Env,
  tx: Tx,
  exchange: Exchange,
  says: Delivery | null,
  none: string | null,
): Promise<void> {
  const { due, state, answer_to: answerTo, ended_as } = exchange
  const isOver = says?.kind === 'delivered' || (says?.kind === 'refused' && says.status === 404 && exchange.tries > 1)
  if (!isOver) {
    // A refusal is tried again too, because the transaction must be known there; staff see its words.
    return void (await change(env, tx, exchange, {
      problem: none ?? (says && 'problem' in says ? says.problem : null),
    }))
  }
  const rest = due === 'confirmation' ? answerTo.slice(1) : answerTo
  const more = due === 'confirmation' && rest.length > 0
  const next = more ? { next_at: env.clock.now(), tries: 0 } : nothingDue
  const told = await change(env, tx, exchange, {
    ...next,
    answer_to: due === 'confirmation' ? rest : answerTo,
    problem: null,
    undelivered: null,
  })
  const isConfirmed =
    due === 'confirmation' && !more && ended_as === 'sent' && (state === 'approved' || state === 'conflict')
  if (isConfirmed) await step(tx, told, ['confirm'], byService(env, 'the counterparty knows the transaction'))
}
