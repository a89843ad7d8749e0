import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import { assetCode, chainCode, clientId, decimal, isoTime, ok, pageAnswer, queryFields } from './fields.ts'
import { type Machine, machines } from './machines.ts'

// Money in and out: where to send it, what has arrived, what is to be paid, and the statement of it all.

/** The states that clients see of a thing. */
function shownOf(machine: Machine): [string, ...string[]] {
  return [...new Set(Object.values(machine.shown))] as [string, ...string[]]
}

const depositStatus = z.enum(shownOf(machines.wire))
const withdrawalStatus = z.enum(shownOf(machines.withdrawal))
const uuid = z.uuid().meta({ examples: ['01a1dd43-ac0c-7e54-8089-855b9399b74a'] })
/** An id to look for: one that does not exist gives an empty list. */
const anId = z.string().max(64)
/** Read as text: a symbol or code that does not exist is told apart from a malformed request. */
const symbol = z
  .string()
  .max(16)
  .meta({ description: 'A symbol from /client/assets.', examples: ['CHF'] })
const carrier = z.string().max(16).optional().meta({ description: 'A chain code; none for fiat.' })
const validate = z
  .enum(['true', 'false'])
  .optional()
  .meta({ description: '`true`: every check runs, and nothing is done.' })
const hold = z
  .object({
    reason: z.enum(['aml_review', 'sanctions_review', 'travel_rule', 'edd_required']),
    since: isoTime,
    message: z.string(),
  })
  .nullable()
  .meta({ description: 'Under review, contact support; null when it is not held.' })

const signedForm = { access: 'signed', method: 'POST', body: 'form', tag: 'Transfers' } as const
const readNeeds = { scope: 'read', agreement: 'any' } as const
const withdrawNeeds = { scope: 'withdraw', agreement: 'any' } as const

export const depositAddress = endpoint({
  ...signedForm,
  name: 'depositAddress',
  path: '/private/depositAddress',
  summary: 'Where to send a deposit',
  description:
    'For CHF and GBP the bank details with your own reference: QR-IBAN and QR reference, or sort code and an account number that is yours alone. Quote the reference, or the wire waits to be identified.',
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
    currency: z.enum(['CHF', 'GBP']),
    iban: z.string().meta({ examples: ['CH9131998000010010010'] }),
    bic: z.string().meta({ examples: ['UATBCHZZXXX'] }),
    accountname: z.string().meta({ examples: ['Specie Client Money'] }),
    reference: z.string().nullable().meta({ description: 'Null where the account number itself says who you are.' }),
    sortcode: z.string().nullable(),
    accountnumber: z.string().nullable(),
  }),
  errors: ['unknown_asset', 'unknown_blockchain'],
})

const depositRow = z.object({
  depositid: uuid,
  asset: assetCode,
  blockchain: chainCode.nullable(),
  address: z.string().nullable(),
  txid: z.string().nullable(),
  bankref: z.string().nullable(),
  quantity: decimal,
  credited: decimal,
  confirmations: z.int().nullable(),
  status: depositStatus,
  hold,
  min_deposit: decimal,
  accumulated: decimal.meta({ description: 'What smaller deposits have added up to so far.' }),
  created_at: isoTime,
  updated_at: isoTime,
})

export const queryDeposits = endpoint({
  ...signedForm,
  name: 'queryDeposits',
  path: '/private/queryDeposits',
  summary: 'Deposits',
  description: 'Wires that were attributed to you, the newest first.',
  needs: readNeeds,
  request: z.strictObject({
    ...queryFields,
    depositid: anId.optional(),
    asset: assetCode.optional(),
    status: depositStatus.optional(),
    bankref: z.string().max(64).optional(),
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
    'Pays CHF or GBP to a bank account that is registered for you: `destination` is its label or its id. Free of charge. The status is followed with `queryWithdrawals`; a payout that the bank returns is `failed`, and its money is available again.',
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
      .max(64)
      .meta({ description: 'Its label, or its id.', examples: ['main'] }),
    blockchain: carrier,
    clreqid: clientId.optional(),
    validate,
  }),
  response: z.object({
    timestamp: isoTime,
    result: ok,
    withdrawalid: uuid.nullable().meta({ description: 'Null when the request was only validated.' }),
    clreqid: z.string().nullable(),
    status: withdrawalStatus,
    txids: z.array(z.string()),
    fee: decimal,
    fee_currency: assetCode,
    validated: z.boolean(),
  }),
  errors: [
    'unknown_asset',
    'unknown_blockchain',
    'external_wallet_not_whitelisted',
    'insufficient_balance',
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
  destination: z.string().meta({ description: 'The label of the bank account.' }),
  bankaccountid: uuid.nullable(),
  status: withdrawalStatus,
  reason: z.string().nullable().meta({ description: 'Why it failed, as the bank has it.' }),
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
  description: 'What was asked to be paid out, the newest first.',
  needs: readNeeds,
  request: z.strictObject({
    ...queryFields,
    withdrawalid: anId.optional(),
    clreqid: anId.optional(),
    asset: assetCode.optional(),
    status: withdrawalStatus.optional(),
  }),
  response: z.object({ ...pageAnswer, withdrawals: z.array(withdrawalRow) }),
  errors: ['invalid_cursor'],
})

export const cancelWithdrawal = endpoint({
  ...signedForm,
  name: 'cancelWithdrawal',
  path: '/private/cancelWithdrawal',
  summary: 'Cancel a withdrawal',
  description: 'Takes a withdrawal back as long as nothing has left for the bank; its money is available again.',
  needs: withdrawNeeds,
  request: z.strictObject({ withdrawalid: anId, clreqid: clientId.optional(), validate }),
  response: z.object({
    timestamp: isoTime,
    result: ok,
    withdrawalid: uuid,
    status: withdrawalStatus,
    validated: z.boolean(),
  }),
  errors: ['not_cancelable', 'duplicate_clreqid'],
})

export const queryTransfers = endpoint({
  ...signedForm,
  name: 'queryTransfers',
  path: '/private/queryTransfers',
  summary: 'Deposits and withdrawals in one list',
  description: 'The newest first. `transferid` is the id of the deposit or the withdrawal.',
  needs: readNeeds,
  request: z.strictObject({
    ...queryFields,
    transferid: anId.optional(),
    type: z.enum(['deposit', 'withdrawal', 'internal']).optional(),
    asset: assetCode.optional(),
    status: z.enum([...new Set([...shownOf(machines.wire), ...shownOf(machines.withdrawal)])]).optional(),
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
        created_at: isoTime,
        updated_at: isoTime,
      }),
    ),
  }),
  errors: ['invalid_cursor'],
})

const day = z.iso.datetime().meta({ description: 'ISO 8601, UTC.', examples: ['2026-11-01T00:00:00Z'] })
/** A balance or a movement of it: a debit is negative. */
const signedDecimal = z
  .string()
  .regex(/^-?(0|[1-9]\d*)(\.\d+)?$/)
  .meta({ description: 'A decimal number as a string; what leaves is negative.', examples: ['-250.5'] })

export const statement = endpoint({
  ...signedForm,
  name: 'statement',
  path: '/private/statement',
  summary: 'Statement of account',
  description:
    'Opening balance, movements and closing balance of a period, per asset: opening + movements = closing. Balances are the total of available and pending. `csv` and `camt053` come as text inside the answer, so that every answer of a private call is JSON: one CSV for all assets, one camt.053.001.08 for each of CHF and GBP. A period with more than 10,000 movements is refused: ask for a shorter one.',
  needs: readNeeds,
  request: z.strictObject({
    from: day.meta({ description: 'The first moment of the period.' }),
    to: day.meta({ description: 'The first moment after it.' }),
    asset: symbol.optional(),
    format: z.enum(['json', 'csv', 'camt053']).default('json'),
  }),
  response: z.object({
    timestamp: isoTime,
    result: ok,
    format: z.enum(['json', 'csv', 'camt053']),
    from: isoTime,
    to: isoTime,
    statements: z.array(
      z.object({
        asset: assetCode,
        opening: decimal,
        closing: decimal,
        movements: z
          .array(
            z.object({
              at: isoTime,
              kind: z.string().meta({ description: 'What kind of movement.', examples: ['wire_attributed'] }),
              ref: z.string().meta({ description: 'The id of what moved: a deposit, a withdrawal.' }),
              bankref: z.string().nullable(),
              value_date: z.string().nullable(),
              amount: signedDecimal,
              balance: decimal,
            }),
          )
          .meta({ description: 'Empty in the formats that carry them in `documents`.' }),
      }),
    ),
    documents: z.array(
      z.object({
        asset: assetCode.nullable().meta({ description: 'Null: all assets.' }),
        name: z.string().meta({ description: 'A file name.' }),
        mediatype: z.string(),
        content: z.string(),
      }),
    ),
  }),
  errors: ['unknown_asset'],
})
