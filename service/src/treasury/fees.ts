import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Sql } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import type { Job } from '../base/jobs/runner.ts'
import { account } from '../ledger/chart.ts'
import { house } from '../ledger/house.ts'
import { credit, debit, type Journal } from '../ledger/posting/journal.ts'
import { postIn } from '../ledger/posting/post.ts'

// Fees in coins or crypto. They are in our wallets together with the clients' coins and stay there. The house has them in
// its own account in the client pool, with which its desk trades. Fees in fiat go through the bank
// (banking/payout/fee-sweeps.ts).

export const settleFees: Job = { name: 'treasury.fees', everyMs: 60_000, run: settle }

type Earned = { asset: AssetCode; amount: bigint }

/** Refundable fees, plus the debts of institutions. A shortfall in the wallets is not at the clients' expense. */
const kept = `coalesce((select sum(amount) from treasury.refundable_fee f where f.asset = fees.asset), 0)
  + coalesce((select sum(amount) from ledger.debt d where d.asset = fees.asset), 0)`

async function earned(sql: Sql): Promise<Earned[]> {
  const rows = await sql.query<Earned>(
    `select fees.asset, fees.balance - (${kept}) as amount from ledger.balance fees
     where (fees.pool, fees.owner, fees.name) = ('client', '', 'fees_due') and fees.asset not in ('CHF', 'GBP') and fees.balance > 0`,
  )
  return rows.filter(({ amount }) => amount > 0n)
}

async function settle(env: Env): Promise<number> {
  if ((await earned(env.db)).length === 0) return 0
  return env.db.tx(async (tx) => {
    // Serialized: two concurrent runs could move the same fee twice, and it may have to be refunded.
    await tx.query(`select pg_advisory_xact_lock(hashtextextended('fees', 0))`)
    const due = await earned(tx)
    const idOf = () => env.ids.uuid(env.clock.now())
    await postIn(
      env,
      tx,
      due.map((one) => settled(one, idOf())),
    )
    return due.length
  })
}

const settled = ({ asset, amount }: Earned, id: string): Journal => ({
  key: `fees:${id}:settled`,
  kind: 'fees_settled',
  lines: [
    debit(account('client', 'fees_due', asset), amount),
    credit(account('client', 'available', house, asset), amount),
    debit(account('house', 'client_receivable', asset), amount),
    credit(account('house', 'fees_receivable', asset), amount),
  ],
  meta: { ref: id },
})
