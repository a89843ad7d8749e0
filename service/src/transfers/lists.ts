import type { AssetCode } from '@specie/protocol/assets.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import { type Machine, machines, publicState, statesOf } from '@specie/protocol/machines.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { queryDeposits, queryTransfers, queryWithdrawals } from '@specie/protocol/transfers.ts'
import type { Env } from '../base/env.ts'
import { page, type Page } from '../base/pages.ts'
import type { Wire } from '../banking/wire.ts'
import { fiatFee, type Withdrawal } from './withdrawals.ts'

/** The inner states that a client knows under this name. */
function statesBehind(machine: Machine, shown: string | undefined): string[] | null {
  return shown === undefined ? null : statesOf(machine).filter((state) => publicState(machine, state) === shown)
}

const decimalOf = (asset: AssetCode, minor: bigint): string => formatAmount({ asset, minor })

function answer<Row, Shown>(env: Env, { rows, next_cursor }: Page<Row>, show: (row: Row) => Shown) {
  return { timestamp: env.clock.now().toISOString(), result: 'ok' as const, next_cursor, list: rows.map(show) }
}

const times = ({ created_at, updated_at }: { created_at: Date; updated_at: Date }) => ({
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
})

/** The same words whatever the reason: nobody is tipped off. */
const holdMessage = 'under review, contact support'

export async function listDeposits(
  env: Env,
  institutionId: string,
  ask: RequestOf<typeof queryDeposits>,
): Promise<ResponseOf<typeof queryDeposits>> {
  const found = await page<Wire>(env.db, ask, {
    select: `select * from banking.wire where institution_id = $1 and ($2::text is null or id::text = $2)
      and ($3::text is null or currency = $3) and ($4::text[] is null or state = any($4))
      and ($5::text is null or bankref = $5)`,
    values: [
      institutionId,
      ask.depositid?.toLowerCase(),
      ask.asset,
      statesBehind(machines.wire, ask.status),
      ask.bankref,
    ],
  })
  const { list: deposits, ...rest } = answer(env, found, (wire) => ({
    depositid: wire.id,
    asset: wire.currency,
    blockchain: null,
    address: null,
    txid: null,
    bankref: wire.bankref,
    quantity: decimalOf(wire.currency, wire.amount),
    credited: decimalOf(wire.currency, wire.state === 'credited' ? wire.amount : 0n),
    confirmations: null,
    status: publicState(machines.wire, wire.state)!,
    hold: wire.hold && { reason: wire.hold, since: wire.updated_at.toISOString(), message: holdMessage },
    min_deposit: '0.01',
    accumulated: '0',
    ...times(wire),
  }))
  return { ...rest, deposits }
}

type WithdrawalRow = Withdrawal & { label: string; bankref: string | null; created_at: Date; updated_at: Date }

export async function listWithdrawals(
  env: Env,
  institutionId: string,
  ask: RequestOf<typeof queryWithdrawals>,
): Promise<ResponseOf<typeof queryWithdrawals>> {
  const found = await page<WithdrawalRow>(env.db, ask, {
    select: `select w.*, a.label, p.debited as bankref from transfers.withdrawal w
      join transfers.bank_account a on a.id = w.bank_account_id
      left join banking.payout p on p.kind = 'withdrawal' and p.subject = w.id
      where w.institution_id = $1 and ($2::text is null or w.id::text = $2) and ($3::text is null or w.clreqid = $3)
      and ($4::text is null or w.asset = $4) and ($5::text[] is null or w.state = any($5))`,
    values: [
      institutionId,
      ask.withdrawalid?.toLowerCase(),
      ask.clreqid,
      ask.asset,
      statesBehind(machines.withdrawal, ask.status),
    ],
  })
  const { list: withdrawals, ...rest } = answer(env, found, (row) => ({
    withdrawalid: row.id,
    clreqid: row.clreqid,
    asset: row.asset,
    blockchain: null,
    quantity: decimalOf(row.asset, row.quantity),
    fee: fiatFee,
    fee_currency: row.asset,
    destination: row.label,
    bankaccountid: row.bank_account_id,
    status: publicState(machines.withdrawal, row.state)!,
    reason: row.reason,
    hold: null,
    txids: [],
    bankref: row.bankref,
    ...times(row),
  }))
  return { ...rest, withdrawals }
}

type TransferRow = {
  id: string
  type: 'deposit' | 'withdrawal'
  asset: AssetCode
  quantity: bigint
  state: string
  bankref: string | null
  created_at: Date
  updated_at: Date
}

const machineOf: Record<TransferRow['type'], Machine> = { deposit: machines.wire, withdrawal: machines.withdrawal }

export async function listTransfers(
  env: Env,
  institutionId: string,
  ask: RequestOf<typeof queryTransfers>,
): Promise<ResponseOf<typeof queryTransfers>> {
  const found = await page<TransferRow>(env.db, ask, {
    select: `select * from (
        select id, 'deposit' as type, currency as asset, amount as quantity, state, bankref, created_at, updated_at
        from banking.wire where institution_id = $1
        union all
        select w.id, 'withdrawal', w.asset, w.quantity, w.state, p.debited, w.created_at, w.updated_at
        from transfers.withdrawal w left join banking.payout p on p.kind = 'withdrawal' and p.subject = w.id
        where w.institution_id = $1
      ) moved
      where ($2::text is null or id::text = $2) and ($3::text is null or type = $3) and ($4::text is null or asset = $4)
      and ($5::text[] is null or type = 'deposit' and state = any($5) or type = 'withdrawal' and state = any($6))`,
    values: [
      institutionId,
      ask.transferid?.toLowerCase(),
      ask.type,
      ask.asset,
      statesBehind(machines.wire, ask.status),
      statesBehind(machines.withdrawal, ask.status),
    ],
  })
  const { list: transfers, ...rest } = answer(env, found, (row) => ({
    transferid: row.id,
    type: row.type,
    asset: row.asset,
    blockchain: null,
    quantity: decimalOf(row.asset, row.quantity),
    fee: fiatFee,
    fee_currency: row.asset,
    status: publicState(machineOf[row.type], row.state)!,
    bankref: row.bankref,
    ...times(row),
  }))
  return { ...rest, transfers }
}
