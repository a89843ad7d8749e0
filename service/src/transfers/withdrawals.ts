import type { AssetCode } from '@specie/protocol/assets.ts'
import { machines, next, publicState } from '@specie/protocol/machines.ts'
import { formatAmount, MoneyError, parseAmount } from '@specie/protocol/money.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import type { cancelWithdrawal as Cancel, withdraw as Withdraw } from '@specie/protocol/transfers.ts'
import type { Sql, Tx } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest } from '../base/http/errors.ts'
import { acting, move, type Stateful } from '../base/machines.ts'
import { once } from '../base/requests.ts'
import { type Currency, withdrawalsJob } from '../banking/payouts.ts'
import { balances } from '../ledger/balances.ts'
import { account } from '../ledger/chart.ts'
import { credit, debit, type Journal, Refused } from '../ledger/journal.ts'
import { postIn } from '../ledger/post.ts'
import { destinationOf } from './bank-accounts.ts'
import { isFiat } from './fiat.ts'

export type WithdrawalState = keyof typeof machines.withdrawal.states

export type Withdrawal = {
  id: string
  institution_id: string
  clreqid: string | null
  asset: Currency
  quantity: bigint
  bank_account_id: string
  reason: string | null
  state: WithdrawalState
}

export const withdrawalMachine: Stateful = { machine: machines.withdrawal, table: 'transfers.withdrawal' }

/** Withdrawals carry the network's fee alone, and the bank charges none. */
export const fiatFee = '0'

type Asked = RequestOf<typeof Withdraw>
type Answer = ResponseOf<typeof Withdraw>
type Caller = { institutionId: string; actor: string }

/** Holds the funds and puts the withdrawal in line, in one transaction; a worker carries it on. */
export async function withdraw(env: Env, by: Caller, ask: Asked): Promise<{ answer: Answer; replayed: boolean }> {
  const asset = fiatOf(ask.asset, ask.blockchain)
  const quantity = quantityOf(ask.quantity, asset)
  if (ask.validate === 'true') {
    await destinationOf(env.db, by.institutionId, asset, ask.destination)
    const available = (await balances(env, by.institutionId)).get(asset)?.available ?? 0n
    if (available < quantity) throw insufficient(asset, available)
    return { answer: answerOf(env, asset, null, ask.clreqid), replayed: false }
  }
  const { clreqid, ...content } = ask
  const asked = { institutionId: by.institutionId, endpoint: 'withdraw', clreqid, content: defined(content) }
  return once(env, asked, async (tx) => {
    const { id: bankAccountId } = await destinationOf(tx, by.institutionId, asset, ask.destination)
    const at = env.clock.now()
    const id = env.ids.uuid(at)
    await acting(tx, { actor: by.actor, why: 'asked for', at })
    await tx.query(
      `insert into transfers.withdrawal (id, institution_id, clreqid, asset, quantity, bank_account_id, state,
         created_at, updated_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $8)`,
      [id, by.institutionId, clreqid ?? null, asset, quantity, bankAccountId, machines.withdrawal.initial, at],
    )
    await hold(env, tx, { id, institution_id: by.institutionId, asset, quantity })
    await env.jobs.wake(tx, withdrawalsJob)
    return answerOf(env, asset, id, clreqid)
  })
}

/** The asset if it is one that a bank pays. */
function fiatOf(symbol: string, blockchain: string | undefined): Currency {
  if (!isFiat(symbol)) {
    throw new ApiError('unknown_asset', { field: 'asset', asset: symbol }, 'Only CHF and GBP can be withdrawn.')
  }
  if (blockchain !== undefined) {
    throw new ApiError('unknown_blockchain', { field: 'blockchain' }, `${symbol} is paid by the bank.`)
  }
  return symbol
}

function quantityOf(text: string, asset: AssetCode): bigint {
  try {
    const { minor } = parseAmount(text, asset)
    if (minor > 0n) return minor
  } catch (error) {
    if (error instanceof MoneyError) throw badRequest(error.rule, error.message, 'quantity')
    throw error
  }
  throw badRequest('positive', 'There is nothing to pay: the quantity is zero.', 'quantity')
}

type Held = Pick<Withdrawal, 'id' | 'institution_id' | 'asset' | 'quantity'>

async function hold(env: Env, tx: Tx, withdrawal: Held): Promise<void> {
  try {
    await postIn(env, tx, [withdrawalJournal(withdrawal, 'requested', 'available', 'pending')])
  } catch (error) {
    if (!(error instanceof Refused) || error.reason !== 'insufficient') throw error
    throw insufficient(withdrawal.asset, await availableIn(tx, withdrawal))
  }
}

async function availableIn(sql: Sql, { institution_id, asset }: Held): Promise<bigint> {
  const rows = await sql.query<{ balance: bigint }>(
    `select balance from ledger.account where pool = 'client' and name = 'available' and owner = $1 and asset = $2`,
    [institution_id, asset],
  )
  return rows[0]?.balance ?? 0n
}

const insufficient = (asset: AssetCode, available: bigint): ApiError =>
  new ApiError('insufficient_balance', { asset, available: formatAmount({ asset, minor: available }) })

/** One step of a withdrawal's money: `withdrawal:<id>:<step>`. */
export function withdrawalJournal(
  { id, institution_id, asset, quantity }: Held,
  step: string,
  from: 'available' | 'pending',
  to: 'available' | 'pending' | 'payouts_in_transit',
): Journal {
  const own = (name: 'available' | 'pending') => account('client', name, institution_id, asset)
  const target = to === 'payouts_in_transit' ? account('client', to, asset) : own(to)
  return {
    key: `withdrawal:${id}:${step}`,
    kind: `withdrawal_${step}`,
    lines: [debit(own(from), quantity), credit(target, quantity)],
    meta: { ref: id },
  }
}

function answerOf(env: Env, asset: Currency, id: string | null, clreqid: string | undefined): Answer {
  return {
    timestamp: env.clock.now().toISOString(),
    result: 'ok',
    withdrawalid: id,
    clreqid: clreqid ?? null,
    status: 'pending',
    txids: [],
    fee: fiatFee,
    fee_currency: asset,
    validated: id === null,
  }
}

/** Without the fields that were not sent: what the client repeats is compared with what it sent. */
const defined = (fields: Record<string, string | undefined>): Record<string, string> =>
  Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined))

/** Takes a withdrawal back before anything of it has left. */
export function cancelWithdrawal(
  env: Env,
  by: Caller,
  ask: RequestOf<typeof Cancel>,
): Promise<{ answer: ResponseOf<typeof Cancel>; replayed: boolean }> {
  const { clreqid, ...content } = ask
  const only = ask.validate === 'true'
  const asked = {
    institutionId: by.institutionId,
    endpoint: 'cancelWithdrawal',
    clreqid: only ? undefined : clreqid,
    content: defined(content),
  }
  return once(env, asked, async (tx) => {
    const withdrawal = await cancelable(tx, by.institutionId, ask.withdrawalid)
    const at = env.clock.now()
    if (!only) {
      await move(tx, withdrawalMachine, withdrawal.id, 'cancel', { actor: by.actor, why: 'asked for', at })
      await postIn(env, tx, [withdrawalJournal(withdrawal, 'canceled', 'pending', 'available')])
    }
    return {
      timestamp: at.toISOString(),
      result: 'ok' as const,
      withdrawalid: withdrawal.id,
      status: publicState(machines.withdrawal, only ? withdrawal.state : 'canceled')!,
      validated: only,
    }
  })
}

async function cancelable(tx: Tx, institutionId: string, id: string): Promise<Withdrawal> {
  const [withdrawal] = await tx.query<Withdrawal>(
    'select * from transfers.withdrawal where institution_id = $1 and id::text = $2 for update',
    [institutionId, id.toLowerCase()],
  )
  if (!withdrawal) throw badRequest('unknown', 'There is no such withdrawal.', 'withdrawalid')
  if (next(machines.withdrawal, withdrawal.state, 'cancel') === null) {
    throw new ApiError('not_cancelable', { status: publicState(machines.withdrawal, withdrawal.state) })
  }
  return withdrawal
}
