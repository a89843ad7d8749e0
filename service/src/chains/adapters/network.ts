import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { z } from 'zod'
import { BadSetting } from '../../base/config.ts'
import { requestOutside, maxAnswerBytes } from '../../base/http/outside.ts'

// Checks which network a node serves. A signature is valid on one network, so it must never be made for a wrong one.

/** The request that identifies a network: chain id for EVM, genesis hash for Solana, first block hash for Bitcoin. */
const requests = { evm: ['eth_chainId', []], solana: ['getGenesisHash', []], bitcoin: ['getblockhash', [0]] } as const

/** The main networks, where coins have value. */
export const mainNetwork = (code: ChainCode): string => {
  if (code === 'SOL') return '5eykt4UsFv8P8NJdTREpY1vzqKqZKvdpKuc147dw2N9d'
  if (code === 'BTC') return '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
  return String(chains[code].chainId)
}

/** Null if this network may be used; otherwise the problem, in words that follow the name of a node. */
export function wrongNetwork(code: ChainCode, environment: string, found: string): string | null {
  const main = mainNetwork(code)
  if (environment === 'production' && found !== main)
    return `serves the network ${found}, but production needs ${chains[code].name} itself (${main})`
  if (environment !== 'production' && found === main)
    return `serves ${chains[code].name} itself, but UAT uses test networks only`
  return null
}

/** A node does not answer, or sends an invalid answer. */
export class NotReachable extends Error {
  override name = 'NotReachable'
}

const limits = { withinMs: 5_000, maxBytes: maxAnswerBytes.json }
const rpcAnswer = z.object({ result: z.string() })

/** The network that a node serves; one request with a time limit. Throws NotReachable. */
export async function networkAt(code: ChainCode, url: string): Promise<string> {
  const { family } = chains[code]
  const [method, params] = requests[family]
  const { username, password, host } = new URL(url)
  const login = Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')
  const address = new URL(url)
  address.username = address.password = ''
  try {
    const headers = { 'content-type': 'application/json', ...(username && { authorization: `Basic ${login}` }) }
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const { text } = await requestOutside(address, { method: 'POST', headers, body }, limits)
    const { result } = rpcAnswer.parse(JSON.parse(text))
    return family === 'evm' ? String(BigInt(result)) : result
  } catch (cause) {
    throw new NotReachable(`the node at ${host} does not answer: ${reasonOf(cause as Error)}`, { cause })
  }
}

/** fetch puts the reason of a failure into `cause`. */
const reasonOf = (error: Error): string =>
  error instanceof z.ZodError || error instanceof SyntaxError
    ? 'it does not answer like a node'
    : error.cause instanceof Error
      ? error.cause.message || error.message
      : error.message

/** The network that the configured nodes serve; null if none answers. Throws when one serves a wrong network. */
export async function networkOf(
  code: ChainCode,
  { urls, environment }: { urls: readonly string[]; environment: string },
  onSilence: (why: string) => void,
): Promise<string | null> {
  const results = await Promise.allSettled(urls.map((url) => networkAt(code, url)))
  let network: string | null = null
  for (const [i, one] of results.entries()) {
    if (one.status === 'rejected') {
      onSilence((one.reason as Error).message)
      continue
    }
    const wrong = wrongNetwork(code, environment, one.value)
    if (wrong !== null) throw new BadSetting(`RPC_${code}: ${new URL(urls[i]!).host} ${wrong}.`)
    network ??= one.value
    if (network !== one.value)
      throw new BadSetting(`RPC_${code} names nodes of two networks: ${network}, ${one.value}.`)
  }
  return network
}
