import { setTimeout as sleep } from 'node:timers/promises'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { type ChainCode, chains as known } from '@specie/protocol/chains.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Chain, Chains, Contract } from '../base/ports/chain.ts'
import type { Db } from '../base/database/db.ts'
import type { Provider } from '../base/ports/ports.ts'
import type { CheckRow } from '../ledger/checks/check.ts'
import { chainOf, type CryptoCode, isCrypto, isNative } from './crypto.ts'

// L7 for what others issue: what the books say lies at a deposit address lies there, and what they say lies with the
// provider the provider has. More may lie there: what has just arrived is not read yet, and anyone can send more.

type OutsideSources = { readonly db: Db; readonly chains: Chains; readonly provider: Provider | null }

/** What is under way ends while we look: a lack counts when it stays. */
const looks = 8
const pauseMs = 700

/** An address together on a chain. */
const asksAtOnce = 20

/** What must lie at an address: all that is booked there and not set aside to leave it. */
type Lying = { owner: string; address: string | null; least: bigint }

const lyingAt = `
  select t.owner, d.address, t.balance - coalesce((select sum(s.amount) from treasury.set_aside s
      where (s.owner::text, s.asset) = (t.owner, t.asset)), 0) as least
  from ledger.account t left join chains.deposit_address d on d.family = $2 and d.institution_id::text = t.owner
  where t.pool = 'client' and t.name = 'transitional' and t.asset = $1 and t.balance > 0`

const crypto = (Object.keys(assets) as AssetCode[]).filter(isCrypto)

async function lackOnChain(
  { db, chains }: OutsideSources,
  asset: CryptoCode,
  away: ReadonlyMap<ChainCode, string>,
): Promise<string[]> {
  const code = chainOf(asset)
  const lying = () => db.query<Lying>(lyingAt, [asset, known[code].family])
  if ((await lying()).length === 0) return []
  const chain = chains.get(code)
  if (!chain) throw new Error(away.get(code) ?? 'it is offline: no node of it is named')
  const contract = await contractOf(db, asset)
  return lasting(async () => lacksAt(asset, chain, contract, await lying()))
}

async function lacksAt(
  asset: CryptoCode,
  chain: Chain,
  contract: Contract | null,
  lying: readonly Lying[],
): Promise<string[]> {
  const lacks: string[] = []
  for (let from = 0; from < lying.length; from += asksAtOnce) {
    const some = lying.slice(from, from + asksAtOnce)
    const found = await Promise.all(
      some.map(async ({ address }) => (address === null ? 0n : chain.balance(contract, address))),
    )
    for (const [i, { owner, address, least }] of some.entries())
      if (found[i]! < least)
        lacks.push(
          `${asset} of ${owner} at ${address ?? 'no address'}: ${text(asset, found[i]!)} on chain, ${text(asset, least)} in the books`,
        )
  }
  return lacks
}

async function contractOf(db: Db, asset: CryptoCode): Promise<Contract | null> {
  if (isNative(asset)) return null
  const [row] = await db.query<{ address: string }>('select address from chains.contract where asset = $1', [asset])
  if (!row) throw new Error(`no contract of ${asset} is recorded: \`specie chains record\` does it`)
  return { asset, address: row.address }
}

/**
 * What the provider must have: crypto that was delivered and not sold, and fiat that arrived there and was neither settled
 * nor given back. What it was asked for and has not answered may be gone already.
 */
const withProviders = `
  select holder, asset, sum(amount) as least from (
    select owner, asset, balance as amount from ledger.account where (pool, name) = ('client', 'provider_crypto')
    union all
    select c.provider, sell, -(c.held - c.network_fee)
      from issuance.conversion c join work.intent i on i.key = 'conversion:' || c.id
      where c.state = 'converting' and i.state = 'sent'
    union all
    select split_part(source, '/', 1), received_currency, received from rails.payment p
      where blockchain is null and state <> 'returned'
        and not exists (select from work.intent i where i.subject = p.id
          and i.effect in ('provider.settle', 'provider.giveBack') and i.state <> 'recorded')
  ) held (holder, asset, amount) group by holder, asset having sum(amount) > 0 order by holder, asset`

type Held = { holder: string; asset: AssetCode; least: bigint }

/** Holders of ours whom the settings do not name: nobody can ask them. */
async function unnamed({ db, provider }: OutsideSources): Promise<string[]> {
  const held = await db.query<Held>(withProviders)
  return [...new Set(held.map(({ holder }) => holder))].filter((holder) => holder !== provider?.name)
}

async function lackAtProvider({ db }: OutsideSources, provider: Provider): Promise<string[]> {
  return lasting(async () => {
    const least = (await db.query<Held>(withProviders)).filter(({ holder }) => holder === provider.name)
    const told = new Map((await provider.balances()).map(({ asset, amount }) => [asset, amount]))
    return least.flatMap(({ asset, least: ours }) => {
      const there = told.get(asset)
      if (there === undefined) return [`${provider.name} does not say how much ${asset} it has of ours`]
      return there >= ours
        ? []
        : [`${asset} with ${provider.name}: ${text(asset, there)} there, ${text(asset, ours)} in the books`]
    })
  })
}

async function lasting(look: () => Promise<string[]>): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const lacks = await look()
    if (lacks.length === 0 || tries === looks) return lacks
    await sleep(pauseMs)
  }
}

const text = (asset: AssetCode, minor: bigint): string => formatAmount({ asset, minor })

/** What `specie check` asks chains and provider about what others issue. Who does not answer has a row that says so. */
export async function checkOutside(
  asked: OutsideSources,
  away: ReadonlyMap<ChainCode, string> = new Map(),
): Promise<CheckRow[]> {
  const { provider } = asked
  const [onChain, outside, others] = await Promise.all([
    Promise.all(crypto.map((asset) => answered(`${asset} on ${chainOf(asset)}`, lackOnChain(asked, asset, away)))),
    provider === null ? null : answered(`what ${provider.name} holds`, lackAtProvider(asked, provider)),
    unnamed(asked),
  ])
  const silent = [...onChain, ...(outside === null ? [] : [outside])].flatMap((one) => one.silent)
  const unasked = others.map((holder) => ({ what: `what ${holder} holds`, why: notNamed }))
  return [
    row(
      'crypto at deposit addresses lies there on chain',
      onChain.flatMap((one) => one.lacks),
    ),
    ...(outside === null ? [] : [row('crypto and fiat with the provider are there, as it says', outside.lacks)]),
    ...[...silent, ...unasked].map(({ what, why }) => ({ ...row(what, [why]), unreachable: true as const })),
  ]
}

const notNamed = 'the settings do not name it: PROVIDER_URL and PROVIDER_SECRET do'

type Answered = { readonly lacks: string[]; readonly silent: readonly { what: string; why: string }[] }

async function answered(what: string, look: Promise<string[]>): Promise<Answered> {
  try {
    return { lacks: await look, silent: [] }
  } catch (error) {
    return { lacks: [], silent: [{ what, why: (error as Error).message }] }
  }
}

const row = (what: string, broken: readonly string[]): CheckRow => ({
  invariant: 'L7',
  what,
  ok: broken.length === 0,
  detail: broken.join('; '),
})
