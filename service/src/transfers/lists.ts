import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import { machines } from '@specie/protocol/machines.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { queryDeposits, queryTransfers, queryWithdrawals } from '@specie/protocol/transfers.ts'
import type { Env } from '../base/env.ts'
import { filtered, idFilter, page, type Page } from '../base/database/pages.ts'
import { finality, txidOf, txidsOf } from '../chains/outbox/operations.ts'
import { holdsOf, holdView, statusSql } from '../compliance/hold-view.ts'
import { chainTermsOf } from './chain-terms.ts'
import type { Withdrawal } from './withdrawal/request.ts'

const decimalOf = (asset: AssetCode, minor: bigint): string => formatAmount({ asset, minor })

function answer<Row, View>(env: Env, { rows, next_cursor }: Page<Row>, show: (row: Row) => View) {
  return { timestamp: env.clock.now().toISOString(), result: 'ok' as const, next_cursor, list: rows.map(show) }
}

type Times = { created_at: Date; updated_at: Date }

const times = ({ created_at, updated_at }: Times) => ({
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

/** A wire has no chain columns, and a deposit on a chain has no bank columns. */
type DepositRow = Times & {
  id: string
  by: 'wire' | 'deposit'
  asset: AssetCode
  quantity: bigint
  state: string
  status: string
  bankref: string | null
  blockchain: ChainCode | null
  address: string | null
  txid: string | null
  /** Blocks on top of it, its own included, as far as the chain was read. */
  depth: bigint | null
  accumulated: bigint
}

const allDeposits = `
  select id, 'wire' as by, currency as asset, amount as quantity, state, ${statusSql(machines.wire)} as status, bankref,
    null as blockchain, null as address, null as txid, null::numeric as depth, 0::numeric as accumulated, created_at, updated_at
  from banking.wire where institution_id = $1
  union all
  select id, 'wire', currency, amount, 'booked', 'pending', bankref, null, null, null, null, 0, created_at, updated_at
  from banking.hand_line where institution_id = $1 and state = 'waiting'
  union all
  select d.id, 'deposit', asset, quantity, state, ${statusSql(machines.deposit)}, null, blockchain, address, txid,
    c.latest - height + 1,
    case state when 'below_minimum' then (select sum(quantity) from transfers.deposit small
      where (small.institution_id, small.asset, small.blockchain) = (d.institution_id, d.asset, d.blockchain)
        and small.state = 'below_minimum') else 0 end,
    created_at, updated_at
  from transfers.deposit d left join chains.cursor c on c.chain = d.blockchain where institution_id = $1`

export async function listDeposits(
  env: Env,
  institutionId: string,
  request: RequestOf<typeof queryDeposits>,
): Promise<ResponseOf<typeof queryDeposits>> {
  const listing = filtered(`select * from (${allDeposits}) arrived where true`, [institutionId], {
    ...idFilter('id', request.depositid),
    asset: request.asset,
    blockchain: request.blockchain,
    txid: txidOf(request.txid),
    bankref: request.bankref,
    status: request.status,
  })
  const found = await page<DepositRow>(env.db, request, listing)
  const final = await finality(env)
  const holds = await holdsOf(env, found.rows)
  const { list: deposits, ...rest } = answer(env, found, (row) => ({
    depositid: row.id,
    asset: row.asset,
    blockchain: row.blockchain,
    address: row.address,
    txid: row.txid,
    bankref: row.bankref,
    quantity: decimalOf(row.asset, row.quantity),
    credited: decimalOf(row.asset, row.state === 'credited' ? row.quantity : 0n),
    confirmations: confirmationsOf(row, final),
    status: row.status,
    hold: holdView(holds.get(row.id)),
    min_deposit: row.blockchain ? decimalOf(row.asset, chainTermsOf(row.asset, row.blockchain).minDeposit) : '0.01',
    accumulated: decimalOf(row.asset, row.accumulated),
    ...times(row),
  }))
  return { ...rest, deposits }
}

/** A final deposit shows the required number; further confirmations do not matter. */
function confirmationsOf({ blockchain, state, depth }: DepositRow, final: ReadonlyMap<string, number>): number | null {
  if (blockchain === null) return null
  const confirmations = final.get(blockchain)!
  if (state === 'orphaned') return 0
  if (state !== 'seen' && state !== 'confirming') return confirmations
  return Math.min(confirmations, Math.max(0, Number(depth ?? 0n)))
}

type WithdrawalRow = Withdrawal &
  Times & {
    label: string
    address: string | null
    identifier: string | null
    bankref: string | null
    status: string
  }

const withdrawalStatus = statusSql(machines.withdrawal, 'w')

const allWithdrawals = `
  select w.*, coalesce(b.label, a.label) as label, a.address, b.identifier, p.debited as bankref, ${withdrawalStatus} as status
  from transfers.withdrawal w
  left join institutions.bank_account b on b.id = w.bank_account_id
  left join institutions.address a on a.id = w.address_id
  left join banking.payout p on p.kind = 'withdrawal' and p.subject = w.id
  where w.institution_id = $1`

/** Withdrawals by a transaction hash; every signed version of a transaction counts. */
const byTransaction = `
  select o.subject from chains.attempt t join chains.carried c using (transaction_id)
  join chains.operation o on o.id = c.operation_id and o.purpose = 'withdrawal' where t.hash = $?`

export async function listWithdrawals(
  env: Env,
  institutionId: string,
  request: RequestOf<typeof queryWithdrawals>,
): Promise<ResponseOf<typeof queryWithdrawals>> {
  const listing = filtered(allWithdrawals, [institutionId], {
    ...idFilter('w.id', request.withdrawalid),
    'w.clreqid': request.clreqid,
    'w.asset': request.asset,
    'w.blockchain': request.blockchain,
    [withdrawalStatus]: request.status,
    [`w.id in (${byTransaction})`]: txidOf(request.txid),
  })
  const found = await page<WithdrawalRow>(env.db, request, listing)
  const holds = await holdsOf(env, found.rows)
  const onChain = found.rows.filter((row) => row.blockchain !== null).map((row) => row.id)
  const txids = await txidsOf(env.db, 'withdrawal', onChain)
  const { list: withdrawals, ...rest } = answer(env, found, (row) => ({
    withdrawalid: row.id,
    clreqid: row.clreqid,
    asset: row.asset,
    blockchain: row.blockchain,
    quantity: decimalOf(row.asset, row.quantity),
    fee: decimalOf(row.asset, row.fee),
    fee_currency: row.asset,
    destination: row.label,
    bankaccountid: row.bank_account_id,
    addressid: row.address_id,
    address: row.address,
    identifier: row.identifier,
    status: row.status,
    stage: row.state,
    reason: row.reason,
    hold: holdView(holds.get(row.id)),
    txids: txids.get(row.id) ?? [],
    bankref: row.bankref,
    ...times(row),
  }))
  return { ...rest, withdrawals }
}

type TransferRow = Times & {
  id: string
  by: 'wire' | 'deposit' | 'withdrawal'
  asset: AssetCode
  blockchain: ChainCode | null
  quantity: bigint
  fee: bigint
  status: string
  bankref: string | null
}

const allTransfers = `
  select id, by, asset, blockchain, quantity, 0::numeric as fee, status, bankref, created_at, updated_at
  from (${allDeposits}) arrived
  union all
  select w.id, 'withdrawal', w.asset, w.blockchain, w.quantity, w.fee, ${withdrawalStatus}, p.debited, w.created_at, w.updated_at
  from transfers.withdrawal w left join banking.payout p on p.kind = 'withdrawal' and p.subject = w.id
  where w.institution_id = $1`

export async function listTransfers(
  env: Env,
  institutionId: string,
  request: RequestOf<typeof queryTransfers>,
): Promise<ResponseOf<typeof queryTransfers>> {
  const listing = filtered(`select * from (${allTransfers}) moved where true`, [institutionId], {
    ...idFilter('id', request.transferid),
    asset: request.asset,
    blockchain: request.blockchain,
    [`case by when 'withdrawal' then 'withdrawal' else 'deposit' end`]: request.type,
    status: request.status,
  })
  const found = await page<TransferRow>(env.db, request, listing)
  const { list: transfers, ...rest } = answer(env, found, (row) => ({
    transferid: row.id,
    type: row.by === 'withdrawal' ? ('withdrawal' as const) : ('deposit' as const),
    asset: row.asset,
    blockchain: row.blockchain,
    quantity: decimalOf(row.asset, row.quantity),
    fee: decimalOf(row.asset, row.fee),
    fee_currency: row.asset,
    status: row.status,
    bankref: row.bankref,
    ...times(row),
  }))
  return { ...rest, transfers }
}
