import { agreed, deskOf, listed } from '../../chaos/desk.ts'
import type { Mark } from '../../chaos/basic-facts.ts'
import type { HoldFact } from '../../chaos/facts.ts'
import { markOf } from '../../chaos/marks.ts'
import { oneOf, type Random } from '../../seeded-random.ts'
import type { Outcome } from './look.ts'
import type { Day } from './open.ts'
import type { Decision } from './plan.ts'

// At the end of the day two people decide about each listed party: over the console, like officers.

type Hold = { readonly holdid: string; readonly on: string; readonly reason: string }

/** Of both kinds at least one, if there are two parties. */
export const decisionsFor = (pick: Random, parties: readonly string[]): Map<string, Decision> => {
  const first = oneOf(pick, ['release', 'reject'] as const)
  const other = first === 'release' ? 'reject' : 'release'
  return new Map(parties.map((party, index) => [party, index % 2 === 0 ? first : other]))
}

/** The undecided holds of people. Those of the Travel Rule end by their deadline. */
export async function openHolds(day: Day): Promise<Hold[]> {
  const call = await deskOf(day, 'compliance')
  const holds: (Hold & { state: string })[] = []
  for (const state of ['placed', 'under_review']) holds.push(...(await listed(call, `/holds?state=${state}&limit=100`)))
  return holds.filter(({ reason }) => reason !== 'travel_rule')
}

/** Notes holds that are seen for the first time, with the state of the outside world. */
export async function noteHolds(day: Day, seen: Map<string, Mark>): Promise<void> {
  const fresh = (await openHolds(day)).filter(({ holdid }) => !seen.has(holdid))
  if (fresh.length === 0) return
  const mark = await markOf(day)
  for (const { holdid } of fresh) seen.set(holdid, mark)
}

/** The listed party of each item and of each rail. */
export function partiesOf(day: Day, found: readonly Outcome[]): Map<string, string> {
  const ofItems = found.flatMap(({ operation, item }) =>
    item.party === null ? [] : [[operation.id, item.party] as const],
  )
  const ofRails = day.houses.flatMap(({ rails }, index) =>
    Object.entries(rails)
      .filter(([label]) => label.startsWith('listed'))
      .map(([label, { id }]) => [id, `${label === 'listed' ? 'wallet' : 'payer'} ${index}`] as const),
  )
  return new Map([...ofItems, ...ofRails])
}

/**
 * Decides the holds that are open now; returns their number. The release of one item clears the pair of its party and the
 * entry, so that the other items of this party continue by themselves. Each item of a rejected party is rejected.
 */
export async function decideAll(
  day: Day,
  parties: ReadonlyMap<string, string>,
  decisions: ReadonlyMap<string, Decision>,
): Promise<number> {
  const holds = await openHolds(day)
  const released = new Set<string>()
  for (const { holdid, on, reason } of holds) {
    const decision = decisions.get(parties.get(on) ?? '')
    if (decision === undefined) throw new Error(`a hold (${reason}) on ${on}, which belongs to no listed party`)
    // A wire of someone else is held for that, too: each of these holds is decided.
    const isShared = decision === 'release' && reason === 'sanctions_review'
    if (isShared && released.has(parties.get(on)!)) continue
    if (isShared) released.add(parties.get(on)!)
    await agreed(day, '/holds/decide', { holdid, decision })
  }
  return holds.length
}

/** The holds with what was seen at their begin and at their decision, for the reconciliation. */
export function holdFacts(
  holds: readonly Hold[],
  seen: ReadonlyMap<string, Mark>,
  found: readonly Outcome[],
  decisions: ReadonlyMap<string, Decision>,
  ended: Mark,
): HoldFact[] {
  return holds.flatMap(({ holdid, on }) => {
    const { operation, item } = found.find((one) => one.operation.id === on) ?? {}
    const began = seen.get(holdid)
    if (operation === undefined || began === undefined) return []
    const { kind, status } = operation
    const decision = decisions.get(item!.party!)!
    return [
      {
        holdid,
        thing: on,
        kind,
        answer: 'held',
        statusAt: 'held',
        wasOpen: true,
        began,
        ended,
        statusThen: status,
        decision,
      },
    ]
  })
}
