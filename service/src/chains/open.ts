import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Chain, Chains, RawSigner, Wallets } from '../base/chain-port.ts'
import { BadSetting, type Config } from '../base/config.ts'
import type { Sql } from '../base/db.ts'
import type { Log } from '../base/log.ts'
import { bitcoinChain } from './bitcoin/chain.ts'
import { evmChain } from './evm/chain.ts'
import { solanaChain } from './solana/chain.ts'

type Given = { config: Config; sql: Sql; signer: RawSigner | null; log: Log }
type Node = { code: ChainCode; urls: readonly string[]; chainId: number | null }

/** Every chain that the settings name a node for. The others are offline; nothing pretends. */
export async function openChains(given: Given): Promise<Chains> {
  const nodes = given.config.devnetUrl === null ? namedNodes(given.config) : await devnetNodes(given.config.devnetUrl)
  const opened = await Promise.all(nodes.map((node) => open(given, node)))
  return new Map(opened.flatMap((chain) => (chain ? [[chain.code, chain]] : [])))
}

/** Production's ids are the networks' own: a node of another network is refused. */
function namedNodes({ rpcUrls }: Config): Node[] {
  return [...rpcUrls].map(([code, urls]) => ({ code, urls, chainId: chains[code].chainId }))
}

async function devnetNodes(url: string): Promise<Node[]> {
  const answer = await fetch(new URL('/chains', url), { signal: AbortSignal.timeout(10_000) }).catch((error: Error) => {
    throw new BadSetting(`DEVNET_URL names chains that do not answer: ${error.message}.`)
  })
  const described = (await answer.json()) as { code: ChainCode; online: boolean; chainId?: number }[]
  return described
    .filter(({ online }) => online)
    .map(({ code, chainId }) => ({ code, urls: [new URL(`/${code}`, url).href], chainId: chainId ?? null }))
}

async function open({ config, sql, signer, log }: Given, { code, urls, chainId }: Node): Promise<Chain | null> {
  const onTrouble = (message: string, details: object) => log.warn({ chain: code, ...details }, message)
  if (code === 'SOL') {
    const wallets = await walletsOn(sql, code)
    return solanaChain({ code, environment: config.environment, urls, signer, wallets, onTrouble })
  }
  // Our coins are younger than the networks of production: what is older is not read.
  const start = config.environment === 'production' ? 'now' : 'genesis'
  if (chainId !== null) return evmChain({ code, chainId, urls, signer, onTrouble, start })
  if (code === 'BTC') return bitcoinChain({ url: urls[0]!, environment: config.environment, signer })
  return null
}

async function walletsOn(sql: Sql, code: ChainCode): Promise<Wallets> {
  const rows = await sql.query<{ key: string; address: string }>(
    'select key, address from chains.wallet where chain = $1',
    [code],
  )
  return Object.fromEntries(rows.map(({ key, address }) => [key, address]))
}
