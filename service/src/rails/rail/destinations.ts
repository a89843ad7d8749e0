import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'
import { placeHold } from '../../compliance/holds.ts'
import { screenNames } from '../../compliance/parties.ts'
import { type Usability, usabilityOf } from '../../institutions/address/usable.ts'
import type { Payment } from '../payment/row.ts'
import type { Rail } from './row.ts'

// The destination and the parties of a payment are checked again in the transaction that sends it.

export const revokedWallet = 'The wallet of the rail has been revoked.'

/** The wallet of an on-ramp. */
export async function walletOf(tx: Tx, { rail_id }: Payment): Promise<Usability> {
  const [rail] = await tx.query<Pick<Rail, 'address_id'>>('select address_id from rails.rail where id = $1', [rail_id])
  const id = rail!.address_id
  return id === null ? 'usable' : (await usabilityOf(tx, [id])).get(id)!
}

/**
 * Returns the payments whose parties are on no list. The others are put on hold for review. What people have released
 * from such a hold is not held again, unless a party was listed since.
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
  const released = await releases(tx, idsOf(suspects))
  const wasReleased = (payment: P) =>
    namesOf(payment).every((name) => !hits.has(name) || hits.get(name)!.since <= (released.get(payment.id) ?? never))
  const held = suspects.filter((payment) => !wasReleased(payment))
  for (const { id: on, institution_id: institutionId } of held) {
    await placeHold(env, tx, { institutionId, on, reason: 'sanctions_review' }, 'screening')
  }
  return payments.filter((payment) => !held.includes(payment))
}

const never = new Date(0)

/** When people last released each payment, or its rail, from a hold because of its parties. */
async function releases(tx: Tx, ids: readonly string[]): Promise<Map<string, Date>> {
  const rows = await tx.query<{ id: string; at: Date }>(
    `select p.id, max(h.updated_at) as at from rails.payment p join compliance.hold h on h.subject_id in (p.id, p.rail_id)
     where p.id = any($1::uuid[]) and h.reason = 'sanctions_review' and h.state = 'released' group by p.id`,
    [ids],
  )
  return new Map(rows.map(({ id, at }) => [id, at]))
}
