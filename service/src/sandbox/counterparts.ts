import type { Json } from '@specie/protocol/json.ts'
import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Config } from '../base/config.ts'
import type { Env } from '../base/env.ts'
import { badRequest, unavailable } from '../base/http/errors.ts'
import type { App, Request } from '../base/http/shell.ts'
import { uatFetch } from './uat-fetch.ts'

/** Checked by whom it is passed on to, but for its text: that is the same everywhere. */
export const passedOn = z.record(z.string(), z.json())

/** What the outside world does next. Each of them says itself what it can be told. */
export function counterpartRoutes(app: App, env: Env): void {
  const asked = ({ body, headers }: Request) => fields(passedOn, readBody(body, headers['content-type'], 'json').value)
  app.post('/sandbox/v1/counterparts/bank', async (request) => controlBank(env, 'next', asked(request)))
  app.post('/sandbox/v1/counterparts/provider', async (request) => {
    const ask = asked(request)
    return control(env, 'provider', has(ask, 'next') ? 'next' : has(ask, 'reference') ? 'arrivals' : 'rates', ask)
  })
  app.post('/sandbox/v1/counterparts/lp', async (request) => {
    const ask = asked(request)
    return control(env, 'lp', has(ask, 'next') && !has(ask, 'bids') ? 'next' : 'book', ask)
  })
}

const has = (ask: Json, field: string): boolean => ask !== null && typeof ask === 'object' && Object.hasOwn(ask, field)

/** A lever of the simulated bank. A refusal of its is the caller's to read. */
export function controlBank(env: Env, lever: 'wires' | 'next' | 'clock', ask: Json): Promise<Record<string, Json>> {
  return control(env, 'bank', lever, ask)
}

export const counterpartNames = ['bank', 'provider', 'lp'] as const
export type Counterpart = (typeof counterpartNames)[number]

/** Where each of them answers, and the setting that says so. */
const addresses: { readonly [who in Counterpart]: (config: Config) => readonly [string, string | null | undefined] } = {
  bank: ({ bankUrl }) => ['BANK_URL', bankUrl],
  provider: ({ providerUrl }) => ['PROVIDER_URL', providerUrl],
  lp: ({ liquidity }) => ['LIQUIDITY', liquidity.values().next().value],
}

/** What one of them can be told to do wrong next, in its own words; nothing where there is none. */
export async function misbehavioursOf(env: Env, who: Counterpart): Promise<Record<string, string>> {
  if (!addresses[who](env.config)[1]) return {}
  return (await control(env, who, 'misbehaviours')) as Record<string, string>
}

/** They live in one process, behind one token. With nothing to tell, it is asked. */
export async function control(
  { config }: Env,
  who: Counterpart,
  lever: string,
  ask?: Json,
): Promise<Record<string, Json>> {
  const { bankToken: token } = config
  const [setting, url] = addresses[who](config)
  if (!url) throw unavailable(`There is no ${who}: set ${setting}, or use npm start.`)
  const response = await uatFetch(new URL(`/${who}/control/${lever}`, url), {
    method: ask === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    ...(ask === undefined ? {} : { body: JSON.stringify(ask) }),
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => {
    throw unavailable(`The ${who} does not answer (${error.message}).`)
  })
  const answer = (await response.json()) as Record<string, Json> & { error?: string }
  if (response.ok) return answer
  throw badRequest(who, `The ${who} refuses: ${sentence(answer.error)}`)
}

/** What others say, with its full stop. */
export const sentence = (text: unknown): string => `${String(text).replace(/\.$/, '')}.`
