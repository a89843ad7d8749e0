import { formatAccountId } from '@specie/payments/account.ts'
import {
  checkBankAccountCall,
  disableBankAccountCall,
  ownBankAccountsCall,
  registerBankAccountCall,
} from '@specie/protocol/portal/bank-accounts.ts'
import { payable } from '../banking/payout/payable.ts'
import { bankAccountsOf } from '../destinations/bank-account/list.ts'
import { disableBankAccount } from '../destinations/bank-account/change.ts'
import { isAcceptedInOwnName, whyNotAccepted } from '../destinations/bank-account/decide.ts'
import { checkedBankAccount, storeBankAccount } from '../destinations/bank-account/register.ts'
import { byPerson } from '../people/by.ts'
import { actOrRequest } from './act-or-request.ts'
import type { PeopleRoutes } from '../web-api/routes.ts'

export function bankAccountRoutes(routes: PeopleRoutes): void {
  routes.mount(ownBankAccountsCall, (env, { person }, input) => bankAccountsOf(env.db, person.institutionId!, input))
  routes.mount(checkBankAccountCall, async (_env, _session, { currency, identifier }) => {
    const account = payable(currency, identifier)
    return 'why' in account
      ? { identifier: null, problem: account.why }
      : { identifier: formatAccountId(account), problem: null }
  })
  routes.mount(registerBankAccountCall, async (env, session, input, visit) => {
    // The bank is queried first, so that a second person sees its answer.
    const registration = { ...input, institutionId: session.person.institutionId!, accept: false }
    const account = await isAcceptedInOwnName(env.db, await checkedBankAccount(env, registration))
    const by = byPerson(env, session, visit, 'registered a bank account')
    const request = {
      kind: 'member.bank_account',
      payload: account,
      reason: `new bank account “${account.label}”`,
    } as const
    const { done, approvalid } = await actOrRequest(env, session, request, (tx) =>
      storeBankAccount(env, tx, account, by),
    )
    return {
      accountid: done,
      usable: done !== null && account.accepted,
      waits_because: account.accepted ? null : await whyNotAccepted(env.db, account),
      confirmation: account.confirmation,
      approvalid,
    }
  })
  routes.mount(disableBankAccountCall, async (env, session, { id, reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    await env.db.tx((tx) => disableBankAccount(env, tx, session.person.institutionId, id, by))
    return { accountid: id, status: 'disabled' as const }
  })
}
