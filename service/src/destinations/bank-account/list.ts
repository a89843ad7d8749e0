import type { ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import { bankAccounts } from '@specie/protocol/endpoints/destinations.ts'
import type { institutionBankAccountsCall } from '@specie/protocol/console/bank-accounts.ts'
import type { ownBankAccountsCall } from '@specie/protocol/portal/bank-accounts.ts'
import type { PeopleRequest, PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { Sql } from '../../base/database/db.ts'
import { listOf } from '../../base/http/list.ts'
import { idFilter, type Listed, page } from '../../base/http/pages.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { BankAccount } from './row.ts'

const all = `
  select b.id, b.institution_id, i.name as institution, b.label, b.currency, b.identifier, b.name, b.confirmation,
    b.confirmed_name, b.disabled_at, b.created_at,
    case when b.disabled_at is not null then 'disabled' when b.accepted then 'active' else 'unconfirmed' end as status
  from destinations.bank_account b join directory.institution i on i.id = b.institution_id`
const select = `${all} where b.institution_id = $1`

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

type AnyRow = Row & { institution_id: string; institution: string; confirmed_name: string | null }

/** The accounts of all institutions, for staff. */
export async function allBankAccounts(
  sql: Sql,
  { institutionid, status, ...request }: PeopleRequest<typeof institutionBankAccountsCall>,
): Promise<PeopleResponse<typeof institutionBankAccountsCall>> {
  const filters = { status, ...idFilter('institution_id', institutionid) }
  const { rows, next_cursor } = await page<AnyRow>(sql, request, { select: all, values: [], filters })
  return { items: rows.map(forStaff), next_cursor }
}

const forStaff = (row: AnyRow): StaffView => ({
  ...shown(row),
  institutionid: row.institution_id,
  institution: row.institution,
  confirmation: row.confirmation,
  confirmed_name: row.confirmed_name,
})

type StaffView = PeopleResponse<typeof institutionBankAccountsCall>['items'][number]

/** An account of any institution, for staff. */
export async function bankAccountView(sql: Sql, id: string): Promise<StaffView> {
  const { rows } = await page<AnyRow>(sql, {}, { select: all, values: [], filters: idFilter('id', id) })
  if (!rows[0]) throw new ApiError('not_found', { accountid: id }, 'There is no such bank account.')
  return forStaff(rows[0])
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
