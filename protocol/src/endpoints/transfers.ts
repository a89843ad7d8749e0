import { z } from 'zod'
import { fiatCodes } from '../assets.ts'
import { endpoint } from './endpoint.ts'
import {
  aClientId,
  anId,
  assetCode,
  chainCode,
  clientId,
  decimal,
  instant,
  isoTime,
  ok,
  pageAnswer,
  queryFields,
  soughtText,
  uuid,
  validate,
  validation,
} from '../fields.ts'
import { holdReasons } from '../holds.ts'
import { type Machine, machines, statesOf } from '../machines.ts'

// Money in and out: deposit details, deposits, withdrawals, and the statement of all.

/** The states that clients see of an operation. */
export function publicStates(machine: Machine): [string, ...string[]] {
  return [...new Set(Object.values(machine.shown))] as [string, ...string[]]
}

/** A wire has fewer names than a deposit on a chain. */
const depositStatus = z.enum([...new Set([...publicStates(machines.wire), ...publicStates(machines.deposit)])])
const withdrawalStatus = z.enum(publicStates(machines.withdrawal))
/** Read as text, so that the error distinguishes an unknown symbol or code from a malformed request. */
export const symbol = z
  .string()
  .max(16)
  .meta({ description: 'A symbol from /client/assets.', examples: ['CHF'] })
const carrier = z.string().max(16).optional().meta({ description: 'A chain code; none for fiat.' })
export const hold = z
  .object({
    reason: z.enum(holdReasons),
    since: isoTime,
    message: z.string(),
  })
  .nullable()
  .meta({
    description:
      'The reason why it waits; null if it is not held. `approval_required`: it needs a second approver of your institution in the portal. For all other reasons it is under review; contact support.',
  })

/** The resolved destination, shown next to the label so that the caller can verify it. */
export const resolvedAddress = z
  .string()
  .nullable()
  .meta({ description: 'The address that receives the coins; null for fiat.' })
export const resolvedAccount = z
  .string()
  .nullable()
  .meta({ description: 'The bank account that receives the money, in canonical form; null on a chain.' })

const signedForm = { access: 'signed', method: 'POST', body: 'form', tag: 'Transfers' } as const
const readNeeds = { scope: 'read', agreement: 'any' } as const
/** The cost of a cancellation. */
export const canceled = {
  fee: decimal.optional().meta({ description: 'Present only if the request was validated. Canceling is free.' }),
  fee_currency: assetCode.optional(),
  ...validation,
}
const withdrawNeeds = { scope: 'withdraw', agreement: 'any' } as const

export const depositAddress = endpoint({
  ...signedForm,
  name: 'depositAddress',
  path: '/private/depositAddress',
  summary: 'Deposit details',
  description:
    'For CHF and GBP the bank details with your own reference: QR-IBAN and QR reference, or sort code and an account number of your own. Quote the reference, or the wire waits to be identified. For coins and crypto a permanent address of your own on that chain; for BTC, ETH and USDC it is your transitional wallet. Deposits below `min_deposit` are credited when together they reach it.',
  needs: readNeeds,
  request: z.strictObject({ asset: symbol, blockchain: carrier }),
  response: z.object({
    timestamp: isoTime,
    result: ok,
    asset: assetCode,
    blockchain: chainCode.nullable(),
    address: z.string().nullable(),
    memo: z.string().nullable(),
    min_deposit: decimal,
    confirmations: z.int().nullable(),
    currency: z
      .enum(fiatCodes)
      .nullable()
      .meta({ description: 'This field and the following fields describe the bank account and are null on a chain.' }),
    iban: z
      .string()
      .nullable()
      .meta({ examples: ['CH9131998000010010010'] }),
    bic: z
      .string()
      .nullable()
      .meta({ examples: ['UATBCHZZXXX'] }),
    accountname: z
      .string()
      .nullable()
      .meta({ examples: ['Specie Client Money'] }),
    reference: z.string().nullable().meta({ description: 'Null if the account number itself identifies you.' }),
    sortcode: z.string().nullable(),
    accountnumber: z.string().nullable(),
  }),
  errors: ['unknown_asset', 'unknown_blockchain'],
})

/** Money taken back after it was spent. */
export const owed = z.array(z.object({ asset: assetCode, amount: decimal, since: isoTime })).meta({
  description:
    'Your debt, which is money taken back after it was spent, such as a recalled wire. Incoming money of the same asset covers it first; until then outgoing money waits for review.',
})

const counterparty = (description: string) =>
  z
    .string()
    .nullable()
    .meta({ description, examples: ['Kestrel Ltd'] })

const depositRow = z.object({
  depositid: uuid,
  asset: assetCode,
  blockchain: chainCode.nullable(),
  address: z.string().nullable(),
  txid: z.string().nullable(),
  bankref: z.string().nullable(),
  counterparty: counterparty('The sender: the name for a wire, the address on a chain. Null if unknown.'),
  quantity: decimal,
  credited: decimal,
  confirmations: z.int().nullable(),
  status: depositStatus,
  hold,
  reason: z.string().nullable().meta({
    description:
      'The reason why the deposit is not credited. It is being returned, cannot be returned yet, or is frozen. Otherwise null.',
  }),
  returned_to: z.string().nullable().meta({ description: 'On a chain, the address to which the deposit is returned.' }),
  returned_txid: z.string().nullable().meta({ description: 'The transaction of its return, once final.' }),
  min_deposit: decimal,
  accumulated: decimal.meta({ description: 'The sum of smaller deposits so far.' }),
  created_at: isoTime,
  updated_at: isoTime,
})

export const queryDeposits = endpoint({
  ...signedForm,
  name: 'queryDeposits',
  path: '/private/queryDeposits',
  summary: 'Deposits',
  description:
    'Wires attributed to you, and deposits at your addresses, newest first. A deposit on a chain is `confirming` until it has the chain’s confirmations, and `orphaned` when the chain drops it. A deposit refused after review is `returning` and then `returned`, less the network fee of a withdrawal, or `frozen`; `reason` says why.',
  needs: readNeeds,
  request: z.strictObject({
    ...queryFields,
    depositid: anId.optional(),
    asset: assetCode.optional(),
    blockchain: chainCode.optional(),
    status: depositStatus.optional(),
    txid: soughtText(128).optional(),
    bankref: soughtText(64).optional(),
  }),
  response: z.object({ ...pageAnswer, deposits: z.array(depositRow) }),
  errors: ['invalid_cursor'],
})

export const withdraw = endpoint({
  ...signedForm,
  name: 'withdraw',
  path: '/private/withdraw',
  summary: 'Pay out',
  description:
    'Pays CHF or GBP to a bank account that is registered for you, free of charge: `destination` is its account number, its id or its label. Sends VCHF, VGBP, USDC, ETH or BTC to a whitelisted address on `blockchain`, or on the only chain where it is listed: `destination` is the address itself, its id or its label. A valid address or account number always means itself, and the answer shows the resolved destination. The network fee is added to the quantity, and settlement takes about three hours. Follow the status with `queryWithdrawals`; a payment that the bank returns or the chain refuses is `failed`, and its money is available again. Above the amount that your institution has chosen it is `held` with the reason `approval_required` until a second approver approves it in the portal; refused, or not approved within seven days, it is `rejected`.',
  needs: withdrawNeeds,
  request: z.strictObject({
    asset: symbol,
    quantity: z
      .string()
      .max(40)
      .meta({ description: 'A decimal number as a string.', examples: ['1000.5'] }),
    destination: z
      .string()
      .min(1)
      .max(128)
      .meta({ description: 'The address or account number itself, its id or its label.', examples: ['main'] }),
    blockchain: z.string().max(16).optional().meta({
      description: 'A chain code; optional if the destination is listed on one chain, and for fiat.',
    }),
    clreqid: clientId.optional(),
    validate,
  }),
  response: z.object({
    timestamp: isoTime,
    result: ok,
    withdrawalid: uuid.nullable().meta({ description: 'Null if the request was only validated.' }),
    clreqid: z.string().nullable(),
    status: withdrawalStatus,
    destination: z.string().meta({ description: 'The label of the bank account or of the address.' }),
    address: resolvedAddress,
    identifier: resolvedAccount,
    txids: z.array(z.string()),
    fee: decimal,
    fee_currency: assetCode,
    hold: hold.default(null), // absent in older receipts
    ...validation,
  }),
  errors: [
    'unknown_asset',
    'unknown_blockchain',
    'invalid_address',
    'external_wallet_not_whitelisted',
    'bank_account_not_registered',
    'insufficient_balance',
    'limit_exceeded',
    'duplicate_clreqid',
  ],
})

const withdrawalRow = z.object({
  withdrawalid: uuid,
  clreqid: z.string().nullable(),
  asset: assetCode,
  blockchain: chainCode.nullable(),
  quantity: decimal,
  fee: decimal,
  fee_currency: assetCode,
  destination: z.string().meta({ description: 'The label of the bank account or of the address.' }),
  bankaccountid: uuid.nullable(),
  addressid: uuid.nullable(),
  address: resolvedAddress,
  identifier: resolvedAccount,
  status: withdrawalStatus,
  stage: z.enum(statesOf(machines.withdrawal)).meta({ description: 'Its current step; see the table of states.' }),
  reason: z
    .string()
    .nullable()
    .meta({ description: 'Why it failed, in the words of the bank or the chain; or the day of the bank’s payment.' }),
  hold,
  txids: z.array(z.string()),
  bankref: z.string().nullable(),
  created_at: isoTime,
  updated_at: isoTime,
})

export const queryWithdrawals = endpoint({
  ...signedForm,
  name: 'queryWithdrawals',
  path: '/private/queryWithdrawals',
  summary: 'Withdrawals',
  description: 'Your withdrawals, newest first.',
  needs: readNeeds,
  request: z.strictObject({
    ...queryFields,
    withdrawalid: anId.optional(),
    clreqid: aClientId.optional(),
    asset: assetCode.optional(),
    blockchain: chainCode.optional(),
    status: withdrawalStatus.optional(),
    txid: soughtText(128).optional(),
  }),
  response: z.object({ ...pageAnswer, withdrawals: z.array(withdrawalRow) }),
  errors: ['invalid_cursor'],
})

export const cancelWithdrawal = endpoint({
  ...signedForm,
  name: 'cancelWithdrawal',
  path: '/private/cancelWithdrawal',
  summary: 'Cancel a withdrawal',
  description:
    'Cancels a withdrawal until it is signed for its chain or in an order to the bank, even while it is held. Its money is available again.',
  needs: withdrawNeeds,
  request: z.strictObject({ withdrawalid: anId, clreqid: clientId.optional(), validate }),
  response: z.object({
    timestamp: isoTime,
    result: ok,
    withdrawalid: uuid,
    status: withdrawalStatus,
    ...canceled,
  }),
  errors: ['not_cancelable', 'duplicate_clreqid'],
})

export const queryTransfers = endpoint({
  ...signedForm,
  name: 'queryTransfers',
  path: '/private/queryTransfers',
  summary: 'Deposits and withdrawals in one list',
  description: 'Newest first. `transferid` is the id of the deposit or the withdrawal.',
  needs: readNeeds,
  request: z.strictObject({
    ...queryFields,
    transferid: anId.optional(),
    type: z.enum(['deposit', 'withdrawal', 'internal']).optional(),
    asset: assetCode.optional(),
    blockchain: chainCode.optional(),
    status: z.enum([...new Set([...depositStatus.options, ...withdrawalStatus.options])]).optional(),
  }),
  response: z.object({
    ...pageAnswer,
    transfers: z.array(
      z.object({
        transferid: uuid,
        type: z.enum(['deposit', 'withdrawal', 'internal']),
        asset: assetCode,
        blockchain: chainCode.nullable(),
        quantity: decimal,
        fee: decimal,
        fee_currency: assetCode,
        status: z.string(),
        bankref: z.string().nullable(),
        counterparty: counterparty('The sender of a deposit, or the label of the destination of a withdrawal.'),
        created_at: isoTime,
        updated_at: isoTime,
      }),
    ),
  }),
  errors: ['invalid_cursor'],
})

/** A balance or a movement of it. A debit is negative. */
export const signedDecimal = z
  .string()
  .regex(/^-?(0|[1-9]\d*)(\.\d+)?$/)
  .meta({ description: 'A decimal number as a string; outgoing amounts are negative.', examples: ['-250.5'] })

/** The field that finds the operation of a movement. */
export const statementReference = z
  .enum(['depositid', 'withdrawalid', 'requestid', 'ordid', 'conversionid', 'paymentid'])
  .meta({
    description:
      'The field for `ref`: `depositid` of queryDeposits, `withdrawalid` of queryWithdrawals, `requestid` of querySupplyChanges (also for the conversion that pays for a mint), `ordid` of queryOrders and queryTrades, `conversionid` of queryConversions, `paymentid` of queryPayments (a credited rail payment). Null for a correction, which support explains.',
  })
export type StatementReference = z.infer<typeof statementReference>

export const statement = endpoint({
  ...signedForm,
  name: 'statement',
  path: '/private/statement',
  summary: 'Statement of account',
  description:
    'Opening balance, movements and closing balance of a period for each asset, where opening + movements = closing. Balances are the total of available and pending. `csv` and `camt053` are text inside the JSON answer. There is one CSV for all assets, and one camt.053.001.08 for each of CHF and GBP, numbered per currency. A period with more than 10,000 movements is refused. Request a shorter one. A statement never changes. An unfinished period ends at the moment of the call, which `to` reports, and later bookings are dated after it.',
  needs: readNeeds,
  request: z.strictObject({
    from: instant.meta({ description: 'The first moment of the period.' }),
    to: instant.meta({ description: 'The first moment after it.' }),
    asset: symbol.optional(),
    format: z.enum(['json', 'csv', 'camt053']).default('json'),
  }),
  response: z.object({
    timestamp: isoTime,
    result: ok,
    format: z.enum(['json', 'csv', 'camt053']),
    from: isoTime,
    to: isoTime.meta({
      description:
        'The end of the statement, which is the requested end, or the moment of the call if that is earlier. Everything before it is final.',
    }),
    statements: z.array(
      z.object({
        asset: assetCode,
        opening: decimal,
        closing: decimal,
        movements: z
          .array(
            z.object({
              at: isoTime,
              kind: z.string().meta({ description: 'The kind of movement.', examples: ['wire_attributed'] }),
              ref: z.string().meta({ description: 'The id of the operation; `reftype` names its field in its list.' }),
              reftype: statementReference.nullable(),
              bankref: z.string().nullable().meta({
                description:
                  'The bank’s reference; null if no bank was involved, or the bank had not reported it by then.',
              }),
              value_date: z.string().nullable(),
              phrase: z.string().meta({ description: 'The movement in words.', examples: ['Wire from Kestrel Ltd'] }),
              counterparty: counterparty('The other party, or its address on a chain; null means none, or unknown.'),
              amount: signedDecimal,
              balance: decimal,
            }),
          )
          .meta({ description: 'Empty in the formats that carry them in `documents`.' }),
      }),
    ),
    documents: z.array(
      z.object({
        asset: assetCode.nullable().meta({ description: 'Null means all assets.' }),
        name: z.string().meta({ description: 'A file name.' }),
        mediatype: z.string(),
        content: z.string(),
      }),
    ),
  }),
  errors: ['unknown_asset'],
})
