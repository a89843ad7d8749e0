import { assets } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { pairs } from '@specie/protocol/pairs.ts'
import { getAssets, getStatus, getTime, getTradingPairs } from '@specie/protocol/endpoints/public.ts'
import { switchCalled } from '@specie/protocol/switches.ts'
import type { ResponseOf } from '@specie/protocol/endpoints/endpoint.ts'
import { getReserves } from '@specie/protocol/endpoints/supply.ts'
import { getQuotes } from '@specie/protocol/endpoints/trading.ts'
import type { Env } from '../base/env.ts'
import { version } from '../base/version.ts'
import { contractsOf, finality } from '../chains/outbox/operations.ts'
import { pulledNow } from '../compliance/switch/row.ts'
import { unreliableChains } from '../chains/trouble/reliable.ts'
import { coinCodes } from '../ledger/coin.ts'
import { haltedPairs } from '../trading/market/list-for-staff.ts'
import { bestQuotes, pairStates } from '../trading/market/quotes.ts'
import { reservesOf } from '../issuance/reserves.ts'
import type { Open, SignedRoutes } from './serve.ts'

export function publicRoutes(routes: SignedRoutes): void {
  routes.open(getAssets, listAssets)
  routes.open(getTradingPairs, tradingPairs)
  routes.open(getQuotes, async (env, { symbol }) => ({ quotes: await bestQuotes(env, symbol) }))
  routes.open(getReserves, (env) => reservesOf(env))
  routes.open(getStatus, serviceStatus)
  routes.open(getTime, wallTime)
}

/** The assets with the values of this installation: contract addresses, confirmations, and the minimum mint. */
export async function listAssets(env: Env): Promise<ResponseOf<typeof getAssets>> {
  const [contracts, confirmations] = await Promise.all([contractsOf(env.db), finality(env)])
  return {
    assets: Object.values(assets).map((asset) => ({
      ...asset,
      min_mint: asset.min_mint && String(env.config.mintMinimum),
      blockchains: asset.blockchains.map((entry) => ({
        ...entry,
        confirmations: confirmations.get(entry.blockchain)!,
        contract: contracts.get(`${entry.blockchain}/${asset.symbol}`) ?? entry.contract,
      })),
    })),
  }
}

type Verdict = { status: 'online' | 'degraded' | 'offline' | 'halted'; notice: string | null }

const when = (isOn: boolean): Verdict => ({ status: isOn ? 'online' : 'offline', notice: null })

/** Coins can be minted or burned: at least one is deployed on an available chain. */
async function isOnChain(env: Env): Promise<boolean> {
  const contracts = await contractsOf(env.db)
  return [...env.chains.keys()].some((code) => coinCodes.some((coin) => contracts.has(`${code}/${coin}`)))
}

type Hindrances = Awaited<ReturnType<typeof unreliableChains>>

/** An unreliable chain degrades every service that uses chains, and is named in the notice. */
function onChains({ status, notice }: Verdict, unreliable: Hindrances): Verdict {
  if (unreliable.size === 0 || status === 'offline' || status === 'halted') return { status, notice }
  const notices = [notice, ...Array.from(unreliable.values(), (one) => one.notice)]
  return { status: 'degraded', notice: notices.filter((one) => one !== null).join(' ') }
}

const blockchains = (env: Env, unreliable: Hindrances) =>
  (Object.keys(chains) as ChainCode[]).map((blockchain) => {
    const notice = unreliable.get(blockchain)?.notice ?? null
    const status =
      notice !== null ? ('degraded' as const) : env.chains.has(blockchain) ? ('online' as const) : ('offline' as const)
    return { blockchain, status, notice }
  })

type Halts = readonly Halt[]
type Halt = { readonly what: string; readonly title: string; readonly since: string }

/** Of no use to clients: items that wait for these have their own status. */
const internal = ['onboarding', 'provider']

/** What is halted, since when. Not why. */
async function haltsOf({ db }: Env): Promise<Halt[]> {
  const pulled = (await pulledNow(db)).map(({ what, at }) => ({ what, since: at }))
  const pairs = (await haltedPairs(db)).map(({ symbol, since }) => ({ what: `pair:${symbol}`, since }))
  return [...pulled, ...pairs]
    .filter(({ what }) => !internal.includes(what))
    .map(({ what, since }) => ({ what, title: switchCalled(what)?.title ?? what, since: since.toISOString() }))
}

/** The halts of a service: its own switches, and that of the whole API. */
const haltsAmong = (halts: Halts, ...kinds: readonly string[]): Halts =>
  halts.filter(({ what }) => what === 'api' || kinds.includes(what.split(':')[0]!))

const haltedBy = (halts: Halts): Verdict => ({
  status: 'halted',
  notice: `Halted: ${halts.map(({ title }) => title).join(', ')}.`,
})

async function minting(env: Env, halts: Halts): Promise<Verdict> {
  const coins = haltsAmong(halts, 'mint').flatMap(({ what }) => (what === 'api' ? [] : (what.split(':')[1] ?? [])))
  if (coins.length === 0) return when(await isOnChain(env))
  return { status: 'halted', notice: `Minting of ${[...new Set(coins)].join(' and ')} is halted.` }
}

async function trading(env: Env): Promise<Verdict> {
  const states = [...(await pairStates(env))]
  const halted = states.filter(([, state]) => state.halted !== null).map(([symbol]) => symbol)
  if (halted.length === 0) return when(states.some(([, state]) => state.online))
  return { status: 'halted', notice: `Trading of ${halted.join(', ')} is halted.` }
}

/** Both directions need a chain and the bank; incoming fiat also needs the provider. */
async function rails(env: Env): Promise<Verdict> {
  const isOn = env.bank !== null && (await isOnChain(env))
  if (!isOn || env.provider !== null) return when(isOn)
  return { status: 'degraded', notice: 'Coins can be turned into fiat, but no fiat into coins.' }
}

/** Services that use chains. */
const overChains = new Set(['deposits', 'withdrawals', 'minting', 'redemption', 'rails'])

// The services of this installation. Each product adds its own entry.
const services = {
  ledger: async () => when(true),
  deposits: async ({ bank }: Env) => when(bank !== null),
  withdrawals: async ({ bank }: Env) => when(bank !== null),
  minting,
  redemption: async (env: Env) => when(await isOnChain(env)),
  trading,
  rails,
} as const

/** The switches that halt each service. */
const switchesOf: { readonly [name in keyof typeof services]?: readonly string[] } = {
  withdrawals: ['withdraw'],
  minting: [],
  redemption: ['redeem'],
  trading: [],
  rails: ['onramp', 'offramp'],
}

/** A pair with status online accepts orders. */
const tradingPairs: Open<typeof getTradingPairs> = async (env, { status: wanted }) => {
  const states = await pairStates(env)
  const all = pairs.map((pair) => ({
    ...pair,
    status: states.get(pair.symbol)!.online ? ('online' as const) : ('offline' as const),
  }))
  return { pairs: all.filter(({ status }) => wanted === undefined || status === wanted) }
}

export async function serviceStatus(env: Env): Promise<ResponseOf<typeof getStatus>> {
  const unreliable = await unreliableChains(env, env.db)
  const halts = await haltsOf(env)
  const verdicts = await Promise.all(
    entries(services).map(async ([service, verdict]) => {
      const kinds = switchesOf[service]
      const pulled = kinds === undefined ? [] : haltsAmong(halts, ...kinds)
      const own = pulled.length > 0 ? haltedBy(pulled) : await verdict(env, halts)
      return { service, ...(overChains.has(service) ? onChains(own, unreliable) : own) }
    }),
  )
  return {
    timestamp: env.clock.now().toISOString(),
    environment: env.config.environment,
    version,
    status: unreliable.size > 0 || verdicts.some(({ status }) => status === 'halted') ? 'degraded' : 'online',
    blockchains: blockchains(env, unreliable),
    services: verdicts,
    halts,
  }
}

/** Wall time, because nonces are compared with it. */
const wallTime: Open<typeof getTime> = async (env) => {
  const wall = env.clock.wall()
  return { timestamp: new Date(wall).toISOString(), unix_ms: wall }
}

const entries = Object.entries as <Table extends object>(table: Table) => [keyof Table, Table[keyof Table]][]
