import { BankFileError } from '@specie/payments/bankfile.ts'
import { bankCasesCall, importBankFileCall, ownAccountsCall, wiresCall } from '@specie/protocol/people/bank.ts'
import { ownAccounts } from '../banking/account/own-accounts.ts'
import { importManually } from '../banking/file/manual-import.ts'
import { listCases } from '../banking/reconciliation/list-cases.ts'
import { wiresForStaff } from '../banking/wire/list-for-staff.ts'
import { badRequest } from '../base/http/errors.ts'
import { byPerson } from '../people/by.ts'
import { bodyOf, type PeopleRoutes } from '../portal/serve.ts'
import { whole, withNames } from './lists.ts'

export function bankRoutes(routes: PeopleRoutes): void {
  routes.mount(bankCasesCall, (env, _session, request) => listCases(env.db, request))
  routes.mount(wiresCall, async (env, _session, request) => withNames(env.db, await wiresForStaff(env.db, request)))
  routes.mount(ownAccountsCall, async (env) => whole(await ownAccounts(env.db)))
  routes.mount(importBankFileCall, async (env, session, { reason }, visit) => {
    const by = byPerson(env, session, visit, reason)
    const report = await importManually(env, bodyOf(visit.request), by).catch((error: unknown) => {
      throw error instanceof BankFileError ? badRequest('file', `The file is refused. ${error.message}.`) : error
    })
    const cases = report.cases.map(({ kind, detail }) => ({
      kind,
      detail: Object.entries(detail).map(([name, value]) => ({ name, value })),
    }))
    return { ...report, cases }
  })
}
