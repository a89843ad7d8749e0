import type { Json } from '@specie/protocol/json.ts'
import { readBody } from '../api/body.ts'
import type { Env } from '../base/env.ts'
import { badRequest, unavailable } from '../base/http/errors.ts'
import type { App, Request } from '../base/http/shell.ts'

/** What the outside world does next. Each of them says itself what it can be told. */
export function counterpartRoutes(app: App, env: Env): void {
  const asked = ({ body, headers }: Request) => readBody(body, headers['content-type'], 'json').value
  app.post('/sandbox/v1/counterparts/bank', async (request) => controlBank(env, 'next', asked(request)))
  app.post('/sandbox/v1/counterparts/provider', async (request) => {
    const ask = asked(request)
    const lever = ask !== null && typeof ask === 'object' && 'next' in ask ? 'next' : 'rates'
    return control(env, 'provider', lever, ask)
  })
}

/** A lever of the simulated bank. A refusal of its is the caller's to read. */
export function controlBank(env: Env, lever: 'wires' | 'next' | 'clock', ask: Json): Promise<Record<string, Json>> {
  return control(env, 'bank', lever, ask)
}

/** They live in one process, behind one token. */
async function control(
  { config: { bankUrl, providerUrl, bankToken: token } }: Env,
  who: 'bank' | 'provider',
  lever: string,
  ask: Json,
): Promise<Record<string, Json>> {
  const url = who === 'bank' ? bankUrl : providerUrl
  if (url === null) throw unavailable(`There is no ${who}: set ${who.toUpperCase()}_URL, or use npm start.`)
  const response = await fetch(new URL(`/${who}/control/${lever}`, url), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(token === null ? {} : { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(ask),
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => {
    throw unavailable(`The ${who} does not answer (${error.message}).`)
  })
  const answer = (await response.json()) as Record<string, Json> & { error?: string }
  if (response.ok) return answer
  throw badRequest(who, `The ${who} refuses: ${answer.error}`)
}
