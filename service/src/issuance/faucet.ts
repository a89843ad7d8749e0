import type { ChainCode } from '@specie/protocol/chains.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { CoinCode } from '../base/ports/chain.ts'
import type { Tx } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { badRequest } from '../base/http/errors.ts'
import type { Job } from '../base/jobs/runner.ts'
import { batchSize, repeatUntilDone } from '../base/state-machine/transitions.ts'
import { enqueue, type OperationNews, purposes, readNews } from '../chains/outbox/operations.ts'
import { account } from '../ledger/chart.ts'
import { debit, type Journal } from '../ledger/posting/journal.ts'
import { postIn } from '../ledger/posting/post.ts'
import { coinsFor, fiatOf, par } from '../treasury/coin.ts'
import { coverage } from '../treasury/coverage.ts'
import { circulating } from '../treasury/journals.ts'

// Coins that nobody has paid for, in the sandbox: the reserve's excess stands behind them.

export type Issue = {
  subject: string
  chain: ChainCode
  asset: CoinCode
  to: string
  amount: bigint
  /** Where the caller wrote the amount. */
  field: string
}

/** Puts coins for `to` in line, backed by what the reserve has above what it owes. One for each subject and chain. */
export async function issueFromExcess(env: Env, tx: Tx, issue: Issue): Promise<string> {
  const { subject, chain, asset, to, amount, field } = issue
  if (amount % coinsFor(1n) !== 0n) {
    throw badRequest('decimals', `Too fine: new ${asset} come in steps of 0.01.`, field)
  }
  // What came ahead of a mint or a payment is no part of it (coverage.ts), so the excess that is left covers all of it.
  const free = await coverage(tx, asset)
  if (free < amount) {
    const shown = formatAmount({ asset: fiatOf(asset), minor: free < 0n ? 0n : free / coinsFor(1n) })
    throw badRequest(
      'reserve',
      `The reserve has only ${shown} ${fiatOf(asset)} above what it owes: top it up, or ask for less.`,
      field,
    )
  }
  return enqueue(env, tx, { chain, purpose: 'faucet', subject, effect: { kind: 'mint', asset, to, amount } })
}

/** Lets the ledger follow the faucet's coins. */
export const carryFaucet: Job = {
  name: purposes.faucet,
  everyMs: 1_000,
  run: (env) =>
    repeatUntilDone(env, async (_env, tx) => {
      const news = await readNews(tx, 'faucet', batchSize)
      await postIn(env, tx, news.filter(({ state }) => state === 'final').map(issued))
      for (const { subject, chain, state, reason } of news) {
        // Nothing was moved for it: whoever wants the coins asks again.
        if (state === 'failed' || state === 'canceled')
          env.log.warn({ subject, chain, reason }, 'the faucet gave nothing')
      }
      return news.length
    }),
}

function issued({ id, subject, asset, chain, amount, txid }: OperationNews): Journal {
  const coin = asset as CoinCode
  const [fiat, n] = [fiatOf(coin), par(amount)]
  return {
    key: `faucet:${id}:issued`,
    kind: 'faucet_issued',
    lines: [debit(account('reserve', 'excess', fiat), n), ...circulating(coin, chain, n)],
    meta: { ref: subject, txid: txid ?? '' },
  }
}
