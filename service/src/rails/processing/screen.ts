import { assets } from '@specie/protocol/assets.ts'
import { parseAmount } from '@specie/protocol/money.ts'
import { sameParty } from '../../banking/account/same-party.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { By } from '../../base/state-machine/move.ts'
import { batchSize, moveRows, byService, type Work } from '../../base/state-machine/transitions.ts'
import { releasedRows, screenRows } from '../../compliance/screening.ts'
import { refusedNames } from '../../compliance/screening/refused.ts'
import { coinsFor, par } from '../../ledger/coin.ts'
import { returnPayments } from '../onramp/return.ts'
import { money, note, noteLegs, type Payment, paymentMachine } from '../payment/row.ts'
import type { Rail } from '../rail/row.ts'

// Screens arrivals in both directions: serve, hold for review, or return.

type WithRail = Payment & { rail: Pick<Rail, 'state' | 'sender' | 'asset' | 'currency' | 'blockchain'> }
type Refusals = ReadonlyMap<string, string>

/**
 * New payments. Their payers' names are screened now; released ones are not held again. Payments over a rail on hold wait
 * for the decision.
 */
export const screenArrived: Work = async (env, tx) => {
  const arrived = await tx.query<Payment>(
    `select p.* from rails.payment p join rails.rail r on r.id = p.rail_id and not r.on_hold
     where p.state = 'received' order by p.created_at, p.id limit $1 for update of p skip locked for share of r`,
    [batchSize],
  )
  if (arrived.length === 0) return 0
  const by = byService(env, 'screened')
  const refused = await refusePayers(env, tx, arrived)
  const screening = await moveRows(tx, paymentMachine, arrived, 'screen', by)
  await decide(env, tx, screening, by, refused)
  return arrived.length
}

/** Held payments that were released after review. A held payment has moved no money (S1). */
export const screenReleased: Work = async (env, tx) => {
  const released = await releasedRows<Payment>(tx, paymentMachine, batchSize)
  const by = byService(env, 'release decided')
  await decide(env, tx, await moveRows(tx, paymentMachine, released, 'release', by), by)
  return released.length
}

/** Payers that a list refuses; returns the refusals, with the reason. Other matches lead to a hold. */
async function refusePayers(env: Env, tx: Tx, payments: readonly Payment[]): Promise<Refusals> {
  const payers = payments.map(({ id, payer, institution_id: institutionId }) => ({
    id,
    name: payer?.name ?? '',
    institutionId,
  }))
  const why = 'Payments of this payer cannot be accepted.'
  return new Map([...(await refusedNames(env, tx, payers))].map(({ id }) => [id, why]))
}

/** Holds come first: money under review is not returned to its payer before the decision. */
async function decide(
  env: Env,
  tx: Tx,
  screening: readonly Payment[],
  by: By,
  refused: Refusals = new Map(),
): Promise<void> {
  if (screening.length === 0) return
  const loaded = await withRails(tx, screening)
  const { clear, held } = await screenRows(env, tx, 'payment', paymentMachine, loaded, by)
  await noteLegs(
    tx,
    held.map((one) => note(one, 'screening', 'held')),
    by.at,
  )
  const verdicts = Map.groupBy(clear, (one) => refused.get(one.id) ?? refusalOf(one))
  for (const [reason, some] of verdicts) {
    if (reason === null) await clearAll(tx, some, by)
    else await returnPayments(tx, some, 'refuse', reason, by)
  }
}

async function withRails(tx: Tx, payments: readonly Payment[]): Promise<WithRail[]> {
  const rails = await tx.query<WithRail['rail'] & { id: string }>(
    'select id, state, sender, asset, currency, blockchain from rails.rail where id = any($1)',
    [payments.map((one) => one.rail_id)],
  )
  const railOf = new Map(rails.map((rail) => [rail.id, rail]))
  return payments.map((one) => ({ ...one, rail: railOf.get(one.rail_id)! }))
}

async function clearAll(tx: Tx, payments: readonly Payment[], by: By): Promise<void> {
  await moveRows(tx, paymentMachine, payments, 'clear', by)
  await noteLegs(
    tx,
    payments.map((one) => note(one, 'screening', 'cleared')),
    by.at,
  )
}

/** Why it cannot be served, for the institution; null if it can. */
export function refusalOf(one: WithRail): string | null {
  const { rail, received, received_currency: arrived, payer } = one
  const isFiat = one.blockchain === null
  const expected = isFiat ? rail.currency : rail.asset
  if (rail.state !== 'active') return `The rail is ${rail.state}.`
  if (arrived !== expected) return `${arrived} arrived on a rail for ${expected}.`
  if (one.blockchain !== null && one.blockchain !== rail.blockchain)
    return `${arrived} arrived on ${one.blockchain}, the rail is for ${rail.blockchain}.`
  const minimum = minimumOf(rail, isFiat)
  if (received < minimum) return `Below the smallest payment of ${money(arrived, minimum)}.`
  if (!isFiat && received % coinsFor(1n) !== 0n)
    return `Only whole hundredths of a ${arrived} are redeemed, not ${money(arrived, received)}.`
  const sender = rail.sender.partyname.name
  if (isFiat && !sameParty(payer?.name ?? null, sender))
    return `The payer ${readable(payer?.name ?? '') || 'without a name'} is not the rail’s sender ${sender}.`
  return null
}

/** The name without control characters, safe for the provider. An external name can contain anything. */
const readable = (name: string): string => name.replaceAll(/\p{C}+/gu, ' ').trim()

/** The smallest payment: the minimum of a redemption, in both directions. */
function minimumOf({ asset }: WithRail['rail'], isFiat: boolean): bigint {
  const { minor } = parseAmount(assets[asset].min_redeem!, asset)
  return isFiat ? par(minor) : minor
}
