import { parseAccountId } from '@specie/payments/account.ts'
import { type Currency, type PayoutState, preparePayouts, readNews } from '../banking/payouts.ts'
import { postIn } from '../ledger/post.ts'
import type { BankAccount } from '../institutions/bank-accounts.ts'
import { follow, most, moveRows, type News, noteReasons, service, type Story, type Work } from '../base/steps.ts'
import { type Withdrawal, withdrawalMachine } from './withdrawals.ts'
import { paidJournal } from './withdrawals-book.ts'

type ByBank = Withdrawal & { asset: Currency; bank_account_id: string }

/** What is approved goes in line for the bank. */
export const pay: Work = async (env, tx) => {
  const withdrawals = await tx.query<ByBank>(
    `select * from transfers.withdrawal where state = 'approved' and bank_account_id is not null
     order by created_at, id limit $1 for update skip locked`,
    [most],
  )
  if (withdrawals.length === 0) return 0
  const by = service(env, 'next step')
  await moveRows(tx, withdrawalMachine, withdrawals, 'send', by)
  const accounts = await tx.query<BankAccount>('select * from transfers.bank_account where id = any($1)', [
    withdrawals.map((one) => one.bank_account_id),
  ])
  const accountOf = new Map(accounts.map((account) => [account.id, account]))
  await postIn(env, tx, withdrawals.map(paidJournal))
  const payouts = withdrawals.map((one) => payoutOf(one, accountOf.get(one.bank_account_id)!))
  await preparePayouts(env, tx, payouts, by)
  return withdrawals.length
}

function payoutOf(withdrawal: ByBank, to: BankAccount) {
  const account = parseAccountId(to.identifier)
  if (account === null) throw new Error(`bank account ${to.id} does not hold an account`)
  return {
    kind: 'withdrawal' as const,
    subject: withdrawal.id,
    institutionId: withdrawal.institution_id,
    currency: withdrawal.asset,
    amount: withdrawal.quantity,
    creditor: { name: to.name, account, bic: null },
    remittance: `Withdrawal ${withdrawal.id}`,
  }
}

const story: Story<PayoutState> = {
  prepared: [],
  batched: [],
  sent: ['broadcast'],
  accepted: ['broadcast'],
  booked: ['broadcast', 'complete'],
  rejected: ['fail'],
  returned: ['broadcast', 'complete', 'return'],
}

/** Withdrawals learn what became of their payouts. */
export const followBank: Work = async (env, tx) => {
  const news = await readNews(tx, 'withdrawal', most)
  const by = { actor: 'bank', why: 'payout', at: env.clock.now() }
  const told = await follow<Withdrawal, News<PayoutState>>(tx, withdrawalMachine, news, story, by)
  const failed = told.filter(({ row }) => row.state === 'failed').map((one) => one.news)
  await noteReasons(tx, withdrawalMachine, failed)
  return news.length
}
