import { machines } from '@specie/protocol/machines.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { queryPayments } from '@specie/protocol/endpoints/rails.ts'
import { payoutDaySql, waitsForBank } from '../../banking/payout/details-sql.ts'
import { listOf } from '../../base/http/list.ts'
import { idFilter, type Listed } from '../../base/http/pages.ts'
import { txidOf } from '../../chains/outbox/operations.ts'
import { heldForView, type HeldFor, holdSql, statusSql } from '../../compliance/hold-view.ts'
import type { Payment } from './row.ts'

type Row = Listed<Payment> & { status: string; hold: HeldFor; pays_on: string | null }

const payments = `
  select id, rail_id, source, received, received_currency, sent, sent_currency, commission, spread, blockchain, txid,
    bankref, reason, ${payoutDaySql('rail', 'payment.id')} as pays_on, legs, completed_at, ${statusSql(machines.payment)} as status,
    ${holdSql(machines.payment, 'payment')} as hold, created_at, updated_at
  from rails.payment where institution_id = $1`

/**
 * Payments that arrived with a hash (`<chain>/<txid>/<index>`) or were sent with it; every signed version of a
 * transaction counts.
 */
const byTransaction = `
  (blockchain is not null and split_part(source, '/', 2) = $? or txid = $? or id in (
    select subject from chains.signed_hash where hash = $? and starts_with(purpose, 'rail_')))`

export const listPayments = listOf(queryPayments, {
  select: payments,
  filters: ({ paymentid, railid, status, txid }) => ({
    ...idFilter('id', paymentid),
    ...idFilter('rail_id', railid),
    status,
    [byTransaction]: txidOf(txid),
  }),
  show: (payment: Row) => {
    const { received_currency, sent, sent_currency } = payment
    const fiat = payment.blockchain === null ? received_currency : sent_currency
    return {
      paymentid: payment.id,
      railid: payment.rail_id,
      status: payment.status,
      reason: payment.reason ?? waitsForBank(payment.pays_on),
      hold: heldForView(payment.hold),
      received: formatAmount({ asset: received_currency, minor: payment.received }),
      received_currency,
      sent: sent === null ? null : formatAmount({ asset: sent_currency, minor: sent }),
      sent_currency,
      rate: '1',
      fee: formatAmount({ asset: fiat, minor: payment.commission + payment.spread }),
      fee_currency: fiat,
      txid: payment.txid,
      bankref: payment.bankref,
      completed_at: payment.completed_at,
      legs: payment.legs,
      created_at: payment.created_at,
      updated_at: payment.updated_at,
    }
  },
})
