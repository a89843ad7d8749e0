import type { Tx } from '../../base/database/db.ts'
import { closeCasesAbout, openCaseAgain } from '../../banking/reconciliation/cases.ts'
import type { Env } from '../../base/env.ts'
import type { Effect, Power } from '../../base/ports/chain.ts'
import type { By } from '../../base/state-machine/move.ts'
import { batchSize, idsOf, moveRows, type Work } from '../../base/state-machine/transitions.ts'
import { enqueue, type OperationOutcome, type Progress, takeOutcomes } from '../../chains/outbox/operations.ts'
import { returnAddresses } from '../../compliance/ended.ts'
import { conclude, rejectedRows } from '../../compliance/screening.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { isNative } from '../../treasury/crypto.ts'
import { chainTermsOf } from '../chain-terms.ts'
import { problemWith } from './return-address.ts'
import { type Deposit, depositMachine, returnedJournal } from './row.ts'

// Deposits rejected by two people. They are returned on their chain (or frozen: redecide.ts).

export const undecided = `state in ('held', 'below_minimum')`

export const decided = (env: Env, why: string): By => ({ actor: 'compliance', why, at: env.clock.now() })

/** No part of its return is signed or with the sender. */
export const isUnsigned = (progress: Progress): boolean => progress === 'none' || progress === 'queued'

/** Returned to the named address, less the network fee of a withdrawal. */
export const returnRejected: Work = async (env, tx) => {
  const found = await rejectedRows<Deposit & { institution_id: string }>(tx, depositMachine, undecided)
  const addresses = await returnAddresses(tx, idsOf(found))
  const going = await conclude(
    env,
    tx,
    found.filter(({ id }) => addresses.has(id)),
  )
  for (const one of going) {
    const change = {
      returned_to: addresses.get(one.id)!,
      return_fee: chainTermsOf(one.asset, one.blockchain).withdrawFee,
    }
    await moveRows(tx, depositMachine, [one as Deposit], 'return', decided(env, 'refused after review'), change)
  }
  return going.length
}

const unsent = `select d.* from transfers.deposit d
  where d.state = 'returning' and not d.on_hold and d.stuck_at is null
    and not exists (select from chains.current_operation o where o.purpose = 'deposit_return' and o.subject = d.id)`

type Returning = Deposit & { returned_to: string }

export const sendReturns: Work = async (env, tx) => {
  const found = await tx.query<Returning>(
    `${unsent} order by d.created_at, d.id limit $1 for update of d skip locked`,
    [batchSize],
  )
  for (const one of found) {
    const problem = await problemWith(tx, one, one.returned_to)
    if (problem !== null) await escalate(env, tx, one.id, problem)
    else {
      const { id: subject, blockchain: chain } = one
      await enqueue(env, tx, { chain, purpose: 'deposit_return', subject, effect: effectOf(one) })
    }
  }
  return found.length
}

/** From its arrival address. It was never collected. A native coin pays the network out of the fee. */
function effectOf({ asset, quantity, return_fee, return_cost, source, at_key, returned_to: to }: Returning): Effect {
  const amount = quantity - return_fee
  const from = source ?? (at_key as Power | null)
  if (from === null) return { kind: 'transfer', asset, to, amount }
  if (!isNative(asset)) return { kind: 'collect', asset, from, to, amount }
  return { kind: 'native', asset, from: source!, to, amount, maxFee: return_fee - return_cost }
}

/** Applies the outcomes of their transactions. One that the chain refuses is escalated. */
export const applyReturnOutcomes: Work = async (env, tx) => {
  const outcomes = await takeOutcomes(tx, 'deposit_return', batchSize)
  for (const one of outcomes) {
    const deposit = await withCost(tx, one)
    if (one.state === 'final') await returned(env, tx, deposit)
    if (one.state === 'failed' || one.state === 'canceled')
      await escalate(env, tx, deposit.id, one.reason ?? 'The chain refused the transaction.')
  }
  return outcomes.length
}

/** The address of a native coin has paid the network, even if the chain refused the transaction. */
async function withCost(tx: Tx, { subject, asset, state, cost }: OperationOutcome): Promise<Deposit> {
  const paid = isNative(asset) && state !== 'working' ? (cost ?? 0n) : 0n
  const [deposit] = await tx.query<Deposit>(
    'update transfers.deposit set return_cost = return_cost + $2 where id = $1 returning *',
    [subject, paid],
  )
  return deposit!
}

async function returned(env: Env, tx: Tx, deposit: Deposit): Promise<void> {
  const at = env.clock.now()
  await postIn(env, tx, [returnedJournal(deposit)])
  await moveRows(tx, depositMachine, [deposit], 'deliver', { actor: 'chain', why: 'final', at })
  await closeCasesAbout(tx, 'deposit_return', { depositid: deposit.id }, at)
  await closeCasesAbout(tx, 'unassigned_deposit', { depositid: deposit.id }, at)
}

/** No more attempts until staff resume it (specie deposits retry). */
async function escalate(env: Env, tx: Tx, depositid: string, problem: string): Promise<void> {
  const at = env.clock.now()
  env.log.error({ depositid, problem }, 'a rejected deposit could not be returned')
  await tx.query('update transfers.deposit set stuck_at = $2 where id = $1', [depositid, at])
  await openCaseAgain(tx, { kind: 'deposit_return', cause: depositid, detail: { depositid, problem } }, at)
}
