import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Chain, Chains, RawSigner, Wallets } from '../../base/ports/chain.ts'
import { BadSetting, type Config } from '../../base/config.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Log } from '../../base/observability/log.ts'
import { requestOutside, maxAnswerBytes } from '../../base/http/outside.ts'
import { networkOf } from './network.ts'

type Options = {
  config: Config
  sql: Sql
  signer: RawSigner | null
  log: Log
  /** Called for a chain whose nodes do not answer, for read-only commands. Without it, such a chain stops the start. */
  onUnreachable?: (code: ChainCode, why: string) => void
}
type Node = { code: ChainCode; urls: readonly string[]; chainId: number | null }

/** Opens every chain that has a node in the settings. The others are offline. */
export async function openChains(options: Options): Promise<Chains> {
  const { devnetUrl } = options.config
  const nodes = devnetUrl === null ? await namedNodes(options) : await devnetNodes(options, devnetUrl)
  const opened = await Promise.all(nodes.map((node) => open(options, node)))
  return new Map(opened.flatMap((chain) => (chain ? [[chain.code, chain]] : [])))
}

/** Checks which network each node serves. Production uses the main networks, UAT any test network. */
async function namedNodes(options: Options): Promise<Node[]> {
  const { rpcUrls, environment } = options.config
  const found = await Promise.all(
    [...rpcUrls].map(async ([code, urls]): Promise<Node | null> => {
      const failures: string[] = []
      const network = await networkOf(code, { urls, environment }, (why) => failures.push(why))
      for (const why of failures) options.log.warn({ chain: code, why }, 'a node is not reachable')
      const own = chains[code].chainId
      if (own === null) return { code, urls, chainId: null }
      if (network !== null) return { code, urls, chainId: Number(network) }
      // Production's id is known, and each node is checked again before anything is read or signed there.
      if (environment === 'production') return { code, urls, chainId: own }
      return unreachable(options, [code], `RPC_${code}: ${failures.join('; ')}`)
    }),
  )
  return found.flatMap((node) => node ?? [])
}

function unreachable({ onUnreachable }: Options, codes: readonly ChainCode[], why: string): null {
  if (!onUnreachable) throw new BadSetting(`${why}.`)
  for (const code of codes) onUnreachable(code, why)
  return null
}

/** The chains of the devnet. A chain with its own nodes in the settings uses those. */
async function devnetNodes(options: Options, url: string): Promise<Node[]> {
  const limits = { withinMs: 10_000, maxBytes: maxAnswerBytes.json }
  const described = await requestOutside(new URL('/chains', url), {}, limits)
    .then(({ text }) => JSON.parse(text) as { code: ChainCode; online: boolean; chainId?: number }[])
    .catch((error: Error) =>
      unreachable(
        options,
        Object.keys(chains) as ChainCode[],
        `DEVNET_URL names chains that do not answer: ${error.message}`,
      ),
    )
  return (described ?? [])
    .filter(({ online }) => online)
    .map(({ code, chainId }) => ({
      code,
      urls: options.config.rpcUrls.get(code) ?? [new URL(`/${code}`, url).href],
      chainId: chainId ?? null,
    }))
}

/** The libraries of a family are loaded only when one of its chains is opened. */
async function open({ config, sql, signer, log }: Options, { code, urls, chainId }: Node): Promise<Chain | null> {
  const onTrouble = (message: string, details: object) => log.warn({ chain: code, ...details }, message)
  const quorum = config.quorums.get(code) ?? null
  if (code === 'SOL') {
    const wallets = await walletsOn(sql, code)
    const { solanaChain } = await import('./solana/chain.ts')
    return solanaChain({ code, environment: config.environment, urls, quorum, signer, wallets, onTrouble })
  }
  // Our coins are newer than the main networks, so older blocks are not read.
  const start = config.environment === 'production' ? 'now' : 'genesis'
  if (chainId !== null) {
    const { evmChain } = await import('./evm/chain.ts')
    return evmChain({ code, chainId, urls, quorum, signer, onTrouble, start })
  }
  // The node's wallet is our only source for our coins. A second node would be unused and add no safety.
  if (code === 'BTC' && urls.length > 1) throw new BadSetting('RPC_BTC takes one node. Name your own.')
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
