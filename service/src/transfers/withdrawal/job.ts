import { agreedAmong, lacksExchange } from '../../access/travel-rule.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { hasOutcomes } from '../../chains/outbox/operations.ts'
import { releasedRows, screenRows } from '../../compliance/screening.ts'
import {
  batchSize,
  moveRows,
  byService,
  repeatUntilDone,
  repeatAtFaultPoint,
  type Work,
} from '../../base/state-machine/transitions.ts'
import { type Withdrawal, withdrawalMachine, withdrawalsJob, type WithdrawalState } from './request.ts'
import { applyBankOutcomes, payApproved } from './pay.ts'
import { type Usability, walletDecided } from '../../destinations/address/usable.ts'
import { applyChainOutcomes, type ByChain, sendAllOnChain } from './on-chain.ts'
import { refuse, rejectWithdrawals, revokedWallet } from './reject.ts'

/** Advances withdrawals: from the request to the bank or the chain, and on to their end. */
export const advanceWithdrawals: Job = {
  name: withdrawalsJob,
  everyMs: 5_000,
  run: async (env) => {
    let steps = 0
    for (const work of [begin, rejectWithdrawals, release, screenAll, stop, askProviders, applyTravelRule, payApproved])
      steps += await repeatUntilDone(env, work)
    steps += await sendAllOnChain(env)
    steps += await repeatUntilDone(env, applyBankOutcomes)
    return steps + (await repeatAtFaultPoint(env, 'withdrawal.booked', hasOutcomes('withdrawal'), applyChainOutcomes))
  },
}

/** Rows that are being canceled at this moment are skipped. */
const inState = (state: WithdrawalState) =>
  `select * from transfers.withdrawal where state = '${state}' order by created_at, id limit ${batchSize} for update skip locked`

const begin: Work = async (env, tx) => {
  const found = await tx.query<Withdrawal>(inState('requested'))
  await moveRows(tx, withdrawalMachine, found, 'screen', byService(env, 'next step'))
  return found.length
}

/** Released withdrawals are screened again. */
const release: Work = async (env, tx) => {
  const released = await releasedRows<Withdrawal>(tx, withdrawalMachine, batchSize)
  const by = { actor: 'compliance', why: 'released', at: env.clock.now() }
  await moveRows(tx, withdrawalMachine, released, 'release', by)
  return released.length
}

const screenAll: Work = async (env, tx) => {
  const found = await tx.query<Withdrawal>(inState('screening'))
  const by = byService(env, 'screened')
  const { clear } = await screenRows(env, tx, 'withdrawal', withdrawalMachine, found, by)
  await moveRows(tx, withdrawalMachine, clear, 'clear', by)
  return found.length
}

/** A hold set during the Travel Rule exchange. */
const stop: Work = async (env, tx) => {
  const found = await tx.query<Withdrawal>(
    `select * from transfers.withdrawal where state = 'travel_rule' and on_hold
     order by created_at, id limit ${batchSize} for update skip locked`,
  )
  const { held } = await screenRows(env, tx, 'withdrawal', withdrawalMachine, found, byService(env, 'on hold'))
  return held.length
}

type Waiting = Withdrawal & { usability: Usability | null }

/** Asks the provider of each wallet as soon as the withdrawal is screened. */
const askProviders: Work = async (env, tx) => {
  const found = await tx.query<ByChain>(
    `select w.* from transfers.withdrawal w join destinations.withdrawal_wallet a on a.id = w.address_id
     where (w.state = 'travel_rule' or (w.state in ('approved', 'sending') and a.is_hosted)) and not w.on_hold
       and a.usability = 'usable' and ${lacksExchange('w.id')}
     order by w.created_at, w.id limit ${batchSize} for update of w skip locked`,
  )
  await agreedAmong(env, tx, 'withdrawal', found)
  return found.length
}

/**
 * It leaves when the provider of its wallet has approved it, at the earliest when it is due. Fiat has no Travel Rule message of
 * its own. The payment has names and accounts.
 */
const applyTravelRule: Work = async (env, tx) => {
  const found = await tx.query<Waiting>(
    `select w.*, a.usability from transfers.withdrawal w
     left join destinations.withdrawal_wallet a on a.id = w.address_id
     where w.state = 'travel_rule' and not w.on_hold and (w.due_at is null or w.due_at <= $1)
       and (w.address_id is null or ${walletDecided})
       and (w.address_id is null or a.usability = 'gone' or compliance.agreed(w.id))
     order by w.created_at, w.id limit ${batchSize} for update of w skip locked`,
    [env.clock.settlement()],
  )
  const revoked = found.filter((one) => one.usability === 'gone')
  await refuse(env, tx, revoked, revokedWallet)
  const agreed = found.filter((one) => one.address_id === null || one.usability === 'usable')
  await moveRows(tx, withdrawalMachine, agreed, 'agree', byService(env, 'next step'))
  return agreed.length + revoked.length
}
