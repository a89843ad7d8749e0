import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { createPublicClient } from 'viem'
import type { Chain, Chains, RawSigner, Wallets } from '../base/chain-port.ts'
import { BadSetting, type Config } from '../base/config.ts'
import type { Sql } from '../base/db.ts'
import type { Log } from '../base/log.ts'
import { askOutside, mostBytes } from '../base/outside.ts'
import { bitcoinChain } from './bitcoin/chain.ts'
import { evmChain } from './evm/chain.ts'
import { evmTransport } from './evm/transport.ts'
import { solanaChain } from './solana/chain.ts'

type Given = { config: Config; sql: Sql; signer: RawSigner | null; log: Log }
type Node = { code: ChainCode; urls: readonly string[]; chainId: number | null }

/** Every chain that the settings name a node for. The others are offline; nothing pretends. */
export async function openChains(given: Given): Promise<Chains> {
  const { devnetUrl } = given.config
  const nodes = devnetUrl === null ? await namedNodes(given.config) : await devnetNodes(devnetUrl, given.config)
  const opened = await Promise.all(nodes.map((node) => open(given, node)))
  return new Map(opened.flatMap((chain) => (chain ? [[chain.code, chain]] : [])))
}

/** Production's ids are the networks' own: a node of another network is refused. UAT takes any test network. */
function namedNodes({ rpcUrls, environment }: Config): Promise<Node[]> {
  return Promise.all(
    [...rpcUrls].map(async ([code, urls]) => {
      const own = chains[code].chainId
      if (environment === 'production' || own === null) return { code, urls, chainId: own }
      const chainId = await chainIdOf(code, urls[0]!)
      if (chainId !== own) return { code, urls, chainId }
      throw new BadSetting(`RPC_${code} names a node of ${chains[code].name} itself: UAT goes on test networks only.`)
    }),
  )
}

async function chainIdOf(code: ChainCode, url: string): Promise<number> {
  try {
    return await createPublicClient({ transport: evmTransport(url) }).getChainId()
  } catch {
    throw new BadSetting(`RPC_${code} names a node that does not answer.`)
  }
}

/** A chain of the devnet that has nodes of its own in the settings is read through those. */
async function devnetNodes(url: string, { rpcUrls }: Config): Promise<Node[]> {
  const limits = { withinMs: 10_000, mostBytes: mostBytes.json }
  const answer = await askOutside(new URL('/chains', url), {}, limits).catch((error: Error) => {
    throw new BadSetting(`DEVNET_URL names chains that do not answer: ${error.message}.`)
  })
  const described = JSON.parse(answer.text) as { code: ChainCode; online: boolean; chainId?: number }[]
  return described
    .filter(({ online }) => online)
    .map(({ code, chainId }) => ({
      code,
      urls: rpcUrls.get(code) ?? [new URL(`/${code}`, url).href],
      chainId: chainId ?? null,
    }))
}

async function open({ config, sql, signer, log }: Given, { code, urls, chainId }: Node): Promise<Chain | null> {
  const onTrouble = (message: string, details: object) => log.warn({ chain: code, ...details }, message)
  const quorum = config.quorums.get(code) ?? null
  if (code === 'SOL') {
    const wallets = await walletsOn(sql, code)
    return solanaChain({ code, environment: config.environment, urls, quorum, signer, wallets, onTrouble })
  }
  // Our coins are younger than the networks of production: what is older is not read.
  const start = config.environment === 'production' ? 'now' : 'genesis'
  if (chainId !== null) return evmChain({ code, chainId, urls, quorum, signer, onTrouble, start })
  // The wallet on the node is what we know of our coins: a second node would be asked nothing, and guard against nothing.
  if (code === 'BTC' && urls.length > 1) throw new BadSetting('RPC_BTC takes one node: name the one that is your own.')
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
