import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Json } from '@specie/protocol/encoding/json.ts'
import type { SandboxCall } from '@specie/protocol/sandbox/call.ts'
import * as calls from '@specie/protocol/sandbox/chains.ts'
import { sentence } from '@specie/protocol/text.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest, unavailable } from '../../base/http/errors.ts'
import type { App } from '../../base/http/shell.ts'
import { mount } from './mount.ts'
import { uatFetch } from './uat-fetch.ts'

/** The controls of a UAT chain: real faults of a real chain. */
export const chainLevers = [
  calls.chainReorg,
  calls.chainRevertNext,
  calls.chainDropNext,
  calls.chainAcceptThenError,
  calls.chainTimeoutNext,
  calls.chainStall,
  calls.chainResume,
  calls.chainMine,
] as const
type LeverName<P extends string> = P extends `/chains/{code}/${infer Name}` ? Name : never
type Lever = LeverName<(typeof chainLevers)[number]['path']> | 'faucet'

/** The last part of its path. */
export const leverOf = ({ path }: (typeof chainLevers)[number]): Lever => path.slice('/chains/{code}/'.length) as Lever

function noSuchChain(blockchain: string | undefined): ApiError {
  const blockchains = Object.keys(chains)
  const cure = { cure: `Take one of these: ${blockchains.join(', ')}.` }
  return new ApiError('unknown_blockchain', { blockchain, blockchains }, 'There is no such chain.', {}, cure)
}

export function chainRoutes(app: App, env: Env): void {
  for (const call of chainLevers) {
    mount<SandboxCall>(app, call, async (given, parts) => {
      const code = Object.keys(chains).find((one) => one === parts['code']) as ChainCode | undefined
      if (code === undefined) throw noSuchChain(parts['code'])
      return controlChain(env, code, leverOf(call), given as Json)
    })
  }
}

/** Calls a control endpoint of UAT's chains. Their refusals are passed to the caller. */
export async function controlChain(
  { config }: Env,
  code: ChainCode,
  lever: Lever,
  body: Json,
): Promise<Record<string, Json>> {
  if (config.devnetUrl === null) throw unavailable('There are no chains of UAT. Set DEVNET_URL, or use npm start.')
  const response = await uatFetch(new URL(`/${code}/control/${lever}`, config.devnetUrl), {
    method: 'POST',
    headers: config.devnetToken === null ? {} : { authorization: `Bearer ${config.devnetToken}` },
    body: JSON.stringify(body),
  }).catch((error: Error) => {
    throw unavailable(`The chains do not answer (${error.message}).`)
  })
  const answer = (await response.json()) as Record<string, Json> & { error?: string }
  if (response.ok) return answer
  throw badRequest('chain', `The chain refuses: ${sentence(String(answer.error))}`)
}
