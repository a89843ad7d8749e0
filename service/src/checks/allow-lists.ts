import type { Chain } from '../base/ports/chain.ts'
import type { Coin, SupplySources } from '../chains/watcher/supply.ts'

// The allow lists on the chains are those that two people decided on, with the holders that the service has listed.

type Mode = { decided: boolean; settled: boolean }

/** The mode that was decided last; not settled while the chain need not have it yet. */
const modeQuery = `
  select coalesce(bool_or(is_on), false) as decided, coalesce(bool_and(done_at is not null), true) as settled
  from (select is_on, done_at from chains.allow_list where chain = $1 and asset = $2 order by number desc limit 1) last`

type Holder = { address: string; is_listed: boolean; allowed: boolean }

const holdersQuery = `
  select l.address, l.is_listed, a.address is not null as allowed from chains.listed l
  left join (select distinct chain, address from chains.allowed_holder) a on (a.chain, a.address) = (l.chain, l.address)
  where l.chain = $1 and l.asset = $2 and l.state = 'final' order by l.address`

/** Reads of the chain at the same time. */
const atOnce = 20

/** What differs on the list of this coin, in words. */
export async function listDifferences({ db }: SupplySources, chain: Chain, { contract }: Coin): Promise<string[]> {
  const { allowList } = chain
  if (allowList === undefined) return []
  const name = `${contract.asset} on ${chain.code}`
  const isOn = await allowList.isOn(contract)
  const [mode] = await db.query<Mode>(modeQuery, [chain.code, contract.asset])
  const { decided, settled } = mode!
  const found: string[] = []
  if (settled && (isOn ?? false) !== decided)
    found.push(`${name}: the list is ${isOn ? 'on' : 'off'} on the chain, ${decided ? 'on' : 'off'} in our rows`)
  const holders = await db.query<Holder>(holdersQuery, [chain.code, contract.asset])
  for (let from = 0; from < holders.length; from += atOnce) {
    const some = holders.slice(from, from + atOnce)
    const listed = await Promise.all(some.map(({ address }) => allowList.isListed(contract, address)))
    for (const [i, one] of some.entries())
      if (listed[i] !== one.is_listed)
        found.push(`${name}: ${one.address} is ${listed[i] ? '' : 'not '}on the list of the chain`)
  }
  if (decided && settled && isOn && allowList.accounts !== undefined) {
    const known = new Set(holders.map(({ address }) => address))
    const strangers = (await allowList.accounts(contract)).filter((one) => one.isListed && !known.has(one.holder))
    found.push(
      ...strangers.map(({ holder }) => `${name}: ${holder} is on the list of the chain, and we did not list it`),
    )
  }
  return found
}
