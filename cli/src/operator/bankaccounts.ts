import { decideBankAccountCall, institutionBankAccountsCall } from '@specie/protocol/console/bank-accounts.ts'
import { waits } from './console.ts'
import { overConsole } from './over-console.ts'
import { listed } from '../show.ts'

export const bankAccountsList = overConsole(institutionBankAccountsCall, {
  words: { '[STATUS]': 'status' },
  does: 'list bank accounts of institutions; unconfirmed ones wait for a decision',
  show: listed(
    'accountid',
    'status',
    'currency',
    'identifier',
    'name',
    'confirmation',
    'confirmed_name',
    'institution',
  ),
})

export const bankAccountsDecide = overConsole(decideBankAccountCall, {
  words: { 'clear|reject': 'decision', ACCOUNT: 'id', 'WHY…': 'reason' },
  does: 'decide on a bank account in another name than its institution’s',
  show: ({ accountid, status, approvalid }) => (approvalid === null ? `${accountid} is ${status}.` : waits(approvalid)),
})
