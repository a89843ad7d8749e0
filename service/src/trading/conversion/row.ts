import type { conversionStatuses } from '@specie/protocol/endpoints/trading.ts'
import type { Side } from '../../base/ports/venue.ts'
import { averagePrice, exchangeOf } from '../order/row.ts'

/** Final when it is stored. A rejected conversion has moved nothing, and its amounts are 0. */
export type ConversionRow = {
  readonly id: string
  readonly institution_id: string
  readonly clreqid: string | null
  /** Null: at the current price. */
  readonly quote_id: string | null
  readonly symbol: string
  readonly side: Side
  readonly qty: bigint
  readonly amount: bigint
  readonly fee: bigint
  readonly status: (typeof conversionStatuses)[number]
  /** Why it was rejected. */
  readonly reason: string | null
  readonly created_at: Date
}

export const conversionObject = (row: Omit<ConversionRow, 'created_at'>) => ({
  conversionid: row.id,
  clreqid: row.clreqid,
  quoteid: row.quote_id,
  status: row.status,
  reason: row.reason,
  symbol: row.symbol,
  side: row.side,
  price: row.status === 'completed' ? averagePrice(row) : null,
  ...exchangeOf({ ...row, state: row.status === 'completed' ? 'Filled' : 'Rejected' }),
})
