import { z } from 'zod'
import { fiatCodes } from '../assets.ts'
import { endpoint } from './endpoint.ts'
import { assetCode, chainCode, isoTime, pageAnswer, queryFields, soughtText, uuid } from '../fields.ts'
import { machines } from '../machines.ts'
import { publicStates } from './transfers.ts'

// The destinations of an institution's coins and money.

const signedForm = { access: 'signed', method: 'POST', body: 'form', tag: 'Transfers' } as const
const readNeeds = { scope: 'read', agreement: 'any' } as const

const addressStatus = z.enum(publicStates(machines.withdrawal_address))

/** The purposes of our own accounts at the bank. */
export const accountPurposes = ['client_money', 'reserve', 'house'] as const
export const ownerships = ['self_hosted', 'vasp'] as const
export const custodies = ['self', 'custodian'] as const
export const travelRuleStatuses = ['missing', 'complete'] as const
/** The bank's answer about an account name (Confirmation of Payee). */
export const payeeResults = ['match', 'close_match', 'no_match', 'unavailable'] as const

const addressRow = z.object({
  addressid: uuid,
  label: z.string(),
  address: z.string(),
  blockchain: chainCode,
  memo: z.string().nullable(),
  status: addressStatus,
  usable_from: isoTime
    .nullable()
    .meta({ description: 'The end of the cooling-off period, in settlement time; null before its start.' }),
  ownership: z.enum(ownerships),
  custody: z.enum(custodies),
  vasp: z.string().nullable().meta({ description: 'The service provider that hosts it.' }),
  travelrule: z.object({ status: z.enum(travelRuleStatuses) }),
  created_at: isoTime,
  updated_at: isoTime,
})

export const withdrawAddresses = endpoint({
  ...signedForm,
  name: 'withdrawAddresses',
  path: '/private/withdrawAddresses',
  summary: 'Whitelisted addresses',
  description:
    'The addresses that you may send coins to, newest first. Addresses are whitelisted in the portal; a `Confirmed` one can be used.',
  needs: readNeeds,
  request: z.strictObject({
    ...queryFields,
    asset: assetCode.optional().meta({ description: 'Addresses on the chains of this asset.' }),
    blockchain: chainCode.optional(),
    label: soughtText(64).optional(),
    status: addressStatus.optional(),
  }),
  response: z.object({ ...pageAnswer, addresses: z.array(addressRow) }),
  errors: ['invalid_cursor'],
})

const accountStatus = z.enum(['active', 'unconfirmed', 'disabled'])

export const bankAccounts = endpoint({
  ...signedForm,
  name: 'bankAccounts',
  path: '/private/bankAccounts',
  summary: 'Registered bank accounts',
  description:
    'The accounts for your payouts of CHF and GBP, newest first. Accounts are registered in the portal; an `active` one can be used. `unconfirmed`: its ownership is not confirmed yet, and our staff decide.',
  needs: readNeeds,
  request: z.strictObject({
    ...queryFields,
    currency: z.enum(fiatCodes).optional(),
    label: soughtText(64).optional(),
    status: accountStatus.optional(),
  }),
  response: z.object({
    ...pageAnswer,
    accounts: z.array(
      z.object({
        accountid: uuid,
        label: z.string(),
        currency: z.enum(fiatCodes),
        identifier: z.string().meta({
          description: 'IBAN, or sort code and account number.',
          examples: ['CH9300762011623852957'],
        }),
        name: z.string().meta({ description: 'Its holder.' }),
        status: accountStatus,
        created_at: isoTime,
        updated_at: isoTime,
      }),
    ),
  }),
  errors: ['invalid_cursor'],
})
