import { z } from 'zod'
import { fiatCodes } from '../assets.ts'
import { chainCode } from '../fields.ts'
import { beneficiary } from '../portal/addresses.ts'
import { byId, sandboxCall } from './call.ts'
import { institutionid, label, none } from './fields.ts'

// Wallets and bank accounts for withdrawals.

const post = { method: 'POST', tag: 'Destinations' } as const

export const addresses = sandboxCall({
  ...post,
  name: 'addresses',
  path: '/addresses',
  summary: 'Whitelist a wallet',
  description:
    'Whitelists an address through the real flow: screening, proof, Travel Rule data. Its cooling-off period of a day is skipped unless you request it.',
  request: z.strictObject({
    institutionid,
    blockchain: chainCode,
    address: z
      .string()
      .trim()
      .min(1)
      .max(128)
      .meta({ examples: ['0x52908400098527886E0F7030069857D2E4169EE7'] }),
    label,
    vasp: z
      .string()
      .trim()
      .min(1)
      .max(140)
      .optional()
      .meta({ description: 'The service provider that hosts it; by default it is the institution’s own wallet.' }),
    travel_address: z.string().max(700).optional().meta({
      description:
        'The address of that provider for Travel Rule data; by default that of the VASP of UAT with this name, such as `UAT VASP Approve`.',
    }),
    beneficiary: beneficiary
      .optional()
      .meta({ description: 'The owner of a hosted wallet; by default the institution.' }),
    travel_rule: z
      .enum(['complete', 'missing'])
      .default('complete')
      .meta({ description: '`missing`: it waits for the Travel Rule data of its provider and cannot be used.' }),
    cooling: z
      .boolean()
      .default(false)
      .meta({ description: 'Keeps it in its cooling-off period, which ends after a day of settlement time.' }),
  }),
  response: z.object({ addressid: z.string(), label: z.string(), status: z.string() }),
  errors: ['invalid_address'],
})

const address = {
  ...post,
  parts: byId('id', 'an address: its `addressid`'),
  request: none,
  response: z.object({ addressid: z.string(), status: z.string() }),
  errors: ['not_found'],
} as const

export const revokeAddress = sandboxCall({
  ...address,
  name: 'revokeAddress',
  path: '/addresses/{id}/revoke',
  summary: 'Revoke a wallet',
  description: 'Permanent. Withdrawals that wait for it are rejected.',
})
export const suspendAddress = sandboxCall({
  ...address,
  name: 'suspendAddress',
  path: '/addresses/{id}/suspend',
  summary: 'Suspend a wallet',
  description: 'Withdrawals to it wait.',
})
export const reinstateAddress = sandboxCall({
  ...address,
  name: 'reinstateAddress',
  path: '/addresses/{id}/reinstate',
  summary: 'Reinstate a wallet',
  description: 'A suspended wallet can be used again.',
})

export const bankAccounts = sandboxCall({
  ...post,
  name: 'bankAccounts',
  path: '/bankaccounts',
  summary: 'Register a bank account',
  description: 'Registers an account for payouts, through the real checks of number and name.',
  request: z.strictObject({
    institutionid,
    label,
    currency: z.enum(fiatCodes),
    identifier: z
      .string()
      .max(64)
      .meta({
        description: 'An IBAN, or a UK sort code and account number: `12-34-56 12345678`.',
        examples: ['CH93 0076 2011 6238 5295 7'],
      }),
    name: z.string().trim().min(1).max(70).meta({ description: 'The owner of the account.' }),
    accept: z.boolean().default(false).meta({ description: 'Accept it even if the bank answers `no_match`.' }),
  }),
  response: z.object({
    bankaccountid: z.string(),
    label: z.string(),
    confirmation: z
      .object({ result: z.string(), name: z.string().nullable() })
      .nullable()
      .meta({ description: 'The bank’s answer about the name; null if no bank is asked.' }),
    usable: z.boolean(),
  }),
  errors: [],
})

export const disableBankAccount = sandboxCall({
  ...post,
  name: 'disableBankAccount',
  path: '/bankaccounts/{id}/disable',
  parts: byId('id', 'a bank account: its `accountid`'),
  summary: 'Disable a bank account',
  description: 'Permanent. Withdrawals that wait for it are rejected.',
  request: none,
  response: z.object({ bankaccountid: z.string(), usable: z.boolean() }),
  errors: ['not_found'],
})
