import { setTimeout as sleep } from 'node:timers/promises'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Chain, Chains, Contract } from '../base/chain-port.ts'
import type { Db } from '../base/db.ts'
import type { Env } from '../base/env.ts'
import type { Job } from '../base/jobs.ts'
import type { CheckRow } from '../ledger/check.ts'
import { halt } from './halts.ts'

// L7 on chain, at the final block: the total supply is what the ledger has issued there, and what our own addresses hold
// is the ledger's omnibus account.

type Coin = { chain: ChainCode; contract: Contract }

/** Ledger and what is final on the chain but yet to be booked, both in one look. */
type Expected = { supply: bigint; omnibus: bigint; holders: string[] }

const expectedOf = `
  select
    coalesce((select balance from ledger.account
      where (pool, name, owner, asset) = ('supply', 'issued', $1, $2)), 0)
      + coalesce(sum(case kind when 'mint' then amount when 'burn' then -amount else 0 end), 0) as supply,
    coalesce((select balance from ledger.account
      where (pool, name, owner, asset) = ('client', 'omnibus', $1, $2)), 0)
      + coalesce(sum(case when kind = 'mint' and recipient = omnibus.address then amount
          when kind in ('burn', 'transfer') then -amount else 0 end), 0)
      + (select coalesce(sum(m.amount), 0) from chains.movement m
         where m.chain = $1 and m.asset = $2 and m.state = 'final' and m.unread and m.recipient = any(own.addresses)
           and (m.sender is null or m.sender <> all(own.addresses))
           and not exists (select from chains.operation o where o.request_id = m.request_id and o.purpose <> 'faucet')
        ) as omnibus,
    own.holders
  from (select max(address) as address from chains.wallet where chain = $1 and key = 'omnibus') omnibus
  cross join (
    select array_agg(address) as addresses, array_agg(address) filter (where held) as holders from (
      select address, true as held from chains.wallet where chain = $1 and key = 'omnibus'
      union all
      select address, exists (select from chains.movement m
        where m.chain = $1 and m.asset = $2 and m.recipient = address and m.state <> 'orphaned')
      from chains.deposit_address where family = $3 and institution_id is not null
    ) known
  ) own
  left join chains.operation on chain = $1 and asset = $2 and state = 'final' and unread
  group by omnibus.address, own.addresses, own.holders`

type Asked = { readonly db: Db; readonly chains: Chains }

/** A chain goes on while we look: a difference counts when it stays. */
const looks = 8
const pauseMs = 700

type Difference = { what: 'supply' | 'omnibus'; chain: bigint; ledger: bigint }

async function differences({ db }: Asked, chain: Chain, { contract }: Coin): Promise<Difference[]> {
  for (let look = 1; ; look += 1) {
    const [expected] = await db.query<Expected>(expectedOf, [chain.code, contract.asset, chain.family])
    const supply = await chain.supply(contract)
    const held = await Promise.all(expected!.holders.map((address) => chain.balance(contract, address)))
    const omnibus = held.reduce((sum, one) => sum + one, 0n)
    const found: Difference[] = [
      { what: 'supply' as const, chain: supply, ledger: expected!.supply },
      { what: 'omnibus' as const, chain: omnibus, ledger: expected!.omnibus },
    ].filter((one) => one.chain !== one.ledger)
    if (found.length === 0 || look === looks) return found
    await sleep(pauseMs)
  }
}

async function coinsOn(db: Db): Promise<Coin[]> {
  const rows = await db.query<{ chain: ChainCode; asset: AssetCode; address: string }>(
    'select chain, asset, address from chains.contract order by chain, asset',
  )
  return rows
    .filter(({ asset }) => assets[asset].fiat !== null)
    .map(({ chain, asset, address }) => ({ chain, contract: { asset, address } }))
}

type Finding = { coin: Coin; found: Difference[] | null }

function survey(asked: Asked, coins: readonly Coin[]): Promise<Finding[]> {
  return Promise.all(
    coins.map(async (coin) => {
      const chain = asked.chains.get(coin.chain)
      return { coin, found: chain ? await differences(asked, chain, coin) : null }
    }),
  )
}

/** What `specie check` shows of the chains. A chain that cannot be asked is not well. */
export async function checkChains(asked: Asked): Promise<CheckRow[]> {
  const findings = await survey(asked, await coinsOn(asked.db))
  const row = (what: Difference['what'], sentence: string): CheckRow => {
    const broken = findings.flatMap(({ coin, found }) => {
      if (found === null) return [`${coin.chain} is offline`]
      return found.filter((one) => one.what === what).map((one) => sentenceOf(coin, one))
    })
    return { invariant: 'L7', what: sentence, ok: broken.length === 0, detail: broken.join('; ') }
  }
  return [
    row('supply', 'the total supply on each chain is what was issued there'),
    row('omnibus', 'what our addresses hold on each chain is the omnibus account'),
  ]
}

function sentenceOf({ chain, contract: { asset } }: Coin, one: Difference): string {
  const text = (minor: bigint) => formatAmount({ asset, minor })
  return `${asset} on ${chain}: ${text(one.chain)} on chain, ${text(one.ledger)} in the ledger`
}

/** Whoever makes time fly runs every job at once, again and again; the chains need not be asked each time. */
const restMs = 15_000
const lastLook = new WeakMap<Db, number>()

/** Compares supply and ledger by itself; a break halts the minting of that coin, and people must look (L7). */
export const superviseSupply: Job = {
  name: 'chains.supply',
  everyMs: 30_000,
  applies: ({ chains }) => chains.size > 0,
  run: async (env: Env) => {
    const now = env.clock.elapsed()
    if (now - (lastLook.get(env.db) ?? -restMs) < restMs) return 0
    lastLook.set(env.db, now)
    const findings = await survey(env, await coinsOn(env.db))
    for (const { coin, found } of findings) {
      const broken = found?.find((one) => one.what === 'supply')
      if (!broken) continue
      const reason = `The supply differs: ${sentenceOf(coin, broken)}.`
      await env.db.tx((tx) => halt(env, tx, coin.contract.asset, reason))
    }
    return 0
  },
}
