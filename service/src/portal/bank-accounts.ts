import {
  disableBankAccountCall,
  ownBankAccountsCall,
  registerBankAccountCall,
} from '@specie/protocol/people/addresses.ts'
import { bankAccountsOf } from '../institutions/bank-account/list.ts'
import { checkedBankAccount, disableBankAccount, storeBankAccount } from '../institutions/bank-account/register.ts'
import { byPerson } from '../people/by.ts'
import type { AskSecondPerson } from './second-person.ts'
import type { PeopleRoutes } from './serve.ts'

export function bankAccountRoutes(routes: PeopleRoutes, ask: AskSecondPerson): void {
  routes.mount(ownBankAccountsCall, (env, { person }, input) => bankAccountsOf(env.db, person.institutionId!, input))
  routes.mount(registerBankAccountCall, async (env, session, input, visit) => {
    // The bank is asked first, so that a second person sees its answer.
    const subject = session.person.institutionId!
    const payload = await checkedBankAccount(env, { ...input, institutionId: subject })
    const by = byPerson(env, session, visit, 'registered a bank account')
    return env.db.tx(async (tx) => {
      const reason = `new bank account “${payload.label}”`
      const approvalid = await ask(env, tx, session, { kind: 'member.bank_account', subject, payload, reason })
      const accountid = approvalid === null ? await storeBankAccount(env, tx, payload, by) : null
      return {
        accountid,
        approvalid,
        usable: accountid !== null && payload.accepted,
        confirmation: payload.confirmation,
      }
    })
  })
  routes.mount(disableBankAccountCall, async (env, session, { id, reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    await env.db.tx((tx) => disableBankAccount(env, tx, session.person.institutionId, id, by))
    return { accountid: id, status: 'disabled' as const }
  })
}
