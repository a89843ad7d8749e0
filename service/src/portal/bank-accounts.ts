import {
  disableBankAccountCall,
  ownBankAccountsCall,
  registerBankAccountCall,
} from '@specie/protocol/people/addresses.ts'
import { bankAccountsOf } from '../institutions/bank-account/list.ts'
import { checkedBankAccount, disableBankAccount, storeBankAccount } from '../institutions/bank-account/register.ts'
import { byPerson } from '../people/by.ts'
import type { PeopleRoutes } from './serve.ts'

export function bankAccountRoutes(routes: PeopleRoutes): void {
  routes.mount(ownBankAccountsCall, (env, { person }, input) => bankAccountsOf(env.db, person.institutionId!, input))
  routes.mount(registerBankAccountCall, async (env, session, input, visit) => {
    // The bank is asked first, so that a second person would see its answer.
    const account = await checkedBankAccount(env, { ...input, institutionId: session.person.institutionId! })
    const by = byPerson(env, session, visit, 'registered a bank account')
    const accountid = await env.db.tx((tx) => storeBankAccount(env, tx, account, by))
    return { accountid, usable: account.accepted, confirmation: account.confirmation, approvalid: null }
  })
  routes.mount(disableBankAccountCall, async (env, session, { id, reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    await env.db.tx((tx) => disableBankAccount(env, tx, session.person.institutionId, id, by))
    return { accountid: id, status: 'disabled' as const }
  })
}
