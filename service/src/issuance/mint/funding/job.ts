import { sentence } from '@specie/protocol/text.ts'
import { parseAccountId } from '@specie/payments/account.ts'
import { bookEarlyWires } from '../../../banking/file/early.ts'
import { bookOwed } from '../../../banking/wire/expected.ts'
import { clientAccount } from '../../../banking/account/own-accounts.ts'
import { preparePayout } from '../../../banking/payout/row.ts'
import type { Tx } from '../../../base/database/db.ts'
import type { Env } from '../../../base/env.ts'
import { withFaultPoint } from '../../../base/faults.ts'
import { dropIntent, lockIntent, OutcomeBlocked, performIntent } from '../../../base/jobs/intents.ts'
import type { Job } from '../../../base/jobs/runner.ts'
import { type By, move } from '../../../base/state-machine/move.ts'
import type { OwnAccount } from '../../../base/ports/bank.ts'
import type { PayTo, Provider } from '../../../base/ports/provider.ts'
import { batchSize, moveRows, byService, repeatUntilDone, type Work } from '../../../base/state-machine/transitions.ts'
import { hasOutcomes, type OperationOutcome, takeOutcomes } from '../../../chains/outbox/operations.ts'
import { conclude, decisionsOn } from '../../../compliance/screening.ts'
import { postIn } from '../../../ledger/posting/post.ts'
import { callEach } from '../../../markets/provider/call-each.ts'
import { untilNoAnswer } from '../../../markets/provider/until-no-answer.ts'
import { isNative } from '../../../treasury/crypto.ts'
import {
  type Conversion,
  conversionMachine,
  endMint,
  filledJournal,
  releaseWithheld,
  freshQuote,
  intentOf,
  isFiat,
  type Leg,
  unusedOf,
  legJournal,
  returnCrypto,
  spreadIn,
  type StartedConversion,
  conversionsJob,
} from './row.ts'
import { endUndeliverable, mayDeliver } from './deliverable.ts'
import { rejectConversions, rejectUnsold } from './reject.ts'
import { storeWaitReason, recordConversion, startConversions, waitsForPrice } from './send.ts'
import { unarrivedSale } from './unarrived.ts'
import { mintMachine, mintsJob } from '../row.ts'

/** Advances conversions: from the deposit to the provider, through the sale, to the wire that funds the mint. */
export const advanceConversions: Job = {
  name: conversionsJob,
  everyMs: 5_000,
  run: async (env) => {
    const steps = await advanceWithoutProvider(env)
    const provider = env.provider && untilNoAnswer(env.provider)
    const expired = await expireUnsold({ ...env, provider })
    if (provider === null) return steps + expired
    const started = await startConversions(env, provider)
    const sold = await sell(env, provider)
    return steps + expired + started + sold + (await receive(env))
  },
}

/** These steps come first, so that a provider without an answer delays only its own conversions. */
async function advanceWithoutProvider(env: Env): Promise<number> {
  let ended = (await expireUnpaid(env)) + (await repeatUntilDone(env, rejectConversions))
  ended += await endUndeliverable(env)
  const arrived = (await applyTransferOutcomes(env)) + (await repeatUntilDone(env, endFailed))
  return ended + arrived + (await receive(env))
}

/** Expires conversions that waited too long for a deposit or for a price within the ceiling. */
async function expireUnpaid(env: Env): Promise<number> {
  return env.db.tx(async (tx) => {
    const late = await tx.query<Conversion>(
      `select c.* from issuance.conversion c join issuance.mint m using (id)
       where c.state = 'waiting_deposit' and c.expires_at <= $1 and not m.on_hold for update of c, m skip locked`,
      [env.clock.settlement()],
    )
    const by = byService(env, 'no deposit in time')
    for (const one of late) {
      const reason = (await isWaitingForPrice(tx, one.id)) ? priceTooHigh : 'No deposit arrived in time.'
      await moveRows(tx, conversionMachine, [one], 'expire', by, { reason })
      await endMint(tx, one.id, 'fail', reason, by)
    }
    return late.length
  })
}

const priceTooHigh = 'The price did not return to max_spent in time.'

async function isWaitingForPrice(tx: Tx, id: string): Promise<boolean> {
  const [mint] = await tx.query<{ reason: string | null }>('select reason from issuance.mint where id = $1', [id])
  return mint!.reason !== null
}

const unsold = `select c.* from issuance.conversion c join issuance.mint m using (id)
  where c.state = 'converting' and not m.on_hold`

/** Expires conversions whose crypto is with the provider, but whose order to sell never arrived there. */
async function expireUnsold(env: Env): Promise<number> {
  const late = await env.db.query<StartedConversion>(`${unsold} and c.expires_at <= $1 order by c.created_at, c.id`, [
    env.clock.settlement(),
  ])
  return callEach(late, async (one) => {
    const unarrivedAt = await unarrivedSale(env, one)
    return env.db.tx((tx) => expireSale(env, tx, one.id, unarrivedAt))
  })
}

/** Locked in the order of a sale's settlement: intent, conversion, mint. */
async function expireSale(env: Env, tx: Tx, id: string, unarrivedAt: Date | null): Promise<boolean> {
  await lockIntent(tx, intentOf(id))
  const [one] = await tx.query<StartedConversion>(`${unsold} and c.id = $1 for update of c, m skip locked`, [id])
  if (!one || !(await dropIntent(tx, intentOf(id), env.clock.now(), unarrivedAt))) return false
  await returnCrypto(env, tx, one, 'reject', unarrivedAt === null ? priceTooHigh : notTaken)
  return true
}

const notTaken = 'The provider did not take the order to sell in time.'

/** Applies the outcomes of transfers to the provider. */
async function applyTransferOutcomes(env: Env): Promise<number> {
  if (!(await hasOutcomes('conversion')(env.db))) return 0
  return withFaultPoint(env, 'conversion.sent', () =>
    env.db.tx(async (tx) => {
      const outcomes = await takeOutcomes(tx, 'conversion', 100)
      for (const one of outcomes) await applyOutcome(env, tx, one)
      return outcomes.length
    }),
  )
}

async function applyOutcome(env: Env, tx: Tx, outcome: OperationOutcome): Promise<void> {
  const [leg] = await tx.query<Leg>('select * from issuance.conversion_leg where id = $1', [outcome.subject])
  const one = leg ? await locked(tx, leg.conversion_id) : null
  if (!leg || one?.state !== 'sending' || leg.outcome !== null) return
  if (outcome.state === 'final') {
    const ended = await endLeg(env, tx, one, leg, 'delivered', outcome)
    await whenAllDelivered(env, tx, ended, { actor: 'chain', why: `final in ${outcome.txid}`, at: env.clock.now() })
  } else if (outcome.state === 'failed' || outcome.state === 'canceled') {
    const reason = sentence(`A transfer to the provider failed: ${outcome.reason ?? outcome.state}`)
    await endLeg(env, tx, one, leg, 'failed', outcome)
    await tx.query('update issuance.conversion set reason = $2 where id = $1', [one.id, reason])
  }
}

/**
 * The network fee is always spent: a chain charges for reverted transactions too. The house pays the fee of a token
 * transfer.
 */
async function endLeg(
  env: Env,
  tx: Tx,
  one: StartedConversion,
  leg: Leg,
  outcome: 'delivered' | 'failed',
  { cost }: OperationOutcome,
): Promise<StartedConversion> {
  const fee = isNative(one.sell) ? (cost ?? 0n) : 0n
  const network_fee = one.network_fee + fee
  await tx.query('update issuance.conversion_leg set outcome = $2, fee = $3 where id = $1', [leg.id, outcome, fee])
  await tx.query('update issuance.conversion set network_fee = $2 where id = $1', [one.id, network_fee])
  if (outcome === 'delivered' || fee > 0n) await postIn(env, tx, [legJournal(one, { ...leg, fee, outcome })])
  return { ...one, network_fee }
}

/** After all transfers have arrived, the crypto may be sold. */
async function whenAllDelivered(env: Env, tx: Tx, one: StartedConversion, by: By): Promise<void> {
  const legs = await tx.query<Leg>('select * from issuance.conversion_leg where conversion_id = $1', [one.id])
  if (legs.some(({ outcome }) => outcome !== 'delivered')) return
  const [delivered] = await moveRows(tx, conversionMachine, [one], 'deliver', by, { delivered: true })
  await recordConversion(env, tx, delivered!)
}

/**
 * All transfers have ended, and at least one failed. Arrived crypto stays with the provider, but belongs to the institution.
 * While the mint is on hold, nothing is released.
 */
const endFailed: Work = async (env, tx) => {
  const failed = await tx.query<StartedConversion>(
    `select c.* from issuance.conversion c join issuance.mint m using (id)
     where c.state = 'sending' and not m.on_hold
       and not exists (select from issuance.conversion_leg l where l.conversion_id = c.id and l.outcome is null)
     order by c.created_at, c.id limit $1 for update of c, m skip locked`,
    [batchSize],
  )
  for (const one of failed) await returnCrypto(env, tx, one, 'fail', one.reason!)
  return failed.length
}

export async function locked(tx: Tx, id: string): Promise<StartedConversion | null> {
  const [row] = await tx.query<StartedConversion>('select * from issuance.conversion where id = $1 for update', [id])
  return row ?? null
}

/** The outcome of a sale, in JSON. */
type Sale =
  | { status: 'filled'; sold: string; spread: string; payTo: PayTo | null }
  | { status: 'rejected'; reason: string }

async function sell(env: Env, provider: Provider): Promise<number> {
  const open = await env.db.query<Priced>(
    `select c.*, m.max_spent, m.reason as waits from issuance.conversion c join issuance.mint m using (id)
     join work.open_intent i on i.key = 'conversion:' || c.id
     where c.state = 'converting' and c.provider = $1 order by c.created_at`,
    [provider.name],
  )
  return callEach(open, (one) => sellOne(env, provider, one))
}

type Priced = StartedConversion & { max_spent: bigint | null; waits: string | null }

/** True when it is sold, or never will be. */
async function sellOne(env: Env, provider: Provider, one: Priced): Promise<boolean> {
  const { id, sell, buy, bought, reference } = one
  const maxSold = maxSale(one)
  const outcome = await performIntent<Sale, { iban: string }>(env, intentOf(id), {
    request: async () => ({ iban: (await clientAccount(env, buy)).iban }),
    mayBeSent: async () =>
      one.expires_at > env.clock.settlement() && (await mayDeliver(env.db, id)) && isWithin(env, provider, one),
    send: async (key, { iban }) =>
      saleOf(await provider.convert(key, { sell, buy, bought, maxSold, iban, reference }), one),
    lookup: async (key) => {
      const found = await provider.conversion(key) // after a timeout: look it up, never send again (E1)
      return found && saleOf(found, one)
    },
    settle: (tx, sale) => settle(env, tx, id, sale),
  })
  if (outcome === 'stopped') return env.db.tx((tx) => rejectUnsold(env, tx, id))
  return outcome === 'settled'
}

/** Whether the provider's price is within the ceiling. If not, the mint waits with a reason. */
async function isWithin(env: Env, provider: Provider, one: Priced): Promise<boolean> {
  const { id, sell, buy, bought, max_spent, waits } = one
  try {
    const { sold } = await freshQuote(env, provider, { sell, buy, bought })
    const isWithinLimit = sold <= maxSale(one)
    const sentTooLittle =
      'The conversion currently costs more than the sent crypto. It continues when the price is back.'
    const isAbove = max_spent !== null && sold > max_spent - one.network_fee
    await storeWaitReason(
      env.db,
      id,
      waits,
      isWithinLimit ? null : isAbove ? waitsForPrice(sell, max_spent) : sentTooLittle,
    )
    return isWithinLimit
  } catch (error) {
    env.log.warn({ err: error, conversion: id }, 'the provider gives no usable quote; the conversion waits')
    return false
  }
}

/** The crypto at the provider, less network fees above the reserve; never more than the ceiling. */
function maxSale({ held, sent, reused, network_fee, max_spent }: Priced): bigint {
  const bounds = [sent + reused, held - network_fee, ...(max_spent === null ? [] : [max_spent - network_fee])]
  return bounds.reduce((lowest, bound) => (bound < lowest ? bound : lowest))
}

/** The provider's answer must match the order. Any other answer throws, moves nothing, and needs an operator. */
function saleOf(answer: Awaited<ReturnType<Provider['convert']>>, one: Priced): Sale {
  if (answer.status === 'pending') throw new Error(`the provider has not decided on conversion ${one.id} yet`)
  if (answer.status === 'rejected') return answer
  const { sold, spread } = answer
  if (answer.bought !== one.bought || sold > maxSale(one) || spread < 0n || sold <= spread)
    throw new Error(
      `the provider sold ${sold} for ${answer.bought} with a spread of ${spread}, which differs from the order of conversion ${one.id}`,
    )
  if (isFiat(one.sell) && answer.payTo === null)
    throw new Error(`the provider names no account for the ${one.sell} of conversion ${one.id}`)
  return { status: 'filled', sold: String(answer.sold), spread: String(answer.spread), payTo: answer.payTo }
}

async function settle(env: Env, tx: Tx, id: string, sale: Sale): Promise<void> {
  const one = await locked(tx, id)
  if (one === null) throw new Error(`there is no conversion ${id}`)
  const onHold = await isMintOnHold(tx, id)
  if (sale.status === 'rejected') {
    // The mint is on hold. The crypto is released only after the decision.
    if (onHold && (await decisionsOn(tx, [id])).get(id) !== 'reject') throw new OutcomeBlocked()
    await conclude(env, tx, [one])
    return returnCrypto(env, tx, one, 'reject', sale.reason)
  }
  const sold = BigInt(sale.sold)
  const spread = spreadIn(one.bought, sold, BigInt(sale.spread))
  const by = { actor: 'provider', why: `sold ${sold} ${one.sell}`, at: env.clock.now() }
  const withheld = onHold ? unusedOf(one, sold) : 0n
  const payout_id = isFiat(one.sell) ? await payProvider(env, tx, one, one.sell, sold, sale.payTo!, by) : null
  const [filled] = await moveRows(tx, conversionMachine, [one], 'fill', by, { sold, spread, withheld, payout_id })
  await bookOwed(env, tx, one.reference, [filledJournal({ ...filled!, sold })])
  await tx.query('update issuance.mint set spent = $2, spread = $3 where id = $1', [id, sold + one.network_fee, spread])
}

/**
 * The provider has sold our fiat and is owed it, in every state of the mint. A hold on the mint does not stop this payment.
 */
function payProvider(
  env: Env,
  tx: Tx,
  { id, provider }: StartedConversion,
  currency: OwnAccount['currency'],
  amount: bigint,
  { name, iban, bic, reference }: PayTo,
  by: By,
): Promise<string> {
  const account = parseAccountId(iban)
  if (account === null)
    throw new Error(`the provider wants the fiat of conversion ${id} on ${iban}, which is not a valid account`)
  const subject = env.ids.uuid(by.at)
  const creditor = { name, account, bic }
  return preparePayout(
    env,
    tx,
    { kind: 'conversion', provider, subject, currency, amount, creditor, remittance: reference },
    by,
  )
}

async function isMintOnHold(tx: Tx, id: string): Promise<boolean> {
  const [mint] = await tx.query<{ on_hold: boolean }>('select on_hold from issuance.mint where id = $1 for update', [
    id,
  ])
  return mint!.on_hold
}

/** The proceeds have arrived. The mint is funded. While the mint is on hold, it waits. */
async function receive(env: Env): Promise<number> {
  await bookEarlyWires(env, 'conversion')
  return env.db.tx(async (tx) => {
    const paid = await tx.query<StartedConversion>(
      `select c.* from issuance.conversion c join banking.expected_wire e using (reference) join issuance.mint m on m.id = c.id
       where c.state = 'filled' and e.arrived and not m.on_hold for update of c, m skip locked`,
    )
    const by = { actor: 'bank', why: 'the proceeds have arrived', at: env.clock.now() }
    for (const one of paid) {
      await move(tx, conversionMachine, one.id, 'receive', by)
      await move(tx, mintMachine, one.id, 'receive', by)
      await releaseWithheld(env, tx, one)
    }
    if (paid.length > 0) env.jobs.wake(tx, mintsJob)
    return paid.length
  })
}
