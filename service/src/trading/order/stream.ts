import { byTransaction, type Stream } from '../../base/audit/sealed-stream.ts'

import { orderTable } from './row.ts'

/** Decided orders in their sealed form. */
export const orderStream: Stream = {
  name: 'orders',
  ...byTransaction(
    orderTable,
    `state <> 'received'`,
    `'${orderTable} ' || id`,
    `id, institution_id, clordid, symbol, side, qty, price, state, amount, fee, fills, error, trade_id,
     extract(epoch from created_at), extract(epoch from updated_at)`,
    'id',
  ),
}
