import { z } from 'zod'
import { accountStatus, accountView, waitsBecause } from '../web-api/bank-accounts.ts'
import { history, hit } from './case-parts.ts'
import { id, reason } from '../web-api/fields.ts'
import { listOf, paged } from '../web-api/pages.ts'
import { payeeResults } from '../endpoints/destinations.ts'
import { peopleCall } from '../web-api/call.ts'
import { uuid } from '../fields.ts'

// The bank accounts of institutions, for their payouts. Staff decide about accounts in another name.

const staffAccounts = { where: 'console', tag: 'Bank accounts' } as const

const staffView = z.object({
  ...accountView,
  institutionid: uuid,
  institution: z.string().meta({ description: 'The registered name of the institution.' }),
  confirmation: z.enum(payeeResults).nullable().meta({ description: 'The bank’s answer about the name.' }),
  confirmed_name: z
    .string()
    .nullable()
    .meta({ description: 'The account name at the bank, if the bank disclosed it.' }),
})

export const institutionBankAccountsCall = peopleCall({
  ...staffAccounts,
  name: 'institutionBankAccounts',
  method: 'GET',
  path: '/bank-accounts',
  act: 'institutions.read',
  summary: 'Bank accounts of institutions',
  description: 'Newest first. `unconfirmed` accounts wait for a decision.',
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
  summary: 'One bank account in full',
  description: 'With its current watchlist matches, and the actions of people.',
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
    '`clear`: it is the institution’s own, and can receive payments when a second approver approves. `reject`: the account is removed at once, permanently.',
  request: z.strictObject({ id, decision: z.enum(['clear', 'reject']), reason }),
  response: z.object({
    accountid: z.string(),
    status: accountStatus,
    approvalid: uuid.nullable().meta({ description: 'The request to clear it.' }),
  }),
  errors: ['not_found', 'approval_refused'],
})

export const staffBankAccountCalls = [
  institutionBankAccountsCall,
  institutionBankAccountCall,
  decideBankAccountCall,
] as const
