import {
  decideBankAccountCall,
  institutionBankAccountCall,
  institutionBankAccountsCall,
} from '@specie/protocol/console/bank-accounts.ts'
import { rejectBankAccount, whyNotAccepted } from '../../destinations/bank-account/decide.ts'
import { allBankAccounts, bankAccountView } from '../../destinations/bank-account/list.ts'
import { requestApproval } from '../../people/approval/request.ts'
import { byPerson } from '../../people/by.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { historyOf, hitsOf } from '../compliance/case-parts.ts'

export function staffBankAccountRoutes(routes: PeopleRoutes): void {
  routes.mount(institutionBankAccountsCall, (env, _session, input) => allBankAccounts(env.db, input))
  routes.mount(institutionBankAccountCall, async ({ db }, _session, { id }) => {
    const account = await bankAccountView(db, id)
    const { confirmation: result, confirmed_name: name } = account
    const names = [account.institution, account.name, ...(name === null ? [] : [name])]
    const [hits, history, why] = await Promise.all([
      hitsOf(db, names),
      historyOf(db, id),
      whyNotAccepted(db, { ...account, confirmation: result && { result, name } }),
    ])
    return { ...account, waits_because: account.status === 'unconfirmed' ? why : null, hits, history }
  })
  routes.mount(decideBankAccountCall, (env, session, { id, decision, reason }, visit) =>
    env.db.tx(async (tx) => {
      if (decision === 'reject') {
        await rejectBankAccount(env, tx, id, byPerson(env, session, visit, reason))
        return { accountid: id, status: 'disabled' as const, approvalid: null }
      }
      const request = { kind: 'bank_account.clear', subject: id, payload: { accountid: id }, reason } as const
      const { id: approvalid } = await requestApproval(env, tx, session, request)
      return { accountid: id, status: 'unconfirmed' as const, approvalid }
    }),
  )
}
