import type { Env } from '../base/env.ts'
import type { Job } from '../base/jobs.ts'
import type { Bank, OwnAccount } from '../base/ports.ts'
import { type Purpose, preparePayout } from './payouts.ts'

/** What one pool owes the other is paid from the account of the one that owes. */
const dues: readonly { pool: 'client' | 'reserve'; name: string; from: Purpose }[] = [
  { pool: 'client', name: 'due_to_reserve', from: 'client_money' },
  { pool: 'reserve', name: 'due_to_client', from: 'reserve' },
]

/** Pays what client money and reserve owe each other, one payout at a time in each direction and currency. */
export const reserveSweeps: Job = {
  name: 'banking.sweeps',
  everyMs: 10_000,
  run: async (env) => (env.bank === null ? 0 : sweep(env, env.bank)),
}

type Due = { from: Purpose; currency: OwnAccount['currency']; amount: bigint }

async function sweep(env: Env, bank: Bank): Promise<number> {
  const due = await unswept(env)
  if (due.length === 0) return 0
  const accounts = await bank.accounts()
  for (const one of due) await prepareSweep(env, accounts, one)
  return due.length
}

/** Balances that no sweep is under way for. */
function unswept(env: Env): Promise<Due[]> {
  return env.db.query<Due>(
    `select due.purpose as from, asset as currency, balance as amount
     from ledger.account join unnest($1::text[], $2::text[], $3::text[]) due (pool, name, purpose) using (pool, name)
     where balance > 0 and not exists (
       select from banking.payout p where p.kind = 'sweep' and p.purpose = due.purpose and p.currency = asset
         and p.state in ('prepared', 'batched', 'sent', 'accepted'))
     order by pool, asset`,
    [dues.map((due) => due.pool), dues.map((due) => due.name), dues.map((due) => due.from)],
  )
}

async function prepareSweep(env: Env, accounts: readonly OwnAccount[], { from, currency, amount }: Due): Promise<void> {
  const to = accounts.find((own) => own.purpose !== from && own.currency === currency)
  if (!to) throw new Error(`the bank keeps no account to sweep ${currency} to from ${from}`)
  const at = env.clock.now()
  const creditor = { name: to.name, account: { kind: 'iban' as const, iban: to.iban }, bic: to.bic }
  const ask = { kind: 'sweep' as const, subject: env.ids.uuid(at), purpose: from, currency, amount, creditor }
  await env.db.tx((tx) =>
    preparePayout(env, tx, { ...ask, remittance: 'Reserve sweep' }, { actor: 'service', why: 'reserve sweep', at }),
  )
}
