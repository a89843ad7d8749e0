import type { Json } from '@specie/protocol/json.ts'
import { readBody } from '../api/body.ts'
import type { Env } from '../base/env.ts'
import { badRequest, unavailable } from '../base/http/errors.ts'
import type { App } from '../base/http/shell.ts'

/** What the outside world does next. The bank itself says what it can be told. */
export function counterpartRoutes(app: App, env: Env): void {
  app.post('/sandbox/v1/counterparts/bank', async (request) =>
    controlBank(env, 'next', readBody(request.body, request.headers['content-type'], 'json').value),
  )
}

/** A lever of the simulated bank. A refusal of its is the caller's to read. */
export async function controlBank(
  env: Env,
  lever: 'wires' | 'next' | 'clock',
  ask: Json,
): Promise<Record<string, Json>> {
  const { bankUrl, bankToken } = env.config
  if (bankUrl === null) throw unavailable('There is no bank: set BANK_URL, or use npm start.')
  const response = await fetch(new URL(`/bank/control/${lever}`, bankUrl), {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(bankToken === null ? {} : { authorization: `Bearer ${bankToken}` }),
    },
    body: JSON.stringify(ask),
    signal: AbortSignal.timeout(10_000),
  }).catch((error: Error) => {
    throw unavailable(`The bank does not answer (${error.message}).`)
  })
  const answer = (await response.json()) as Record<string, Json> & { error?: string }
  if (response.ok) return answer
  throw badRequest('bank', `The bank refuses: ${answer.error}`)
}
