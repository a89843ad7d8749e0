import { day, type Edges, id } from './edges.ts'

// Checks of orders, quotes and prices, of the ledger and the audit chain, and of open work.

const next = '2026-01-02'

const symbol: Edges = {
  accepts: [{ symbol: 'VCHF/CHF' }],
  refuses: [{ symbol: 'VCHF' }, { symbol: 'vchf/chf' }, { symbol: '/CHF' }, { symbol: 'A/B/C' }],
}

export const tradingEdges: Record<string, Edges> = {
  'audit.seal.seal_check': {
    accepts: [
      { first: 1, last: 1, count: 1 },
      { first: 1, last: 2, count: 2 },
    ],
    refuses: [
      { first: 2, last: 1, count: 1 },
      { first: 1, last: 1, count: 0 },
    ],
  },
  'ledger.account.floor': {
    accepts: [
      { floored: true, balance: 0 },
      { floored: false, balance: -1 },
    ],
    refuses: [{ floored: true, balance: -1 }],
  },
  'ledger.asset.asset_decimals_check': {
    accepts: [{ decimals: 0 }, { decimals: 18 }],
    refuses: [{ decimals: -1 }, { decimals: 19 }],
  },
  'ledger.entry.entry_amount_check': { accepts: [{ amount: 1 }, { amount: -1 }], refuses: [{ amount: 0 }] },
  'markets.rate.rate_symbol_check': symbol,
  'markets.rate_range.rate_range_check': { accepts: [{ low: 5, high: 5 }], refuses: [{ low: 5, high: 4 }] },
  'trading.price.price_minute_check': {
    accepts: [{ minute: '2026-01-01T00:01:00Z' }],
    refuses: [{ minute: '2026-01-01T00:01:01Z' }, { minute: '2026-01-01T00:00:59.999999Z' }],
  },
  'trading.client_order.client_order_check': {
    accepts: [{ state: 'Rejected', error: 'x' }, { state: 'Filled' }],
    refuses: [{ state: 'Rejected' }, { state: 'Filled', error: 'x' }],
  },
  'trading.client_order.client_order_check1': {
    accepts: [{ state: 'Filled', trade_id: id }, { state: 'received' }],
    refuses: [{ state: 'Filled' }, { state: 'received', trade_id: id }],
  },
  'trading.client_order.client_order_check2': {
    accepts: [
      { state: 'Rejected', amount: 0 },
      { state: 'Filled', amount: 1 },
    ],
    refuses: [
      { state: 'Filled', amount: 0 },
      { state: 'received', amount: 0 },
    ],
  },
  'trading.conversion.conversion_check': {
    accepts: [{ status: 'rejected', reason: 'x' }, { status: 'completed' }],
    refuses: [{ status: 'rejected' }, { status: 'completed', reason: 'x' }],
  },
  'trading.conversion.conversion_check1': {
    accepts: [
      { status: 'completed', qty: 1, amount: 1, fee: 0 },
      { status: 'rejected', qty: 0, amount: 0, fee: 0 },
    ],
    refuses: [
      { status: 'completed', qty: 0, amount: 1, fee: 0 },
      { status: 'completed', qty: 1, amount: 0, fee: 0 },
      { status: 'completed', qty: 1, amount: 1, fee: -1 },
      { status: 'rejected', qty: 1, amount: 0, fee: 0 },
      { status: 'rejected', qty: 0, amount: 1, fee: 0 },
      { status: 'rejected', qty: 0, amount: 0, fee: 1 },
    ],
  },
  'trading.pair.pair_symbol_check': symbol,
  'trading.quote.quote_check': {
    accepts: [{ created_at: day, expires_at: next }],
    refuses: [{ created_at: day, expires_at: day }],
  },
  'trading.venue.venue_name_check': {
    accepts: [{ name: 'a' }, { name: `a${'-9'.repeat(15)}z` }],
    refuses: [{ name: '' }, { name: '9a' }, { name: 'Aa' }, { name: 'a'.repeat(33) }, { name: 'a b' }],
  },
  'work.clock.clock_speed_check': {
    accepts: [{ speed: 1 }, { speed: 100_000 }],
    refuses: [{ speed: 0 }, { speed: 100_001 }],
  },
  'work.intent.intent_check': {
    accepts: [{ state: 'settled', outcome: {} }, { state: 'sent' }],
    refuses: [{ state: 'settled' }, { state: 'sent', outcome: {} }],
  },
}
