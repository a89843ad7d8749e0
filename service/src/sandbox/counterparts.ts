import type { Json } from '@specie/protocol/json.ts'
import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Config } from '../base/config.ts'
import type { Env } from '../base/env.ts'
import { ApiError, badRequest, unavailable } from '../base/http/errors.ts'
import type { App, Request } from '../base/http/shell.ts'
import { uatFetch } from './uat-fetch.ts'

/** Checked by the receiver, except for its text, which has the same rules everywhere. */
export const passedOn = z.record(z.string(), z.json())

/** What the counterparts do and have done, and what they do next. Each of them lists its own options. */
export function counterpartRoutes(app: App, env: Env): void {
  const bodyOf = ({ body, headers }: Request) => fields(passedOn, readBody(body, headers['content-type'], 'json').value)
  app.get<{ Params: { name: string } }>('/sandbox/v1/counterparts/:name', async ({ params }) => {
    const name = counterpartNames.find((one) => one === params.name)
    if (name === undefined) throw new ApiError('not_found', {}, `The counterparts are ${counterpartNames.join(', ')}.`)
    return { state: await control(env, name, 'state'), misbehaviours: await misbehavioursOf(env, name) }
  })
  app.post('/sandbox/v1/counterparts/bank', async (request) => controlBank(env, 'next', bodyOf(request)))
  app.post('/sandbox/v1/counterparts/provider', async (request) => {
    const body = bodyOf(request)
    return control(env, 'provider', has(body, 'next') ? 'next' : has(body, 'reference') ? 'arrivals' : 'rates', body)
  })
  app.post('/sandbox/v1/counterparts/lp', async (request) => {
    const body = bodyOf(request)
    return control(env, 'lp', has(body, 'next') && !has(body, 'bids') ? 'next' : 'book', body)
  })
}

const has = (body: Json, field: string): boolean =>
  body !== null && typeof body === 'object' && Object.hasOwn(body, field)

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
    lp: ({ liquidity }) => ['LIQUIDITY', liquidity.values().next().value],
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
  throw badRequest(name, `The ${name} refuses: ${sentence(answer.error)}`)
}

/** A text from outside, with its full stop. */
export const sentence = (text: unknown): string => `${String(text).replace(/\.$/, '')}.`
