import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { machines } from '@specie/protocol/machines.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { queryTransfers } from '@specie/protocol/endpoints/transfers.ts'
import { payoutBankrefSql } from '../../banking/payout/details-sql.ts'
import { listOf } from '../../base/http/list.ts'
import { idFilter } from '../../base/http/pages.ts'
import { senderNameSql } from '../deposit/list.ts'
import { statusSql } from '../../compliance/hold-view.ts'

type Transfer = {
  id: string
  type: 'deposit' | 'withdrawal'
  asset: AssetCode
  blockchain: ChainCode | null
  quantity: bigint
  fee: bigint
  status: string
  bankref: string | null
  counterparty: string | null
  created_at: string
  updated_at: string
}

const wires = `
  select id, 'deposit' as type, currency as asset, null as blockchain, amount as quantity, 0::numeric as fee,
    ${statusSql(machines.wire)} as status, bankref,
    ${senderNameSql} as counterparty, created_at, updated_at
  from banking.incoming_wire where institution_id = $1`

const deposits = `
  select id, 'deposit' as type, asset, blockchain, quantity, 0::numeric as fee, ${statusSql(machines.deposit)} as status,
    null as bankref, sender as counterparty, created_at, updated_at
  from transfers.deposit where institution_id = $1`

const withdrawals = `
  select w.id, 'withdrawal' as type, asset, blockchain, quantity, fee, ${statusSql(machines.withdrawal, 'w')} as status,
    ${payoutBankrefSql('withdrawal', 'w.id')} as bankref, coalesce(b.label, a.label) as counterparty,
    created_at, updated_at
  from transfers.withdrawal w
  left join destinations.bank_account_label b on b.id = w.bank_account_id
  left join destinations.address_label a on a.id = w.address_id
  where institution_id = $1`

export const listTransfers = listOf(queryTransfers, {
  select: [wires, deposits, withdrawals],
  filters: ({ transferid, asset, blockchain, type, status }) => ({
    ...idFilter('id', transferid),
    asset,
    blockchain,
    type,
    status,
  }),
  show: (row: Transfer) => ({
    transferid: row.id,
    type: row.type,
    asset: row.asset,
    blockchain: row.blockchain,
    quantity: formatAmount({ asset: row.asset, minor: row.quantity }),
    fee: formatAmount({ asset: row.asset, minor: row.fee }),
    fee_currency: row.asset,
    status: row.status,
    bankref: row.bankref,
    counterparty: row.counterparty,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }),
})
