import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Json } from '@specie/protocol/json.ts'
import { readBody } from '../api/body.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest, unavailable } from '../base/http/errors.ts'
import type { App } from '../base/http/shell.ts'

/** What can be done to a chain of UAT: real faults of a real chain. */
const levers = [
  'reorg',
  'revert-next',
  'drop-next',
  'accept-then-error',
  'timeout-next',
  'stall',
  'resume',
  'mine',
] as const
type Lever = (typeof levers)[number] | 'faucet'

export function chainRoutes(app: App, env: Env): void {
  app.post<{ Params: { code: string; lever: string } }>('/sandbox/v1/chains/:code/:lever', async (request) => {
    const code = Object.keys(chains).find((known) => known === request.params.code) as ChainCode | undefined
    if (code === undefined) throw new ApiError('unknown_blockchain', { blockchain: request.params.code })
    const lever = levers.find((known) => known === request.params.lever)
    if (lever === undefined) throw badRequest('lever', `A chain can be told: ${levers.join(', ')}.`)
    return controlChain(env, code, lever, readBody(request.body, request.headers['content-type'], 'json').value)
  })
}

/** A lever of UAT's chains. A refusal of theirs is the caller's to read. */
export async function controlChain(
  { config }: Env,
  code: ChainCode,
  lever: Lever,
  ask: Json,
): Promise<Record<string, Json>> {
  if (config.devnetUrl === null) throw unavailable('There are no chains of UAT: set DEVNET_URL, or use npm start.')
  const response = await fetch(new URL(`/${code}/control/${lever}`, config.devnetUrl), {
    method: 'POST',
    headers: config.devnetToken === null ? {} : { authorization: `Bearer ${config.devnetToken}` },
    body: JSON.stringify(ask),
    signal: AbortSignal.timeout(30_000),
  }).catch((error: Error) => {
    throw unavailable(`The chains do not answer (${error.message}).`)
  })
  const answer = (await response.json()) as Record<string, Json> & { error?: string }
  if (response.ok) return answer
  throw badRequest('chain', `The chain refuses: ${answer.error}`)
}
