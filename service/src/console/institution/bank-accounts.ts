import {
  decideBankAccountCall,
  institutionBankAccountCall,
  institutionBankAccountsCall,
} from '@specie/protocol/console/bank-accounts.ts'
import { explainOwn, explainParties } from '../../compliance/screening/explain.ts'
import { named } from '../../compliance/screening/party.ts'
import { rejectBankAccount, whyNotAccepted } from '../../destinations/bank-account/decide.ts'
import { allBankAccounts, bankAccountView } from '../../destinations/bank-account/list.ts'
import { requestApproval } from '../../people/approval/request.ts'
import { byPerson } from '../../people/by.ts'
import type { PeopleRoutes } from '../../web-api/routes.ts'
import { historyOf, hitView } from '../compliance/case-parts.ts'

export function staffBankAccountRoutes(routes: PeopleRoutes): void {
  routes.mount(institutionBankAccountsCall, (env, _session, input) => allBankAccounts(env.db, input))
  routes.mount(institutionBankAccountCall, async (env, _session, { id }) => {
    const { db } = env
    const account = await bankAccountView(db, id)
    const { confirmation: result, confirmed_name: name } = account
    const names = [account.name, ...(name === null ? [] : [name])]
    const [found, own, history, why] = await Promise.all([
      explainParties(env, db, account.institutionid, names.map(named)),
      explainOwn(env, db, account.institutionid),
      historyOf(db, id),
      whyNotAccepted(db, { ...account, confirmation: result && { result, name } }),
    ])
    return {
      ...account,
      waits_because: account.status === 'unconfirmed' ? why : null,
      hits: [...found, ...own].map(hitView),
      history,
    }
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
