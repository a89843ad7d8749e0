import { setTimeout as sleep } from 'node:timers/promises'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Chain, Chains, Contract } from '../../base/ports/chain.ts'
import type { Db } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { perProcess } from '../../base/per-process.ts'
import type { Job } from '../../base/jobs/runner.ts'
import { halt } from '../outbox/halts.ts'

// L7 on chain, at the final block: the total supply equals the amount that the ledger has issued there.

export type Coin = { chain: ChainCode; contract: Contract }
export type SupplySources = { readonly db: Db; readonly chains: Chains }
/** The supply on the chain and in the ledger; staff must examine a difference. */
export type Comparison = { chain: bigint; ledger: bigint }

/** The chain advances during the comparison. Our reading must first reach the compared block. */
export const looks = 8
export const pauseMs = 700

/** The issued amount, the final but unbooked amount, and the change in each block since. */
type Issued = { read: bigint; total: bigint; heights: bigint[]; changes: bigint[] }

const issuedOn = `
  select coalesce((select final from chains.cursor where chain = $1), 0) as read,
    coalesce((select balance from ledger.balance where (pool, name, owner, asset) = ('supply', 'issued', $1, $2)), 0)
      + coalesce((select sum(case kind when 'mint' then amount else -amount end) from chains.operation
        where chain = $1 and asset = $2 and kind in ('mint', 'burn') and state = 'final' and unread), 0)
      - coalesce((select sum(amount) from chains.movement
        where chain = $1 and asset = $2 and verdict = 'holder_burn' and booked_at is null), 0) as total,
    coalesce(array_agg(height order by height desc), '{}') as heights,
    coalesce(array_agg(change order by height desc), '{}') as changes
  from (
    select height, sum(case kind when 'mint' then amount else -amount end) as change from chains.movement
    where chain = $1 and asset = $2 and kind in ('mint', 'burn') and state = 'final' and height > $3 group by height
  ) since`

/**
 * Compares the supply with the issued amount. The node answered for some block between the two heads, so the supply
 * agrees if it equals the issued amount at one of these blocks. Null: our reading has not reached them, so there is no
 * result.
 */
export async function compareSupply(
  { db }: SupplySources,
  chain: Chain,
  { contract }: Coin,
): Promise<Comparison | null> {
  const { final: before } = await chain.heads()
  const supply = await chain.supply(contract)
  const { final: after } = await chain.heads()
  for (let look = 1; look <= looks; look += 1) {
    const [issued] = await db.query<Issued>(issuedOn, [chain.code, contract.asset, before])
    const possible = suppliesAt(issued!, after)
    if (possible.includes(supply)) return { chain: supply, ledger: supply }
    if (issued!.read >= after) return { chain: supply, ledger: possible[0]! }
    await sleep(pauseMs)
  }
  return null
}

/** The issued amount at `height`, and before that at each block that changed it. */
function suppliesAt({ total, heights, changes }: Issued, height: bigint): bigint[] {
  let supply = total
  const later = heights.findIndex((one) => one <= height)
  const split = later < 0 ? heights.length : later
  for (const change of changes.slice(0, split)) supply -= change
  return [supply, ...changes.slice(split).map((change) => (supply -= change))]
}

export async function coinsOn(db: Db): Promise<Coin[]> {
  const rows = await db.query<{ chain: ChainCode; asset: AssetCode; address: string }>(
    'select chain, asset, address from chains.contract order by chain, asset',
  )
  return rows
    .filter(({ asset }) => assets[asset].fiat !== null)
    .map(({ chain, asset, address }) => ({ chain, contract: { asset, address } }))
}

export function sentenceOf({ chain, contract: { asset } }: Coin, one: Comparison): string {
  const text = (minor: bigint) => formatAmount({ asset, minor })
  return `${asset} on ${chain}: ${text(one.chain)} on chain, ${text(one.ledger)} in the ledger`
}

/** A test that advances the clock runs every job repeatedly; it need not query the chains each time. */
const restMs = 15_000

/** When the supply was last compared; null before the first comparison. */
const lastComparison = perProcess((): { at: number | null } => ({ at: null }))

/** Compares supply and ledger periodically; more coins than the ledger issued halt the minting of that coin (L7). */
export const superviseSupply: Job = {
  name: 'chains.supply',
  everyMs: 30_000,
  applies: ({ chains }) => chains.size > 0,
  run: async (env: Env) => {
    const now = env.clock.elapsed()
    const last = lastComparison(env)
    if (last.at !== null && now - last.at < restMs) return 0
    last.at = now
    for (const coin of await coinsOn(env.db)) {
      // An unreachable chain must not prevent the comparison of others.
      await superviseCoin(env, coin).catch((error: unknown) => {
        env.log.warn({ err: error, coin }, 'the supply cannot be compared now; the next run retries')
      })
    }
    return 0
  },
}

async function superviseCoin(env: Env, coin: Coin): Promise<void> {
  const chain = env.chains.get(coin.chain)
  const found = chain ? await compareSupply(env, chain, coin) : null
  if (found !== null) await keep(env, coin, found)
  if (found === null) return env.log.warn({ coin }, 'the supply cannot be compared; the chain is not read')
  if (found.chain === found.ledger) return
  const reason = `The supply differs: ${sentenceOf(coin, found)}.`
  // With fewer coins than in the books, every coin is still backed. An operator must examine it, but minting continues.
  if (found.chain < found.ledger) return env.log.error({ coin }, reason)
  await env.db.tx((tx) => halt(env, tx, coin.contract.asset, reason))
}

/** The last comparison, for staff. */
async function keep({ db, clock }: Env, { chain, contract }: Coin, found: Comparison): Promise<void> {
  await db.query(
    `insert into chains.supply (chain, asset, on_chain, ledger, compared_at) values ($1, $2, $3, $4, $5)
     on conflict (chain, asset) do update set on_chain = excluded.on_chain, ledger = excluded.ledger,
       compared_at = excluded.compared_at`,
    [chain, contract.asset, found.chain, found.ledger, clock.now()],
  )
}
