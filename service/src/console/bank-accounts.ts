import { decideBankAccountCall, institutionBankAccountsCall } from '@specie/protocol/people/bank-accounts.ts'
import { decideBankAccount } from '../institutions/bank-account/decide.ts'
import { allBankAccounts } from '../institutions/bank-account/list.ts'
import { byPerson } from '../people/by.ts'
import type { PeopleRoutes } from '../portal/serve.ts'

export function staffBankAccountRoutes(routes: PeopleRoutes): void {
  routes.mount(institutionBankAccountsCall, (env, _session, input) => allBankAccounts(env.db, input))
  routes.mount(decideBankAccountCall, async (env, session, { id, decision, reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    return { accountid: id, status: await env.db.tx((tx) => decideBankAccount(env, tx, id, decision, by)) }
  })
}
