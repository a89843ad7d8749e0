import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { lastReleases, placeHold, screeningActor } from '../../compliance/holds.ts'
import { screenNames } from '../../compliance/parties.ts'
import { type Usability, usabilityOf } from '../../destinations/address/usable.ts'
import type { Payment } from './row.ts'
import type { Rail } from '../rail/row.ts'

// The destination and the parties of a payment are checked again in the transaction that sends it.

export const revokedWallet = 'The wallet of the rail has been revoked.'

/** The wallet of an on-ramp. */
export async function walletOf(tx: Tx, { rail_id }: Payment): Promise<Usability> {
  const [rail] = await tx.query<Pick<Rail, 'address_id'>>('select address_id from rails.rail where id = $1', [rail_id])
  const id = rail!.address_id
  return id === null ? 'usable' : (await usabilityOf(tx, [id])).get(id)!
}

/**
 * Returns the payments whose parties are not listed. The others are put on hold for review. A payment released from such a
 * hold is not held again, unless a party was listed since.
 */
export async function clearParties<P extends Payment>(
  env: Env,
  tx: Tx,
  payments: readonly P[],
  railOf: (payment: P) => Pick<Rail, 'sender' | 'recipient'>,
): Promise<P[]> {
  const namesOf = (payment: P): string[] => {
    const { sender, recipient } = railOf(payment)
    return [payment.payer?.name ?? '', sender.partyname.name, recipient?.partyname.name ?? ''].filter(Boolean)
  }
  const hits = await screenNames(tx, [...new Set(payments.flatMap(namesOf))])
  const suspects = payments.filter((payment) => namesOf(payment).some((name) => hits.has(name)))
  if (suspects.length === 0) return [...payments]
  const released = await releases(tx, suspects)
  const wasReleased = (payment: P) =>
    namesOf(payment).every((name) => !hits.has(name) || hits.get(name)!.since <= released(payment))
  const held = suspects.filter((payment) => !wasReleased(payment))
  for (const { id: on, institution_id: institutionId } of held) {
    const why = 'the payer or a party of the rail matches a watchlist'
    await placeHold(env, tx, { institutionId, on, reason: 'sanctions_review', why }, screeningActor)
  }
  return payments.filter((payment) => !held.includes(payment))
}

const never = new Date(0)

/** When a payment, or its rail, was last released from a hold because of its parties. */
async function releases(tx: Tx, payments: readonly Payment[]): Promise<(payment: Payment) => Date> {
  const subjects = payments.flatMap(({ id, rail_id }) => [id, rail_id])
  const released = await lastReleases(tx, 'sanctions_review', subjects)
  const at = (id: string) => released.get(id) ?? never
  return ({ id, rail_id }) => (at(id) > at(rail_id) ? at(id) : at(rail_id))
}
