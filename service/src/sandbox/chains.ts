import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Json } from '@specie/protocol/json.ts'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest, unavailable } from '../base/http/errors.ts'
import type { App } from '../base/http/shell.ts'
import { passedOn, sentence } from './counterparts.ts'
import { uatFetch } from './uat-fetch.ts'

/** What can be done to a chain of UAT, with its meaning: real faults of a real chain. */
export const chainLevers = {
  reorg:
    'the last `depth` blocks are dropped; their transactions are mined again, or with `transactions: "forget"` lost',
  'revert-next': 'the next `count` transactions fail on the chain',
  'drop-next': 'the next `count` transactions vanish',
  'accept-then-error': 'the next `count` transactions are accepted, and the answer is an error',
  'timeout-next': 'the next `count` transactions are accepted, and the connection ends without an answer',
  stall: 'no blocks until `resume`',
  resume: 'blocks again',
  mine: '`blocks` are mined at once',
} as const
type Lever = keyof typeof chainLevers | 'faucet'

export function chainRoutes(app: App, env: Env): void {
  app.post<{ Params: { code: string; lever: string } }>('/sandbox/v1/chains/:code/:lever', async (request) => {
    const code = Object.keys(chains).find((one) => one === request.params.code) as ChainCode | undefined
    if (code === undefined) throw new ApiError('unknown_blockchain', { blockchain: request.params.code })
    const levers = Object.keys(chainLevers) as (keyof typeof chainLevers)[]
    const lever = levers.find((one) => one === request.params.lever)
    if (lever === undefined) throw badRequest('lever', `A chain can be told: ${levers.join(', ')}.`)
    const body = fields(passedOn, readBody(request.body, request.headers['content-type'], 'json').value)
    return controlChain(env, code, lever, body)
  })
}

/** Calls a control endpoint of UAT's chains. Their refusals are passed to the caller. */
export async function controlChain(
  { config }: Env,
  code: ChainCode,
  lever: Lever,
  body: Json,
): Promise<Record<string, Json>> {
  if (config.devnetUrl === null) throw unavailable('There are no chains of UAT: set DEVNET_URL, or use npm start.')
  const response = await uatFetch(new URL(`/${code}/control/${lever}`, config.devnetUrl), {
    method: 'POST',
    headers: config.devnetToken === null ? {} : { authorization: `Bearer ${config.devnetToken}` },
    body: JSON.stringify(body),
  }).catch((error: Error) => {
    throw unavailable(`The chains do not answer (${error.message}).`)
  })
  const answer = (await response.json()) as Record<string, Json> & { error?: string }
  if (response.ok) return answer
  throw badRequest('chain', `The chain refuses: ${sentence(answer.error)}`)
}
