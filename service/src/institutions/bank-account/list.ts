import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import type { bankAccounts } from '@specie/protocol/destinations.ts'
import type { Env } from '../../base/env.ts'
import { filtered, page } from '../../base/database/pages.ts'
import type { BankAccount } from './row.ts'

type Answer = ResponseOf<typeof bankAccounts>
type Row = BankAccount & { created_at: Date; status: Answer['accounts'][number]['status'] }

const status = `case when disabled_at is not null then 'disabled' when accepted then 'active' else 'unconfirmed' end`
const accounts = `select *, ${status} as status from institutions.bank_account where institution_id = $1`

export async function listBankAccounts(
  env: Env,
  institutionId: string,
  request: RequestOf<typeof bankAccounts>,
): Promise<Answer> {
  const { rows, next_cursor } = await page<Row>(env.db, request, {
    ...filtered(accounts, [institutionId], {
      currency: request.currency,
      label: request.label,
      [status]: request.status,
    }),
    id: 'uuid',
  })
  const views = rows.map((row) => ({
    accountid: row.id,
    label: row.label,
    currency: row.currency,
    identifier: row.identifier,
    name: row.name,
    status: row.status,
    created_at: row.created_at.toISOString(),
    updated_at: (row.disabled_at ?? row.created_at).toISOString(),
  }))
  return { timestamp: env.clock.now().toISOString(), result: 'ok', next_cursor, accounts: views }
}
