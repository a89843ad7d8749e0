import type { AssetCode } from '@specie/protocol/assets.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import { machines } from '@specie/protocol/machines.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { queryPayments } from '@specie/protocol/rails.ts'
import type { Env } from '../../base/env.ts'
import { filtered, idFilter, page } from '../../base/database/pages.ts'
import { txidOf } from '../../chains/outbox/operations.ts'
import { type HeldSince, holdsOf, holdView, statusSql } from '../../compliance/hold-view.ts'
import type { Payment } from './row.ts'

type PaymentView = ResponseOf<typeof queryPayments>['payments'][number]

type Listed = Payment & { status: string }
const status = statusSql(machines.payment)
const payments = `select *, ${status} as status from rails.payment where institution_id = $1`

/**
 * Payments that arrived with a hash (`<chain>/<txid>/<index>`) or were sent with it; every signed version of a
 * transaction counts.
 */
const byTransaction = `
  (blockchain is not null and split_part(source, '/', 2) = $? or txid = $? or id in (
    select o.subject from chains.attempt a join chains.carried c using (transaction_id)
    join chains.operation o on o.id = c.operation_id
    where a.hash = $? and starts_with(o.purpose, 'rail_')))`

export async function listPayments(
  env: Env,
  institutionId: string,
  request: RequestOf<typeof queryPayments>,
): Promise<ResponseOf<typeof queryPayments>> {
  const found = await page<Listed>(env.db, request, {
    ...filtered(payments, [institutionId], {
      ...idFilter('id', request.paymentid),
      ...idFilter('rail_id', request.railid),
      [status]: request.status,
      [byTransaction]: txidOf(request.txid),
    }),
    id: 'uuid',
  })
  const holds = await holdsOf(env, found.rows)
  return {
    timestamp: env.clock.now().toISOString(),
    result: 'ok',
    next_cursor: found.next_cursor,
    payments: found.rows.map((payment) => viewOf(payment, holds.get(payment.id))),
  }
}

function viewOf(payment: Listed, hold: HeldSince | undefined): PaymentView {
  const text = (asset: AssetCode, minor: bigint) => formatAmount({ asset, minor })
  const { received_currency, sent, sent_currency } = payment
  const fiat = payment.blockchain === null ? received_currency : sent_currency
  return {
    paymentid: payment.id,
    railid: payment.rail_id,
    status: payment.status,
    reason: payment.reason,
    hold: holdView(hold),
    received: text(received_currency, payment.received),
    received_currency,
    sent: sent === null ? null : text(sent_currency, sent),
    sent_currency,
    rate: '1',
    fee: text(fiat, payment.commission + payment.spread),
    fee_currency: fiat,
    txid: payment.txid,
    bankref: payment.bankref,
    completed_at: payment.completed_at?.toISOString() ?? null,
    legs: payment.legs,
    created_at: payment.created_at.toISOString(),
    updated_at: payment.updated_at.toISOString(),
  }
}
