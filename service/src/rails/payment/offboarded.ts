import { batchSize, byService, type Work } from '../../base/state-machine/transitions.ts'
import { institutionIs } from '../../institutions/standing.ts'
import { offboarded } from '../rail/destinations.ts'
import type { Payment } from './row.ts'
import { returnPayments } from './screen.ts'

/**
 * Payments of offboarded institutions go back to their payer, as long as the provider was not asked to wire them and their
 * coins are not being burned. For the others a person decides (onramp/send.ts, offramp/pay.ts).
 */
export const returnOffboarded: Work = async (env, tx) => {
  const payments = await tx.query<Payment>(
    `select * from rails.payment p where state = 'converting' and stuck is null and not on_hold
       and ${institutionIs('gone', 'p.institution_id')} and booked_at is null and reference is null
       and not exists (select from chains.current_operation o where o.subject = p.id and o.purpose = 'rail_burn')
     order by created_at, id limit $1 for update skip locked`,
    [batchSize],
  )
  await returnPayments(tx, payments, 'refuse', offboarded, byService(env, 'institution offboarded'))
  return payments.length
}
