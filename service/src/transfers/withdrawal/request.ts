import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { RequestOf, ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import type { LimitLeft } from '@specie/protocol/fields.ts'
import { machines } from '@specie/protocol/machines.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { withdraw as Withdraw } from '@specie/protocol/endpoints/transfers.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { setActor, type Stateful } from '../../base/state-machine/move.ts'
import { requestOf, isDryRun, once, dryRun, type Answered, rolledBack } from '../../base/idempotency/once.ts'
import { assertReliable } from '../../chains/trouble/reliable.ts'
import { limitsOn } from '../../compliance/limit/left.ts'
import { holdView } from '../../compliance/hold-view.ts'
import { activeHold } from '../../compliance/screening.ts'
import { assertUsable } from '../../destinations/address/usable.ts'
import { assertPayable } from '../../destinations/bank-account/row.ts'
import { type PaymentRequester, requestSecondPerson, type Payment } from '../../access/payment-approval.ts'
import { availableOf } from '../../ledger/balances.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { insufficientBalance, isShort } from '../../ledger/posting/shortage.ts'
import { cryptoAtOnce, isCrypto } from '../../treasury/crypto.ts'
import { coinsOnChain } from '../../treasury/holdings.ts'
import { type Booked, requestedJournal } from './journals.ts'
import { type Destination, destinationIn, type Payer, payerIn, type Plan, planIn } from './plan.ts'

export type WithdrawalState = keyof typeof machines.withdrawal.states

/**
 * Either the bank account or the address is set; with the address its chain, its fee and the earliest time to leave.
 */
export type Withdrawal = {
  id: string
  institution_id: string
  clreqid: string | null
  asset: AssetCode
  quantity: bigint
  fee: bigint
  bank_account_id: string | null
  address_id: string | null
  blockchain: ChainCode | null
  due_at: Date | null
  /** For crypto: the deposit address that pays it, its owner, and the paid network fee. */
  source: number | null
  source_owner: string | null
  network_fee: bigint
  reason: string | null
  on_hold: boolean
  /** A second person of the institution must approve it; the database decides that when it is stored. */
  second_person: boolean
  state: WithdrawalState
}

export const withdrawalMachine: Stateful = { machine: machines.withdrawal, table: 'transfers.withdrawal' }

export const withdrawalsJob = 'transfers.withdrawals'

type WithdrawRequest = RequestOf<typeof Withdraw>
type Answer = ResponseOf<typeof Withdraw>
export type Caller = PaymentRequester

/** Holds the funds and stores the withdrawal in one transaction; a job advances it. */
export async function withdraw(env: Env, by: Caller, fields: WithdrawRequest): Promise<Answered<Answer>> {
  const idempotent = requestOf(by.institutionId, 'withdraw', fields)
  const work = (tx: Tx) => request(env, tx, by, fields)
  if (!isDryRun(fields)) return once(env, idempotent, work)
  const limits = await limitsOf(env, by, fields)
  const { answer, replayed } = await dryRun(env, idempotent, work)
  return { answer: { ...answer, ...(replayed ? {} : { withdrawalid: null }), validated: true, limits }, replayed }
}

/** The maximum that could be withdrawn now. */
async function limitsOf(env: Env, { institutionId }: Caller, fields: WithdrawRequest): Promise<LimitLeft[]> {
  const plan = await planIn(env, env.db, institutionId, fields)
  const { asset, fee } = plan
  const own = await limitsOn(env.db, institutionId, 'withdraw', [asset])
  if (plan.by === 'bank') return own
  const balance = (await availableOf(env.db, institutionId, asset)) - fee
  if (!isCrypto(asset)) return [await coinsOnChain(env.db, plan, balance), ...own]
  return [await rolledBack(env, (tx) => cryptoAtOnce(tx, { institutionId, asset }, fee, balance)), ...own]
}

async function request(env: Env, tx: Tx, by: Caller, fields: WithdrawRequest): Promise<Answer> {
  const plan = await planIn(env, tx, by.institutionId, fields)
  if (plan.by === 'chain') await assertReliable(env, tx, plan.chain)
  const destination = await destinationIn(tx, by.institutionId, plan, fields.destination)
  if (destination.addressId !== null) await assertUsable(tx, [destination.addressId])
  if (destination.bankAccountId !== null) await assertPayable(tx, destination.bankAccountId, 'destination')
  const at = env.clock.now()
  const id = env.ids.uuid(at)
  const payer = await payerIn(tx, by.institutionId, plan)
  await hold(env, tx, { id, institution_id: by.institutionId, ...plan })
  if (payer instanceof ApiError) throw payer
  await setActor(tx, { actor: by.actor, why: 'asked for', at })
  const needsSecondPerson = await insert(
    tx,
    { id, institutionId: by.institutionId, clreqid: fields.clreqid ?? null, ...destination },
    plan,
    payer,
    at,
  )
  if (needsSecondPerson) await requestSecondPerson(env, tx, 'member.withdrawal', by, paymentOf(id, plan, destination))
  env.jobs.wake(tx, withdrawalsJob)
  // The withdrawal is also held if the database has placed the hold, because its institution owes money or staff have
  // placed a hold on the next withdrawal.
  const waits = holdView((await activeHold(tx, [id])).get(id))
  return answerOf(env, plan, destination, { id, clreqid: fields.clreqid ?? null, hold: waits })
}

type Row = Destination & { id: string; institutionId: string; clreqid: string | null }

const paymentOf = (id: string, plan: Plan, { label, address, identifier }: Destination): Payment => ({
  id,
  asset: plan.asset,
  quantity: plan.quantity,
  blockchain: plan.by === 'chain' ? plan.chain : null,
  destination: label,
  paidTo: (address ?? identifier)!,
})

/** Returns whether a second person must approve it. */
async function insert(tx: Tx, row: Row, plan: Plan, payer: Payer, at: Date): Promise<boolean> {
  const onChain = plan.by === 'chain' ? plan : null
  const [stored] = await tx.query<Pick<Withdrawal, 'second_person'>>(
    `insert into transfers.withdrawal (id, institution_id, clreqid, asset, quantity, fee, bank_account_id, address_id,
       blockchain, due_at, state, created_at, updated_at, source, source_owner)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $12, $13, $14)
     returning second_person`,
    [
      row.id,
      row.institutionId,
      row.clreqid,
      plan.asset,
      plan.quantity,
      plan.fee,
      row.bankAccountId,
      row.addressId,
      onChain?.chain,
      onChain?.dueAt,
      machines.withdrawal.initial,
      at,
      payer?.source,
      payer?.source_owner,
    ],
  )
  return stored!.second_person
}

async function hold(env: Env, tx: Tx, withdrawal: Booked): Promise<void> {
  try {
    await postIn(env, tx, [requestedJournal(withdrawal)])
  } catch (error) {
    const { institution_id: owner, asset, quantity, fee } = withdrawal
    if (!isShort(error, owner)) throw error
    throw await insufficientBalance(tx, owner, asset, quantity + fee)
  }
}

function answerOf(
  env: Env,
  { asset, fee }: Plan,
  { label, address, identifier }: Destination,
  { id, clreqid, hold }: Pick<Answer, 'clreqid' | 'hold'> & { id: string },
): Answer {
  return {
    timestamp: env.clock.now().toISOString(),
    result: 'ok',
    withdrawalid: id,
    clreqid,
    status: hold === null ? 'pending' : 'held',
    destination: label,
    address,
    identifier,
    txids: [],
    fee: formatAmount({ asset, minor: fee }),
    fee_currency: asset,
    hold,
    validated: false,
  }
}
