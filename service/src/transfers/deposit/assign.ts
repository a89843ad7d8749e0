import { amountText, formatAmount } from '@specie/protocol/money.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../../base/audit/audit.ts'
import { closeCase, openCase } from '../../banking/reconciliation/cases.ts'
import { isSqlState, type Sql, type Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { moveRows } from '../../base/state-machine/transitions.ts'
import { institutionAddressOf } from '../../chains/deposit-address/deposit-address.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { institutionName } from '../../directory/institutions.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import { isCoin } from '../../ledger/coin.ts'
import { assignedJournal, type Deposit, depositMachine, depositsJob, type Owned } from './row.ts'

// Coins that arrived at an address of ours without an owner. A case is open until two people assign them.

export async function openUnassigned(env: Env, tx: Tx, deposit: Deposit): Promise<void> {
  const { id, asset, quantity, blockchain, address, sender, txid } = deposit
  env.log.warn({ depositid: id, blockchain, txid }, 'a deposit has no owner; find the owner')
  const detail = {
    depositid: id,
    asset,
    amount: formatAmount({ asset, minor: quantity }),
    blockchain,
    address,
    txid,
    sender: sender ?? 'none, because the coins were minted there',
    problem: `Its owner is unknown. It arrived at ${locationOf(deposit)}.`,
  }
  await openCase(tx, { kind: 'unassigned_deposit', cause: id, detail }, env.clock.now())
}

function locationOf({ source, at_key }: Deposit): string {
  if (at_key !== null) return `the wallet of the key ${at_key}`
  return source === null ? 'the omnibus wallet' : 'an unassigned deposit address'
}

/**
 * The act of an approved `deposit.assign`. Two people have identified the owner. The deposit is then processed like any
 * other of that institution.
 */
export async function assignDeposit(
  env: Env,
  tx: Tx,
  { depositid, institutionid }: PayloadOf<'deposit.assign'>,
  { maker, checker, why, at }: ApprovalActor,
): Promise<void> {
  const deposit = await assignable(tx, depositid)
  await assertClient(tx, institutionid)
  const owned: Owned = { ...deposit, institution_id: institutionid }
  await tx
    .query(
      `update transfers.deposit set institution_id = $2, assigned_at = $3, assigned_by = $4, agreed_by = $5,
         collected_at = $6 where id = $1`,
      [deposit.id, owned.institution_id, at, maker, checker, isInPlace(deposit) ? at : null],
    )
    .catch((error: unknown) => {
      if (isSqlState(error, '23503')) throw noInstitution()
      throw error
    })
  // Crypto is collected into its owner's own wallet (collect.ts), which must exist.
  if (!isCoin(deposit.asset) && !(await institutionAddressOf(env, tx, owned.institution_id, deposit.blockchain))) {
    throw badRequest('address', 'No deposit address is free for its owner. Try again later.')
  }
  await postIn(env, tx, [assignedJournal(owned)])
  await letGo(tx, owned, { actor: checker, why, at })
  await closeCase(tx, 'unassigned_deposit', deposit.id, at, `${maker} and ${checker}`)
  const detail = { institutionid, maker, why }
  audit(tx, { actor: checker, action: 'deposit.assigned', subject: deposit.id, detail })
  env.jobs.wake(tx, depositsJob)
}

/** A new deposit must not become the money of an offboarded institution. The money would stay with us. */
async function assertClient(tx: Tx, institutionId: string): Promise<void> {
  const [row] = await tx.query<{ gone: boolean }>(`select directory.standing_of($1) = 'offboarded' as gone`, [
    institutionId,
  ])
  if (row?.gone)
    throw badRequest(
      'offboarded',
      'This institution is offboarded. Place a hold on the deposit instead, and reject it with an address for its return, or freeze it.',
      'institutionid',
    )
}

/** With a suspended institution as its owner it gets a hold, and stays held until the suspension ends (job.ts: release). */
async function letGo(tx: Tx, owned: Owned, by: By): Promise<void> {
  const [row] = await tx.query<{ on_hold: boolean }>('select on_hold from transfers.deposit where id = $1', [owned.id])
  if (!row!.on_hold) await moveRows(tx, depositMachine, [owned], 'release', by)
}

export async function describeAssignment(
  _env: Env,
  sql: Sql,
  { depositid, institutionid }: PayloadOf<'deposit.assign'>,
): Promise<Description> {
  const [deposit] = await sql.query<Deposit>('select * from transfers.deposit where id = $1', [depositid])
  const whose = await institutionName(sql, institutionid)
  const what = deposit
    ? `the deposit of ${amountText({ asset: deposit.asset, minor: deposit.quantity })} on ${deposit.blockchain}`
    : 'a deposit'
  return { title: `Assign ${what} to ${whose}`, institutionId: institutionid }
}

async function assignable(tx: Tx, id: string): Promise<Deposit> {
  const [deposit] = await tx.query<Deposit & { on_hold: boolean }>(
    'select * from transfers.deposit where id = $1 for update',
    [id],
  )
  if (!deposit) throw badRequest('unknown', 'There is no such deposit.', 'depositid')
  const { institution_id, state, asset } = deposit
  if (institution_id !== null)
    throw badRequest('assigned', `The deposit already belongs to ${institution_id}.`, 'depositid')
  if (state !== 'held')
    throw badRequest('state', `The deposit is ${state}. Only a final deposit can be assigned.`, 'depositid')
  if (deposit.on_hold)
    throw badRequest('on_hold', 'The deposit has a hold. Two people must release the hold first.', 'depositid')
  if (isCoin(asset) || asset === 'USDC') return deposit
  throw badRequest(
    'asset',
    `${asset} cannot be assigned, because moving it would cost a part of it. Send it back with the key of its address.`,
  )
}

/** Coins in the omnibus wallet need no collection. */
const isInPlace = ({ asset, source, at_key }: Deposit): boolean => isCoin(asset) && source === null && at_key === null

const noInstitution = () => badRequest('unknown', 'There is no such institution.', 'institutionid')
