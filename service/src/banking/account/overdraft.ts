import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'

// The bank takes a wire back, and pays what was ordered, even when the account has too little money. We owe the bank the
// difference. Our accounts' balances change only under their lock, which the callers hold.

type Currency = OwnAccount['currency']

/** The journals to post before `amount` is taken from the clients' money account: none, or an overdraft. */
export async function overdraftFor(sql: Sql, currency: Currency, amount: bigint, key: string): Promise<Journal[]> {
  const there = await balanceOf(sql, 'bank', currency)
  if (there >= amount) return []
  return [journal(key, 'drawn', 'bank', 'overdraft', currency, amount - there)]
}

/** Repays the overdraft from new money. */
export async function repayOverdrafts(env: Env, tx: Tx, accounts: readonly OwnAccount[]): Promise<void> {
  for (const { currency } of accounts.filter(({ purpose }) => purpose === 'client_money')) {
    const [owed, there] = [await balanceOf(tx, 'overdraft', currency), await balanceOf(tx, 'bank', currency)]
    const amount = owed < there ? owed : there
    if (amount === 0n) continue
    const key = env.ids.uuid(env.clock.now())
    await postIn(env, tx, [journal(key, 'repaid', 'overdraft', 'bank', currency, amount)])
  }
}

const journal = (
  key: string,
  step: 'drawn' | 'repaid',
  from: 'bank' | 'overdraft',
  to: 'bank' | 'overdraft',
  currency: Currency,
  amount: bigint,
): Journal => ({
  key: `overdraft:${key}:${step}`,
  kind: `overdraft_${step}`,
  lines: [debit(account('client', from, currency), amount), credit(account('client', to, currency), amount)],
  meta: { ref: key },
})

async function balanceOf(sql: Sql, name: 'bank' | 'overdraft', currency: Currency): Promise<bigint> {
  const [row] = await sql.query<{ balance: bigint }>(
    `select balance from ledger.balance where (pool, owner, name, asset) = ('client', '', $1, $2)`,
    [name, currency],
  )
  return row?.balance ?? 0n
}
