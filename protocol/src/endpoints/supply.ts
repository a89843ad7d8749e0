import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import type { ErrorCode } from '../errors.ts'
import {
  aClientId,
  anId,
  assetCode,
  chainCode,
  clientId,
  decimal,
  isoTime,
  pageAnswer,
  queryFields,
  soughtText,
  uuid,
  validate,
  validation,
} from '../fields.ts'
import { machines, statesOf } from '../machines.ts'
import { canceled, hold, resolvedAccount, resolvedAddress, publicStates, symbol } from './transfers.ts'

// Minting and redemption of coins, and their reserves.

const supplyStatus = z.enum([...new Set([...publicStates(machines.mint), ...publicStates(machines.redemption)])])
const stage = z.enum([...new Set([...statesOf(machines.mint), ...statesOf(machines.redemption)])])
const coin = symbol.meta({ description: '`VCHF` or `VGBP`.', examples: ['VCHF'] })
const carrier = z
  .string()
  .max(16)
  .meta({ description: 'A code from the coin’s blockchains in /client/assets.', examples: ['ETH'] })
const quantity = z
  .string()
  .max(40)
  .meta({ description: 'A decimal number as a string, with at most 2 decimals.', examples: ['250000'] })
const txid = z.string().meta({
  description: 'Hash of the transaction; empty without one: held, being funded, waiting for the reserve.',
  examples: ['0x5f2c0d3c1b7a4e0f9d8c6b5a493827160f1e2d3c4b5a69788796a5b4c3d2e1f0'],
})
const requestid = z.string().meta({
  description: 'Empty when the request was only validated.',
  examples: ['01a1dd43-ac0c-7e54-8089-855b9399b74a'],
})
export const fulfilments = ['issuance', 'trade'] as const
const changeType = z.enum(['mint', 'redeem'])

const estimated = z.boolean().meta({
  description:
    'True until the funding is converted. Until then `spent` and `fee` are estimates. Afterwards querySupplyChanges has the amount spent, which is never more than `max_spent`.',
})

/** The common fields of both requests. */
const coins = { asset: coin, blockchain: carrier, quantity }
const once = { clreqid: clientId.optional(), validate }
/** The common fields of both answers. */
const begun = { timestamp: isoTime, txid, requestid, fee: decimal, fee_currency: assetCode }
const outcome = { status: supplyStatus, ...validation }

const signedForm = { access: 'signed', method: 'POST', body: 'form', tag: 'Supply' } as const
const issuance = { scope: 'mint', agreement: 'stablecoin_issuance' } as const

/** The errors of a write on this page, in the order of the checks. */
const refusals = (...destination: ErrorCode[]): ErrorCode[] => [
  'unknown_asset',
  'unknown_blockchain',
  'min_amount_below_threshold',
  'max_amount_exceeded',
  ...destination,
  'insufficient_balance',
  'limit_exceeded',
  'duplicate_clreqid',
]

export const mintTokens = endpoint({
  ...signedForm,
  name: 'mintTokens',
  path: '/private/mintTokens',
  summary: 'Mint coins',
  description:
    'Issues coins for your money, at par, to your Platform balance or to a whitelisted wallet. At least the equivalent of GBP 100,000. `txid` is the hash of the signed transaction. Settlement takes about three hours. Follow it with `querySupplyChanges`. To a wallet, above the amount that your institution has chosen, it is `held` with the reason `approval_required` until a second approver approves it in the portal.',
  needs: issuance,
  request: z.strictObject({
    ...coins,
    destination: z
      .string()
      .min(1)
      .max(128)
      .optional()
      .meta({ description: 'Address, id or label of a whitelisted wallet; if absent, your Platform balance.' }),
    fulfilment: z
      .enum(['auto', ...fulfilments])
      .optional()
      .meta({
        description: 'New coins, or coins from the house’s own inventory. `auto` by default: new coins where possible.',
      }),
    funding_currency: symbol.optional().meta({
      description: 'The coin’s own currency by default. The other fiat, BTC, ETH or USDC is converted first.',
      examples: ['CHF'],
    }),
    max_spent: quantity.optional().meta({
      description:
        'The maximum to spend, in the funding currency, network fees included; at least the current estimate. By default the estimate and the tolerance that the receipt shows. While converting would cost more, the mint waits. See `cancelMint`.',
      examples: ['101.5'],
    }),
    ...once,
  }),
  response: z.object({
    ...begun,
    spent: decimal.meta({ description: 'Fee included.' }),
    spent_currency: assetCode,
    estimated,
    destination: z.string().nullable().meta({ description: 'Label of the wallet; null means your Platform balance.' }),
    address: resolvedAddress,
    max_spent: decimal.meta({ description: 'The maximum that it spends of `spent_currency`.' }),
    hold: hold.default(null), // absent in older receipts
    ...outcome,
  }),
  errors: refusals('invalid_address', 'external_wallet_not_whitelisted'),
})

export const cancelMint = endpoint({
  ...signedForm,
  name: 'cancelMint',
  path: '/private/cancelMint',
  summary: 'Cancel a mint funded by crypto or the other fiat',
  description:
    'Cancels a mint that waits for its money or for a price within `max_spent`, until the provider is asked to convert. The held amount is available again; crypto already at the provider stays there and pays for your next mint.',
  needs: issuance,
  request: z.strictObject({ requestid: anId, clreqid: clientId.optional(), validate }),
  response: z.object({
    timestamp: isoTime,
    result: z.literal('ok'),
    requestid: uuid,
    status: supplyStatus,
    ...canceled,
  }),
  errors: ['not_cancelable', 'duplicate_clreqid'],
})

export const redeemTokens = endpoint({
  ...signedForm,
  name: 'redeemTokens',
  path: '/private/redeemTokens',
  summary: 'Redeem coins',
  description:
    'Burns coins of your Platform balance on that chain and pays their value at par: to your balance, or to a bank account that is registered for you. If the bank does not execute the payout, the proceeds are credited to your balance. A payout to a bank account above the amount that your institution has chosen for withdrawals waits for a second approver.',
  needs: issuance,
  request: z.strictObject({
    ...coins,
    bankaccount: z
      .string()
      .min(1)
      .max(64)
      .optional()
      .meta({ description: 'Its account number, its id or its label; if absent, your balance.' }),
    ...once,
  }),
  response: z.object({
    ...begun,
    received: decimal,
    received_currency: assetCode,
    destination: z.string().nullable().meta({ description: 'Label of the bank account; null means your balance.' }),
    identifier: resolvedAccount,
    ...outcome,
    hold: hold.default(null), // absent in older answers
  }),
  errors: refusals('bank_account_not_registered'),
})

const supplyChange = z.object({
  requestid: uuid,
  clreqid: z.string().nullable(),
  type: changeType,
  asset: assetCode,
  blockchain: chainCode,
  quantity: decimal,
  status: supplyStatus,
  stage: stage.meta({ description: 'Its current step; see the table of states.' }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'The reason why the change failed, was fulfilled differently or waits.' }),
  hold,
  fulfilment: z.enum(fulfilments),
  destination: z
    .string()
    .nullable()
    .meta({ description: 'Label of the wallet or the bank account; null means the balance.' }),
  address: resolvedAddress,
  identifier: resolvedAccount,
  txid,
  txids: z.array(z.string()).meta({ description: 'Every hash of its transaction; a fee bump adds one.' }),
  fee: decimal,
  fee_currency: assetCode,
  spent: decimal.meta({ description: 'For a redemption, the coins.' }),
  spent_currency: assetCode,
  estimated,
  received: decimal.nullable().meta({
    description: 'For a redemption, the amount paid after the fee. Null for a mint, and if the coins were returned.',
  }),
  received_currency: assetCode.nullable(),
  bankref: z
    .string()
    .nullable()
    .meta({ description: 'The bank’s reference of the payout of a redemption, once it is booked.' }),
  max_spent: decimal
    .nullable()
    .meta({ description: 'The maximum that a mint spends of `spent_currency`; null for a redemption.' }),
  settled_at: isoTime.nullable(),
  created_at: isoTime,
  updated_at: isoTime,
})

export const querySupplyChanges = endpoint({
  ...signedForm,
  name: 'querySupplyChanges',
  path: '/private/querySupplyChanges',
  summary: 'Mints and redemptions',
  description: 'Newest first. `txid` matches every hash that a transaction ever had. `completed` means `settled`.',
  needs: { scope: 'read', agreement: 'any' },
  request: z.strictObject({
    ...queryFields,
    asset: assetCode.optional(),
    requestid: anId.optional(),
    txid: soughtText(128).optional(),
    clreqid: aClientId.optional(),
    type: changeType.optional(),
    status: z.enum([...supplyStatus.options, 'completed']).optional(),
    blockchain: chainCode.optional(),
  }),
  response: z.object({ ...pageAnswer, supplychanges: z.array(supplyChange) }),
  errors: ['invalid_cursor'],
})

export const getReserves = endpoint({
  name: 'getReserves',
  access: 'public',
  method: 'GET',
  path: '/client/reserves',
  body: 'none',
  tag: 'Reference',
  summary: 'Reserves of the coins',
  description: 'For each coin its supply on each chain, and its reserves.',
  request: z.strictObject({}),
  response: z.object({
    assets: z.array(
      z.object({
        asset: assetCode,
        as_of: isoTime,
        chains: z.array(
          z.object({
            blockchain: chainCode,
            contract: z.string().nullable(),
            block: z.int().nullable().meta({ description: 'The last final block read.' }),
            supply: decimal,
          }),
        ),
        circulating: decimal,
        reserves: z.array(
          z.object({
            institution: z
              .string()
              .meta({ description: 'The location, which for a bank is its BIC.', examples: ['UATBCHZZXXX'] }),
            type: z.enum(['bank', 'securities']),
            currency: assetCode,
            amount: decimal,
          }),
        ),
        backing: z
          .object({
            currency: assetCode,
            for_holders: decimal.meta({
              description: 'The part of the reserves that backs coins in the hands of holders.',
            }),
            owed_to_clients: decimal.meta({
              description: 'The part of the reserves owed to clients, for example for redeemed coins.',
            }),
            paid_ahead: decimal.meta({
              description: 'The part of the reserves paid in for coins that do not exist yet.',
            }),
            under_way: decimal.meta({ description: 'Coins being minted, which may exist at any moment.' }),
          })
          .meta({ description: 'The part of the reserves that backs the coin. Expected money is never counted.' }),
        coverage: decimal.nullable().meta({
          description:
            'Available reserves for holders, divided by the maximum owed to them, rounded down; null if nothing needs cover.',
        }),
        liabilities_root: z.string().nullable(),
        signature: z.string().nullable(),
      }),
    ),
  }),
  errors: [],
})
