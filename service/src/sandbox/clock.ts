import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Env } from '../base/env.ts'
import type { App, Reply } from '../base/http/shell.ts'
import type { SettlementClock } from '../base/settlement-clock.ts'
import { advance, type Levers, reset } from './advance.ts'

/** A month; for more, call again. */
const longest = 31 * 24 * 3600
export const advanceRequest = z.strictObject({ seconds: z.int().min(0).max(longest) })

/** A caller is answered soon after this time, with the progress: callers and proxies give up after a minute. */
const limitMs = 50_000

export function clockRoutes(app: App, env: Env, levers: Levers): void {
  const { clock } = levers
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  const whileConnected = (reply: Reply) =>
    AbortSignal.any([closing.signal, untilDisconnected(reply), AbortSignal.timeout(limitMs)])

  app.get('/sandbox/v1/clock', async () => {
    // Another process may have moved the clock a moment ago.
    await clock.refresh(env.db)
    return clockView(clock)
  })

  app.post('/sandbox/v1/clock/advance', async (request, reply) => {
    const { seconds } = fields(advanceRequest, readBody(request.body, request.headers['content-type'], 'json').value)
    const progress = await advance(env, levers, seconds, whileConnected(reply))
    return { ...clockView(clock), ...progress }
  })

  app.post('/sandbox/v1/clock/reset', async (_request, reply) => {
    const progress = await reset(env, levers, whileConnected(reply))
    return { ...clockView(clock), ...progress }
  })
}

/** Aborted when the caller has disconnected. */
function untilDisconnected(reply: Reply): AbortSignal {
  const left = new AbortController()
  reply.raw.once('close', () => left.abort())
  return left.signal
}

function clockView(clock: SettlementClock) {
  return {
    settlement: clock.settlement().toISOString(),
    wall: clock.now().toISOString(),
    speed: clock.anchor().speed,
  }
}
