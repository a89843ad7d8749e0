import type { ResponseOf } from '@specie/protocol/endpoint.ts'
import { bankAccounts } from '@specie/protocol/destinations.ts'
import { listOf } from '../../base/database/list.ts'
import type { Listed } from '../../base/database/pages.ts'
import type { BankAccount } from './row.ts'

type Row = Listed<BankAccount> & {
  created_at: string
  status: ResponseOf<typeof bankAccounts>['accounts'][number]['status']
}

export const listBankAccounts = listOf(bankAccounts, {
  select: `
    select id, label, currency, identifier, name, disabled_at, created_at,
      case when disabled_at is not null then 'disabled' when accepted then 'active' else 'unconfirmed' end as status
    from institutions.bank_account where institution_id = $1`,
  filters: ({ currency, label, status }) => ({ currency, label, status }),
  show: (row: Row) => ({
    accountid: row.id,
    label: row.label,
    currency: row.currency,
    identifier: row.identifier,
    name: row.name,
    status: row.status,
    created_at: row.created_at,
    updated_at: row.disabled_at ?? row.created_at,
  }),
})
