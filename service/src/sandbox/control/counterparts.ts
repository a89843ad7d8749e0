import type { Json } from '@specie/protocol/encoding/json.ts'
import * as calls from '@specie/protocol/sandbox/counterparts.ts'
import { sentence } from '@specie/protocol/text.ts'
import type { Config } from '../../base/config.ts'
import type { Env } from '../../base/env.ts'
import { ApiError, badRequest, unavailable } from '../../base/http/errors.ts'
import type { App } from '../../base/http/shell.ts'
import { mount } from './mount.ts'
import { uatFetch } from './uat-fetch.ts'

/** The state, history and next actions of the counterparts. Each of them lists its own options. */
export function counterpartRoutes(app: App, env: Env): void {
  mount(app, calls.counterpart, async (_given, parts) => {
    const name = counterpartNames.find((one) => one === parts['name'])
    if (name === undefined) throw new ApiError('not_found', {}, `The counterparts are ${counterpartNames.join(', ')}.`)
    return { state: await control(env, name, 'state'), misbehaviours: await misbehavioursOf(env, name) }
  })
  mount(app, calls.bank, (body) => controlBank(env, 'next', body as Json))
  mount(app, calls.provider, (body) =>
    control(env, 'provider', has(body, 'next') ? 'next' : has(body, 'reference') ? 'arrivals' : 'rates', body as Json),
  )
  mount(app, calls.venue, (body) =>
    control(env, 'lp', has(body, 'next') && !has(body, 'bids') ? 'next' : 'book', body as Json),
  )
}

const has = (body: object, field: string): boolean => Object.hasOwn(body, field)

/** A control endpoint of the simulated bank. Its refusals are passed to the caller. */
export function controlBank(env: Env, lever: 'wires' | 'next' | 'clock', body: Json): Promise<Record<string, Json>> {
  return control(env, 'bank', lever, body)
}

export const counterpartNames = ['bank', 'provider', 'lp'] as const
export type Counterpart = (typeof counterpartNames)[number]

/** The address of each counterpart, and the setting that holds it. */
const addresses: { readonly [name in Counterpart]: (config: Config) => readonly [string, string | null | undefined] } =
  {
    bank: ({ bankUrl }) => ['BANK_URL', bankUrl],
    provider: ({ providerUrl }) => ['PROVIDER_URL', providerUrl],
    lp: ({ liquidity }) => ['LIQUIDITY', liquidity.values().next().value?.url],
  }

/** The misbehaviours that a counterpart offers, with its own description; none where it is missing. */
export async function misbehavioursOf(env: Env, name: Counterpart): Promise<Record<string, string>> {
  if (!addresses[name](env.config)[1]) return {}
  return (await control(env, name, 'misbehaviours')) as Record<string, string>
}

/** All counterparts are one process with one token. Without a body it is a GET. */
export async function control(
  { config }: Env,
  name: Counterpart,
  lever: string,
  body?: Json,
): Promise<Record<string, Json>> {
  const { bankToken: token } = config
  const [setting, url] = addresses[name](config)
  if (!url) throw unavailable(`There is no ${name}: set ${setting}, or use npm start.`)
  const response = await uatFetch(new URL(`/${name}/control/${lever}`, url), {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => {
    throw unavailable(`The ${name} does not answer (${error.message}).`)
  })
  const answer = (await response.json()) as Record<string, Json> & { error?: string }
  if (response.ok) return answer
  throw badRequest(name, `The ${name} refuses: ${sentence(String(answer.error))}`)
}
