import { agreedAmong } from '../../access/travel-rule.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Payment } from '../payment/row.ts'
import type { Rail } from '../rail/row.ts'

// The provider of a hosted wallet decides before the money is converted. Until then the payment can return to its payer.

type ToWallet = Pick<Payment, 'id' | 'institution_id'> & {
  sent: bigint
  sent_currency: NonNullable<Payment['sent_currency']>
  to: Pick<Rail, 'blockchain' | 'address_id'>
}

/** Returns the payments that the provider of the wallet has approved. Asks it about those that have no exchange yet. */
export async function agreedOf<P extends ToWallet>(env: Env, tx: Tx, payments: readonly P[]): Promise<P[]> {
  const toWallets = payments.flatMap(({ id, institution_id, sent, sent_currency, to: { address_id, blockchain } }) =>
    address_id === null ? [] : [{ id, institution_id, asset: sent_currency, blockchain, quantity: sent, address_id }],
  )
  const agreed = await agreedAmong(env, tx, 'payment', toWallets)
  return payments.filter(({ id, to }) => to.address_id === null || agreed.has(id))
}

/** SQL: the conversion of the payment `p` may be ordered. The wallet has no provider, or its provider has approved. */
export const mayConvert = `exists (select from rails.rail r
  where r.id = p.rail_id and (r.address_id is null or not compliance.lacks_agreement(p.id, r.address_id)))`

/** The provider of the wallet has approved another number of coins, so that these could never leave. */
export async function isForOtherAmount(
  tx: Tx,
  { id, rail_id, sent_currency }: Payment,
  sent: bigint,
): Promise<boolean> {
  const [found] = await tx.query(
    `select from rails.rail r where r.id = $2 and compliance.agreed($1)
       and compliance.lacks_agreement_to($1, r.address_id, r.blockchain, r.destination, $3, $4)`,
    [id, rail_id, sent_currency, sent],
  )
  return found !== undefined
}
