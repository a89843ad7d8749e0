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

// L7 on chain, at the final block: the total supply is what the ledger has issued there.

export type Coin = { chain: ChainCode; contract: Contract }
export type SupplySources = { readonly db: Db; readonly chains: Chains }
/** What the chain says and what the ledger says; where they differ people must look. */
export type Comparison = { chain: bigint; ledger: bigint }

/** A chain goes on while we look: what we have read of it must first come as far as what we ask it. */
export const looks = 8
export const pauseMs = 700

/** What is issued, and what is final but yet to be booked; and by how much it changed in each block since. */
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
 * Compares the supply with what was issued. It was told at some block between the two heads, so it agrees if it is what
 * was issued up to one of these. Null: our reading did not come so far, and nothing can be said.
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

/** What was issued up to `height`, and before that at each block in which it changed. */
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

/** Whoever makes time fly runs every job at once, again and again; the chains need not be asked each time. */
const restMs = 15_000

/** When the supply was compared last; null before the first time. */
const lastComparison = perProcess((): { at: number | null } => ({ at: null }))

/** Compares supply and ledger by itself; more coins than the ledger issued halt the minting of that coin (L7). */
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
      // One chain that cannot be asked must not keep the others from being looked at.
      await superviseCoin(env, coin).catch((error: unknown) => {
        env.log.warn({ err: error, coin }, 'the supply cannot be compared now; it is tried again')
      })
    }
    return 0
  },
}

async function superviseCoin(env: Env, coin: Coin): Promise<void> {
  const chain = env.chains.get(coin.chain)
  const found = chain ? await compareSupply(env, chain, coin) : null
  if (found !== null) await keep(env, coin, found)
  if (found === null) return env.log.warn({ coin }, 'the supply cannot be compared: the chain is not read')
  if (found.chain === found.ledger) return
  const reason = `The supply differs: ${sentenceOf(coin, found)}.`
  // Fewer coins than the books say leave nobody without backing. Somebody must look, but minting goes on.
  if (found.chain < found.ledger) return env.log.error({ coin }, reason)
  await env.db.tx((tx) => halt(env, tx, coin.contract.asset, reason))
}

/** The last comparison, for staff to look at. */
async function keep({ db, clock }: Env, { chain, contract }: Coin, found: Comparison): Promise<void> {
  await db.query(
    `insert into chains.supply (chain, asset, on_chain, ledger, compared_at) values ($1, $2, $3, $4, $5)
     on conflict (chain, asset) do update set on_chain = excluded.on_chain, ledger = excluded.ledger,
       compared_at = excluded.compared_at`,
    [chain, contract.asset, found.chain, found.ledger, clock.now()],
  )
}
