// Made by `npm run generate` from the calls of protocol/; do not edit.
import type { Amount } from '../decimal.ts'
import type { Call, ListCall } from '../call/call-types.ts'

export type GetAssetsRequest = Record<string, never>

export interface GetAssetsAnswer {
  assets: {
    symbol: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    name: string
    type: 'stablecoin' | 'fiat' | 'crypto'
    /** The minimum amount is 10^-decimals. */
    decimals: number
    /** The redemption currency of the coin, at par. */
    fiat: 'CHF' | 'GBP' | null
    blockchains: {
      blockchain: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC'
      /** Null for a chain’s own coin or before deployment. */
      contract: string | null
      decimals: number
      confirmations: number
      /** A decimal number as a string, without trailing zeros. */
      min_deposit: string
      /** A decimal number as a string, without trailing zeros. */
      min_withdraw: string
      /** A decimal number as a string, without trailing zeros. */
      withdraw_fee: string
    }[]
    /** The minimum mint, in min_mint_currency. */
    min_mint: string | null
    min_mint_currency: 'CHF' | 'GBP' | null
    min_redeem: string | null
  }[]
}

export interface GetTradingPairsRequest {
  /** Only pairs in this status. */
  status?: 'online' | 'offline' | undefined
}

export interface GetTradingPairsAnswer {
  pairs: {
    /** BASE/QUOTE */
    symbol: string
    base: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    quote: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    status: 'online' | 'offline'
    /** A decimal number as a string, without trailing zeros. */
    min_order_size: string
    /** A decimal number as a string, without trailing zeros. */
    max_order_size: string
    qty_decimals: number
    price_decimals: number
    /** The maximum distance of a limit from the market, in basis points. */
    price_band_bps: number
    fee_bps: number
  }[]
}

export interface GetQuotesRequest {
  /** A symbol from /client/tradingPairs. */
  symbol?: string | undefined
}

export interface GetQuotesAnswer {
  quotes: {
    symbol: string
    /** Price and quantity of the best level, or null. */
    b: string[] | null
    /** Price and quantity of the best level, or null. */
    a: string[] | null
    /** ISO 8601, UTC, with milliseconds. */
    timestamp: string
  }[]
}

export type GetReservesRequest = Record<string, never>

export interface GetReservesAnswer {
  assets: {
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** ISO 8601, UTC, with milliseconds. */
    as_of: string
    chains: {
      blockchain: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC'
      contract: string | null
      /** The last final block read. */
      block: number | null
      /** A decimal number as a string, without trailing zeros. */
      supply: string
    }[]
    /** A decimal number as a string, without trailing zeros. */
    circulating: string
    reserves: {
      /** The location, which for a bank is its BIC. */
      institution: string
      type: 'bank' | 'securities'
      currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
      /** A decimal number as a string, without trailing zeros. */
      amount: string
    }[]
    /** The part of the reserves that backs the coin. Expected money is never counted. */
    backing: {
      currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
      /** The part of the reserves that backs coins in the hands of holders. */
      for_holders: string
      /** The part of the reserves owed to clients, for example for redeemed coins. */
      owed_to_clients: string
      /** The part of the reserves paid in for coins that do not exist yet. */
      paid_ahead: string
      /** Coins being minted, which may exist at any moment. */
      under_way: string
    }
    /** Available reserves for holders, divided by the maximum owed to them, rounded down; null if nothing needs cover. */
    coverage: string | null
    liabilities_root: string | null
    signature: string | null
  }[]
}

export type GetStatusRequest = Record<string, never>

export interface GetStatusAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  environment: 'uat' | 'production'
  version: string
  status: 'online' | 'degraded'
  /** `degraded`: unreliable now, deposits there are not credited meanwhile. `offline`: not part of this installation. */
  blockchains: {
    blockchain: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC'
    status: 'online' | 'degraded' | 'offline'
    notice: string | null
  }[]
  services: {
    service: 'ledger' | 'deposits' | 'withdrawals' | 'minting' | 'redemption' | 'trading' | 'rails'
    status: 'online' | 'degraded' | 'offline' | 'halted'
    notice: string | null
  }[]
  /** What is halted on purpose now. What was accepted before waits, and continues later. */
  halts: {
    /** As in `details.what` of `halted`. */
    what: string
    title: string
    /** ISO 8601, UTC, with milliseconds. */
    since: string
  }[]
}

export type GetTimeRequest = Record<string, never>

export interface GetTimeAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  /** UNIX time in milliseconds. */
  unix_ms: number
}

export type AccountBalanceRequest = Record<string, never>

export interface AccountBalanceAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  balances: {
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** A decimal number as a string, without trailing zeros. */
    available: string
    /** A decimal number as a string, without trailing zeros. */
    pending: string
  }[]
}

export type KeyInfoRequest = Record<string, never>

export interface KeyInfoAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  keyid: string
  label: string
  status: 'registered' | 'active' | 'rotating' | 'frozen' | 'revoked'
  scopes: ('read' | 'trade' | 'mint' | 'withdraw' | 'rails')[]
  institutionid: string
  institution: string
  environment: 'uat' | 'production'
  /** A uint64 as a string. */
  last_nonce: string
  rate_limit: {
    requests: number
    per_seconds: number
  }
  /** The maximum distance of a nonce, as UNIX time in milliseconds, from the time of the service. Null if a nonce must only be higher than the previous one. */
  nonce_window_ms: number | null
  /** Empty means any address. */
  ip_allowlist: string[]
  /** Limits that do not depend on the request; `validate=true` shows all limits of a request. */
  limits: {
    /** `operation_maximum`: of a single mint or redemption; `order_maximum`: of a single order, quote or conversion; `open_quotes`: of one side of a pair; `coins_on_chain`: the maximum that can leave on that chain; `crypto_at_once`: the maximum that one withdrawal can take from our crypto addresses; `day`, `month`: of your institution for the product. */
    limit: 'operation_maximum' | 'order_maximum' | 'open_quotes' | 'coins_on_chain' | 'crypto_at_once' | 'day' | 'month'
    /** For `day` and `month`: what is limited. */
    product?: 'mint' | 'redeem' | 'withdraw' | 'trade' | 'onramp' | 'offramp' | undefined
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** For `day` and `month`: the whole limit. */
    amount?: string | undefined
    /** The maximum of a request now. */
    left: string
    /** The time of its full renewal, or null. */
    resets_at: string | null
  }[]
}

export interface AddOrderRequest {
  /** Time of the request, ISO 8601 UTC. */
  timestamp?: string | undefined
  /** 1 to 64 of A-Z a-z 0-9 . _ : - */
  clordid: string
  /** A symbol from /client/tradingPairs. */
  symbol: string
  /** `Buy` or `Sell`. */
  side: 'Buy' | 'Sell'
  /** `Limit` only. */
  ordtype?: 'Limit' | undefined
  /** `FOK` only. */
  timeinforce?: 'FOK' | undefined
  /** In the base asset. */
  orderqty: Amount
  /** The limit, in quote per base. */
  price: Amount
  /** `true`: every check runs, nothing is done, and no client id is used up. */
  validate?: boolean | undefined
}

export interface AddOrderAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok' | 'error'
  order: {
    clordid: string
    /** Empty when the order was only validated. */
    ordid: string
    ordstatus: 'Filled' | 'Rejected'
    /** A decimal number as a string, without trailing zeros. */
    bought: string
    bought_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** A decimal number as a string, without trailing zeros. */
    sold: string
    sold_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** In addition to the amounts bought and sold, in the quote currency. */
    fee: string
    fee_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  }
  error: {
    code: 'insufficient_balance' | 'limit_exceeded' | 'fok_not_fillable' | 'non_marketable_limit_price' | 'limit_too_far_from_market_price' | 'pair_offline' | null
    message: string | null
  }
  validated: boolean
  /** The remainder of the limits, present only if the request was validated. */
  limits?: {
    /** `operation_maximum`: of a single mint or redemption; `order_maximum`: of a single order, quote or conversion; `open_quotes`: of one side of a pair; `coins_on_chain`: the maximum that can leave on that chain; `crypto_at_once`: the maximum that one withdrawal can take from our crypto addresses; `day`, `month`: of your institution for the product. */
    limit: 'operation_maximum' | 'order_maximum' | 'open_quotes' | 'coins_on_chain' | 'crypto_at_once' | 'day' | 'month'
    /** For `day` and `month`: what is limited. */
    product?: 'mint' | 'redeem' | 'withdraw' | 'trade' | 'onramp' | 'offramp' | undefined
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** For `day` and `month`: the whole limit. */
    amount?: string | undefined
    /** The maximum of a request now. */
    left: string
    /** The time of its full renewal, or null. */
    resets_at: string | null
  }[] | undefined
}

export interface QueryOrdersRequest {
  /** The maximum number of rows: 1 to 500, 100 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Created at this time or later. */
  from?: string | undefined
  /** Created before this time. */
  to?: string | undefined
  /** `desc`, newest first, by default. */
  sort?: 'asc' | 'desc' | undefined
  clordid?: string | undefined
  ordid?: string | undefined
  symbol?: 'VCHF/CHF' | 'VGBP/GBP' | 'VCHF/USDC' | 'VGBP/USDC' | 'VCHF/VGBP' | 'VCHF/BTC' | 'VCHF/ETH' | 'VGBP/BTC' | 'VGBP/ETH' | 'USDC/CHF' | 'USDC/GBP' | 'BTC/CHF' | 'ETH/CHF' | 'BTC/GBP' | 'ETH/GBP' | undefined
  side?: 'Buy' | 'Sell' | undefined
  ordstatus?: 'Filled' | 'Rejected' | undefined
}

export interface QueryOrdersRow {
  clordid: string
  /** Empty when the order was only validated. */
  ordid: string
  ordstatus: 'Filled' | 'Rejected'
  /** A decimal number as a string, without trailing zeros. */
  bought: string
  bought_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** A decimal number as a string, without trailing zeros. */
  sold: string
  sold_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** In addition to the amounts bought and sold, in the quote currency. */
  fee: string
  fee_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  symbol: string
  side: 'Buy' | 'Sell'
  ordtype: 'Limit'
  timeinforce: 'FOK'
  /** A decimal number as a string, without trailing zeros. */
  orderqty: string
  /** A decimal number as a string, without trailing zeros. */
  price: string
  avg_price: string | null
  error: {
    code: 'insufficient_balance' | 'limit_exceeded' | 'fok_not_fillable' | 'non_marketable_limit_price' | 'limit_too_far_from_market_price' | 'pair_offline' | null
    message: string | null
  }
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string
}

export interface QueryOrdersAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Null on the last page. */
  next_cursor: string | null
  orders: QueryOrdersRow[]
}

export interface QueryTradesRequest {
  /** The maximum number of rows: 1 to 500, 100 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Created at this time or later. */
  from?: string | undefined
  /** Created before this time. */
  to?: string | undefined
  /** `desc`, newest first, by default. */
  sort?: 'asc' | 'desc' | undefined
  tradeid?: string | undefined
  clordid?: string | undefined
  ordid?: string | undefined
  symbol?: 'VCHF/CHF' | 'VGBP/GBP' | 'VCHF/USDC' | 'VGBP/USDC' | 'VCHF/VGBP' | 'VCHF/BTC' | 'VCHF/ETH' | 'VGBP/BTC' | 'VGBP/ETH' | 'USDC/CHF' | 'USDC/GBP' | 'BTC/CHF' | 'ETH/CHF' | 'BTC/GBP' | 'ETH/GBP' | undefined
  status?: 'settled' | 'reversed' | undefined
}

export interface QueryTradesRow {
  tradeid: string
  ordid: string
  clordid: string
  symbol: string
  side: 'Buy' | 'Sell'
  /** A decimal number as a string, without trailing zeros. */
  qty: string
  /** The average cost or proceeds of one unit of the base. Multiplied by the quantity and rounded, down for a Buy and up for a Sell, it gives exactly the amount. It has the pair’s decimals, or as many more as necessary. Null if it was rejected. */
  price: string
  /** A decimal number as a string, without trailing zeros. */
  bought: string
  bought_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** A decimal number as a string, without trailing zeros. */
  sold: string
  sold_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** In addition to the amounts bought and sold, in the quote currency. */
  fee: string
  fee_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  status: 'settled' | 'reversed'
  /** ISO 8601, UTC, with milliseconds. */
  settled_at: string
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string
}

export interface QueryTradesAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Null on the last page. */
  next_cursor: string | null
  trades: QueryTradesRow[]
}

export interface RequestQuoteRequest {
  /** A symbol from /client/tradingPairs. */
  symbol: string
  /** `Buy` or `Sell`. */
  side: 'Buy' | 'Sell'
  /** In the base asset. */
  orderqty: Amount
  /** 1 to 64 of A-Z a-z 0-9 . _ : - */
  clreqid?: string | undefined
  /** `true`: every check runs, nothing is done, and no client id is used up. */
  validate?: boolean | undefined
}

export interface RequestQuoteAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Empty when the request was only validated. */
  quoteid: string
  symbol: string
  side: 'Buy' | 'Sell'
  /** The average cost or proceeds of one unit of the base. Multiplied by the quantity and rounded, down for a Buy and up for a Sell, it gives exactly the amount. It has the pair’s decimals, or as many more as necessary. Null if it was rejected. */
  price: string
  /** A decimal number as a string, without trailing zeros. */
  orderqty: string
  /** A decimal number as a string, without trailing zeros. */
  bought: string
  bought_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** A decimal number as a string, without trailing zeros. */
  sold: string
  sold_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** In addition to the amounts bought and sold, in the quote currency. */
  fee: string
  fee_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** ISO 8601, UTC, with milliseconds. */
  expires_at: string
  validated: boolean
  /** The remainder of the limits, present only if the request was validated. */
  limits?: {
    /** `operation_maximum`: of a single mint or redemption; `order_maximum`: of a single order, quote or conversion; `open_quotes`: of one side of a pair; `coins_on_chain`: the maximum that can leave on that chain; `crypto_at_once`: the maximum that one withdrawal can take from our crypto addresses; `day`, `month`: of your institution for the product. */
    limit: 'operation_maximum' | 'order_maximum' | 'open_quotes' | 'coins_on_chain' | 'crypto_at_once' | 'day' | 'month'
    /** For `day` and `month`: what is limited. */
    product?: 'mint' | 'redeem' | 'withdraw' | 'trade' | 'onramp' | 'offramp' | undefined
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** For `day` and `month`: the whole limit. */
    amount?: string | undefined
    /** The maximum of a request now. */
    left: string
    /** The time of its full renewal, or null. */
    resets_at: string | null
  }[] | undefined
}

export interface ConvertRequest {
  /** The id from `requestQuote`; leave out the following four fields. */
  quoteid?: string | undefined
  /** The asset to sell. */
  from_currency?: string | undefined
  /** The asset to buy. */
  to_currency?: string | undefined
  /** In `from_currency`, any fee included. */
  quantity?: Amount | undefined
  /** In `to_currency`, net of any fee. `0` accepts any price. */
  min_received?: Amount | undefined
  /** 1 to 64 of A-Z a-z 0-9 . _ : - */
  clreqid?: string | undefined
  /** `true`: every check runs, nothing is done, and no client id is used up. */
  validate?: boolean | undefined
}

export interface ConvertAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Empty when the request was only validated. */
  conversionid: string
  clreqid: string | null
  quoteid: string | null
  status: 'completed' | 'rejected'
  /** Why it was rejected. */
  reason: string | null
  symbol: string
  side: 'Buy' | 'Sell'
  price: string | null
  /** A decimal number as a string, without trailing zeros. */
  bought: string
  bought_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** A decimal number as a string, without trailing zeros. */
  sold: string
  sold_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** In addition to the amounts bought and sold, in the quote currency. */
  fee: string
  fee_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  validated: boolean
  /** The remainder of the limits, present only if the request was validated. */
  limits?: {
    /** `operation_maximum`: of a single mint or redemption; `order_maximum`: of a single order, quote or conversion; `open_quotes`: of one side of a pair; `coins_on_chain`: the maximum that can leave on that chain; `crypto_at_once`: the maximum that one withdrawal can take from our crypto addresses; `day`, `month`: of your institution for the product. */
    limit: 'operation_maximum' | 'order_maximum' | 'open_quotes' | 'coins_on_chain' | 'crypto_at_once' | 'day' | 'month'
    /** For `day` and `month`: what is limited. */
    product?: 'mint' | 'redeem' | 'withdraw' | 'trade' | 'onramp' | 'offramp' | undefined
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** For `day` and `month`: the whole limit. */
    amount?: string | undefined
    /** The maximum of a request now. */
    left: string
    /** The time of its full renewal, or null. */
    resets_at: string | null
  }[] | undefined
}

export interface QueryConversionsRequest {
  /** The maximum number of rows: 1 to 500, 100 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Created at this time or later. */
  from?: string | undefined
  /** Created before this time. */
  to?: string | undefined
  /** `desc`, newest first, by default. */
  sort?: 'asc' | 'desc' | undefined
  conversionid?: string | undefined
  quoteid?: string | undefined
  clreqid?: string | undefined
  symbol?: 'VCHF/CHF' | 'VGBP/GBP' | 'VCHF/USDC' | 'VGBP/USDC' | 'VCHF/VGBP' | 'VCHF/BTC' | 'VCHF/ETH' | 'VGBP/BTC' | 'VGBP/ETH' | 'USDC/CHF' | 'USDC/GBP' | 'BTC/CHF' | 'ETH/CHF' | 'BTC/GBP' | 'ETH/GBP' | undefined
  status?: 'completed' | 'rejected' | undefined
}

export interface QueryConversionsRow {
  /** Empty when the request was only validated. */
  conversionid: string
  clreqid: string | null
  quoteid: string | null
  status: 'completed' | 'rejected'
  /** Why it was rejected. */
  reason: string | null
  symbol: string
  side: 'Buy' | 'Sell'
  price: string | null
  /** A decimal number as a string, without trailing zeros. */
  bought: string
  bought_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** A decimal number as a string, without trailing zeros. */
  sold: string
  sold_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** In addition to the amounts bought and sold, in the quote currency. */
  fee: string
  fee_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string
}

export interface QueryConversionsAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Null on the last page. */
  next_cursor: string | null
  conversions: QueryConversionsRow[]
}

export interface QueryEventsRequest {
  /** `next_cursor` of the previous answer, or an `eventid`; if absent, from the beginning. */
  cursor?: string | undefined
  /** The maximum number of rows: 1 to 500, 100 by default. */
  limit?: number | undefined
  /** Seconds to wait for an event when there is none: 0 to 25, 0 by default. */
  wait?: number | undefined
}

export interface QueryEventsAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  events: {
    /** Permanent and unique. It is also the position in the feed; sent as `cursor`, it returns later events. */
    eventid: string
    type: 'order' | 'deposit' | 'withdrawal' | 'mint' | 'redeem' | 'rail' | 'payment' | 'address' | 'agreement' | 'kyb' | 'key'
    /** Its subject: `ordid`, `depositid`, `withdrawalid`, `requestid`, `railid`, `paymentid`, `addressid` or `keyid`; for an agreement the product, for KYB the case. */
    id: string
    /** The client id of an order; null for anything else. */
    clordid: string | null
    /** The state that the item has since this event, in the terms of its list call. */
    status: 'Filled' | 'Rejected' | 'pending' | 'held' | 'credited' | 'frozen' | 'returned' | 'seen' | 'confirming' | 'screening' | 'orphaned' | 'below_minimum' | 'returning' | 'canceled' | 'rejected' | 'failed' | 'completed' | 'settled' | 'active' | 'suspended' | 'closed' | 'received' | 'converting' | 'sent' | 'Pending' | 'Cooling' | 'Confirmed' | 'Disabled' | 'signed' | 'expired' | 'terminated' | 'superseded' | 'info_requested' | 'approved' | 'periodic_review' | 'review_overdue' | 'offboarded' | 'registered' | 'revoked' | 'rotating'
    /** ISO 8601, UTC, with milliseconds. */
    at: string
  }[]
  /** The next `cursor`; always present, even without events. */
  next_cursor: string
}

export interface DepositAddressRequest {
  /** A symbol from /client/assets. */
  asset: string
  /** A chain code; none for fiat. */
  blockchain?: string | undefined
}

export interface DepositAddressAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  blockchain: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC' | null
  address: string | null
  memo: string | null
  /** A decimal number as a string, without trailing zeros. */
  min_deposit: string
  confirmations: number | null
  /** This field and the following fields describe the bank account and are null on a chain. */
  currency: 'CHF' | 'GBP' | null
  iban: string | null
  bic: string | null
  accountname: string | null
  /** Null if the account number itself identifies you. */
  reference: string | null
  sortcode: string | null
  accountnumber: string | null
}

export interface QueryDepositsRequest {
  /** The maximum number of rows: 1 to 500, 100 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Created at this time or later. */
  from?: string | undefined
  /** Created before this time. */
  to?: string | undefined
  /** `desc`, newest first, by default. */
  sort?: 'asc' | 'desc' | undefined
  depositid?: string | undefined
  asset?: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH' | undefined
  blockchain?: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC' | undefined
  status?: 'pending' | 'held' | 'credited' | 'returned' | 'frozen' | 'seen' | 'confirming' | 'screening' | 'below_minimum' | 'returning' | 'orphaned' | undefined
  txid?: string | undefined
  bankref?: string | undefined
}

export interface QueryDepositsRow {
  depositid: string
  asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  blockchain: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC' | null
  address: string | null
  txid: string | null
  bankref: string | null
  /** The sender: the name for a wire, the address on a chain. Null if unknown. */
  counterparty: string | null
  /** A decimal number as a string, without trailing zeros. */
  quantity: string
  /** A decimal number as a string, without trailing zeros. */
  credited: string
  confirmations: number | null
  status: 'pending' | 'held' | 'credited' | 'returned' | 'frozen' | 'seen' | 'confirming' | 'screening' | 'below_minimum' | 'returning' | 'orphaned'
  /** The reason why it waits; null if it is not held. `approval_required`: it needs a second approver of your institution in the portal. For all other reasons it is under review; contact support. */
  hold: {
    reason: 'aml_review' | 'sanctions_review' | 'travel_rule' | 'edd_required' | 'approval_required' | 'account_suspended' | 'debt_review'
    /** ISO 8601, UTC, with milliseconds. */
    since: string
    message: string
  } | null
  /** The reason why the deposit is not credited. It is being returned, cannot be returned yet, or is frozen. Otherwise null. */
  reason: string | null
  /** On a chain, the address to which the deposit is returned. */
  returned_to: string | null
  /** The transaction of its return, once final. */
  returned_txid: string | null
  /** A decimal number as a string, without trailing zeros. */
  min_deposit: string
  /** The sum of smaller deposits so far. */
  accumulated: string
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string
}

export interface QueryDepositsAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Null on the last page. */
  next_cursor: string | null
  deposits: QueryDepositsRow[]
}

export interface WithdrawAddressesRequest {
  /** The maximum number of rows: 1 to 500, 100 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Created at this time or later. */
  from?: string | undefined
  /** Created before this time. */
  to?: string | undefined
  /** `desc`, newest first, by default. */
  sort?: 'asc' | 'desc' | undefined
  /** Addresses on the chains of this asset. */
  asset?: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH' | undefined
  blockchain?: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC' | undefined
  label?: string | undefined
  status?: 'Pending' | 'Cooling' | 'Confirmed' | 'Rejected' | 'Disabled' | undefined
}

export interface WithdrawAddressesRow {
  addressid: string
  label: string
  address: string
  blockchain: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC'
  memo: string | null
  status: 'Pending' | 'Cooling' | 'Confirmed' | 'Rejected' | 'Disabled'
  /** The end of the cooling-off period, in settlement time; null before its start. */
  usable_from: string | null
  ownership: 'self_hosted' | 'vasp'
  custody: 'self' | 'custodian'
  /** The service provider that hosts it. */
  vasp: string | null
  travelrule: {
    status: 'missing' | 'complete'
  }
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string
}

export interface WithdrawAddressesAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Null on the last page. */
  next_cursor: string | null
  addresses: WithdrawAddressesRow[]
}

export interface BankAccountsRequest {
  /** The maximum number of rows: 1 to 500, 100 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Created at this time or later. */
  from?: string | undefined
  /** Created before this time. */
  to?: string | undefined
  /** `desc`, newest first, by default. */
  sort?: 'asc' | 'desc' | undefined
  currency?: 'CHF' | 'GBP' | undefined
  label?: string | undefined
  status?: 'active' | 'unconfirmed' | 'disabled' | undefined
}

export interface BankAccountsRow {
  accountid: string
  label: string
  currency: 'CHF' | 'GBP'
  /** IBAN, or sort code and account number. */
  identifier: string
  /** Its holder. */
  name: string
  status: 'active' | 'unconfirmed' | 'disabled'
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string
}

export interface BankAccountsAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Null on the last page. */
  next_cursor: string | null
  accounts: BankAccountsRow[]
}

export interface WithdrawRequest {
  /** A symbol from /client/assets. */
  asset: string
  /** A decimal number as a string. */
  quantity: Amount
  /** The address or account number itself, its id or its label. */
  destination: string
  /** A chain code; optional if the destination is listed on one chain, and for fiat. */
  blockchain?: string | undefined
  /** 1 to 64 of A-Z a-z 0-9 . _ : - */
  clreqid?: string | undefined
  /** `true`: every check runs, nothing is done, and no client id is used up. */
  validate?: boolean | undefined
}

export interface WithdrawAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Null if the request was only validated. */
  withdrawalid: string | null
  clreqid: string | null
  status: 'pending' | 'held' | 'completed' | 'rejected' | 'canceled' | 'failed'
  /** The label of the bank account or of the address. */
  destination: string
  /** The address that receives the coins; null for fiat. */
  address: string | null
  /** The bank account that receives the money, in canonical form; null on a chain. */
  identifier: string | null
  txids: string[]
  /** A decimal number as a string, without trailing zeros. */
  fee: string
  fee_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** The reason why it waits; null if it is not held. `approval_required`: it needs a second approver of your institution in the portal. For all other reasons it is under review; contact support. */
  hold: {
    reason: 'aml_review' | 'sanctions_review' | 'travel_rule' | 'edd_required' | 'approval_required' | 'account_suspended' | 'debt_review'
    /** ISO 8601, UTC, with milliseconds. */
    since: string
    message: string
  } | null
  validated: boolean
  /** The remainder of the limits, present only if the request was validated. */
  limits?: {
    /** `operation_maximum`: of a single mint or redemption; `order_maximum`: of a single order, quote or conversion; `open_quotes`: of one side of a pair; `coins_on_chain`: the maximum that can leave on that chain; `crypto_at_once`: the maximum that one withdrawal can take from our crypto addresses; `day`, `month`: of your institution for the product. */
    limit: 'operation_maximum' | 'order_maximum' | 'open_quotes' | 'coins_on_chain' | 'crypto_at_once' | 'day' | 'month'
    /** For `day` and `month`: what is limited. */
    product?: 'mint' | 'redeem' | 'withdraw' | 'trade' | 'onramp' | 'offramp' | undefined
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** For `day` and `month`: the whole limit. */
    amount?: string | undefined
    /** The maximum of a request now. */
    left: string
    /** The time of its full renewal, or null. */
    resets_at: string | null
  }[] | undefined
}

export interface QueryWithdrawalsRequest {
  /** The maximum number of rows: 1 to 500, 100 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Created at this time or later. */
  from?: string | undefined
  /** Created before this time. */
  to?: string | undefined
  /** `desc`, newest first, by default. */
  sort?: 'asc' | 'desc' | undefined
  withdrawalid?: string | undefined
  clreqid?: string | undefined
  asset?: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH' | undefined
  blockchain?: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC' | undefined
  status?: 'pending' | 'held' | 'completed' | 'rejected' | 'canceled' | 'failed' | undefined
  txid?: string | undefined
}

export interface QueryWithdrawalsRow {
  withdrawalid: string
  clreqid: string | null
  asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  blockchain: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC' | null
  /** A decimal number as a string, without trailing zeros. */
  quantity: string
  /** A decimal number as a string, without trailing zeros. */
  fee: string
  fee_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** The label of the bank account or of the address. */
  destination: string
  bankaccountid: string | null
  addressid: string | null
  /** The address that receives the coins; null for fiat. */
  address: string | null
  /** The bank account that receives the money, in canonical form; null on a chain. */
  identifier: string | null
  status: 'pending' | 'held' | 'completed' | 'rejected' | 'canceled' | 'failed'
  /** Its current step; see the table of states. */
  stage: 'requested' | 'screening' | 'travel_rule' | 'held' | 'approved' | 'sending' | 'confirming' | 'completed' | 'rejected' | 'canceled' | 'failed'
  /** Why it failed, in the words of the bank or the chain; or the day of the bank’s payment. */
  reason: string | null
  /** The reason why it waits; null if it is not held. `approval_required`: it needs a second approver of your institution in the portal. For all other reasons it is under review; contact support. */
  hold: {
    reason: 'aml_review' | 'sanctions_review' | 'travel_rule' | 'edd_required' | 'approval_required' | 'account_suspended' | 'debt_review'
    /** ISO 8601, UTC, with milliseconds. */
    since: string
    message: string
  } | null
  txids: string[]
  bankref: string | null
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string
}

export interface QueryWithdrawalsAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Null on the last page. */
  next_cursor: string | null
  withdrawals: QueryWithdrawalsRow[]
}

export interface CancelWithdrawalRequest {
  withdrawalid: string
  /** 1 to 64 of A-Z a-z 0-9 . _ : - */
  clreqid?: string | undefined
  /** `true`: every check runs, nothing is done, and no client id is used up. */
  validate?: boolean | undefined
}

export interface CancelWithdrawalAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  withdrawalid: string
  status: 'pending' | 'held' | 'completed' | 'rejected' | 'canceled' | 'failed'
  /** Present only if the request was validated. Canceling is free. */
  fee?: string | undefined
  fee_currency?: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH' | undefined
  validated: boolean
  /** The remainder of the limits, present only if the request was validated. */
  limits?: {
    /** `operation_maximum`: of a single mint or redemption; `order_maximum`: of a single order, quote or conversion; `open_quotes`: of one side of a pair; `coins_on_chain`: the maximum that can leave on that chain; `crypto_at_once`: the maximum that one withdrawal can take from our crypto addresses; `day`, `month`: of your institution for the product. */
    limit: 'operation_maximum' | 'order_maximum' | 'open_quotes' | 'coins_on_chain' | 'crypto_at_once' | 'day' | 'month'
    /** For `day` and `month`: what is limited. */
    product?: 'mint' | 'redeem' | 'withdraw' | 'trade' | 'onramp' | 'offramp' | undefined
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** For `day` and `month`: the whole limit. */
    amount?: string | undefined
    /** The maximum of a request now. */
    left: string
    /** The time of its full renewal, or null. */
    resets_at: string | null
  }[] | undefined
}

export interface QueryTransfersRequest {
  /** The maximum number of rows: 1 to 500, 100 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Created at this time or later. */
  from?: string | undefined
  /** Created before this time. */
  to?: string | undefined
  /** `desc`, newest first, by default. */
  sort?: 'asc' | 'desc' | undefined
  transferid?: string | undefined
  type?: 'deposit' | 'withdrawal' | 'internal' | undefined
  asset?: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH' | undefined
  blockchain?: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC' | undefined
  status?: 'pending' | 'held' | 'credited' | 'returned' | 'frozen' | 'seen' | 'confirming' | 'screening' | 'below_minimum' | 'returning' | 'orphaned' | 'completed' | 'rejected' | 'canceled' | 'failed' | undefined
}

export interface QueryTransfersRow {
  transferid: string
  type: 'deposit' | 'withdrawal' | 'internal'
  asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  blockchain: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC' | null
  /** A decimal number as a string, without trailing zeros. */
  quantity: string
  /** A decimal number as a string, without trailing zeros. */
  fee: string
  fee_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  status: string
  bankref: string | null
  /** The sender of a deposit, or the label of the destination of a withdrawal. */
  counterparty: string | null
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string
}

export interface QueryTransfersAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Null on the last page. */
  next_cursor: string | null
  transfers: QueryTransfersRow[]
}

export interface StatementRequest {
  /** The first moment of the period. */
  from: string
  /** The first moment after it. */
  to: string
  /** A symbol from /client/assets. */
  asset?: string | undefined
  format?: 'json' | 'csv' | 'camt053' | undefined
}

export interface StatementAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  format: 'json' | 'csv' | 'camt053'
  /** ISO 8601, UTC, with milliseconds. */
  from: string
  /** The end of the statement, which is the requested end, or the moment of the call if that is earlier. Everything before it is final. */
  to: string
  statements: {
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** A decimal number as a string, without trailing zeros. */
    opening: string
    /** A decimal number as a string, without trailing zeros. */
    closing: string
    /** Empty in the formats that carry them in `documents`. */
    movements: {
      /** ISO 8601, UTC, with milliseconds. */
      at: string
      /** The kind of movement. */
      kind: string
      /** The id of the operation; `reftype` names its field in its list. */
      ref: string
      reftype: 'depositid' | 'withdrawalid' | 'requestid' | 'ordid' | 'conversionid' | 'paymentid' | null
      /** The bank’s reference; null if no bank was involved, or the bank had not reported it by then. */
      bankref: string | null
      value_date: string | null
      /** The movement in words. */
      phrase: string
      /** The other party, or its address on a chain; null means none, or unknown. */
      counterparty: string | null
      /** A decimal number as a string; outgoing amounts are negative. */
      amount: string
      /** A decimal number as a string, without trailing zeros. */
      balance: string
    }[]
  }[]
  documents: {
    /** Null means all assets. */
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH' | null
    /** A file name. */
    name: string
    mediatype: string
    content: string
  }[]
}

export interface MintTokensRequest {
  /** `VCHF` or `VGBP`. */
  asset: string
  /** A code from the coin’s blockchains in /client/assets. */
  blockchain: string
  /** A decimal number as a string, with at most 2 decimals. */
  quantity: Amount
  /** Address, id or label of a whitelisted wallet; if absent, your Platform balance. */
  destination?: string | undefined
  /** New coins, or coins from the house’s own inventory. `auto` by default: new coins where possible. */
  fulfilment?: 'auto' | 'issuance' | 'trade' | undefined
  /** The coin’s own currency by default. The other fiat, BTC, ETH or USDC is converted first. */
  funding_currency?: string | undefined
  /** The maximum to spend, in the funding currency, network fees included; at least the current estimate. By default the estimate and the tolerance that the receipt shows. While converting would cost more, the mint waits. See `cancelMint`. */
  max_spent?: Amount | undefined
  /** 1 to 64 of A-Z a-z 0-9 . _ : - */
  clreqid?: string | undefined
  /** `true`: every check runs, nothing is done, and no client id is used up. */
  validate?: boolean | undefined
}

export interface MintTokensAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  /** Hash of the transaction; empty without one: held, being funded, waiting for the reserve. */
  txid: string
  /** Empty when the request was only validated. */
  requestid: string
  /** A decimal number as a string, without trailing zeros. */
  fee: string
  fee_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** Fee included. */
  spent: string
  spent_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** True until the funding is converted. Until then `spent` and `fee` are estimates. Afterwards querySupplyChanges has the amount spent, which is never more than `max_spent`. */
  estimated: boolean
  /** Label of the wallet; null means your Platform balance. */
  destination: string | null
  /** The address that receives the coins; null for fiat. */
  address: string | null
  /** The maximum that it spends of `spent_currency`. */
  max_spent: string
  /** The reason why it waits; null if it is not held. `approval_required`: it needs a second approver of your institution in the portal. For all other reasons it is under review; contact support. */
  hold: {
    reason: 'aml_review' | 'sanctions_review' | 'travel_rule' | 'edd_required' | 'approval_required' | 'account_suspended' | 'debt_review'
    /** ISO 8601, UTC, with milliseconds. */
    since: string
    message: string
  } | null
  status: 'pending' | 'held' | 'settled' | 'rejected' | 'canceled' | 'failed'
  validated: boolean
  /** The remainder of the limits, present only if the request was validated. */
  limits?: {
    /** `operation_maximum`: of a single mint or redemption; `order_maximum`: of a single order, quote or conversion; `open_quotes`: of one side of a pair; `coins_on_chain`: the maximum that can leave on that chain; `crypto_at_once`: the maximum that one withdrawal can take from our crypto addresses; `day`, `month`: of your institution for the product. */
    limit: 'operation_maximum' | 'order_maximum' | 'open_quotes' | 'coins_on_chain' | 'crypto_at_once' | 'day' | 'month'
    /** For `day` and `month`: what is limited. */
    product?: 'mint' | 'redeem' | 'withdraw' | 'trade' | 'onramp' | 'offramp' | undefined
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** For `day` and `month`: the whole limit. */
    amount?: string | undefined
    /** The maximum of a request now. */
    left: string
    /** The time of its full renewal, or null. */
    resets_at: string | null
  }[] | undefined
}

export interface CancelMintRequest {
  requestid: string
  /** 1 to 64 of A-Z a-z 0-9 . _ : - */
  clreqid?: string | undefined
  /** `true`: every check runs, nothing is done, and no client id is used up. */
  validate?: boolean | undefined
}

export interface CancelMintAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  requestid: string
  status: 'pending' | 'held' | 'settled' | 'rejected' | 'canceled' | 'failed'
  /** Present only if the request was validated. Canceling is free. */
  fee?: string | undefined
  fee_currency?: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH' | undefined
  validated: boolean
  /** The remainder of the limits, present only if the request was validated. */
  limits?: {
    /** `operation_maximum`: of a single mint or redemption; `order_maximum`: of a single order, quote or conversion; `open_quotes`: of one side of a pair; `coins_on_chain`: the maximum that can leave on that chain; `crypto_at_once`: the maximum that one withdrawal can take from our crypto addresses; `day`, `month`: of your institution for the product. */
    limit: 'operation_maximum' | 'order_maximum' | 'open_quotes' | 'coins_on_chain' | 'crypto_at_once' | 'day' | 'month'
    /** For `day` and `month`: what is limited. */
    product?: 'mint' | 'redeem' | 'withdraw' | 'trade' | 'onramp' | 'offramp' | undefined
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** For `day` and `month`: the whole limit. */
    amount?: string | undefined
    /** The maximum of a request now. */
    left: string
    /** The time of its full renewal, or null. */
    resets_at: string | null
  }[] | undefined
}

export interface RedeemTokensRequest {
  /** `VCHF` or `VGBP`. */
  asset: string
  /** A code from the coin’s blockchains in /client/assets. */
  blockchain: string
  /** A decimal number as a string, with at most 2 decimals. */
  quantity: Amount
  /** Its account number, its id or its label; if absent, your balance. */
  bankaccount?: string | undefined
  /** 1 to 64 of A-Z a-z 0-9 . _ : - */
  clreqid?: string | undefined
  /** `true`: every check runs, nothing is done, and no client id is used up. */
  validate?: boolean | undefined
}

export interface RedeemTokensAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  /** Hash of the transaction; empty without one: held, being funded, waiting for the reserve. */
  txid: string
  /** Empty when the request was only validated. */
  requestid: string
  /** A decimal number as a string, without trailing zeros. */
  fee: string
  fee_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** A decimal number as a string, without trailing zeros. */
  received: string
  received_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** Label of the bank account; null means your balance. */
  destination: string | null
  /** The bank account that receives the money, in canonical form; null on a chain. */
  identifier: string | null
  status: 'pending' | 'held' | 'settled' | 'rejected' | 'canceled' | 'failed'
  validated: boolean
  /** The remainder of the limits, present only if the request was validated. */
  limits?: {
    /** `operation_maximum`: of a single mint or redemption; `order_maximum`: of a single order, quote or conversion; `open_quotes`: of one side of a pair; `coins_on_chain`: the maximum that can leave on that chain; `crypto_at_once`: the maximum that one withdrawal can take from our crypto addresses; `day`, `month`: of your institution for the product. */
    limit: 'operation_maximum' | 'order_maximum' | 'open_quotes' | 'coins_on_chain' | 'crypto_at_once' | 'day' | 'month'
    /** For `day` and `month`: what is limited. */
    product?: 'mint' | 'redeem' | 'withdraw' | 'trade' | 'onramp' | 'offramp' | undefined
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** For `day` and `month`: the whole limit. */
    amount?: string | undefined
    /** The maximum of a request now. */
    left: string
    /** The time of its full renewal, or null. */
    resets_at: string | null
  }[] | undefined
  /** The reason why it waits; null if it is not held. `approval_required`: it needs a second approver of your institution in the portal. For all other reasons it is under review; contact support. */
  hold: {
    reason: 'aml_review' | 'sanctions_review' | 'travel_rule' | 'edd_required' | 'approval_required' | 'account_suspended' | 'debt_review'
    /** ISO 8601, UTC, with milliseconds. */
    since: string
    message: string
  } | null
}

export interface QuerySupplyChangesRequest {
  /** The maximum number of rows: 1 to 500, 100 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Created at this time or later. */
  from?: string | undefined
  /** Created before this time. */
  to?: string | undefined
  /** `desc`, newest first, by default. */
  sort?: 'asc' | 'desc' | undefined
  asset?: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH' | undefined
  requestid?: string | undefined
  txid?: string | undefined
  clreqid?: string | undefined
  type?: 'mint' | 'redeem' | undefined
  status?: 'pending' | 'held' | 'settled' | 'rejected' | 'canceled' | 'failed' | 'completed' | undefined
  blockchain?: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC' | undefined
}

export interface QuerySupplyChangesRow {
  requestid: string
  clreqid: string | null
  type: 'mint' | 'redeem'
  asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  blockchain: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC'
  /** A decimal number as a string, without trailing zeros. */
  quantity: string
  status: 'pending' | 'held' | 'settled' | 'rejected' | 'canceled' | 'failed'
  /** Its current step; see the table of states. */
  stage: 'requested' | 'funding' | 'screening' | 'held' | 'funded' | 'waiting_reserve' | 'sending' | 'confirming' | 'settled' | 'rejected' | 'canceled' | 'failed' | 'burning' | 'paying' | 'returned'
  /** The reason why the change failed, was fulfilled differently or waits. */
  reason: string | null
  /** The reason why it waits; null if it is not held. `approval_required`: it needs a second approver of your institution in the portal. For all other reasons it is under review; contact support. */
  hold: {
    reason: 'aml_review' | 'sanctions_review' | 'travel_rule' | 'edd_required' | 'approval_required' | 'account_suspended' | 'debt_review'
    /** ISO 8601, UTC, with milliseconds. */
    since: string
    message: string
  } | null
  fulfilment: 'issuance' | 'trade'
  /** Label of the wallet or the bank account; null means the balance. */
  destination: string | null
  /** The address that receives the coins; null for fiat. */
  address: string | null
  /** The bank account that receives the money, in canonical form; null on a chain. */
  identifier: string | null
  /** Hash of the transaction; empty without one: held, being funded, waiting for the reserve. */
  txid: string
  /** Every hash of its transaction; a fee bump adds one. */
  txids: string[]
  /** A decimal number as a string, without trailing zeros. */
  fee: string
  fee_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** For a redemption, the coins. */
  spent: string
  spent_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** True until the funding is converted. Until then `spent` and `fee` are estimates. Afterwards querySupplyChanges has the amount spent, which is never more than `max_spent`. */
  estimated: boolean
  /** For a redemption, the amount paid after the fee. Null for a mint, and if the coins were returned. */
  received: string | null
  received_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH' | null
  /** The bank’s reference of the payout of a redemption, once it is booked. */
  bankref: string | null
  /** The maximum that a mint spends of `spent_currency`; null for a redemption. */
  max_spent: string | null
  settled_at: string | null
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string
}

export interface QuerySupplyChangesAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Null on the last page. */
  next_cursor: string | null
  supplychanges: QuerySupplyChangesRow[]
}

export interface AddPaymentRailRequest {
  railtype: 'FiatToStablecoin' | 'StablecoinToFiat'
  sender: {
    partyname: {
      name: string
    }
    address: {
      /** ISO 3166, two letters. */
      country: string
    }
    /** The kind of party. */
    partytype: 'company' | 'individual'
  }
  recipient?: {
    partyname: {
      name: string
    }
    address: {
      /** ISO 3166, two letters. */
      country: string
    }
    /** The kind of party. */
    partytype: 'company' | 'individual'
  } | undefined
  wallet?: {
    /** A whitelisted wallet: its address, label or id. */
    destination: string
    memo?: string | undefined
  } | undefined
  bankaccount?: {
    /** IBAN, or sort code and account number. */
    destination: string
  } | undefined
  instructions: {
    asset: string
    currency: string
    blockchain: string
  }
  /** 1 to 64 of A-Z a-z 0-9 . _ : - */
  clreqid?: string | undefined
  /** `true`: every check runs, nothing is done, and no client id is used up. */
  validate?: boolean | undefined
}

export interface AddPaymentRailAnswer {
  /** A UUID; empty when the request was only validated. */
  railid: string
  status: 'pending' | 'active' | 'held' | 'rejected' | 'suspended' | 'closed'
  reason: string | null
  /** Label of the whitelisted wallet; null for a bank account and for a rejected rail. */
  destination: string | null
  /** The address that receives the coins; null for fiat. */
  address: string | null
  /** The bank account that receives the money, in canonical form; null on a chain. */
  identifier: string | null
  /** This field and the following fields are present only if the request was validated. Registering a rail is free. */
  fee?: string | undefined
  fee_currency?: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH' | undefined
  /** Our fee on each payment over the rail, in basis points; the provider’s spread is added to it. */
  payment_fee_bps?: number | undefined
  validated: boolean
  /** The remainder of the limits, present only if the request was validated. */
  limits?: {
    /** `operation_maximum`: of a single mint or redemption; `order_maximum`: of a single order, quote or conversion; `open_quotes`: of one side of a pair; `coins_on_chain`: the maximum that can leave on that chain; `crypto_at_once`: the maximum that one withdrawal can take from our crypto addresses; `day`, `month`: of your institution for the product. */
    limit: 'operation_maximum' | 'order_maximum' | 'open_quotes' | 'coins_on_chain' | 'crypto_at_once' | 'day' | 'month'
    /** For `day` and `month`: what is limited. */
    product?: 'mint' | 'redeem' | 'withdraw' | 'trade' | 'onramp' | 'offramp' | undefined
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** For `day` and `month`: the whole limit. */
    amount?: string | undefined
    /** The maximum of a request now. */
    left: string
    /** The time of its full renewal, or null. */
    resets_at: string | null
  }[] | undefined
}

export interface QueryPaymentRailsRequest {
  /** The maximum number of rows: 1 to 500, 100 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Created at this time or later. */
  from?: string | undefined
  /** Created before this time. */
  to?: string | undefined
  /** `desc`, newest first, by default. */
  sort?: 'asc' | 'desc' | undefined
  railid?: string | undefined
  railtype?: 'FiatToStablecoin' | 'StablecoinToFiat' | undefined
  status?: 'pending' | 'active' | 'held' | 'rejected' | 'suspended' | 'closed' | undefined
  asset?: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH' | undefined
  blockchain?: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC' | undefined
}

export interface QueryPaymentRailsRow {
  railid: string
  clreqid: string | null
  railtype: 'FiatToStablecoin' | 'StablecoinToFiat'
  status: 'pending' | 'active' | 'held' | 'rejected' | 'suspended' | 'closed'
  reason: string | null
  /** The reason why it waits; null if it is not held. `approval_required`: it needs a second approver of your institution in the portal. For all other reasons it is under review; contact support. */
  hold: {
    reason: 'aml_review' | 'sanctions_review' | 'travel_rule' | 'edd_required' | 'approval_required' | 'account_suspended' | 'debt_review'
    /** ISO 8601, UTC, with milliseconds. */
    since: string
    message: string
  } | null
  sender: {
    partyname: {
      name: string
    }
    address: {
      /** ISO 3166, two letters. */
      country: string
    }
    /** The kind of party. */
    partytype: 'company' | 'individual'
  }
  recipient: {
    partyname: {
      name: string
    }
    address: {
      /** ISO 3166, two letters. */
      country: string
    }
    /** The kind of party. */
    partytype: 'company' | 'individual'
  } | null
  wallet: {
    /** The address itself. */
    destination: string
    /** Its label in the list of addresses. */
    label: string | null
    memo: string | null
  } | null
  bankaccount: {
    destination: string
  } | null
  instructions: {
    asset: string
    currency: string
    blockchain: string
  }
  /** Where to send money; null while the rail is not active. */
  fundinginstructions: {
    iban: string
    bic: string
    accountname: string
    reference: string
    currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  } | {
    address: string
    memo: string | null
    blockchain: 'ETH' | 'BASE' | 'ARB' | 'AVAX' | 'POL' | 'CELO' | 'SOL' | 'BTC'
    asset: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
    /** A decimal number as a string, without trailing zeros. */
    min_amount: string
  } | null
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string
}

export interface QueryPaymentRailsAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Null on the last page. */
  next_cursor: string | null
  rails: QueryPaymentRailsRow[]
}

export interface QueryPaymentsRequest {
  /** The maximum number of rows: 1 to 500, 100 by default. */
  limit?: number | undefined
  /** `next_cursor` of the previous page. */
  cursor?: string | undefined
  /** Created at this time or later. */
  from?: string | undefined
  /** Created before this time. */
  to?: string | undefined
  /** `desc`, newest first, by default. */
  sort?: 'asc' | 'desc' | undefined
  paymentid?: string | undefined
  railid?: string | undefined
  status?: 'received' | 'pending' | 'held' | 'converting' | 'sent' | 'completed' | 'rejected' | 'returned' | 'credited' | 'failed' | undefined
  txid?: string | undefined
}

export interface QueryPaymentsRow {
  paymentid: string
  railid: string
  status: 'received' | 'pending' | 'held' | 'converting' | 'sent' | 'completed' | 'rejected' | 'returned' | 'credited' | 'failed'
  /** Why it failed or waits, or the day of the bank’s payment. */
  reason: string | null
  /** The reason why it waits; null if it is not held. `approval_required`: it needs a second approver of your institution in the portal. For all other reasons it is under review; contact support. */
  hold: {
    reason: 'aml_review' | 'sanctions_review' | 'travel_rule' | 'edd_required' | 'approval_required' | 'account_suspended' | 'debt_review'
    /** ISO 8601, UTC, with milliseconds. */
    since: string
    message: string
  } | null
  /** A decimal number as a string, without trailing zeros. */
  received: string
  received_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  sent: string | null
  sent_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  /** Coins and their fiat exchange at par. */
  rate: string
  /** Our fee and the provider’s spread together; each is in `legs`. */
  fee: string
  fee_currency: 'VCHF' | 'VGBP' | 'CHF' | 'GBP' | 'USDC' | 'BTC' | 'ETH'
  txid: string | null
  bankref: string | null
  completed_at: string | null
  legs: {
    leg: string
    status: string
    /** ISO 8601, UTC, with milliseconds. */
    at: string
    ref: string | null
  }[]
  /** ISO 8601, UTC, with milliseconds. */
  created_at: string
  /** ISO 8601, UTC, with milliseconds. */
  updated_at: string
}

export interface QueryPaymentsAnswer {
  /** ISO 8601, UTC, with milliseconds. */
  timestamp: string
  result: 'ok'
  /** Null on the last page. */
  next_cursor: string | null
  payments: QueryPaymentsRow[]
}

/** A method for each call of the API. */
export interface Calls {
  /** List supported assets. Stablecoins, currencies and crypto assets, with their chains. */
  getAssets: Call<GetAssetsRequest, GetAssetsAnswer>
  /** List tradable symbols. Order sizes are in the base asset, prices in quote per base. */
  getTradingPairs: Call<GetTradingPairsRequest, GetTradingPairsAnswer>
  /** Best prices. The current best level of each pair: `b` is the bid, `a` the ask. Prices are indicative, because an order is decided when it arrives. */
  getQuotes: Call<GetQuotesRequest, GetQuotesAnswer>
  /** Reserves of the coins. For each coin its supply on each chain, and its reserves. */
  getReserves: Call<GetReservesRequest, GetReservesAnswer>
  /** Status of the service. `halted`: stopped on purpose by an operator. `degraded`: works in part, see the notice. `offline`: not reachable or not part of this installation. */
  getStatus: Call<GetStatusRequest, GetStatusAnswer>
  /** Time of the service. Compare it with your own clock when a nonce is refused. */
  getTime: Call<GetTimeRequest, GetTimeAnswer>
  /** Balances. One entry per asset. `pending` is arriving, leaving or under review. */
  accountBalance: Call<AccountBalanceRequest, AccountBalanceAnswer>
  /** Rights and limits of the key. Scopes, remaining limits, and the last accepted nonce, which is the nonce of this call. */
  keyInfo: Call<KeyInfoRequest, KeyInfoAnswer>
  /** Place a fill-or-kill limit order. Fills completely, at the limit or better, or not at all. The answer says which. Always check `error`: a rejected order is answered with HTTP status 200. The same `clordid` with the same content gets the same answer and is filled once. */
  addOrder: Call<AddOrderRequest, AddOrderAnswer>
  /** Orders. Orders with their status, newest first. Find one by `clordid` after a lost answer. */
  queryOrders: ListCall<QueryOrdersRequest, QueryOrdersAnswer, QueryOrdersRow>
  /** Trades. One for each filled order, settled at the same time. Newest first. */
  queryTrades: ListCall<QueryTradesRequest, QueryTradesAnswer, QueryTradesRow>
  /** Request a firm quote. A price of the house’s desk, valid for ten seconds. Accept it with `convert`. A quote reserves none of your balance. `halted`: the pair is halted; `service_unavailable`: the desk does not quote the pair now; `max_amount_exceeded`: the desk cannot deliver this quantity now. */
  requestQuote: Call<RequestQuoteRequest, RequestQuoteAnswer>
  /** Convert. Accepts a firm quote (`quoteid`), once; or converts `quantity` of one asset into at least `min_received` of another, at the desk’s current price. If you sell the quote currency, it spends only the amount that buys whole steps of the base, and the rest stays with you. Always check `status`: a conversion that the desk cannot execute at that price is `rejected` with HTTP status 200, and no money moves. A quote whose conversion was rejected is used up; after `insufficient_balance` it can still be accepted. */
  convert: Call<ConvertRequest, ConvertAnswer>
  /** Conversions. Conversions, completed and rejected, newest first. Find one by `clreqid` or `quoteid` after a lost answer. */
  queryConversions: ListCall<QueryConversionsRequest, QueryConversionsAnswer, QueryConversionsRow>
  /** Changes. Every change of state, oldest first: orders, deposits, withdrawals, mints, redemptions, rails, payments, addresses, agreements, KYB and keys; conversions are complete in their call. Store `next_cursor` and continue with it, so that no event is omitted and none is repeated. With `wait` an empty answer is delayed until there is an event, or the time is over. */
  queryEvents: Call<QueryEventsRequest, QueryEventsAnswer>
  /** Deposit details. For CHF and GBP the bank details with your own reference: QR-IBAN and QR reference, or sort code and an account number of your own. Quote the reference, or the wire waits to be identified. For coins and crypto a permanent address of your own on that chain; for BTC, ETH and USDC it is your transitional wallet. Deposits below `min_deposit` are credited when together they reach it. */
  depositAddress: Call<DepositAddressRequest, DepositAddressAnswer>
  /** Deposits. Wires attributed to you, and deposits at your addresses, newest first. A deposit on a chain is `confirming` until it has the chain’s confirmations, and `orphaned` when the chain drops it. A deposit refused after review is `returning` and then `returned`, less the network fee of a withdrawal, or `frozen`; `reason` says why. */
  queryDeposits: ListCall<QueryDepositsRequest, QueryDepositsAnswer, QueryDepositsRow>
  /** Whitelisted addresses. The addresses that you may send coins to, newest first. Addresses are whitelisted in the portal; a `Confirmed` one can be used. */
  withdrawAddresses: ListCall<WithdrawAddressesRequest, WithdrawAddressesAnswer, WithdrawAddressesRow>
  /** Registered bank accounts. The accounts for your payouts of CHF and GBP, newest first. Accounts are registered in the portal; an `active` one can be used. `unconfirmed`: its ownership is not confirmed yet, and our staff decide. */
  bankAccounts: ListCall<BankAccountsRequest, BankAccountsAnswer, BankAccountsRow>
  /** Pay out. Pays CHF or GBP to a bank account that is registered for you, free of charge: `destination` is its account number, its id or its label. Sends VCHF, VGBP, USDC, ETH or BTC to a whitelisted address on `blockchain`, or on the only chain where it is listed: `destination` is the address itself, its id or its label. A valid address or account number always means itself, and the answer shows the resolved destination. The network fee is added to the quantity, and settlement takes about three hours. Follow the status with `queryWithdrawals`; a payment that the bank returns or the chain refuses is `failed`, and its money is available again. Above the amount that your institution has chosen it is `held` with the reason `approval_required` until a second approver approves it in the portal; refused, or not approved within seven days, it is `rejected`. */
  withdraw: Call<WithdrawRequest, WithdrawAnswer>
  /** Withdrawals. Your withdrawals, newest first. */
  queryWithdrawals: ListCall<QueryWithdrawalsRequest, QueryWithdrawalsAnswer, QueryWithdrawalsRow>
  /** Cancel a withdrawal. Cancels a withdrawal until it is signed for its chain or in an order to the bank, even while it is held. Its money is available again. */
  cancelWithdrawal: Call<CancelWithdrawalRequest, CancelWithdrawalAnswer>
  /** Deposits and withdrawals in one list. Newest first. `transferid` is the id of the deposit or the withdrawal. */
  queryTransfers: ListCall<QueryTransfersRequest, QueryTransfersAnswer, QueryTransfersRow>
  /** Statement of account. Opening balance, movements and closing balance of a period for each asset, where opening + movements = closing. Balances are the total of available and pending. `csv` and `camt053` are text inside the JSON answer. There is one CSV for all assets, and one camt.053.001.08 for each of CHF and GBP, numbered per currency. A period with more than 10,000 movements is refused. Request a shorter one. A statement never changes. An unfinished period ends at the moment of the call, which `to` reports, and later bookings are dated after it. */
  statement: Call<StatementRequest, StatementAnswer>
  /** Mint coins. Issues coins for your money, at par, to your Platform balance or to a whitelisted wallet. At least the equivalent of GBP 100,000. `txid` is the hash of the signed transaction. Settlement takes about three hours. Follow it with `querySupplyChanges`. To a wallet, above the amount that your institution has chosen, it is `held` with the reason `approval_required` until a second approver approves it in the portal. */
  mintTokens: Call<MintTokensRequest, MintTokensAnswer>
  /** Cancel a mint funded by crypto or the other fiat. Cancels a mint that waits for its money or for a price within `max_spent`, until the provider is asked to convert. The held amount is available again; crypto already at the provider stays there and pays for your next mint. */
  cancelMint: Call<CancelMintRequest, CancelMintAnswer>
  /** Redeem coins. Burns coins of your Platform balance on that chain and pays their value at par: to your balance, or to a bank account that is registered for you. If the bank does not execute the payout, the proceeds are credited to your balance. A payout to a bank account above the amount that your institution has chosen for withdrawals waits for a second approver. */
  redeemTokens: Call<RedeemTokensRequest, RedeemTokensAnswer>
  /** Mints and redemptions. Newest first. `txid` matches every hash that a transaction ever had. `completed` means `settled`. */
  querySupplyChanges: ListCall<QuerySupplyChangesRequest, QuerySupplyChangesAnswer, QuerySupplyChangesRow>
  /** Register a payment rail. JSON, signed over its canonical form. An on-ramp (`FiatToStablecoin`) has a `wallet`, an off-ramp (`StablecoinToFiat`) a `bankaccount`. A well-formed request that cannot be served is answered with `rejected` and a reason. `queryPaymentRails` has the payment details once the rail is `active`. */
  addPaymentRail: Call<AddPaymentRailRequest, AddPaymentRailAnswer>
  /** Payment rails. Rails with their status and, once active, their payment details. Newest first. */
  queryPaymentRails: ListCall<QueryPaymentRailsRequest, QueryPaymentRailsAnswer, QueryPaymentRailsRow>
  /** Payments over rails. One for each incoming payment, with each of its legs. Newest first. */
  queryPayments: ListCall<QueryPaymentsRequest, QueryPaymentsAnswer, QueryPaymentsRow>
}

export type CallName = keyof Calls

export const version = '0.1.0'

/** The transport of each call. `list`: the field with the rows of a page. `id`: the client id by which a write is done once. */
export const callTable = {
  getAssets: { method: 'GET', path: 'client/assets', body: 'none' },
  getTradingPairs: { method: 'GET', path: 'client/tradingPairs', body: 'none' },
  getQuotes: { method: 'GET', path: 'client/quotes', body: 'none' },
  getReserves: { method: 'GET', path: 'client/reserves', body: 'none' },
  getStatus: { method: 'GET', path: 'client/status', body: 'none' },
  getTime: { method: 'GET', path: 'client/time', body: 'none' },
  accountBalance: { method: 'POST', path: 'private/accountBalance', body: 'form' },
  keyInfo: { method: 'POST', path: 'private/keyInfo', body: 'form' },
  addOrder: { method: 'POST', path: 'private/addOrder', body: 'form', id: 'clordid' },
  queryOrders: { method: 'POST', path: 'private/queryOrders', body: 'form', list: 'orders' },
  queryTrades: { method: 'POST', path: 'private/queryTrades', body: 'form', list: 'trades' },
  requestQuote: { method: 'POST', path: 'private/requestQuote', body: 'form', id: 'clreqid' },
  convert: { method: 'POST', path: 'private/convert', body: 'form', id: 'clreqid' },
  queryConversions: { method: 'POST', path: 'private/queryConversions', body: 'form', list: 'conversions' },
  queryEvents: { method: 'POST', path: 'private/queryEvents', body: 'form' },
  depositAddress: { method: 'POST', path: 'private/depositAddress', body: 'form' },
  queryDeposits: { method: 'POST', path: 'private/queryDeposits', body: 'form', list: 'deposits' },
  withdrawAddresses: { method: 'POST', path: 'private/withdrawAddresses', body: 'form', list: 'addresses' },
  bankAccounts: { method: 'POST', path: 'private/bankAccounts', body: 'form', list: 'accounts' },
  withdraw: { method: 'POST', path: 'private/withdraw', body: 'form', id: 'clreqid' },
  queryWithdrawals: { method: 'POST', path: 'private/queryWithdrawals', body: 'form', list: 'withdrawals' },
  cancelWithdrawal: { method: 'POST', path: 'private/cancelWithdrawal', body: 'form', id: 'clreqid' },
  queryTransfers: { method: 'POST', path: 'private/queryTransfers', body: 'form', list: 'transfers' },
  statement: { method: 'POST', path: 'private/statement', body: 'form' },
  mintTokens: { method: 'POST', path: 'private/mintTokens', body: 'form', id: 'clreqid' },
  cancelMint: { method: 'POST', path: 'private/cancelMint', body: 'form', id: 'clreqid' },
  redeemTokens: { method: 'POST', path: 'private/redeemTokens', body: 'form', id: 'clreqid' },
  querySupplyChanges: { method: 'POST', path: 'private/querySupplyChanges', body: 'form', list: 'supplychanges' },
  addPaymentRail: { method: 'POST', path: 'private/addPaymentRail', body: 'json', id: 'clreqid' },
  queryPaymentRails: { method: 'POST', path: 'private/queryPaymentRails', body: 'form', list: 'rails' },
  queryPayments: { method: 'POST', path: 'private/queryPayments', body: 'form', list: 'payments' },
} as const
