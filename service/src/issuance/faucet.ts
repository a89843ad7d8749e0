import type { ChainCode } from '@specie/protocol/chains.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { CoinCode } from '../base/ports/chain.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { badRequest } from '../base/http/errors.ts'
import type { Job } from '../base/jobs/runner.ts'
import { batchSize, repeatUntilDone } from '../base/state-machine/transitions.ts'
import { enqueue, type OperationOutcome, takeOutcomes } from '../chains/outbox/operations.ts'
import { account } from '../ledger/chart.ts'
import { debit, type Journal } from '../ledger/posting/journal.ts'
import { postIn } from '../ledger/posting/post.ts'
import { coinsFor, fiatOf, par } from '../ledger/coin.ts'
import { coverage } from '../treasury/coverage.ts'
import { issueLines } from '../ledger/posting/coin-lines.ts'

// Unpaid coins in the sandbox, backed by the excess of the reserve.

export type Issue = {
  subject: string
  chain: ChainCode
  asset: CoinCode
  to: string
  amount: bigint
  /** The request field with the amount. */
  field: string
}

/** Enqueues coins for `to`, backed by the excess of the reserve. One for each subject and chain. */
export async function issueFromExcess(env: Env, tx: Tx, issue: Issue): Promise<string> {
  const { subject, chain, asset, to, amount, field } = issue
  if (amount % coinsFor(1n) !== 0n) {
    throw badRequest('decimals', `New ${asset} have at most two decimals.`, field)
  }
  // Prefunded money of mints or payments is not part of the excess (coverage.ts), so the excess must cover all of it.
  const free = await coverage(tx, asset)
  if (free < amount) {
    const available = formatAmount({ asset: fiatOf(asset), minor: free < 0n ? 0n : free / coinsFor(1n) })
    throw badRequest(
      'reserve',
      `The reserve has only ${available} ${fiatOf(asset)} above its liabilities. Top it up, or request less.`,
      field,
    )
  }
  return enqueue(env, tx, { chain, purpose: 'faucet', subject, effect: { kind: 'mint', asset, to, amount } })
}

/** Books the faucet's coins when they are final. */
export const bookFaucet: Job = {
  name: 'issuance.faucet',
  everyMs: 1_000,
  run: (env) =>
    repeatUntilDone(env, async (_env, tx) => {
      const outcomes = await takeOutcomes(tx, 'faucet', batchSize)
      await postIn(env, tx, outcomes.filter(({ state }) => state === 'final').map(issued))
      for (const { subject, chain, state, reason } of outcomes) {
        // No money was moved for it. The caller has to ask again.
        if (state === 'failed' || state === 'canceled')
          env.log.warn({ subject, chain, reason }, 'the faucet issued nothing')
      }
      return outcomes.length
    }),
}

function issued({ id, subject, asset, chain, amount, txid }: OperationOutcome): Journal {
  const coin = asset as CoinCode
  const [fiat, n] = [fiatOf(coin), par(amount)]
  return {
    key: `faucet:${id}:issued`,
    kind: 'faucet_issued',
    lines: [debit(account('reserve', 'excess', fiat), n), ...issueLines(coin, chain, n)],
    meta: { ref: subject, txid: txid ?? '' },
  }
}
