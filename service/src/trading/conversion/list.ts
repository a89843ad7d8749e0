import { queryConversions } from '@specie/protocol/endpoints/trading.ts'
import { listOf } from '../../base/http/list.ts'
import { idFilter, type Listed } from '../../base/http/pages.ts'
import { conversionObject, type ConversionRow } from './row.ts'

export const listConversions = listOf(queryConversions, {
  select: `
    select id, clreqid, quote_id, symbol, side, qty, amount, fee, status, reason, created_at
    from trading.conversion where institution_id = $1`,
  filters: ({ conversionid, quoteid, clreqid, symbol, status }) => ({
    ...idFilter('id', conversionid),
    ...idFilter('quote_id', quoteid),
    clreqid,
    symbol,
    status,
  }),
  show: (row: Listed<ConversionRow>) => ({
    ...conversionObject(row),
    created_at: row.created_at,
    updated_at: row.created_at,
  }),
})
