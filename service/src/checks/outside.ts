import { setTimeout as sleep } from 'node:timers/promises'
import { mapLimited } from '@specie/program/map-limited.ts'
import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { type ChainCode, chains as known } from '@specie/protocol/chains.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Chain, Chains, Contract } from '../base/ports/chain.ts'
import type { Db } from '../base/database/db.ts'
import type { Provider } from '../base/ports/provider.ts'
import type { CheckRow } from './rule.ts'
import { chainOf, type CryptoCode, isCrypto, isNative } from '../treasury/crypto.ts'

// L7 for third-party assets: crypto in the books must be at its deposit address, and at the provider if the books say so.
// There may be more: recent arrivals are not read yet, and anyone can send more.

type OutsideSources = { readonly db: Db; readonly chains: Chains; readonly provider: Provider | null }

/** Operations end during the check: only a lasting shortage counts. */
const maxAttempts = 8
const pauseMs = 700

/** Addresses that are queried concurrently on a chain. */
const concurrency = 20

/** The minimum at an address: its booked crypto, less reserved amounts. */
type ExpectedBalance = { owner: string; address: string | null; minimum: bigint }

const expectedBalances = `
  select t.owner, d.address, t.balance - coalesce((select sum(s.amount) from treasury.set_aside s
      where (s.owner::text, s.asset) = (t.owner, t.asset)), 0) as minimum
  from ledger.account t left join chains.deposit_address d on d.family = $2 and d.institution_id::text = t.owner
  where t.pool = 'client' and t.name = 'transitional' and t.asset = $1 and t.balance > 0`

const crypto = (Object.keys(assets) as AssetCode[]).filter(isCrypto)

async function shortagesOnChain(
  { db, chains }: OutsideSources,
  asset: CryptoCode,
  away: ReadonlyMap<ChainCode, string>,
): Promise<string[]> {
  const code = chainOf(asset)
  const expected = () => db.query<ExpectedBalance>(expectedBalances, [asset, known[code].family])
  if ((await expected()).length === 0) return []
  const chain = chains.get(code)
  if (!chain) throw new Error(away.get(code) ?? 'it is offline: set its RPC_ nodes')
  const contract = await contractOf(db, asset)
  return lastingShortages(async () => shortagesAt(asset, chain, contract, await expected()))
}

async function shortagesAt(
  asset: CryptoCode,
  chain: Chain,
  contract: Contract | null,
  expected: readonly ExpectedBalance[],
): Promise<string[]> {
  const shortages = await mapLimited(expected, concurrency, async ({ owner, address, minimum }) => {
    const found = address === null ? 0n : await chain.balance(contract, address)
    if (found >= minimum) return []
    return [
      `${asset} of ${owner} at ${address ?? 'no address'}: ${text(asset, found)} on chain, ${text(asset, minimum)} in the books`,
    ]
  })
  return shortages.flat()
}

async function contractOf(db: Db, asset: CryptoCode): Promise<Contract | null> {
  if (isNative(asset)) return null
  const [row] = await db.query<{ address: string }>('select address from chains.contract where asset = $1', [asset])
  if (!row) throw new Error(`no contract of ${asset} is recorded. Record it with \`specie chains record\`.`)
  return { asset, address: row.address }
}

/**
 * The provider's required holdings: crypto that was delivered and not sold, and fiat that arrived and was neither settled
 * nor returned. Orders without an answer may have left already.
 */
const withProviders = `
  select holder, asset, sum(amount) as minimum from (
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

type Held = { holder: string; asset: AssetCode; minimum: bigint }

/** Providers with holdings of ours that are missing in the settings. They cannot be queried. */
async function unnamed({ db, provider }: OutsideSources): Promise<string[]> {
  const held = await db.query<Held>(withProviders)
  return [...new Set(held.map(({ holder }) => holder))].filter((holder) => holder !== provider?.name)
}

async function shortagesAtProvider({ db }: OutsideSources, provider: Provider): Promise<string[]> {
  return lastingShortages(async () => {
    const expected = (await db.query<Held>(withProviders)).filter(({ holder }) => holder === provider.name)
    const balances = new Map((await provider.balances()).map(({ asset, amount }) => [asset, amount]))
    return expected.flatMap(({ asset, minimum: ours }) => {
      const there = balances.get(asset)
      if (there === undefined) return [`${provider.name} does not say how much ${asset} it has of ours`]
      return there >= ours
        ? []
        : [`${asset} with ${provider.name}: ${text(asset, there)} there, ${text(asset, ours)} in the books`]
    })
  })
}

async function lastingShortages(look: () => Promise<string[]>): Promise<string[]> {
  for (let tries = 1; ; tries += 1) {
    const shortages = await look()
    if (shortages.length === 0 || tries === maxAttempts) return shortages
    await sleep(pauseMs)
  }
}

const text = (asset: AssetCode, minor: bigint): string => formatAmount({ asset, minor })

/** Compares third-party assets with the chains and the provider. Each one that does not answer has its own row. */
export async function checkOutside(
  sources: OutsideSources,
  away: ReadonlyMap<ChainCode, string> = new Map(),
): Promise<CheckRow[]> {
  const { provider } = sources
  const [onChain, outside, others] = await Promise.all([
    Promise.all(
      crypto.map((asset) => answered(`${asset} on ${chainOf(asset)}`, shortagesOnChain(sources, asset, away))),
    ),
    provider === null ? null : answered(`what ${provider.name} holds`, shortagesAtProvider(sources, provider)),
    unnamed(sources),
  ])
  const unanswered = [...onChain, ...(outside === null ? [] : [outside])].flatMap((one) => one.unanswered)
  const unnamedRows = others.map((holder) => ({ what: `the holdings of ${holder}`, why: notNamed }))
  return [
    row(
      'crypto at deposit addresses is there on chain',
      onChain.flatMap((one) => one.shortages),
    ),
    ...(outside === null ? [] : [row('crypto and fiat with the provider are there, as it says', outside.shortages)]),
    ...[...unanswered, ...unnamedRows].map(({ what, why }) => ({ ...row(what, [why]), unreachable: true as const })),
  ]
}

const notNamed = 'the settings do not name it: PROVIDER_URL and PROVIDER_SECRET do'

type Answered = { readonly shortages: string[]; readonly unanswered: readonly { what: string; why: string }[] }

async function answered(what: string, look: Promise<string[]>): Promise<Answered> {
  try {
    return { shortages: await look, unanswered: [] }
  } catch (error) {
    return { shortages: [], unanswered: [{ what, why: (error as Error).message }] }
  }
}

const row = (what: string, broken: readonly string[]): CheckRow => ({
  invariant: 'L7',
  what,
  ok: broken.length === 0,
  detail: broken.join('; '),
})
