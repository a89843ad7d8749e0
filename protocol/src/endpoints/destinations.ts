import { z } from 'zod'
import { fiatCodes } from '../assets.ts'
import { endpoint } from './endpoint.ts'
import { assetCode, chainCode, isoTime, pageAnswer, queryFields, soughtText, uuid } from '../fields.ts'
import { machines } from '../machines.ts'
import { publicStates } from './transfers.ts'

// Where an institution may have coins and money sent to.

const signedForm = { access: 'signed', method: 'POST', body: 'form', tag: 'Transfers' } as const
const readNeeds = { scope: 'read', agreement: 'any' } as const

const addressStatus = z.enum(publicStates(machines.withdrawal_address))

/** What our own accounts at the bank are for. */
export const accountPurposes = ['client_money', 'reserve', 'house'] as const
export const ownerships = ['self_hosted', 'vasp'] as const
export const custodies = ['self', 'custodian'] as const
export const travelRuleStatuses = ['missing', 'complete'] as const
/** What a bank says of the name of an account (Confirmation of Payee). */
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
    .meta({ description: 'When cooling-off ends, in settlement time; null before it begins.' }),
  ownership: z.enum(ownerships),
  custody: z.enum(custodies),
  vasp: z.string().nullable().meta({ description: 'The service provider that keeps it.' }),
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
    'Where you may send coins to, the newest first. Addresses are whitelisted in the portal; one that is `Confirmed` can be used.',
  needs: readNeeds,
  request: z.strictObject({
    ...queryFields,
    asset: assetCode.optional().meta({ description: 'Addresses on the chains that carry it.' }),
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
    'Where you may have CHF and GBP paid to, the newest first. Accounts are registered in the portal; one that is `active` can be used. `unconfirmed`: it is not known to be yours, and the staff decides on it.',
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
