import type { ResponseOf } from '@specie/protocol/endpoint.ts'
import { bankAccounts } from '@specie/protocol/destinations.ts'
import type { ownBankAccountsCall } from '@specie/protocol/people/addresses.ts'
import type { PeopleRequest, PeopleResponse } from '@specie/protocol/people/call.ts'
import type { Sql } from '../../base/database/db.ts'
import { listOf } from '../../base/database/list.ts'
import { type Listed, page } from '../../base/database/pages.ts'
import type { BankAccount } from './row.ts'

const select = `
  select id, label, currency, identifier, name, disabled_at, created_at,
    case when disabled_at is not null then 'disabled' when accepted then 'active' else 'unconfirmed' end as status
  from institutions.bank_account where institution_id = $1`

type Row = Listed<BankAccount> & {
  created_at: string
  status: ResponseOf<typeof bankAccounts>['accounts'][number]['status']
}

export const listBankAccounts = listOf(bankAccounts, {
  select,
  filters: ({ currency, label, status }) => ({ currency, label, status }),
  show: (row: Row) => shown(row),
})

/** The same rows for people. */
export async function bankAccountsOf(
  sql: Sql,
  institutionId: string,
  { status, ...request }: PeopleRequest<typeof ownBankAccountsCall>,
): Promise<PeopleResponse<typeof ownBankAccountsCall>> {
  const listing = { select, values: [institutionId], filters: { status } }
  const { rows, next_cursor } = await page<Row>(sql, request, listing)
  return { items: rows.map(shown), next_cursor }
}

const shown = (row: Row) => ({
  accountid: row.id,
  label: row.label,
  currency: row.currency,
  identifier: row.identifier,
  name: row.name,
  status: row.status,
  created_at: row.created_at,
  updated_at: row.disabled_at ?? row.created_at,
})
