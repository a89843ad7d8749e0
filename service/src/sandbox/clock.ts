import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Env } from '../base/env.ts'
import type { App, Reply } from '../base/http/shell.ts'
import type { SettlementClock } from '../base/settlement-clock.ts'
import { advance, type Levers, reset } from './advance.ts'

/** A month: whoever wants more asks again. */
const longest = 31 * 24 * 3600
export const advanceAsk = z.strictObject({ seconds: z.int().min(0).max(longest) })

/** A caller is answered soon after this time, with how far it came: callers and proxies give up after a minute. */
const limitMs = 50_000

export function clockRoutes(app: App, env: Env, levers: Levers): void {
  const { clock } = levers
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  const whileThere = (reply: Reply) => AbortSignal.any([closing.signal, untilLeft(reply), AbortSignal.timeout(limitMs)])

  app.get('/sandbox/v1/clock', async () => {
    // Another process may have moved it a moment ago.
    await clock.refresh(env.db)
    return shown(clock)
  })

  app.post('/sandbox/v1/clock/advance', async (request, reply) => {
    const { seconds } = fields(advanceAsk, readBody(request.body, request.headers['content-type'], 'json').value)
    const came = await advance(env, levers, seconds, whileThere(reply))
    return { ...shown(clock), ...came }
  })

  app.post('/sandbox/v1/clock/reset', async (_request, reply) => {
    const came = await reset(env, levers, whileThere(reply))
    return { ...shown(clock), ...came }
  })
}

/** Given when the caller has left. */
function untilLeft(reply: Reply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  return left.signal
}

function shown(clock: SettlementClock) {
  return {
    settlement: clock.settlement().toISOString(),
    wall: clock.now().toISOString(),
    speed: clock.anchor().speed,
  }
}
