import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { forEachItem } from '../../base/jobs/for-each-due.ts'
import { preparePayout } from './row.ts'
import { pauseMs } from './sweeps.ts'

/** Pays our fees out of clients' money to the house's own account, one payout at a time in each currency. */
export const feeSweeps: Job = {
  name: 'banking.fee_sweeps',
  everyMs: 10_000,
  run: async (env) => {
    return forEachItem(env, await findDue(env), async (one) => {
      await prepareSweep(env, one)
      return 1
    })
  },
}

type Due = Pick<OwnAccount, 'currency' | 'iban' | 'bic' | 'name'> & { amount: bigint }

/** The bank has closed a day of the client money account since the last sweep; rejected sweeps do not count. */
const isDayOver = `(
  select max(last.received_at) from banking.bank_account own cross join lateral (
    select f.received_at from banking.message m join banking.file f on f.sha256 = m.file
    where m.account = own.iban and m.kind = 'camt.053' order by m.id desc limit 1) last
  where own.purpose = 'client_money' and own.currency = fees.asset
) > coalesce((
  select max(created_at) from banking.payout p
  where p.kind = 'fee_sweep' and p.currency = fees.asset and p.state <> 'rejected'), '-infinity')`

/**
 * Fees without a sweep in progress whose money is on the account: above the limit immediately, otherwise after a bank day.
 */
async function findDue(env: Env): Promise<Due[]> {
  const found = await env.db.query<Due>(
    `select fees.asset as currency, fees.balance - fees.owed as amount, house.iban, house.bic, house.name
     from ledger.fee_due fees join banking.bank_account house on house.purpose = 'house' and house.currency = fees.asset
     where fees.balance > 0
       and (fees.balance >= $1 or ${isDayOver})
       and not exists (select from banking.payout p where p.kind = 'fee_sweep' and p.currency = fees.asset
         and p.state in ('prepared', 'batched', 'sent', 'accepted'))
       and not exists (select from banking.payout p where p.kind = 'fee_sweep' and p.currency = fees.asset
         and p.state = 'rejected' and p.updated_at > $2)
     order by fees.asset`,
    [BigInt(env.config.feeSweepFrom) * 100n, new Date(env.clock.now().getTime() - pauseMs)],
  )
  return found.filter(({ amount }) => amount > 0n)
}

async function prepareSweep(env: Env, { currency, amount, iban, bic, name }: Due): Promise<void> {
  const at = env.clock.now()
  const creditor = { name, account: { kind: 'iban' as const, iban }, bic }
  const request = { kind: 'fee_sweep' as const, subject: env.ids.uuid(at), currency, amount, creditor }
  await env.db.tx((tx) =>
    preparePayout(env, tx, { ...request, remittance: 'Fees' }, { actor: 'service', why: 'fee sweep', at }),
  )
}
