import type { AssetCode } from '@specie/protocol/assets.ts'
import { machines } from '@specie/protocol/machines.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { querySupplyChanges } from '@specie/protocol/endpoints/supply.ts'
import { payoutBankrefSql, payoutDaySql, waitsForBank } from '../../banking/payout/details-sql.ts'
import { listOf } from '../../base/http/list.ts'
import { idFilter, type Listed } from '../../base/http/pages.ts'
import { txidOf } from '../../chains/outbox/operations.ts'
import { heldForView, type HeldFor, holdSql, statusSql } from '../../compliance/hold-view.ts'
import { fiatOf } from '../../ledger/coin.ts'
import type { SupplyChange } from '../supply-change.ts'
import type { Mint, MintState } from '../mint/row.ts'
import { proceeds, type RedemptionState } from '../redemption/row.ts'

type Row = Listed<Omit<SupplyChange, 'charge' | 'asked_settlement' | 'booked_at'>> & {
  fulfilment: Mint['fulfilment']
  destination: string | null
  address: string | null
  identifier: string | null
  fee: bigint
  spent: bigint
  spent_currency: AssetCode
  max_spent: bigint | null
  status: string
  hold: HeldFor
  /** All hashes of its transactions, and the one seen on the chain. */
  txids: string[]
  txid: string | null
  bankref: string | null
  pays_on: string | null
  /** Whether the funding asset was sold. */
  sold: boolean
} & ({ type: 'mint'; state: MintState } | { type: 'redeem'; state: RedemptionState })

// Mints and redemptions in rows of the same columns.

const mints = `
  select id, 'mint' as type, clreqid, asset, blockchain, quantity, state, reason, fulfilment, destination,
    case when destination is not null then address end as address, null as identifier, charge + spread as fee,
    spent, funding_currency as spent_currency, max_spent, settled_at, created_at, updated_at,
    ${statusSql(machines.mint)} as status, ${holdSql(machines.mint, 'm')} as hold,
    array(select hash from chains.signed_hash s where s.purpose = 'mint' and s.subject = m.id
      order by s.sent_at, s.version) as txids,
    (select max(txid) from chains.operation_txid o where o.purpose = 'mint' and o.subject = m.id) as txid,
    null as bankref, null as pays_on,
    exists (select from issuance.conversion c where c.id = m.id and c.sold is not null) as sold
  from issuance.mint m where institution_id = $1`

const redemptions = `
  select r.id, 'redeem' as type, clreqid, asset, blockchain, quantity, state, reason, 'issuance' as fulfilment,
    b.label as destination, null as address, b.identifier, charge as fee, quantity as spent, asset as spent_currency,
    null::numeric as max_spent, settled_at, created_at, updated_at, ${statusSql(machines.redemption)} as status,
    ${holdSql(machines.redemption, 'r')} as hold,
    array(select hash from chains.signed_hash s where s.purpose = 'redemption' and s.subject = r.id
      order by s.sent_at, s.version) as txids,
    (select max(txid) from chains.operation_txid o where o.purpose = 'redemption' and o.subject = r.id) as txid,
    ${payoutBankrefSql('redemption', 'r.id')} as bankref, ${payoutDaySql('redemption', 'r.id')} as pays_on,
    false as sold
  from issuance.redemption r left join destinations.bank_account_label b on b.id = r.bank_account_id
  where institution_id = $1`

/** Finds supply changes by a transaction hash: every signed version of a transaction counts. */
const byTransaction = `
  id in (select subject from chains.signed_hash where hash = $? and purpose in ('mint', 'redemption')
    union select subject from chains.operation_txid where txid = $? and purpose in ('mint', 'redemption'))`

export const listSupplyChanges = listOf(querySupplyChanges, {
  select: [mints, redemptions],
  filters: ({ requestid, asset, clreqid, type, blockchain, status, txid }) => ({
    ...idFilter('id', requestid),
    asset,
    clreqid,
    type,
    blockchain,
    status: status === 'completed' ? 'settled' : status,
    [byTransaction]: txidOf(txid),
  }),
  show: (row: Row) => {
    const fiat = fiatOf(row.asset)
    return {
      requestid: row.id,
      clreqid: row.clreqid,
      type: row.type,
      asset: row.asset,
      blockchain: row.blockchain,
      quantity: formatAmount({ asset: row.asset, minor: row.quantity }),
      status: row.status,
      stage: row.state,
      reason: row.reason ?? waitsForBank(row.pays_on),
      hold: heldForView(row.hold),
      fulfilment: row.fulfilment,
      destination: row.destination,
      address: row.address,
      identifier: row.identifier,
      txid: row.txid ?? row.txids.at(-1) ?? '',
      txids: row.txids,
      fee: formatAmount({ asset: fiat, minor: row.fee }),
      fee_currency: fiat,
      spent: formatAmount({ asset: row.spent_currency, minor: row.spent }),
      spent_currency: row.spent_currency,
      estimated: row.type === 'mint' && row.spent_currency !== fiat && !row.sold,
      ...receivedIn(row),
      bankref: row.bankref,
      max_spent: maxSpentIn(row),
      settled_at: row.settled_at,
      created_at: row.created_at,
      updated_at: row.updated_at,
    }
  },
})

/** As on the receipt. For a mint without conversion: the cost. */
const maxSpentIn = ({ type, max_spent, spent, spent_currency: asset }: Row): string | null =>
  type === 'mint' ? formatAmount({ asset, minor: max_spent ?? spent }) : null

/** The proceeds of a redemption; null if the coins were returned. */
function receivedIn(row: Row) {
  if (row.type === 'mint') return { received: null, received_currency: null }
  const asset = fiatOf(row.asset)
  const isOff = row.state === 'rejected' || row.state === 'failed'
  const received = isOff ? null : formatAmount({ asset, minor: proceeds({ quantity: row.quantity, charge: row.fee }) })
  return { received, received_currency: asset }
}
