import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { idsOf } from '../../base/state-machine/transitions.ts'
import { activeHold } from '../../compliance/screening.ts'
import { screenItems } from '../../compliance/screen-items.ts'
import { type Usability, usabilityOf } from '../../destinations/address/usable.ts'
import type { Payment } from './row.ts'
import type { Rail } from '../rail/row.ts'

// The destination and the parties of a payment are checked again in the transaction that sends it.

export const revokedWallet = 'The wallet of the rail has been revoked.'

type Wallet = Pick<Rail, 'address_id' | 'blockchain'>

/** The wallet of an on-ramp. */
export async function walletOfRail(tx: Tx, { rail_id }: Payment): Promise<Wallet> {
  const [rail] = await tx.query<Wallet>('select address_id, blockchain from rails.rail where id = $1', [rail_id])
  return rail!
}

export async function walletOf(tx: Tx, payment: Payment): Promise<Usability> {
  const { address_id: id } = await walletOfRail(tx, payment)
  return id === null ? 'usable' : (await usabilityOf(tx, [id])).get(id)!
}

/** Returns the payments whose parties are not listed, or were cleared. The others are put on hold for review. */
export async function clearParties<P extends Payment>(env: Env, tx: Tx, payments: readonly P[]): Promise<P[]> {
  await screenItems(env, tx, 'payment', payments, { atSending: true })
  const held = await activeHold(tx, idsOf(payments))
  return payments.filter(({ id }) => !held.has(id))
}
