import { machines } from '@specie/protocol/machines.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { queryWithdrawals } from '@specie/protocol/endpoints/transfers.ts'
import { payoutBankrefSql, payoutDaySql, waitsForBank } from '../../banking/payout/details-sql.ts'
import { listOf } from '../../base/http/list.ts'
import { idFilter } from '../../base/http/pages.ts'
import { txidOf } from '../../chains/outbox/operations.ts'
import { heldForView, type HeldFor, holdSql, statusSql } from '../../compliance/hold-view.ts'
import type { Withdrawal } from './request.ts'

type Row = Omit<
  Withdrawal,
  'institution_id' | 'due_at' | 'source' | 'source_owner' | 'network_fee' | 'on_hold' | 'second_person'
> & {
  label: string
  address: string | null
  identifier: string | null
  bankref: string | null
  pays_on: string | null
  status: string
  hold: HeldFor
  txids: string[]
  created_at: string
  updated_at: string
}

const withdrawals = `
  select w.id, w.clreqid, w.asset, w.blockchain, w.quantity, w.fee, w.bank_account_id, w.address_id, w.state, w.reason,
    coalesce(b.label, a.label) as label, a.address, b.identifier, ${statusSql(machines.withdrawal, 'w')} as status,
    ${holdSql(machines.withdrawal, 'w')} as hold,
    ${payoutBankrefSql('withdrawal', 'w.id')} as bankref, ${payoutDaySql('withdrawal', 'w.id')} as pays_on,
    case when w.blockchain is null then '{}' else array(select hash from chains.signed_hash s
      where s.purpose = 'withdrawal' and s.subject = w.id order by s.sent_at, s.version) end as txids,
    w.created_at, w.updated_at
  from transfers.withdrawal w
  left join destinations.bank_account_label b on b.id = w.bank_account_id
  left join destinations.address_label a on a.id = w.address_id
  where w.institution_id = $1`

export const listWithdrawals = listOf(queryWithdrawals, {
  select: withdrawals,
  filters: ({ withdrawalid, clreqid, asset, blockchain, status, txid }) => ({
    ...idFilter('id', withdrawalid),
    clreqid,
    asset,
    blockchain,
    status,
    [`id in (select subject from chains.signed_hash where purpose = 'withdrawal' and hash = $?)`]: txidOf(txid),
  }),
  show: (row: Row) => ({
    withdrawalid: row.id,
    clreqid: row.clreqid,
    asset: row.asset,
    blockchain: row.blockchain,
    quantity: formatAmount({ asset: row.asset, minor: row.quantity }),
    fee: formatAmount({ asset: row.asset, minor: row.fee }),
    fee_currency: row.asset,
    destination: row.label,
    bankaccountid: row.bank_account_id,
    addressid: row.address_id,
    address: row.address,
    identifier: row.identifier,
    status: row.status,
    stage: row.state,
    reason: row.reason ?? waitsForBank(row.pays_on),
    hold: heldForView(row.hold),
    txids: row.txids,
    bankref: row.bankref,
    created_at: row.created_at,
    updated_at: row.updated_at,
  }),
})
