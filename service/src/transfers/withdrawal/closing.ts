import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { amountText, formatAmount } from '@specie/protocol/money.ts'
import { openCase } from '../../banking/reconciliation/cases.ts'
import type { Env } from '../../base/env.ts'
import { ApiError } from '../../base/http/errors.ts'
import { eachAlone } from '../../base/jobs/each-alone.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { chainTermsOf } from '../chain-terms.ts'
import { withdraw } from './request.ts'

// The balances of offboarded institutions are paid where two people have agreed (institutions/kyb/offboard.ts), whenever
// something is on them: what was under way comes back to them bit by bit.

type Due = {
  institution_id: string
  asset: AssetCode
  balance: bigint
  destination: string
  blockchain: ChainCode | null
  agreed_at: Date
}

export const payOutClosed: Job = {
  name: 'transfers.closing',
  everyMs: 5_000,
  run: async (env) => eachAlone(env, await dueOf(env), (one) => payOut(env, one)),
}

/** One at a time for each balance. After one that has failed, people agree on another destination. */
const dueOf = ({ db }: Env): Promise<Due[]> =>
  db.query<Due>(
    `select d.institution_id, d.asset, b.balance, coalesce(d.bank_account_id, d.address_id) as destination, d.blockchain, d.agreed_at
     from institutions.closing_destination d
     join ledger.balance b on (b.pool, b.name, b.owner, b.asset) = ('client', 'available', d.institution_id::text, d.asset)
     where b.balance > 0 and institutions.standing_of(d.institution_id) = 'offboarded'
       and not exists (select from transfers.withdrawal w where (w.institution_id, w.asset) = (d.institution_id, d.asset)
         and w.closing and w.created_at >= d.agreed_at and w.state <> 'completed')
     order by d.agreed_at, d.asset`,
  )

async function payOut(env: Env, due: Due): Promise<number> {
  const { institution_id: institutionId, asset, balance, destination, blockchain } = due
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
    return (await report(env, due, error.message)) ? 1 : 0
  }
}

/** True when the case is new. It is tried again: what stands in the way may pass. */
function report(env: Env, { institution_id, asset, balance, agreed_at }: Due, why: string): Promise<boolean> {
  const problem = `${amountText({ asset, minor: balance })} of an offboarded institution cannot be paid out: ${why}`
  const cause = `${institution_id}:${asset}:${agreed_at.toISOString()}`
  const detail = { institutionid: institution_id, asset, problem }
  return openCase(env.db, { kind: 'closing_payout', cause, detail }, env.clock.now())
}
