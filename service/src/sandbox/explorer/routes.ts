import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { SolanaError } from '@solana/kit'
import { BaseError, getAddress, zeroAddress } from 'viem'
import * as calls from '@specie/protocol/sandbox/explorer.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, unavailable } from '../../base/http/errors.ts'
import type { App } from '../../base/http/shell.ts'
import { NodeSilence } from '../../chains/adapters/bitcoin/node.ts'
import { addressVerdict } from '../../chains/addresses.ts'
import { type KnownAddresses, knownAddresses } from '../../chains/known-addresses.ts'
import { ownAddress } from '../../chains/own-addresses.ts'
import { mount } from '../control/mount.ts'
import { uatFetch } from '../control/uat-fetch.ts'
import { bitcoinExplorer } from './bitcoin.ts'
import { evmExplorer } from './evm.ts'
import { solanaExplorer } from './solana.ts'
import { programNames } from './solana-steps.ts'
import type { Explorer, Place } from './view.ts'

/** Blocks, transactions and addresses of the chains of UAT, decoded. Read-only, from their nodes. */
export function explorerRoutes(app: App, env: Env): void {
  mount(app, calls.explorerChains, async () => {
    const codes = await chainsOf(env)
    const items = await Promise.all(
      codes.map(async (code) => {
        const { name } = chains[code]
        const head = await asked(code, async () => (await explorerOf(env, code)).explorer.head()).catch(whenSilent)
        return { chain: code, name, ...head }
      }),
    )
    return { items }
  })

  mount(app, calls.explorerChain, async ({ below = null }, { chain }) => {
    const code = chainOf(chain!)
    return asked(code, async () => {
      const { explorer, names } = await explorerOf(env, code)
      const [head, { items: blocks, next }, transactions] = await Promise.all([
        explorer.head(),
        explorer.blocks(below),
        below === null ? explorer.latest() : [],
      ])
      return { chain: code, ...head, blocks, next, transactions, names }
    })
  })

  mount(app, calls.explorerBlock, async (_given, { chain, height }) => {
    const isNumber = /^\d{1,15}$/.test(height!)
    return found(env, chainOf(chain!), `block ${height}`, ({ block }) => (isNumber ? block(Number(height)) : null))
  })

  mount(app, calls.explorerTx, async (_given, { chain, txid }) =>
    found(env, chainOf(chain!), `transaction ${txid}`, ({ tx }) => tx(txid!)),
  )

  mount(app, calls.explorerAddress, async (_given, { chain, address: asked }) => {
    const code = chainOf(chain!)
    const verdict = addressVerdict(code, asked!, env.config.environment)
    const checked = 'address' in verdict ? verdict.address : null
    const shown = await found(env, code, `address ${asked}`, ({ address }) => checked && address(checked))
    return { ...shown, ours: checked && (await ownAddress(env.db, code, checked)) }
  })
}

function chainOf(text: string): ChainCode {
  const code = Object.keys(chains).find((one) => one === text.toUpperCase()) as ChainCode | undefined
  if (code !== undefined) return code
  throw new ApiError('not_found', {}, `There is no chain ${text}: the chains are ${Object.keys(chains).join(', ')}.`)
}

/** The answer with the names of its addresses; 404 when the chain does not have the item. */
async function found<T extends object>(
  env: Env,
  code: ChainCode,
  what: string,
  look: (explorer: Explorer) => Promise<T | null> | null | '',
): Promise<T & { chain: ChainCode; names: Record<string, string> }> {
  return asked(code, async () => {
    const { explorer, names } = await explorerOf(env, code)
    const thing = await look(explorer)
    if (!thing) throw new ApiError('not_found', {}, `${chains[code].name} of UAT has no ${what}.`)
    return { ...thing, chain: code, names }
  })
}

/** A node that does not answer is reported as silent, and is no fault of ours. */
async function asked<T>(code: ChainCode, ask: () => Promise<T>): Promise<T> {
  try {
    return await ask()
  } catch (error) {
    const isNode = [BaseError, SolanaError, NodeSilence].some((kind) => error instanceof kind)
    throw isNode ? unavailable(`The node of ${chains[code].name} does not answer.`) : error
  }
}

function whenSilent(error: unknown): { height: null; final: null } {
  if (error instanceof ApiError && error.code === 'service_unavailable') return { height: null, final: null }
  throw error
}

const makers: { readonly [family in (typeof chains)[ChainCode]['family']]: (c: ChainCode, p: Place) => Explorer } = {
  evm: evmExplorer,
  solana: (_code, place) => solanaExplorer(place),
  bitcoin: (_code, place) => bitcoinExplorer(place),
}

async function explorerOf(env: Env, code: ChainCode): Promise<{ explorer: Explorer; names: Record<string, string> }> {
  const { devnetUrl, rpcUrls } = env.config
  const url = rpcUrls.get(code)?.[0] ?? (devnetUrl === null ? null : new URL(`/${code}`, devnetUrl).href)
  if (url === null) throw unavailable('There are no chains of UAT. Set DEVNET_URL, or use npm start.')
  const known = await knownAddresses(env.db, code)
  return { explorer: makers[chains[code].family](code, { url, known }), names: namesOf(code, known) }
}

/** The names of our addresses and of coin contracts. */
function namesOf(code: ChainCode, { wallets, contracts }: KnownAddresses): Record<string, string> {
  const isEvm = chains[code].family === 'evm'
  const spelt = (address: string): string => (isEvm ? getAddress(address) : address)
  return Object.fromEntries([
    ...(isEvm ? [[zeroAddress, 'Zero address'] as const] : []),
    ...(code === 'SOL' ? Object.entries(programNames) : []),
    ...wallets.map(({ key, address }) => [spelt(address), `Specie ${key}`] as const),
    ...contracts.map(({ asset, address }) => [spelt(address), `${asset} contract`] as const),
  ])
}

/** The running chains. */
async function chainsOf({ config: { devnetUrl, rpcUrls } }: Env): Promise<ChainCode[]> {
  if (devnetUrl === null) return [...rpcUrls.keys()]
  const response = await uatFetch(new URL('/chains', devnetUrl)).catch((error: Error) => {
    throw unavailable(`The chains do not answer (${error.message}).`)
  })
  const described = (await response.json()) as { code: ChainCode; online: boolean }[]
  return described.filter(({ online }) => online).map(({ code }) => code)
}
