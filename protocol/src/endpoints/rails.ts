import { z } from 'zod'
import { endpoint } from './endpoint.ts'
import {
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
  validation,
} from '../fields.ts'
import { machines } from '../machines.ts'
import { isPrintable } from '../text.ts'
import { hold, resolvedAccount, resolvedAddress, publicStates } from './transfers.ts'

// Payment rails: standing instructions that turn fiat into coins and coins into fiat, and each payment over them.

export const railTypes = ['FiatToStablecoin', 'StablecoinToFiat'] as const

const plain = (most: number) => z.string().max(most).refine(isPrintable, 'printable characters only').trim().min(1)

export const party = z.strictObject({
  partyname: z.strictObject({ name: plain(140).meta({ examples: ['Acme Treasury AG'] }) }),
  address: z.strictObject({
    country: z
      .string()
      .regex(/^[A-Z]{2}$/, 'two capital letters (ISO 3166)')
      .meta({ description: 'ISO 3166, two letters.', examples: ['CH'] }),
  }),
  partytype: z.enum(['company', 'individual']).meta({ description: 'The kind of party.', examples: ['company'] }),
})

const wallet = z.strictObject({
  destination: plain(128).meta({ description: 'A whitelisted wallet: its address, label or id.' }),
  memo: plain(64).optional(),
})
const bankaccount = z.strictObject({
  destination: plain(64).meta({
    description: 'IBAN, or sort code and account number.',
    examples: ['CH9300762011623852957'],
  }),
})
const word = (example: string) => plain(16).meta({ examples: [example] })
const instructions = z.strictObject({ asset: word('VCHF'), currency: word('CHF'), blockchain: word('ETH') })

const railStatus = z.enum(publicStates(machines.payment_rail))
const paymentStatus = z.enum(publicStates(machines.payment))

const rails = { scope: 'rails', agreement: 'crypto_conversion' } as const
const read = { scope: 'read', agreement: 'any' } as const

export const addPaymentRail = endpoint({
  access: 'signed',
  method: 'POST',
  name: 'addPaymentRail',
  path: '/private/addPaymentRail',
  body: 'json',
  tag: 'Rails',
  summary: 'Register a payment rail',
  description:
    'JSON, signed over its canonical form. An on-ramp (`FiatToStablecoin`) has a `wallet`, an off-ramp (`StablecoinToFiat`) a `bankaccount`. A well-formed request that cannot be served is answered with `rejected` and a reason. `queryPaymentRails` has the payment details once the rail is `active`.',
  needs: rails,
  request: z.strictObject({
    railtype: z.enum(railTypes),
    sender: party,
    recipient: party.optional(),
    wallet: wallet.optional(),
    bankaccount: bankaccount.optional(),
    instructions,
    clreqid: clientId.optional(),
    validate: z
      .union([z.boolean(), z.enum(['true', 'false'])], { error: 'true or false' })
      .optional()
      .meta({ description: '`true`: every check runs, nothing is done, and no client id is used up.' }),
  }),
  response: z.object({
    railid: z.string().meta({
      description: 'A UUID; empty when the request was only validated.',
      examples: ['01a1dd43-ac0c-7e54-8089-855b9399b74a'],
    }),
    status: railStatus,
    reason: z.string().nullable(),
    destination: z.string().nullable().meta({
      description: 'Label of the whitelisted wallet; null for a bank account and for a rejected rail.',
    }),
    address: resolvedAddress,
    identifier: resolvedAccount,
    fee: decimal.optional().meta({
      description:
        'This field and the following fields are present only if the request was validated. Registering a rail is free.',
    }),
    fee_currency: assetCode.optional(),
    payment_fee_bps: z.int().optional().meta({
      description: 'Our fee on each payment over the rail, in basis points; the provider’s spread is added to it.',
    }),
    ...validation,
    validated: z.boolean().default(false),
  }),
  errors: ['external_wallet_not_whitelisted', 'duplicate_clreqid'],
})

const dated = { created_at: isoTime, updated_at: isoTime }

const fundinginstructions = z
  .union([
    z.object({
      iban: z.string(),
      bic: z.string(),
      accountname: z.string(),
      reference: z.string(),
      currency: assetCode,
    }),
    z.object({
      address: z.string(),
      memo: z.string().nullable(),
      blockchain: chainCode,
      asset: assetCode,
      min_amount: decimal,
    }),
  ])
  .nullable()
  .meta({ description: 'Where to send money; null while the rail is not active.' })

export const queryPaymentRails = endpoint({
  access: 'signed',
  method: 'POST',
  name: 'queryPaymentRails',
  path: '/private/queryPaymentRails',
  body: 'form',
  tag: 'Rails',
  summary: 'Payment rails',
  description: 'Rails with their status and, once active, their payment details. Newest first.',
  needs: read,
  request: z.strictObject({
    ...queryFields,
    railid: anId.optional(),
    railtype: z.enum(railTypes).optional(),
    status: railStatus.optional(),
    asset: assetCode.optional(),
    blockchain: chainCode.optional(),
  }),
  response: z.object({
    ...pageAnswer,
    rails: z.array(
      z.object({
        railid: uuid,
        clreqid: z.string().nullable(),
        railtype: z.enum(railTypes),
        status: railStatus,
        reason: z.string().nullable(),
        hold,
        sender: party,
        recipient: party.nullable(),
        wallet: z
          .object({
            destination: z.string().meta({ description: 'The address itself.' }),
            label: z.string().nullable().meta({ description: 'Its label in the list of addresses.' }),
            memo: z.string().nullable(),
          })
          .nullable(),
        bankaccount: z.object({ destination: z.string() }).nullable(),
        instructions: z.object({ asset: z.string(), currency: z.string(), blockchain: z.string() }),
        fundinginstructions,
        ...dated,
      }),
    ),
  }),
  errors: ['invalid_cursor'],
})

export const queryPayments = endpoint({
  access: 'signed',
  method: 'POST',
  name: 'queryPayments',
  path: '/private/queryPayments',
  body: 'form',
  tag: 'Rails',
  summary: 'Payments over rails',
  description: 'One for each incoming payment, with each of its legs. Newest first.',
  needs: read,
  request: z.strictObject({
    ...queryFields,
    paymentid: anId.optional(),
    railid: anId.optional(),
    status: paymentStatus.optional(),
    txid: soughtText(128).optional(),
  }),
  response: z.object({
    ...pageAnswer,
    payments: z.array(
      z.object({
        paymentid: uuid,
        railid: uuid,
        status: paymentStatus,
        reason: z
          .string()
          .nullable()
          .meta({ description: 'Why it failed or waits, or the day of the bank’s payment.' }),
        hold,
        received: decimal,
        received_currency: assetCode,
        sent: decimal.nullable(),
        sent_currency: assetCode,
        rate: decimal.meta({ description: 'Coins and their fiat exchange at par.', examples: ['1'] }),
        fee: decimal.meta({ description: 'Our fee and the provider’s spread together; each is in `legs`.' }),
        fee_currency: assetCode,
        txid: z.string().nullable(),
        bankref: z.string().nullable(),
        completed_at: isoTime.nullable(),
        legs: z.array(z.object({ leg: z.string(), status: z.string(), at: isoTime, ref: z.string().nullable() })),
        ...dated,
      }),
    ),
  }),
  errors: ['invalid_cursor'],
})
