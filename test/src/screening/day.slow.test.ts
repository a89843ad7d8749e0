import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { sandboxControl } from '../chains/story.ts'
import type { Mark } from '../chaos/basic-facts.ts'
import { gather } from '../chaos/gather.ts'
import { markOf } from '../chaos/marks.ts'
import { differencesIn } from '../chaos/reconcile.ts'
import { listed } from '../chaos/report.ts'
import { patiently } from '../chaos/world.ts'
import { countOf, drawnSeed, type Random, seeded } from '../seeded-random.ts'
import { decideAll, decisionsFor, holdFacts, noteHolds, openHolds, partiesOf } from './day/decide.ts'
import { unexplained } from './day/explained.ts'
import { decidedOtherwise, type Outcome, outcomesOf, unexpected } from './day/look.ts'
import { type Day, listParties, openDay } from './day/open.ts'
import { planOf } from './day/plan.ts'
import { send, type Sent } from './day/send.ts'

// A day of wires, mints, withdrawals, payouts and payments. One in twenty meets a listed party or a provider that does not
// approve. The service is killed again and again, and in the middle of the day new versions of lists become active. Nothing that
// is held moves, nothing clear waits, and every decision explains itself. SEED and ITEMS choose the run.

const count = countOf('ITEMS', 2_000, 100)
const seed = drawnSeed()
const perRound = 20

let day: Day | undefined
afterAll(async () => {
  await day?.env.runtime.close()
  await day?.uat.end()
})

const minutes = (number: number) => number * 60
const hours = (number: number) => minutes(60) * number

test(`a day of ${count} items with kills, SEED=${seed}`, { timeout: 5_400_000 }, async () => {
  const pick = seeded(seed)
  const opened = (day = await openDay())
  const plan = planOf(pick, count)
  const seen = new Map<string, Mark>()
  const sent: Sent[] = []
  for (let first = 0; first < count; first += perRound) {
    const items = plan.items.slice(first, first + perRound)
    const [before, after] = [
      items.filter(({ number }) => number < plan.turn),
      items.filter(({ number }) => number >= plan.turn),
    ]
    sent.push(...(await meanwhile(opened, pick, () => Promise.all(before.map((item) => send(opened, item))))))
    if (before.length < items.length && after[0]?.number === plan.turn)
      await meanwhile(opened, pick, () => patiently(() => listParties(opened)))
    sent.push(...(await meanwhile(opened, pick, () => Promise.all(after.map((item) => send(opened, item))))))
    await meanwhile(opened, pick, () => pass(opened, minutes(2 + pick(15))))
    await noteHolds(opened, seen)
  }
  console.log(`${sent.length} items sent`)

  const waiting = await settled(opened, sent, unexpected)
  expect(await unexplained(opened, waiting)).toEqual([])

  const holds = await openHolds(opened)
  console.log(`${holds.length} holds of listed parties; ${troublesIn(waiting)}`)
  expect(holds.length).toBeGreaterThan(0)
  const parties = partiesOf(opened, waiting)
  const decisions = decisionsFor(pick, [...new Set(parties.values())].toSorted())
  opened.holds.push(...holdFacts(holds, seen, waiting, decisions, await markOf(opened)))
  for (let rounds = 0; (await decideAll(opened, parties, decisions)) > 0 && rounds < 10; rounds += 1)
    await pass(opened, minutes(10))
  await settled(opened, sent, (found) => decidedOtherwise(found, decisions))
  expect(await openHolds(opened)).toEqual([])
  const differences = differencesIn(await gather(opened, 0n))
  console.log(listed(differences))
  expect(differences).toEqual([])
})

/** How many items had which trouble. */
const troublesIn = (found: readonly Outcome[]): string =>
  [...Map.groupBy(found, ({ item }) => item.trouble ?? 'none')]
    .map(([trouble, some]) => `${trouble}: ${some.length}`)
    .join(', ')

/** The work, while the service may be killed and started again. */
async function meanwhile<T>(at: Day, pick: Random, work: () => Promise<T>): Promise<T> {
  const [isKilled, moment] = [pick(4) === 0, pick(1_000)]
  const [done] = await Promise.all([work(), isKilled ? kill(at, moment) : null])
  return done
}

async function kill({ uat }: Day, moment: number): Promise<void> {
  await sleep(moment)
  await uat.service.kill()
  await uat.restart()
}

/** Time passes, whether or not all work is done meanwhile: on a busy machine more becomes due than is done. */
const pass = ({ uat }: Day, seconds: number): Promise<unknown> =>
  patiently(() => sandboxControl(uat, 'clock/advance', { seconds }))

/**
 * Returns what became of the items once nothing is wrong. The bank pays on business days, and providers have three
 * days to decide: longer than Easter.
 */
async function settled(
  at: Day,
  sent: readonly Sent[],
  wrongIn: (found: readonly Outcome[]) => readonly string[],
): Promise<readonly Outcome[]> {
  for (let passed = 0; ; passed += 4) {
    const { found, problems } = await outcomesOf(at, sent)
    const wrong = [...problems, ...wrongIn(found)]
    if (wrong.length === 0) return found
    if (passed > 200) throw new Error(`after ${passed} hours:\n${wrong.join('\n')}`)
    await pass(at, hours(4))
  }
}
