import { z } from 'zod'
import { accountStatus, accountView, waitsBecause } from '../web-api/bank-accounts.ts'
import { approvalid, label } from '../web-api/addresses.ts'
import { fiatCodes } from '../assets.ts'
import { id, reason } from '../web-api/fields.ts'
import { listOf, paged } from '../web-api/pages.ts'
import { payeeResults } from '../endpoints/destinations.ts'
import { peopleCall } from '../web-api/call.ts'
import { uuid } from '../fields.ts'

export const ownBankAccountsCall = peopleCall({
  where: 'portal',
  tag: 'Bank accounts',
  name: 'ownBankAccounts',
  method: 'GET',
  path: '/bank-accounts',
  act: 'addresses.read',
  summary: 'Bank accounts',
  description:
    'The accounts for payouts of CHF and GBP, newest first. `unconfirmed`: its ownership is not confirmed, and our staff decide.',
  request: z.strictObject({ ...paged, status: accountStatus.optional() }),
  response: listOf(z.object(accountView)),
  errors: ['invalid_cursor'],
})

export const confirmation = z
  .object({ result: z.enum(payeeResults), name: z.string().nullable() })
  .nullable()
  .meta({ description: 'The bank’s answer about the name (Confirmation of Payee, GBP only).' })

export const bankAccountRequest = z.strictObject({
  label,
  currency: z.enum(fiatCodes),
  identifier: z.string().max(64).meta({ description: 'An IBAN, or a UK sort code and account number.' }),
  name: z.string().trim().min(1).max(70).meta({ description: 'The owner of the account: your institution.' }),
})

/** The payload of the approval `member.bank_account`: the checked fields, with the bank's answer. */
export const bankAccountPayload = bankAccountRequest.extend({
  institutionid: uuid,
  confirmation,
  accepted: z.boolean(),
})

export const checkBankAccountCall = peopleCall({
  where: 'portal',
  tag: 'Bank accounts',
  name: 'checkBankAccount',
  method: 'GET',
  path: '/bank-accounts/check',
  act: 'addresses.read',
  summary: 'Check the spelling of an account number',
  description: 'Its check digits, and whether it can receive the currency. Nothing is stored, and no bank is asked.',
  request: z.strictObject({ currency: z.enum(fiatCodes), identifier: z.string().max(64) }),
  response: z.object({
    identifier: z.string().nullable().meta({ description: 'In stored form; null if it cannot be used.' }),
    problem: z.string().nullable(),
  }),
  errors: [],
})

export const registerBankAccountCall = peopleCall({
  where: 'portal',
  tag: 'Bank accounts',
  name: 'registerBankAccount',
  method: 'POST',
  path: '/bank-accounts',
  act: 'addresses.edit',
  summary: 'Register a bank account',
  description:
    'For GBP the bank is asked for the account name. An account in another name than your institution’s, or whose name the bank does not confirm, is `usable` once our staff have cleared it.',
  request: bankAccountRequest,
  response: z.object({
    accountid: z.string().nullable(),
    usable: z.boolean(),
    waits_because: waitsBecause,
    confirmation,
    approvalid,
  }),
  errors: [],
})

export const disableBankAccountCall = peopleCall({
  where: 'portal',
  tag: 'Bank accounts',
  name: 'disableBankAccount',
  method: 'POST',
  path: '/bank-accounts/{id}/disable',
  act: 'addresses.edit',
  summary: 'Disable a bank account',
  description: 'Permanent. Payouts that were not sent to the bank yet are canceled.',
  request: z.strictObject({ id, reason }),
  response: z.object({ accountid: z.string(), status: z.literal('disabled') }),
  errors: ['not_found'],
})

export const bankAccountCalls = [
  ownBankAccountsCall,
  checkBankAccountCall,
  registerBankAccountCall,
  disableBankAccountCall,
] as const
