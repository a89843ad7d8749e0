import { BankFileError } from '@specie/payments/bankfile.ts'
import { importBankFileCall } from '@specie/protocol/people/bank.ts'
import { badRequest } from '../base/http/errors.ts'
import { importManually } from '../banking/file/manual-import.ts'
import { byPerson } from '../people/by.ts'
import { bodyOf, type PeopleRoutes } from '../portal/serve.ts'

export function bankRoutes(routes: PeopleRoutes): void {
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
