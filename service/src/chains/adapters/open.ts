import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Chain, Chains, RawSigner, Wallets } from '../../base/ports/chain.ts'
import { BadSetting, type Config } from '../../base/config.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Log } from '../../base/observability/log.ts'
import { requestOutside, maxAnswerBytes } from '../../base/http/outside.ts'
import { networkOf } from './network.ts'

type Given = {
  config: Config
  sql: Sql
  signer: RawSigner | null
  log: Log
  /** Whoever only looks goes on without a chain whose nodes are away, and is told; else that stops the start. */
  onAway?: (code: ChainCode, why: string) => void
}
type Node = { code: ChainCode; urls: readonly string[]; chainId: number | null }

/** Every chain that the settings name a node for. The others are offline; nothing pretends. */
export async function openChains(given: Given): Promise<Chains> {
  const { devnetUrl } = given.config
  const nodes = devnetUrl === null ? await namedNodes(given) : await devnetNodes(given, devnetUrl)
  const opened = await Promise.all(nodes.map((node) => open(given, node)))
  return new Map(opened.flatMap((chain) => (chain ? [[chain.code, chain]] : [])))
}

/** Each node is asked which network it serves: production goes on the networks themselves, UAT on any test network. */
async function namedNodes(given: Given): Promise<Node[]> {
  const { rpcUrls, environment } = given.config
  const found = await Promise.all(
    [...rpcUrls].map(async ([code, urls]): Promise<Node | null> => {
      const silences: string[] = []
      const network = await networkOf(code, { urls, environment }, (why) => silences.push(why))
      for (const why of silences) given.log.warn({ chain: code, why }, 'a node is not reachable')
      const own = chains[code].chainId
      if (own === null) return { code, urls, chainId: null }
      if (network !== null) return { code, urls, chainId: Number(network) }
      // Production's id is known: each node is asked for it again before anything is read or signed there.
      if (environment === 'production') return { code, urls, chainId: own }
      return away(given, [code], `RPC_${code}: ${silences.join('; ')}`)
    }),
  )
  return found.flatMap((node) => node ?? [])
}

function away({ onAway }: Given, codes: readonly ChainCode[], why: string): null {
  if (!onAway) throw new BadSetting(`${why}.`)
  for (const code of codes) onAway(code, why)
  return null
}

/** A chain of the devnet that has nodes of its own in the settings is read through those. */
async function devnetNodes(given: Given, url: string): Promise<Node[]> {
  const limits = { withinMs: 10_000, maxBytes: maxAnswerBytes.json }
  const described = await requestOutside(new URL('/chains', url), {}, limits)
    .then(({ text }) => JSON.parse(text) as { code: ChainCode; online: boolean; chainId?: number }[])
    .catch((error: Error) =>
      away(given, Object.keys(chains) as ChainCode[], `DEVNET_URL names chains that do not answer: ${error.message}`),
    )
  return (described ?? [])
    .filter(({ online }) => online)
    .map(({ code, chainId }) => ({
      code,
      urls: given.config.rpcUrls.get(code) ?? [new URL(`/${code}`, url).href],
      chainId: chainId ?? null,
    }))
}

/** The libraries of a family of chains are loaded where there is one to open. */
async function open({ config, sql, signer, log }: Given, { code, urls, chainId }: Node): Promise<Chain | null> {
  const onTrouble = (message: string, details: object) => log.warn({ chain: code, ...details }, message)
  const quorum = config.quorums.get(code) ?? null
  if (code === 'SOL') {
    const wallets = await walletsOn(sql, code)
    const { solanaChain } = await import('./solana/chain.ts')
    return solanaChain({ code, environment: config.environment, urls, quorum, signer, wallets, onTrouble })
  }
  // Our coins are younger than the networks of production: what is older is not read.
  const start = config.environment === 'production' ? 'now' : 'genesis'
  if (chainId !== null) {
    const { evmChain } = await import('./evm/chain.ts')
    return evmChain({ code, chainId, urls, quorum, signer, onTrouble, start })
  }
  // The wallet on the node is what we know of our coins: a second node would be asked nothing, and guard against nothing.
  if (code === 'BTC' && urls.length > 1) throw new BadSetting('RPC_BTC takes one node: name the one that is your own.')
  if (code !== 'BTC') return null
  const { bitcoinChain } = await import('./bitcoin/chain.ts')
  return bitcoinChain({ url: urls[0]!, environment: config.environment, signer })
}

async function walletsOn(sql: Sql, code: ChainCode): Promise<Wallets> {
  const rows = await sql.query<{ key: string; address: string }>(
    `select key, address from chains.wallet where chain = $1 and address <> ''`,
    [code],
  )
  return Object.fromEntries(rows.map(({ key, address }) => [key, address]))
}
