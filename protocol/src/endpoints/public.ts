import { z } from 'zod'
import { fiatCodes } from '../assets.ts'
import { endpoint } from './endpoint.ts'
import { assetCode, chainCode, decimal, environment, isoTime } from '../fields.ts'

// Unsigned calls.

const fiatCode = assetCode.extract(fiatCodes)

const asset = z.object({
  symbol: assetCode,
  name: z.string(),
  type: z.enum(['stablecoin', 'fiat', 'crypto']),
  decimals: z.int().meta({ description: 'The minimum amount is 10^-decimals.' }),
  fiat: fiatCode.nullable().meta({ description: 'The redemption currency of the coin, at par.' }),
  blockchains: z.array(
    z.object({
      blockchain: chainCode,
      contract: z.string().nullable().meta({ description: 'Null for a chain’s own coin or before deployment.' }),
      decimals: z.int(),
      confirmations: z.int(),
      min_deposit: decimal,
      min_withdraw: decimal,
      withdraw_fee: decimal,
    }),
  ),
  min_mint: decimal.nullable().meta({ description: 'The minimum mint, in min_mint_currency.' }),
  min_mint_currency: fiatCode.nullable(),
  min_redeem: decimal.nullable(),
})

export const getAssets = endpoint({
  name: 'getAssets',
  access: 'public',
  method: 'GET',
  path: '/client/assets',
  body: 'none',
  tag: 'Reference',
  summary: 'List supported assets',
  description: 'Stablecoins, currencies and crypto assets, with their chains.',
  request: z.strictObject({}),
  response: z.object({ assets: z.array(asset) }),
  errors: [],
})

const pairStatus = z.enum(['online', 'offline'])

const tradingPair = z.object({
  symbol: z.string().meta({ description: 'BASE/QUOTE', examples: ['VCHF/CHF'] }),
  base: assetCode,
  quote: assetCode,
  status: pairStatus,
  min_order_size: decimal,
  max_order_size: decimal,
  qty_decimals: z.int(),
  price_decimals: z.int(),
  price_band_bps: z.int().meta({ description: 'The maximum distance of a limit from the market, in basis points.' }),
  fee_bps: z.int(),
})

export const getTradingPairs = endpoint({
  name: 'getTradingPairs',
  access: 'public',
  method: 'GET',
  path: '/client/tradingPairs',
  body: 'none',
  tag: 'Reference',
  summary: 'List tradable symbols',
  description: 'Order sizes are in the base asset, prices in quote per base.',
  request: z.strictObject({ status: pairStatus.optional().meta({ description: 'Only pairs in this status.' }) }),
  response: z.object({ pairs: z.array(tradingPair) }),
  errors: [],
})

const service = z.enum(['ledger', 'deposits', 'withdrawals', 'minting', 'redemption', 'trading', 'rails'])

export const getStatus = endpoint({
  name: 'getStatus',
  access: 'public',
  method: 'GET',
  path: '/client/status',
  body: 'none',
  tag: 'Reference',
  summary: 'Status of the service',
  description:
    '`halted`: stopped on purpose by an operator. `degraded`: works in part, see the notice. `offline`: not reachable or not part of this installation.',
  request: z.strictObject({}),
  response: z.object({
    timestamp: isoTime,
    environment,
    version: z.string(),
    status: z.enum(['online', 'degraded']),
    blockchains: z
      .array(
        z.object({
          blockchain: chainCode,
          status: z.enum(['online', 'degraded', 'offline']),
          notice: z.string().nullable(),
        }),
      )
      .meta({
        description:
          '`degraded`: unreliable now, deposits there are not credited meanwhile. `offline`: not part of this installation.',
      }),
    services: z.array(
      z.object({ service, status: z.enum(['online', 'degraded', 'offline', 'halted']), notice: z.string().nullable() }),
    ),
    halts: z
      .array(
        z.object({
          what: z.string().meta({ description: 'As in `details.what` of `halted`.', examples: ['withdraw:CHF'] }),
          title: z.string().meta({ examples: ['Withdrawal of CHF'] }),
          since: isoTime,
        }),
      )
      .meta({ description: 'What is halted on purpose now. What was accepted before waits, and continues later.' }),
  }),
  errors: [],
})

export const getTime = endpoint({
  name: 'getTime',
  access: 'public',
  method: 'GET',
  path: '/client/time',
  body: 'none',
  tag: 'Reference',
  summary: 'Time of the service',
  description: 'Compare it with your own clock when a nonce is refused.',
  request: z.strictObject({}),
  response: z.object({
    timestamp: isoTime,
    unix_ms: z.int().meta({ description: 'UNIX time in milliseconds.', examples: [1794657600000] }),
  }),
  errors: [],
})
