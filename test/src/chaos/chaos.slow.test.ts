import { afterAll, expect, test } from 'vitest'
import { sandboxControl } from '../chains/story.ts'
import { type Random, countOf, drawnSeed, oneOf, seeded } from '../seeded-random.ts'
import { deck } from '../rails/trouble.ts'
import { act } from './actors.ts'
import { death, pass } from './deaths.ts'
import { coverDebts, lookAtDebts, recallSpent, reviewDebts } from './debts.ts'
import { endDoor, openDoors } from './credentials.ts'
import { forge } from './forgers.ts'
import { gather } from './gather.ts'
import { decide, holdNext, placeHold, reinstate, revoke } from './interventions.ts'
import { openThings } from './lists.ts'
import { say } from './log.ts'
import { markOf } from './marks.ts'
import { calm, make, troublesOf } from './outside.ts'
import { differencesIn } from './reconcile.ts'
import { complaints, endings, listed, stories, table } from './report.ts'
import { lift, matchUnclearLines, offboard, offboardAgain, refuseWires, sendBackAgain, suspend } from './stops.ts'
import { closeWorld, openWorld, patiently, type World } from './world.ts'

// All products at once, with holds at random states, revoked wallets, absurd prices, a lying node, counterparts that report
// twice, and killed processes; with suspended institutions and an offboarded one, wires recalled after they were spent, payers
// that impersonate the provider, and revoked keys and sessions. At the end all outside parties agree, and nothing held, revoked
// or stopped has moved. SEED and OPERATIONS choose the run; CHAOS_LOG names a file for its report.

const operations = countOf('OPERATIONS', 300, 40)
const seed = drawnSeed()
/** In cents of a franc: the maximum loss of quoters to all clients in one run. */
const allowedLoss = BigInt(process.env['LOSS'] ?? 25_000) * 100n
const perRound = 12
/** Wall time for all operations: later ones are omitted. */
const maxMs = Number(process.env['MINUTES'] ?? 6) * 60_000

let world: World | undefined
afterAll(async () => world && closeWorld(world))

/** Independent of other random choices. */
const chanceOf = (n: number): Random => {
  const chance = seeded(Math.imul(seed * 100_003 + n, 2_654_435_761) >>> 0)
  chance(2)
  return chance
}

test(`${operations} operations, seed ${seed}: 0 differences`, { timeout: 1_800_000 }, async () => {
  say(`${operations} operations, seed ${seed}`)
  const opened = (world = await openWorld(chanceOf(0)))
  const nexts: string[] = []
  for (const one of opened.institutions) await openDoors(opened, one)
  try {
    await turmoil(opened, nexts)
    await ended(opened, nexts)
  } catch (error) {
    say(`it stopped after:\n${opened.log.slice(-60).join('\n')}`)
    throw error
  }
  const facts = await gather(opened, allowedLoss)
  const differences = differencesIn(facts)
  say(`what was done\n${table(opened.counts)}\nhow it ended\n${endings(facts)}\n${listed(differences)}`)
  if (differences.length > 0) say(`stories\n${await stories(opened, facts, differences)}\n${complaints(opened)}`)
  expect(differences).toEqual([])
})

/** Rounds: some operations in parallel while a process dies and time passes; then people decide, and new faults begin. */
async function turmoil(at: World, nexts: string[]): Promise<void> {
  const { pick } = at
  const trouble = deck(pick, await troublesOf(at))
  const until = performance.now() + maxMs
  const offboardingFrom = 0.5 + pick(35) / 100
  let isOffboarded = false
  for (let made = 0; made < operations && performance.now() < until; made += perRound) {
    const acting = Array.from({ length: perRound }, (_, n) => act(at, chanceOf(1 + made + n)))
    const holding = Array.from({ length: 2 }, () => placeHold(at))
    const stopping = [...(pick(3) === 0 ? [suspend(at)] : []), ...(pick(3) === 0 ? [endDoor(at)] : [])]
    await Promise.all([...acting, ...holding, ...stopping])
    if (pick(2) === 0) await forge(at) // before the expected wire arrives
    await Promise.all([pass(at, 60 * (1 + pick(90))), ...(pick(2) === 0 ? [death(at)] : [placeHold(at)])])
    at.liar.honest() // a lie lasts a round
    for (let wrongs = 3; wrongs > 0; wrongs -= 1) await make(at, trouble())
    if (pick(3) === 0) await revoke(at)
    if (pick(5) === 0) await reinstate(at)
    if (pick(5) === 0) nexts.push(...[await holdNext(at)].filter((one) => one !== null))
    while (at.open.length > 6) await decide(at, oneOf(pick, at.open), oneOf(pick, ['release', 'release', 'reject']))
    await placeHold(at)
    await people(at)
    const part = Math.max(made / operations, 1 - (until - performance.now()) / maxMs)
    if (!isOffboarded && part >= offboardingFrom) {
      await offboard(at)
      isOffboarded = true
    }
    if (pick(3) === 0) await calm(at)
    at.marks.push(await markOf(at))
    say(`${Math.min(made + perRound, operations)} operations, ${at.open.length} things held`)
  }
}

/** Forgers, debts and their decisions by staff, and the end of suspensions. */
async function people(at: World): Promise<void> {
  const { pick } = at
  if (pick(3) === 0) await forge(at)
  if (pick(5) === 0) await recallSpent(at)
  await lookAtDebts(at)
  if (pick(3) === 0) await reviewDebts(at)
  if (pick(4) === 0) await coverDebts(at, pick(2) === 0)
  if (pick(2) === 0) await lift(at)
}

/** Ends all faults and decides most holds; then time passes until only operations held by people are open. */
async function ended(at: World, nexts: readonly string[]): Promise<void> {
  await calm(at)
  for (const hold of at.open.slice(0, -2)) await decide(at, hold, oneOf(at.pick, ['release', 'release', 'reject']))
  for (const holdid of nexts) await patiently(() => sandboxControl(at.uat, `holds/${holdid}/release`).catch(() => {}))
  await lift(at, at.pick(3) === 0 ? 1 : 0)
  await coverDebts(at, true)
  say('levers off, holds decided, suspensions lifted')
  const deadline = performance.now() + patienceMs
  let before = ''
  for (let tries = 0, quiet = 0; quiet < 2 && tries < 40 && performance.now() < deadline; tries += 1) {
    const open = await underWay(at)
    const now = open.map(({ id }) => id).join()
    const isMore = now === before && (await lastDecisions(at))
    before = now
    quiet = open.length === 0 && !isMore ? quiet + 1 : 0
    for (const { id, kind } of open)
      if (kind === 'onramp' || kind === 'offramp') await sandboxControl(at.uat, `payments/${id}/resume`).catch(() => {})
    await pass(at, 4 * 3_600)
    await lookAtDebts(at)
    await reviewDebts(at, 3)
    const few = open.length < 9 ? open.map(({ kind, status }) => ` ${kind} ${status}`).join() : ''
    say(`${open.length} things are under way${few}`)
  }
  while (at.open.length > 0) await decide(at, at.open[0]!, 'none')
}

/**
 * Resolves the remainder that needs people: balances of offboarded institutions, debts, and failed returns. True: something was
 * done.
 */
async function lastDecisions(at: World): Promise<boolean> {
  const decided = [
    await offboardAgain(at),
    await coverDebts(at, true),
    await sendBackAgain(at),
    await refuseWires(at),
    await matchUnclearLines(at),
  ]
  return decided.some((many) => many > 0)
}

/**
 * Wall time until everything ends: a busy machine takes a minute for an advance. With a permanently stuck operation, each takes
 * long.
 */
const patienceMs = 900_000

async function underWay(at: World) {
  const all = await Promise.all(at.institutions.map((one) => openThings(at, one)))
  return all.flat().filter(({ status }) => status !== 'held' && status !== 'below_minimum')
}
