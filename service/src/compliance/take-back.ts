import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { audit } from '../base/audit/audit.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { setActor } from '../base/state-machine/move.ts'
import { availableOf } from '../ledger/balances.ts'
import { account } from '../ledger/chart.ts'
import { credit, debit, type Journal, Refused } from '../ledger/posting/journal.ts'
import { postIn } from '../ledger/posting/post.ts'

// Credited money that is taken back from us: a recalled wire, a deposit that its chain has dropped, a payment that the
// provider takes back. It is booked whether or not its institution still has it. A spent part becomes its debt.

export type TakenBack = {
  readonly institutionId: string
  readonly asset: AssetCode
  readonly amount: bigint
  /** The prefix of the keys, and the kind, of its journals: `wire:<id>`, `wire`. */
  readonly key: string
  readonly kind: string
  readonly ref: string
}

/**
 * Posts `journals`, which take `amount` from the institution's available balance, and before them the missing part as
 * its debt. Later credits cover the debt (SQL: ledger.cover_debts).
 */
export async function takeBack(env: Env, tx: Tx, taken: TakenBack, journals: readonly Journal[]): Promise<void> {
  const { institutionId, asset, amount } = taken
  const shortOf = async (): Promise<bigint> => {
    const available = await availableOf(tx, institutionId, asset)
    return amount > available ? amount - available : 0n
  }
  for (;;) {
    // Open items will be stopped. They are locked before the balance, in the common lock order.
    if ((await shortOf()) > 0n) await tx.query('select compliance.lock_open_items($1)', [institutionId])
    const short = await shortOf()
    const debt = short > 0n ? [owedJournal(taken, short)] : []
    try {
      await tx.savepoint(() => postIn(env, tx, [...debt, ...journals]))
      if (short > 0n) await recordDebt(env, tx, taken, short)
      return
    } catch (error) {
      // The balance has fallen meanwhile.
      if (!isShortOfBalance(error, institutionId)) throw error
    }
  }
}

const isShortOfBalance = (error: unknown, owner: string): boolean =>
  error instanceof Refused &&
  error.reason === 'insufficient' &&
  error.account?.name === 'available' &&
  error.account.owner === owner

const owedJournal = ({ institutionId, asset, key, kind, ref }: TakenBack, short: bigint): Journal => ({
  key: `${key}:owed`,
  kind: `${kind}_owed`,
  lines: [
    debit(account('client', 'owed', institutionId, asset), short),
    credit(account('client', 'available', institutionId, asset), short),
  ],
  meta: { ref },
})

/** From now on outgoing items wait for two people. */
async function recordDebt(env: Env, tx: Tx, { institutionId, asset, ref }: TakenBack, short: bigint): Promise<void> {
  env.log.error({ institutionid: institutionId, asset, ref }, 'money was taken back that an institution has spent')
  await setActor(tx, { actor: 'service', why: 'the institution owes money', at: env.clock.now() })
  await tx.query('select compliance.note_debt($1)', [institutionId])
  audit(tx, {
    actor: 'service',
    action: 'debt.incurred',
    subject: ref,
    detail: { institutionid: institutionId, asset, amount: formatAmount({ asset, minor: short }) },
  })
}
