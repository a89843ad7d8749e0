import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { machines } from '@specie/protocol/machines.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { queryDeposits } from '@specie/protocol/endpoints/transfers.ts'
import type { Confirmations } from '@specie/protocol/web-api/fields.ts'
import type { Env } from '../../base/env.ts'
import { listOf } from '../../base/http/list.ts'
import { idFilter } from '../../base/http/pages.ts'
import { finality, txidOf } from '../../chains/outbox/operations.ts'
import { heldForView, type HeldFor, holdSql, statusSql } from '../../compliance/hold-view.ts'

/** A wire has no chain columns, and a deposit on a chain has no bank columns. */
type Deposit = {
  id: string
  asset: AssetCode
  quantity: bigint
  state: string
  status: string
  hold: HeldFor
  bankref: string | null
  counterparty: string | null
  blockchain: ChainCode | null
  address: string | null
  txid: string | null
  reason: string | null
  returned_to: string | null
  returned_txid: string | null
  /** Confirmations, its own block included, as far as the chain was read. */
  depth: bigint | null
  accumulated: bigint
  created_at: string
  updated_at: string
}

const refused = 'Refused after review.'

/** The reason that its institution sees while it is not credited. */
const wireReason = `case when was_recalled then 'Its sender’s bank has recalled it.'
  when state in ('return_pending', 'returned') then '${refused} The bank returns it to its sender.'
  when state = 'held' and compliance.rejected_hold(id) is not null and on_hold
    then '${refused} No payment of ours can return it: our staff have it returned by the bank.'
  when state = 'frozen' then '${refused} It is frozen: contact support.' end`

const reasonOf = `case when state in ('returning', 'returned') and stuck_at is not null
    then '${refused} It could not be sent back yet: our staff are on it.'
  when state in ('returning', 'returned') then '${refused} It is returned, less the network fee.'
  when state = 'frozen' then '${refused} It is frozen: contact support.'
  when state = 'orphaned' then 'Its chain has dropped it.' end`

/** The sender of an incoming wire, as the bank first reported it. */
export const senderNameSql = `(select reported #>> '{counterparty,name}' from banking.wire_report
  where wire = incoming_wire.id)`

const wires = `
  select id, currency as asset, amount as quantity, state, ${statusSql(machines.wire)} as status,
    ${holdSql(machines.wire, 'incoming_wire')} as hold, bankref,
    ${senderNameSql} as counterparty, null as blockchain, null as address, null as txid, ${wireReason} as reason, null as returned_to, null as returned_txid,
    null::numeric as depth, 0::numeric as accumulated, created_at,
    updated_at
  from banking.incoming_wire where institution_id = $1`

const onChain = `
  select id, asset, quantity, state, ${statusSql(machines.deposit)} as status, ${holdSql(machines.deposit, 'd')} as hold,
    null as bankref, sender as counterparty, blockchain, address, txid, ${reasonOf} as reason, returned_to,
    (select o.txid from chains.operation_txid o where (o.purpose, o.subject) = ('deposit_return', d.id) limit 1) as returned_txid,
    (select latest from chains.height where chain = d.blockchain) - height + 1 as depth,
    case state when 'below_minimum' then (select coalesce(sum(quantity), 0) from transfers.deposit small
      where (small.institution_id, small.asset, small.blockchain) = (d.institution_id, d.asset, d.blockchain)
        and small.state = 'below_minimum' and not small.on_hold) else 0 end as accumulated,
    created_at, updated_at
  from transfers.deposit d where institution_id = $1`

export const listDeposits = listOf(queryDeposits, {
  select: [wires, onChain],
  filters: ({ depositid, asset, blockchain, txid, bankref, status }) => ({
    ...idFilter('id', depositid),
    asset,
    blockchain,
    txid: txidOf(txid),
    bankref,
    status,
  }),
  lookUp: (env) => finality(env),
  show: (row: Deposit, confirmations) => ({
    depositid: row.id,
    asset: row.asset,
    blockchain: row.blockchain,
    address: row.address,
    txid: row.txid,
    bankref: row.bankref,
    counterparty: row.counterparty,
    quantity: formatAmount({ asset: row.asset, minor: row.quantity }),
    credited: formatAmount({ asset: row.asset, minor: row.state === 'credited' ? row.quantity : 0n }),
    confirmations: confirmationsOf(row, confirmations),
    status: row.status,
    hold: heldForView(row.hold),
    reason: row.reason,
    returned_to: row.returned_to,
    returned_txid: row.returned_txid,
    min_deposit: minimumOf(row),
    accumulated: formatAmount({ asset: row.asset, minor: row.accumulated }),
    created_at: row.created_at,
    updated_at: row.updated_at,
  }),
})

const minimumOf = ({ asset, blockchain }: Deposit): string =>
  blockchain === null ? '0.01' : assets[asset].blockchains.find((one) => one.blockchain === blockchain)!.min_deposit

/** A final deposit shows the required number; further confirmations do not matter. */
function confirmationsOf({ blockchain, state, depth }: Deposit, final: ReadonlyMap<string, number>): number | null {
  if (blockchain === null) return null
  const confirmations = final.get(blockchain)!
  if (state === 'orphaned') return 0
  if (state !== 'seen' && state !== 'confirming') return confirmations
  return Math.min(confirmations, Math.max(0, Number(depth ?? 0n)))
}

/** Of this institution's deposit on a chain. */
export async function depositConfirmations(
  env: Env,
  institutionId: string,
  depositid: string,
): Promise<Confirmations | null> {
  const { deposits } = await listDeposits(env, institutionId, { depositid })
  const { blockchain, confirmations } = deposits[0]!
  if (blockchain === null || confirmations === null) return null
  return { done: confirmations, needed: (await finality(env)).get(blockchain)! }
}
