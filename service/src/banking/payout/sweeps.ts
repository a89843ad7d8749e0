import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { forEachItem } from '../../base/jobs/for-each-due.ts'
import { type PayingPurpose, preparePayout, receiverOf } from './row.ts'

/** Debts between the pools; the pool that owes pays from its account. */
const dues: readonly { pool: 'client' | 'reserve'; name: string; from: PayingPurpose }[] = [
  { pool: 'client', name: 'due_to_reserve', from: 'client_money' },
  { pool: 'reserve', name: 'due_to_client', from: 'reserve' },
]

/** Pays debts between client money and reserve, one payout at a time in each direction and currency. */
export const reserveSweeps: Job = {
  name: 'banking.sweeps',
  everyMs: 10_000,
  run: sweep,
}

/** Pause before a rejected sweep is retried. */
export const pauseMs = 15 * 60_000

type Due = Pick<OwnAccount, 'currency' | 'iban' | 'bic' | 'name'> & { from: PayingPurpose; amount: bigint }

async function sweep(env: Env): Promise<number> {
  return forEachItem(env, await findDue(env), async (one) => {
    await prepareSweep(env, one)
    return 1
  })
}

/** Balances without a sweep in progress, with the receiving account. */
function findDue(env: Env): Promise<Due[]> {
  return env.db.query<Due>(
    `select due.purpose as from, currency, balance as amount, iban, bic, own.name
     from ledger.balance join unnest($1::text[], $2::text[], $3::text[], $5::text[]) due (pool, name, purpose, to_purpose)
       using (pool, name)
     join banking.bank_account own on own.purpose = due.to_purpose and own.currency = asset
     where owner = '' and balance > 0
       and not exists (select from banking.payout p where p.kind = 'sweep' and p.purpose = due.purpose and p.currency = asset
         and p.state in ('prepared', 'batched', 'sent', 'accepted'))
       and not exists (select from banking.payout p where p.kind = 'sweep' and p.purpose = due.purpose and p.currency = asset
         and p.state = 'rejected' and p.updated_at > $4)
     order by pool, asset`,
    [
      dues.map((due) => due.pool),
      dues.map((due) => due.name),
      dues.map((due) => due.from),
      new Date(env.clock.now().getTime() - pauseMs),
      dues.map((due) => receiverOf({ kind: 'sweep', purpose: due.from })),
    ],
  )
}

async function prepareSweep(env: Env, { from, currency, amount, iban, bic, name }: Due): Promise<void> {
  const at = env.clock.now()
  const creditor = { name, account: { kind: 'iban' as const, iban }, bic }
  const request = { kind: 'sweep' as const, subject: env.ids.uuid(at), purpose: from, currency, amount, creditor }
  await env.db.tx((tx) =>
    preparePayout(env, tx, { ...request, remittance: 'Reserve sweep' }, { actor: 'service', why: 'reserve sweep', at }),
  )
}
