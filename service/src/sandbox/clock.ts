import type { ChainCode } from '@specie/protocol/chains.ts'
import { z } from 'zod'
import { readBody } from '../api/body.ts'
import { fields } from '../api/fields.ts'
import type { Env } from '../base/env.ts'
import type { App } from '../base/http/shell.ts'
import type { SettlementClock } from '../base/settlement.ts'
import { controlChain } from './chains.ts'
import { controlBank } from './counterparts.ts'
import { uatFetch } from './uat-fetch.ts'

/** What UAT can do to time: jump, and work off whatever fell due. */
export type Levers = { clock: SettlementClock; settle(): Promise<void> }

/** A month: a request that works off longer would keep its caller waiting for minutes. */
const longest = 31 * 24 * 3600
export const advanceAsk = z.strictObject({ seconds: z.int().min(0).max(longest) })

/** Timers are stepped through in order, so a jump goes in strides no longer than this. */
const stride = 3_600_000

export function clockRoutes(app: App, env: Env, levers: Levers): void {
  app.get('/sandbox/v1/clock', async () => shown(levers.clock))

  app.post('/sandbox/v1/clock/advance', async (request) => {
    const { seconds } = fields(advanceAsk, readBody(request.body, request.headers['content-type'], 'json').value)
    const target = levers.clock.settlement().getTime() + seconds * 1000
    // Something may go on there that no row of ours tells of yet: a deposit that is still to be mined.
    await mine(env, ({ resting }) => resting === false)
    while (levers.clock.settlement().getTime() < target) {
      const next = Math.min(target, levers.clock.settlement().getTime() + stride)
      await jump(env, levers, new Date(next))
    }
    return shown(levers.clock)
  })

  app.post('/sandbox/v1/clock/reset', async () => {
    await jump(env, levers, env.clock.now())
    return shown(levers.clock)
  })
}

function shown(clock: SettlementClock) {
  return {
    settlement: clock.settlement().toISOString(),
    wall: clock.now().toISOString(),
    speed: clock.anchor().speed,
  }
}

async function jump(env: Env, { clock, settle }: Levers, settlement: Date): Promise<void> {
  await clock.set(env.db, settlement)
  await pushClock(env, clock)
  await settle()
  // Time passes on the chains, too: what is under way there becomes final, and whoever waits for it goes on.
  for (let rounds = 0; rounds < mostRounds && (await passBlocks(env)); rounds += 1) await settle()
}

const mostRounds = 10
/** More than the finality of any chain of UAT. */
const blocks = 40

/** Lets blocks pass where something waits for them; false when nothing does. */
async function passBlocks(env: Env): Promise<boolean> {
  const waiting = await env.db.query<{ chain: ChainCode }>(
    `select chain from chains.operation where state in ('queued', 'working')
     union select chain from chains.transaction where state in ('assigned', 'sent')
     union select chain from chains.movement where state = 'seen'`,
  )
  return mine(env, ({ code }) => waiting.some(({ chain }) => chain === code))
}

type Described = { code: ChainCode; online: boolean; resting?: boolean; stalled?: boolean }

/** Mines on the chains that are meant; one that was told to stand still does so. False when there was none. */
async function mine(env: Env, isMeant: (chain: Described) => boolean): Promise<boolean> {
  if (env.config.devnetUrl === null) return false
  const response = await uatFetch(new URL('/chains', env.config.devnetUrl))
  const described = ((await response.json()) as Described[]).filter(({ online, stalled }) => online && !stalled)
  const meant = described.filter(isMeant)
  await Promise.all(meant.map(({ code }) => controlChain(env, code, 'mine', { blocks })))
  return meant.length > 0
}

/** Tells the bank the time, again and again until it listens: it may start after us. */
export function keepBankOnTime(env: Env, clock: SettlementClock): void {
  pushClock(env, clock).catch((error: unknown) => {
    env.log.warn({ err: error }, 'the bank does not know the settlement time yet')
    setTimeout(() => keepBankOnTime(env, clock), 1_000).unref()
  })
}

/** The outside world of UAT lives by the same settlement time. */
async function pushClock(env: Env, clock: SettlementClock): Promise<void> {
  if (env.config.bankUrl === null) return
  await controlBank(env, 'clock', { settlement: clock.settlement().toISOString(), speed: clock.anchor().speed })
}
