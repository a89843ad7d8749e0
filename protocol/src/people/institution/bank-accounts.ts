import { z } from 'zod'
import { fiatCodes } from '../../assets.ts'
import { payeeResults } from '../../endpoints/destinations.ts'
import { isoTime, uuid } from '../../fields.ts'
import { approvalid, label } from './addresses.ts'
import { peopleCall } from '../call.ts'
import { history, hit } from '../compliance/case-parts.ts'
import { id, reason } from '../fields.ts'
import { listOf, paged } from '../pages.ts'

// Where an institution may have money paid to: its own bank accounts. The staff decides on those in another name.

const staffAccounts = { where: 'console', tag: 'Bank accounts' } as const
const accountStatus = z.enum(['active', 'unconfirmed', 'disabled'])

const accountView = {
  accountid: z.string(),
  label: z.string(),
  currency: z.enum(fiatCodes),
  identifier: z.string(),
  name: z.string(),
  status: accountStatus,
  created_at: isoTime,
  updated_at: isoTime,
}

export const ownBankAccountsCall = peopleCall({
  where: 'portal',
  tag: 'Bank accounts',
  name: 'ownBankAccounts',
  method: 'GET',
  path: '/bank-accounts',
  act: 'addresses.read',
  summary: 'Bank accounts',
  description:
    'Where CHF and GBP may be paid to, the newest first. `unconfirmed`: it is not known to be yours, and the staff decides on it.',
  request: z.strictObject({ ...paged, status: accountStatus.optional() }),
  response: listOf(z.object(accountView)),
  errors: ['invalid_cursor'],
})

const confirmation = z
  .object({ result: z.enum(payeeResults), name: z.string().nullable() })
  .nullable()
  .meta({ description: 'What the bank says of the name (Confirmation of Payee, GBP only).' })

export const bankAccountRequest = z.strictObject({
  label,
  currency: z.enum(fiatCodes),
  identifier: z.string().max(64).meta({ description: 'An IBAN, or a UK sort code and account number.' }),
  name: z.string().trim().min(1).max(70).meta({ description: 'The owner of the account: your institution.' }),
})

const waitsBecause = z
  .string()
  .nullable()
  .meta({ description: 'Why the staff must clear it first, in a sentence; null: it need not.' })

/** The payload of the approval `member.bank_account`: what was checked, with what the bank said. */
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
  summary: 'Check how an account number is written',
  description: 'Its check digits, and whether the currency can be paid there. Nothing is stored, and no bank is asked.',
  request: z.strictObject({ currency: z.enum(fiatCodes), identifier: z.string().max(64) }),
  response: z.object({
    identifier: z.string().nullable().meta({ description: 'As it is stored; null: it cannot be used.' }),
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
    'For GBP the bank is asked whose account it is. One in a name other than your institution’s, or of which the bank says that the name does not match, is `usable` once the staff has cleared it.',
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
  description: 'For good. Payouts that were not sent to the bank yet are canceled.',
  request: z.strictObject({ id, reason }),
  response: z.object({ accountid: z.string(), status: z.literal('disabled') }),
  errors: ['not_found'],
})

const staffView = z.object({
  ...accountView,
  institutionid: uuid,
  institution: z.string().meta({ description: 'The registered name of the institution.' }),
  confirmation: z.enum(payeeResults).nullable().meta({ description: 'What the bank said of the name.' }),
  confirmed_name: z.string().nullable().meta({ description: 'The name that the bank knows, where it told it.' }),
})

export const institutionBankAccountsCall = peopleCall({
  ...staffAccounts,
  name: 'institutionBankAccounts',
  method: 'GET',
  path: '/bank-accounts',
  act: 'institutions.read',
  summary: 'Bank accounts of institutions',
  description: 'The newest first. Those that are `unconfirmed` wait for a decision.',
  request: z.strictObject({ ...paged, institutionid: uuid.optional(), status: accountStatus.optional() }),
  response: listOf(staffView),
  errors: ['invalid_cursor'],
})

export const institutionBankAccountCall = peopleCall({
  ...staffAccounts,
  name: 'institutionBankAccount',
  method: 'GET',
  path: '/bank-accounts/{id}',
  act: 'institutions.read',
  summary: 'Everything about one bank account',
  description: 'With the names that match a watchlist as they are compared now, and what people did.',
  request: z.strictObject({ id }),
  response: staffView.extend({ waits_because: waitsBecause, hits: z.array(hit), history }),
  errors: ['not_found'],
})

export const decideBankAccountCall = peopleCall({
  ...staffAccounts,
  name: 'decideBankAccount',
  method: 'POST',
  path: '/bank-accounts/{id}/decide',
  act: 'wallets.decide',
  summary: 'Decide on a bank account in another name',
  description:
    '`clear`: it is the institution’s own, and is paid to when a second person approves it. `reject`: at once, it is disabled for good.',
  request: z.strictObject({ id, decision: z.enum(['clear', 'reject']), reason }),
  response: z.object({
    accountid: z.string(),
    status: accountStatus,
    approvalid: uuid.nullable().meta({ description: 'The request to clear it.' }),
  }),
  errors: ['not_found', 'approval_refused'],
})

export const bankAccountCalls = [
  ownBankAccountsCall,
  checkBankAccountCall,
  registerBankAccountCall,
  disableBankAccountCall,
  institutionBankAccountsCall,
  institutionBankAccountCall,
  decideBankAccountCall,
] as const
