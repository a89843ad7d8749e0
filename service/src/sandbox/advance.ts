import { setTimeout as sleep } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Env } from '../base/env.ts'
import type { SettlementClock } from '../base/settlement-clock.ts'
import { type AtWork, workOnChains } from '../chains/outbox/operations.ts'
import { controlChain } from './control/chains.ts'
import { controlBank } from './control/counterparts.ts'
import { dueAtVasp } from './control/vasp.ts'
import { uatFetch } from './control/uat-fetch.ts'

// How settlement time is advanced: one call after the other, each within its time limit.

/**
 * What UAT needs to advance time: the clock, and a function that does all due work; false when the signal came first.
 */
export type Levers = { clock: SettlementClock; settle(signal: AbortSignal): Promise<boolean> }

/** The progress. `done`: the time has passed and all due work is done. */
type Advanced = { done: boolean; remaining: number }

/** Timers must fire in order, so a jump is made in steps no longer than this. */
const stepMs = 3_600_000
/** Other callers may create work continuously. After this time the next step is made. */
const stepLimitMs = 10_000

/** Advances settlement time by this number of seconds, or as far as possible before the signal. */
export async function advance(env: Env, levers: Levers, seconds: number, signal: AbortSignal): Promise<Advanced> {
  const { clock, settle } = levers
  const moved = await whenFree(env, signal, async () => {
    // Another process may have moved the clock a moment ago.
    await clock.refresh(env.db)
    const target = clock.settlement().getTime() + seconds * 1_000
    // The chains may have pending events that no row shows yet, for example a deposit that is not mined.
    await mine(env, ({ resting }) => resting === false)
    let idle = seconds === 0 ? await settle(withinStep(signal)) : false
    while (clock.settlement().getTime() < target && !signal.aborted) {
      const next = Math.min(target, clock.settlement().getTime() + stepMs)
      idle = await jump(env, levers, new Date(next), signal)
    }
    const remaining = Math.max(0, Math.ceil((target - clock.settlement().getTime()) / 1_000))
    return { done: idle && remaining === 0, remaining }
  })
  return moved ?? { done: false, remaining: seconds }
}

/** Settlement time becomes wall time again. */
export async function reset(env: Env, levers: Levers, signal: AbortSignal): Promise<Advanced> {
  const done = await whenFree(env, signal, () => jump(env, levers, env.clock.now(), signal))
  return { done: done ?? false, remaining: 0 }
}

/** Only one caller in all processes can move the clock at a time. Returns null if `signal` aborts before our turn. */
async function whenFree<T>(env: Env, signal: AbortSignal, work: () => Promise<T>): Promise<T | null> {
  while (!signal.aborted) {
    const done = await env.db.exclusive('sandbox clock', async () => ({ result: await work() }))
    if (done !== null) return done.result
    await sleep(20)
  }
  return null
}

const withinStep = (signal: AbortSignal): AbortSignal => AbortSignal.any([signal, AbortSignal.timeout(stepLimitMs)])

async function jump(env: Env, { clock, settle }: Levers, to: Date, within: AbortSignal): Promise<boolean> {
  await clock.set(env.db, to)
  await pushClock(env, clock)
  const signal = withinStep(within)
  let atRest = await settleWithVasp(env, settle, signal)
  // Time passes on the chains too: pending transactions become final, and the rows that wait for them advance.
  let work = await workOnChains(env.db)
  for (
    let idleRounds = 0, rounds = 0;
    rounds < maxRounds && idleRounds < maxIdleRounds && !signal.aborted;
    rounds += 1
  ) {
    if (!(await passBlocks(env, work))) break
    atRest = await settleWithVasp(env, settle, signal)
    const next = await workOnChains(env.db)
    idleRounds = isDeepStrictEqual(next, work) ? idleRounds + 1 : 0
    work = next
  }
  return atRest
}

/** The VASP answers our inquiries over HTTP, so that its answers arrive while our own work rests. */
async function settleWithVasp(env: Env, settle: Levers['settle'], signal: AbortSignal): Promise<boolean> {
  for (let rounds = 0; ; rounds += 1) {
    const atRest = await settle(signal)
    if (rounds >= maxVaspRounds || signal.aborted || !(await dueAtVasp(env))) return atRest
    await sleep(20)
  }
}

/** A message that was not taken is tried again each second. */
const maxVaspRounds = 40

const maxRounds = 10
/**
 * A state without progress for this many rounds waits for something other than blocks, for example nodes that agree.
 */
const maxIdleRounds = 3
/** More than the finality of any chain of UAT. */
const blocks = 40

/** Mines blocks on chains with waiting rows; false when no row waits. */
async function passBlocks(env: Env, work: AtWork[]): Promise<boolean> {
  const waiting = new Set(work.map(({ chain }) => chain))
  return mine(env, ({ code }) => waiting.has(code))
}

type Described = { code: ChainCode; online: boolean; resting?: boolean; stalled?: boolean }

/** Mines on the selected chains, except stalled ones. False when there was none. */
async function mine(env: Env, isSelected: (chain: Described) => boolean): Promise<boolean> {
  if (env.config.devnetUrl === null) return false
  const response = await uatFetch(new URL('/chains', env.config.devnetUrl))
  const described = ((await response.json()) as Described[]).filter(({ online, stalled }) => online && !stalled)
  const selected = described.filter(isSelected)
  await Promise.all(selected.map(({ code }) => controlChain(env, code, 'mine', { blocks })))
  return selected.length > 0
}

/** Sends the time to the bank, and retries until it answers. It may start after us. */
export function syncBankClock(env: Env, clock: SettlementClock): void {
  pushClock(env, clock).catch((error: unknown) => {
    env.log.warn({ err: error }, 'the bank does not know the settlement time yet')
    setTimeout(() => syncBankClock(env, clock), 1_000).unref()
  })
}

/** The counterparts of UAT use the same settlement time. */
async function pushClock(env: Env, clock: SettlementClock): Promise<void> {
  if (env.config.bankUrl === null) return
  await controlBank(env, 'clock', { settlement: clock.settlement().toISOString(), speed: clock.anchor().speed })
}
