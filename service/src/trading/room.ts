import { conversionStatuses, sides } from '@specie/protocol/endpoints/trading.ts'
import { amountText } from '@specie/protocol/money.ts'
import { payloads } from '@specie/protocol/people/approvals/payloads.ts'
import { beforeHorizon, byId } from '../base/audit/row-versions.ts'
import type { Room } from '../base/manifest.ts'
import { type Found, type Movement, ownExact, searchable } from '../base/searchable.ts'
import { pairResumeFacts, venueFacts } from './market/facts.ts'
import { settleExecutions } from './order/job.ts'
import { reconcileVenues } from './execution/reconcile.ts'
import { closeFlows } from './market/exposure.ts'
import { deleteOldPrices, recordPrices } from './market/price-history.ts'
import { describeVenue, registerVenue } from './market/register-venue.ts'
import { pairOf } from './market/pair.ts'
import { haltedPairs } from './market/staff-queue.ts'
import { completePairResume, describePairResume, resumePair } from './market/switch-pair.ts'
import { orderStates, orderTable } from './order/row.ts'
import { orderStream } from './order/stream.ts'
import { deleteExpiredQuotes, endQuotes } from './quote/promises.ts'

type Trade = Found & { symbol: string; side: string; qty: bigint; amount: bigint }

/** A rejected order can lack one or both amounts. */
const movement: Movement = {
  amounts: [
    { asset: `split_part(symbol, '/', 1)`, minor: 'qty' },
    { asset: `split_part(symbol, '/', 2)`, minor: 'amount' },
  ],
  manyRows: true,
}

const tradeTitle = (kind: string, { symbol, side, qty, amount }: Trade): string => {
  const { base, quote } = pairOf(symbol)
  if (qty === 0n) return `${kind}: ${side} ${symbol}`
  const other = amount === 0n ? quote : amountText({ asset: quote, minor: amount })
  return `${kind}: ${side} ${amountText({ asset: base, minor: qty })} for ${other}`
}

const terms = ['institution_id', 'symbol', 'side', 'qty', 'amount'] as const

/** Is this order filled, and against whom? */
export const room: Room = {
  name: 'trading',
  tables: {
    'trading.closed_flow': { key: ['symbol', 'began'], fixed: ['base', 'quote'], deletable: true },
    'trading.conversion': { ...byId, fixed: terms },
    'trading.execution': { ...byId, fixed: [...terms, 'order_id', 'venue', 'price'] },
    'trading.pair': { key: ['symbol'] },
    'trading.quote': {
      key: ['id'],
      fixed: terms,
      mayBeDeleted: beforeHorizon('trading.quote'),
    },
    'trading.venue': { key: ['name'], fixed: ['institution_id'] },
  },
  topics: {
    trading: 'pair',
    'trading.closed_flow': null,
    'trading.conversion': 'conversion',
    'trading.execution': 'order',
    'trading.quote': null,
  },
  unversioned: {
    'trading.client_order': 'sealed, and marked by trading.order_mark',
    'trading.desk_flow': 'compared with trading.closed_flow',
    'trading.order_mark': 'contains its own marks',
    'trading.position': 'compared with the executions that it sums up',
    'trading.price': 'best prices of the last 30 days, for charts',
    'trading.quote_hold': 'compared with the journals of its quote; it is deleted when the quote ends',
  },
  values: {
    'trading.client_order': { side: sides, state: orderStates },
    'trading.conversion': { side: sides, status: conversionStatuses },
    'trading.quote': { side: sides },
  },
  sealed: [orderStream],
  orderTable,
  jobs: [settleExecutions, endQuotes, deleteExpiredQuotes, closeFlows, recordPrices, deleteOldPrices, reconcileVenues],
  searchable: [
    searchable<Trade>({
      kind: 'order',
      columns: 'id, institution_id, symbol, side, qty, amount, clordid, created_at',
      from: 'trading.client_order',
      id: 'uuid',
      fields: [ownExact('clordid')],
      movement,
      title: (row) => tradeTitle('Order', row),
    }),
    searchable<Trade>({
      kind: 'conversion',
      columns: 'id, institution_id, symbol, side, qty, amount, clreqid, created_at',
      from: 'trading.conversion',
      id: 'uuid',
      fields: [ownExact('clreqid')],
      movement,
      title: (row) => tradeTitle('Conversion', row),
    }),
  ],
  staffQueue: [haltedPairs],
  approvals: {
    'venue.register': {
      ...payloads['venue.register'],
      describe: describeVenue,
      facts: venueFacts,
      execute: registerVenue,
    },
    'pair.resume': {
      ...payloads['pair.resume'],
      complete: completePairResume,
      describe: describePairResume,
      facts: pairResumeFacts,
      execute: resumePair,
    },
  },
}
