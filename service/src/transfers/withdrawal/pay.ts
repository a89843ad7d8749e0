import {
  type Currency,
  releaseWithheld,
  type PayoutState,
  preparePayouts,
  takeOutcomes,
} from '../../banking/payout/row.ts'
import { postIn } from '../../ledger/posting/post.ts'
import type { PayoutsTo } from '../../base/manifest.ts'
import { type BankAccount, creditorOf, isPayable, lockBankAccounts } from '../../destinations/bank-account/row.ts'
import {
  applyOutcomes,
  batchSize,
  idsOf,
  moveRows,
  type StepOutcome,
  storeReasons,
  byService,
  type EventsByState,
  type Work,
} from '../../base/state-machine/transitions.ts'
import { type Withdrawal, withdrawalMachine } from './request.ts'
import { paidJournal } from './journals.ts'
import { refuse } from './reject.ts'

type ByBank = Withdrawal & { asset: Currency; bank_account_id: string }

/**
 * Prepares the payouts of approved withdrawals. Accounts are checked again: withdrawals to a disabled one are refunded.
 */
export const payApproved: Work = async (env, tx) => {
  const approved = await tx.query<ByBank>(
    `select * from transfers.withdrawal where state = 'approved' and bank_account_id is not null and not on_hold
     order by created_at, id limit $1 for update skip locked`,
    [batchSize],
  )
  if (approved.length === 0) return 0
  const accounts = await lockBankAccounts(
    tx,
    approved.map((one) => one.bank_account_id),
  )
  const accountOf = ({ bank_account_id }: ByBank) => accounts.get(bank_account_id)!
  await refuse(
    env,
    tx,
    approved.filter((one) => !isPayable(accountOf(one))),
    'Its bank account has been removed.',
  )
  const withdrawals = approved.filter((one) => isPayable(accountOf(one)))
  const by = byService(env, 'next step')
  await moveRows(tx, withdrawalMachine, withdrawals, 'send', by)
  await postIn(env, tx, withdrawals.map(paidJournal))
  const payouts = withdrawals.map((one) => payoutOf(one, accountOf(one)))
  await preparePayouts(env, tx, payouts, by)
  return approved.length
}

function payoutOf(withdrawal: ByBank, to: BankAccount) {
  return {
    kind: 'withdrawal' as const,
    subject: withdrawal.id,
    institutionId: withdrawal.institution_id,
    currency: withdrawal.asset,
    amount: withdrawal.quantity,
    creditor: creditorOf(to),
    remittance: `Withdrawal ${withdrawal.id}`,
  }
}

/** Withdrawals to this bank account with a prepared or ordered payout. */
export const sendingTo: PayoutsTo = async (tx, { id, institution_id }) =>
  idsOf(
    await tx.query<Pick<Withdrawal, 'id'>>(
      `select id from transfers.withdrawal where institution_id = $1 and bank_account_id = $2 and state = 'sending'`,
      [institution_id, id],
    ),
  )

const payoutEvents: EventsByState<PayoutState> = {
  prepared: [],
  batched: [],
  sent: ['broadcast'],
  accepted: ['broadcast'],
  booked: ['broadcast', 'complete'],
  rejected: ['fail'],
  returned: ['broadcast', 'complete', 'return'],
}

/** Applies the outcomes of their payouts to withdrawals. */
export const applyBankOutcomes: Work = async (env, tx) => {
  const outcomes = await takeOutcomes(tx, 'withdrawal', batchSize)
  const by = { actor: 'bank', why: 'payout', at: env.clock.now() }
  const applied = await applyOutcomes<Withdrawal, StepOutcome<PayoutState>>(
    tx,
    withdrawalMachine,
    outcomes,
    payoutEvents,
    by,
  )
  const failed = applied.filter(({ row }) => row.state === 'failed').map((one) => one.outcome)
  await storeReasons(tx, withdrawalMachine, failed)
  await releaseWithheld(env, tx, outcomes)
  return outcomes.length
}
