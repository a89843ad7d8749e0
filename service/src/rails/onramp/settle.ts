import { closeCasesAbout } from '../../banking/reconciliation/cases.ts'
import { bookOwed, expectWire, newReference } from '../../banking/wire/expected.ts'
import { clientAccount } from '../../banking/account/own-accounts.ts'
import type { CoinCode } from '../../base/ports/chain.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { performIntent, recordIntent } from '../../base/jobs/intents.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import type { Provider, SettlementOrder } from '../../base/ports/provider.ts'
import { byService } from '../../base/state-machine/transitions.ts'
import { chargeOf, coinsFor } from '../../ledger/coin.ts'
import { callEach } from '../../markets/provider/call-each.ts'
import { type Decided, decidedOf } from '../payment/at-provider.ts'
import { netOf, settledJournals, sourceOf } from './journals.ts'
import { money, note, noteLegs, type Payment } from '../payment/row.ts'
import { revokedWallet, walletOf, walletOfRail } from '../payment/destinations.ts'
import { agreedOf, isForOtherAmount, mayConvert } from './agreement.ts'
import { rejectUnsettled } from './reject.ts'
import { returnPayments } from './return.ts'
import { escalate, report, underReview } from '../payment/escalate.ts'

// The provider's part of an on-ramp. It names its spread, keeps it, and wires us the rest.

/** Cleared, and in the rail's own currency. */
type Cleared = Payment & { received_currency: OwnAccount['currency']; sent_currency: CoinCode }
type Quoted = Cleared & { reference: string }

/** The number of consecutive refusals by the provider after which the payment is escalated. */
const maxQuotes = 3

const converting = `select p.* from rails.payment p left join banking.expected_wire e using (reference)
  where p.state = 'converting' and split_part(p.source, '/', 1) = $1 and p.blockchain is null`

/**
 * Takes the provider's quote for cleared payments, and registers the expected wire; both before the settlement is
 * ordered (E1).
 */
export async function takeQuotes(env: Env, provider: Provider): Promise<number> {
  const open = await env.db.query<Cleared>(
    `${converting} and p.reference is null and p.stuck is null and not p.on_hold order by p.created_at, p.id`,
    [provider.name],
  )
  return callEach(open, async (payment) => {
    try {
      const { net, spread } = await provider.settlementQuote(sourceOf(payment).arrival)
      if (net <= 0n || spread < 0n || net + spread !== payment.received)
        throw new Error(
          `the provider quotes a wire of ${net} and a spread of ${spread}, which do not add up to ${payment.received}`,
        )
      return await env.db.tx((tx) => accept(env, tx, payment, spread))
    } catch (error) {
      env.log.warn({ err: error, payment: payment.id }, 'the provider has no usable quote; the payment waits')
      await env.db.tx((tx) => waitForQuote(env, tx, payment, error))
      return false
    }
  })
}

/** How long quotes may fail before a case is opened. */
const patienceMs = 60 * 60_000
const waits = 'waits'

/** The last leg has the start of the wait. Retries continue: the provider may only be down. */
async function waitForQuote(env: Env, tx: Tx, { id }: Cleared, error: unknown): Promise<void> {
  const payment = await unquoted(tx, id)
  if (!payment) return
  const last = payment.legs.at(-1)!
  const at = env.clock.now()
  if (last.leg !== 'conversion' || ![waits, underReview].includes(last.status))
    return noteLegs(tx, [note(payment, 'conversion', waits)], at)
  if (last.status === underReview || at.getTime() - Date.parse(last.at) < patienceMs) return
  const problem = `The provider has had no usable quote since ${last.at}: ${(error as Error).message}`
  await report(env, tx, payment, 'conversion', problem)
}

/** Locked; undefined when it no longer waits for a quote. */
async function unquoted(tx: Tx, id: string): Promise<Cleared | undefined> {
  const [payment] = await tx.query<Cleared>(
    `select * from rails.payment where id = $1 and state = 'converting' and reference is null and stuck is null
       and not on_hold for update`,
    [id],
  )
  return payment
}

async function accept(env: Env, tx: Tx, { id, attempt }: Cleared, spread: bigint): Promise<boolean> {
  const payment = await unquoted(tx, id)
  if (payment?.attempt !== attempt) return false
  const wallet = await walletOf(tx, payment)
  if (wallet === 'gone') {
    await returnPayments(tx, [payment], 'refuse', revokedWallet, byService(env, 'wallet revoked'))
    return true
  }
  if (wallet === 'waits') return false
  const commission = chargeOf(payment.received, env.config.railFeeBps)
  const worth = payment.received - spread - commission
  if (worth <= 0n) throw new Error(`payment ${id} does not exceed spread ${spread} and fee ${commission}`)
  const sent = coinsFor(worth)
  if (await isForOtherAmount(tx, payment, sent)) {
    await returnPayments(tx, [payment], 'refuse', otherAmount, byService(env, 'another price than approved'))
    return true
  }
  const quoted = { ...payment, attempt: attempt + 1, reference: newReference(env, 'rail'), spread, commission, sent }
  await tx.query(
    'update rails.payment set attempt = $2, reference = $3, spread = $4, commission = $5, sent = $6 where id = $1',
    [id, quoted.attempt, quoted.reference, spread, commission, sent],
  )
  await agreedOf(env, tx, [{ ...quoted, to: await walletOfRail(tx, payment) }])
  const at = env.clock.now()
  const { provider } = sourceOf(payment)
  const { reference, received_currency: currency } = quoted
  const expected = { reference, currency, amount: netOf(quoted), kind: 'rail' as const, subject: id }
  await expectWire(tx, { ...expected, institution_id: payment.institution_id, provider }, at)
  await recordIntent(tx, { key: intentOf(quoted), effect: 'provider.settle', subject: id }, at)
  if (payment.legs.at(-1)!.status === underReview) await closeCasesAbout(tx, 'rail_payout', { paymentid: id }, at)
  await noteLegs(tx, [note(quoted, 'conversion', 'asked')], at)
  return true
}

const otherAmount = 'Its price has changed since the provider of the wallet approved it.'

const intentOf = ({ id, attempt }: Payment): string => `payment:${id}:settle:${attempt}`

/**
 * Orders the provider to wire the quoted amount, once the provider of the wallet has approved the coins. A rejected payment
 * is looked at too, so that it returns.
 */
export async function settleAtProvider(env: Env, provider: Provider): Promise<number> {
  const open = await env.db.query<Quoted>(
    `${converting} and not e.owed and (p.on_hold or ${mayConvert}) order by p.created_at, p.id`,
    [provider.name],
  )
  return callEach(open, async (payment) => {
    const outcome = await performIntent<Decided, { iban: string }>(env, intentOf(payment), {
      request: async () => ({ iban: (await clientAccount(env, payment.received_currency)).iban }),
      send: async (key, { iban }) => decidedOf(await provider.settle(key, settlementOf(payment, iban)), payment),
      lookup: async (key) => {
        const found = await provider.settlement(key) // after a timeout: look it up, never send again (E1)
        return found && decidedOf(found, payment)
      },
      settle: (tx, decision) => settle(env, tx, payment, decision),
    })
    if (outcome === 'stopped') return env.db.tx((tx) => rejectUnsettled(env, tx, payment.id))
    return outcome === 'settled'
  })
}

const settlementOf = (payment: Quoted, iban: string): SettlementOrder => ({
  arrival: sourceOf(payment).arrival,
  net: netOf(payment),
  iban,
  reference: payment.reference,
})

async function settle(env: Env, tx: Tx, { id, reference }: Quoted, decision: Decided): Promise<void> {
  const [payment] = await tx.query<Cleared>('select * from rails.payment where id = $1 and reference = $2 for update', [
    id,
    reference,
  ])
  if (!payment) throw new Error(`payment ${id} does not wait for ${reference}`)
  if (decision.status === 'rejected') return quoteAgain(env, tx, payment, decision.reason)
  await bookOwed(env, tx, reference, settledJournals(payment))
  const spread = money(payment.received_currency, payment.spread)
  const notes = [note(payment, 'conversion', 'settled'), note(payment, 'spread', 'kept', spread)]
  await noteLegs(tx, notes, env.clock.now())
}

/** The provider has refused. Only then may another quote be taken (E1). */
async function quoteAgain(env: Env, tx: Tx, payment: Payment, reason: string): Promise<void> {
  const { id, attempt } = payment
  const at = env.clock.now()
  await tx.query('update rails.payment set reference = null, spread = 0, commission = 0, sent = null where id = $1', [
    id,
  ])
  await noteLegs(tx, [note(payment, 'conversion', 'rejected')], at)
  if (attempt % maxQuotes === 0)
    await escalate(env, tx, payment, 'conversion', `The provider has refused to convert it ${attempt} times: ${reason}`)
}
