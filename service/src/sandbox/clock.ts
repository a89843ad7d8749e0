import * as calls from '@specie/protocol/sandbox/time.ts'
import type { Env } from '../base/env.ts'
import type { App, Reply } from '../base/http/shell.ts'
import type { SettlementClock } from '../base/settlement-clock.ts'
import { advance, type Levers, reset } from './advance.ts'
import { mount } from './control/mount.ts'

/** A caller is answered soon after this time, with the progress. Callers and proxies give up after a minute. */
const limitMs = 50_000

export function clockRoutes(app: App, env: Env, levers: Levers): void {
  const { clock } = levers
  const closing = new AbortController()
  app.addHook('preClose', async () => closing.abort())
  const whileConnected = (reply: Reply) =>
    AbortSignal.any([closing.signal, untilDisconnected(reply), AbortSignal.timeout(limitMs)])

  mount(app, calls.clock, async () => {
    // Another process may have moved the clock a moment ago.
    await clock.refresh(env.db)
    return clockView(clock)
  })

  mount(app, calls.advanceClock, async ({ seconds }, _parts, _request, reply) => {
    const progress = await advance(env, levers, seconds, whileConnected(reply))
    return { ...clockView(clock), ...progress }
  })

  mount(app, calls.resetClock, async (_given, _parts, _request, reply) => {
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
