import { BankFileError } from '@specie/payments/bankfile.ts'
import {
  bankCasesCall,
  bankDaysCall,
  bankFilesCall,
  importBankFileCall,
  ownAccountsCall,
  unclearLinesCall,
  wiresCall,
} from '@specie/protocol/console/bank.ts'
import { ownAccounts } from '../../banking/account/own-accounts.ts'
import { filesForStaff, unclearLines } from '../../banking/file/list-for-staff.ts'
import { importManually } from '../../banking/file/manual-import.ts'
import { bankDays } from '../../banking/reconciliation/days.ts'
import { listCases } from '../../banking/reconciliation/list-cases.ts'
import { wiresForStaff } from '../../banking/wire/list-for-staff.ts'
import { badRequest } from '../../base/http/errors.ts'
import { institutionNames } from '../../directory/institutions.ts'
import { byPerson } from '../../people/by.ts'
import { actorNames } from '../../directory/actor-names.ts'
import { bodyOf, type PeopleRoutes } from '../../web-api/routes.ts'
import { whole, withNames } from '../list-pages.ts'

export function bankRoutes(routes: PeopleRoutes): void {
  routes.mount(bankCasesCall, (env, _session, request) => listCases(env.db, request))
  routes.mount(wiresCall, async ({ db }, _session, request) => {
    const { items, next_cursor } = await withNames(db, await wiresForStaff(db, request))
    const names = await institutionNames(
      db,
      items.flatMap(({ suggested }) => suggested ?? []),
    )
    const named = items.map(({ suggested: id, ...wire }) => ({
      ...wire,
      suggested: id === null ? null : { id, name: names.get(id) ?? '' },
    }))
    return { items: named, next_cursor }
  })
  routes.mount(ownAccountsCall, async (env) => whole(await ownAccounts(env.db)))
  routes.mount(bankDaysCall, (env, _session, request) => bankDays(env.db, request))
  routes.mount(unclearLinesCall, async (env) => whole(await unclearLines(env.db)))
  routes.mount(bankFilesCall, async (env, _session, request) => {
    const { items, next_cursor } = await filesForStaff(env.db, request)
    const names = await actorNames(
      env.db,
      items.flatMap(({ taken_by }) => taken_by ?? []),
    )
    const named = items.map((file) => ({ ...file, taken_by: names.get(file.taken_by ?? '') ?? file.taken_by }))
    return { items: named, next_cursor }
  })
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
