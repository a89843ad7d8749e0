import { type Found, ownExact, searchable } from '../base/searchable.ts'

type Row = Found & { symbol: string; side: string }

export const searchableTrades = [
  searchable<Row>({
    kind: 'order',
    columns: 'id, institution_id, symbol, side, clordid',
    from: 'trading.client_order',
    id: 'uuid',
    fields: [ownExact('clordid')],
    title: ({ symbol, side }) => `Order: ${side} ${symbol}`,
  }),
  searchable<Row>({
    kind: 'conversion',
    columns: 'id, institution_id, symbol, side, clreqid',
    from: 'trading.conversion',
    id: 'uuid',
    fields: [ownExact('clreqid')],
    title: ({ symbol, side }) => `Conversion: ${side} ${symbol}`,
  }),
]
