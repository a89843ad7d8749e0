import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Chain } from '../base/ports/chain.ts'
import { checkAll, type CheckRow, type Rule } from './rule.ts'
import { listDifferences } from './allow-lists.ts'
import { Disagreement } from '../chains/adapters/agreement.ts'
import {
  type SupplySources,
  type Coin,
  coinsOn,
  type Comparison,
  looks,
  pauseMs,
  sentenceOf,
  compareSupply,
} from '../chains/watcher/supply.ts'

// L7 on chain, at the final block: the total supply equals what the ledger has issued there, and the balance of our own
// addresses equals the ledger's omnibus account.

/** The expected balance of our own addresses. The ledger plus what is final on the chain but not booked yet, in one query. */
type Held = { omnibus: bigint; holders: string[] }

const heldQuery = `
  select
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
      select address, omnibus or address in (select m.recipient from chains.movement m
        where m.chain = $1 and m.asset = $2 and m.recipient is not null and m.state <> 'orphaned') as held
      from (
        select address, key = 'omnibus' as omnibus from chains.wallet where chain = $1 and address <> ''
        union all select address, false from chains.deposit_address where family = $3
      ) ours
    ) known
  ) own
  left join chains.operation on chain = $1 and asset = $2 and state = 'final' and unread
  group by omnibus.address, own.addresses, own.holders`

async function omnibusDifference({ db }: SupplySources, chain: Chain, { contract }: Coin): Promise<Comparison | null> {
  for (let attempt = 1; ; attempt += 1) {
    const [expected] = await db.query<Held>(heldQuery, [chain.code, contract.asset, chain.family])
    const held = await Promise.all(expected!.holders.map((address) => chain.balance(contract, address)))
    const omnibus = held.reduce((sum, one) => sum + one, 0n)
    if (omnibus === expected!.omnibus) return null
    if (attempt === looks) return { chain: omnibus, ledger: expected!.omnibus }
    await sleep(pauseMs)
  }
}

/**
 * Burns by holders and their journals, matched by the journal's key. Each one must have its counterpart, with the same
 * amount.
 */
const holderBurns: Rule = {
  invariant: 'L7',
  what: 'every burn by a holder is booked once, and no other movement as a burn',
  breaks: `
    select format('%s: %s burned, %s booked', coalesce(m.key, j.key), coalesce(m.amount, 0), coalesce(j.amount, 0))
    from (select format('holder_burn:%s:%s:%s', chain, txid, index) as key, chain, asset, amount
      from chains.movement where verdict = 'holder_burn' and booked_at is not null) m
    full join (select j.key, a.owner as chain, a.asset, sum(e.amount) as amount
      from ledger.journal j left join ledger.entry e on e.journal_id = j.id
      left join ledger.account a on a.id = e.account_id and (a.pool, a.name) = ('supply', 'issued')
      where j.kind = 'holder_burn' and (a.id is not null or e.journal_id is null) group by j.key, a.owner, a.asset) j
    on (j.key, j.chain, j.asset, j.amount) = (m.key, m.chain, m.asset, m.amount)
    where m.key is null or j.key is null`,
}

/** Time limit for each chain, so that one silent chain does not block the check of the others. */
const timeoutMs = 30_000

/**
 * The chain checks of `specie check`. An unreachable chain has its own row, and the others are compared without it. `away`:
 * chains known to be unreachable.
 */
export async function checkChains(
  sources: SupplySources,
  away: ReadonlyMap<ChainCode, string> = new Map(),
): Promise<CheckRow[]> {
  const coins = await coinsOn(sources.db)
  const codes = [...new Set(coins.map(({ chain }) => chain))]
  const unreachable = new Map<ChainCode, string>()
  await Promise.all(
    codes.map(async (code) => {
      const why = away.get(code) ?? (await unreachableReason(sources.chains.get(code)))
      if (why !== null) unreachable.set(code, why)
    }),
  )
  const reachable = coins.filter(({ chain }) => !unreachable.has(chain))
  const compare = async (coin: Coin, attempt: typeof compareSupply | typeof omnibusDifference, otherwise: string[]) => {
    try {
      const found = await within(attempt(sources, sources.chains.get(coin.chain)!, coin))
      if (found === null) return otherwise
      return found.chain === found.ledger ? [] : [sentenceOf(coin, found)]
    } catch (error) {
      return [`${coin.chain} cannot be asked: ${(error as Error).message}`]
    }
  }
  const listed = (coin: Coin) =>
    within(listDifferences(sources, sources.chains.get(coin.chain)!, coin)).catch((error: unknown) => [
      `${coin.chain} cannot be asked: ${(error as Error).message}`,
    ])
  const [supply, omnibus, lists] = await Promise.all([
    Promise.all(
      reachable.map((coin) => compare(coin, compareSupply, [`${coin.chain} is not read up to its final block`])),
    ),
    Promise.all(reachable.map((coin) => compare(coin, omnibusDifference, []))),
    Promise.all(reachable.map(listed)),
  ])
  return [
    row('the total supply on each chain is what was issued there', supply.flat()),
    row('what our addresses hold on each chain is the omnibus account', omnibus.flat()),
    { ...row('the allow list of each coin on each chain is ours', lists.flat()), invariant: 'E1' },
    ...[...unreachable].map(([code, detail]) => ({
      ...row(`supply and addresses on ${code}`, [detail]),
      unreachable: true as const,
    })),
    ...(await checkAll(sources.db, [holderBurns])),
  ]
}

/** Why a chain cannot be queried; null if it answers, even with a contradiction. */
async function unreachableReason(chain: Chain | undefined): Promise<string | null> {
  if (!chain) return 'it is offline: set its RPC_ nodes'
  try {
    await within(chain.heads())
    return null
  } catch (error) {
    return error instanceof Disagreement ? null : (error as Error).message
  }
}

function within<T>(answer: Promise<T>): Promise<T> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${timeoutMs / 1000} s`)), timeoutMs)
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer))
}

const row = (what: string, broken: readonly string[]): CheckRow => ({
  invariant: 'L7',
  what,
  ok: broken.length === 0,
  detail: broken.join('; '),
})
