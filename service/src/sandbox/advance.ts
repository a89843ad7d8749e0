import { setTimeout as sleep } from 'node:timers/promises'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Env } from '../base/env.ts'
import type { SettlementClock } from '../base/settlement-clock.ts'
import { controlChain } from './chains.ts'
import { controlBank } from './counterparts.ts'
import { uatFetch } from './uat-fetch.ts'

// How settlement time jumps: one jump after the other, whoever asks, each within its limit.

/** What UAT can do to time: jump, and work off whatever fell due; false when that took longer than the signal allowed. */
export type Levers = { clock: SettlementClock; settle(signal: AbortSignal): Promise<boolean> }

/** How far it came: `done` says that the time has passed and that nothing which fell due is left. */
type Advanced = { done: boolean; remaining: number }

/** Timers are stepped through in order, so a jump goes in strides no longer than this. */
const stride = 3_600_000
/** Others go on making work meanwhile, and it may never come to rest: then time goes on after so long. */
const strideLimitMs = 10_000

/** Moves settlement time on by so many seconds, as far as it comes before the signal. */
export async function advance(env: Env, levers: Levers, seconds: number, signal: AbortSignal): Promise<Advanced> {
  const { clock, settle } = levers
  const moved = await whenFree(env, signal, async () => {
    // Another process may have moved it a moment ago.
    await clock.refresh(env.db)
    const target = clock.settlement().getTime() + seconds * 1_000
    // Something may go on there that no row of ours tells of yet: a deposit that is still to be mined.
    await mine(env, ({ resting }) => resting === false)
    let atRest = seconds === 0 ? await settle(withinStride(signal)) : false
    while (clock.settlement().getTime() < target && !signal.aborted) {
      const next = Math.min(target, clock.settlement().getTime() + stride)
      atRest = await jump(env, levers, new Date(next), signal)
    }
    const remaining = Math.max(0, Math.ceil((target - clock.settlement().getTime()) / 1_000))
    return { done: atRest && remaining === 0, remaining }
  })
  return moved ?? { done: false, remaining: seconds }
}

/** Settlement time is wall time again. */
export async function reset(env: Env, levers: Levers, signal: AbortSignal): Promise<Advanced> {
  const done = await whenFree(env, signal, () => jump(env, levers, env.clock.now(), signal))
  return { done: done ?? false, remaining: 0 }
}

/** Whoever moves the clock does it alone, across all processes; null when it was never free before the signal. */
async function whenFree<T>(env: Env, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
  while (!signal.aborted) {
    const done = await env.db.exclusive('sandbox clock', async () => ({ result: await work() }))
    if (done !== null) return done.result
    await sleep(20)
  }
  return null
}

const withinStride = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(strideLimitMs)])

async function jump(env: Env, { clock, settle }: Levers, to: Date, within: AbortSignal): Promise<boolean> {
  await clock.set(env.db, to)
  await pushClock(env, clock)
  const signal = withinStride(within)
  let atRest = await settle(signal)
  // Time passes on the chains, too: what is under way there becomes final, and whoever waits for it goes on.
  for (let rounds = 0; rounds < mostRounds && !signal.aborted && (await passBlocks(env)); rounds += 1)
    atRest = await settle(signal)
  return atRest
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
