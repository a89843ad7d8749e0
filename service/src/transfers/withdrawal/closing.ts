import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import { keepCases } from '../../banking/reconciliation/keep-cases.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { forEachItem } from '../../base/jobs/for-each-due.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { smallestPayout } from '../../treasury/smallest-payout.ts'
import { chainTermsOf } from '../chain-terms.ts'
import { lastClosing, type Closing } from './last-closing.ts'
import { withdraw } from './request.ts'

// Pays out the balances of offboarded institutions to the destination that two members of staff have approved
// (onboarding/kyb/offboard.ts). It runs repeatedly, because open items return money to a balance one by one. A balance that
// cannot be paid out opens a case.

type Left = { institution_id: string; asset: AssetCode; balance: bigint }
type Agreed = { destination: string | null; blockchain: ChainCode | null; agreed_at: Date | null }
type Balance = Left & Agreed

export const payOutClosed: Job = {
  name: 'transfers.closing',
  everyMs: 5_000,
  run: async (env) => {
    const balances = await balancesOf(env)
    const last = await lastClosing(env.db, balances)
    const problems = new Map<Balance, string>()
    const steps = await forEachItem(env, balances, async (one) => {
      const outcome = await settle(env, one, last(one))
      if (typeof outcome === 'number') return outcome
      problems.set(one, outcome.problem)
      return 0
    })
    return steps + (await report(env, balances, problems))
  },
}

const balancesOf = ({ db }: Env): Promise<Balance[]> =>
  db.query<Balance>(
    `select b.owner as institution_id, b.asset, b.balance, coalesce(d.bank_account_id, d.address_id) as destination,
       d.blockchain, d.agreed_at
     from ledger.balance b
     left join onboarding.closing_destination d on (d.institution_id::text, d.asset) = (b.owner, b.asset)
     where (b.pool, b.name) = ('client', 'available') and b.balance > 0
       and directory.standing_of(b.owner::uuid) = 'offboarded'
     order by d.agreed_at, b.owner, b.asset`,
  )

const again = 'Request the offboarding again, and name'

/** The number of requested payments, or why the balance stays. One payment at a time; a failed one needs a new agreement. */
async function settle(env: Env, one: Balance, last: Closing | null): Promise<number | { problem: string }> {
  const { asset, balance, destination } = one
  if (balance < smallestPayout(asset)) return 0
  if (destination === null)
    return {
      problem: `The ${asset} of this offboarded institution has no destination. ${again} a destination.`,
    }
  if (last?.failed)
    return {
      problem: `The payment of the ${asset} of this offboarded institution has failed: ${last.reason}. ${again} another destination.`,
    }
  return last === null ? payOut(env, one, destination) : 0
}

async function payOut(env: Env, one: Balance, destination: string): Promise<number | { problem: string }> {
  const { institution_id: institutionId, asset, balance, blockchain } = one
  const terms = blockchain === null ? null : chainTermsOf(asset, blockchain)
  const quantity = balance - (terms?.withdrawFee ?? 0n)
  if (terms !== null && quantity < terms.minWithdraw) return 0
  const onChain = blockchain === null ? {} : { blockchain }
  const request = { asset, quantity: formatAmount({ asset, minor: quantity }), destination, ...onChain }
  try {
    await withdraw(env, { institutionId, actor: 'service' }, request)
    return 1
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    // It is tried again, because the obstacle may pass.
    return { problem: `The ${asset} of this offboarded institution cannot be paid out: ${error.message}` }
  }
}

/** A case for each balance that stays. It is closed when the money is gone, or on its way. */
function report(
  { db, clock }: Env,
  balances: readonly Balance[],
  problems: ReadonlyMap<Balance, string>,
): Promise<number> {
  const wanted = balances.flatMap((one) => {
    const problem = problems.get(one)
    const { institution_id: institutionid, asset } = one
    return problem === undefined
      ? []
      : [{ cause: `${institutionid}:${asset}`, detail: { institutionid, asset, problem } }]
  })
  return keepCases(db, 'closing_payout', wanted, clock.now())
}
