import { compareEntries, type ReportedEntry } from '@specie/payments/match-entries.ts'

// Pairs the lines of one file format with the movements that this format has not reported yet. A format reports each
// movement once, so three identical lines are three movements.

export type Paired<L, E> = {
  readonly pairs: ReadonlyMap<L, E>
  /** Lines that may report one of these movements, without enough evidence. */
  readonly doubtful: ReadonlyMap<L, readonly E[]>
}

type HasDetails = { readonly details: ReportedEntry }
type Edge<L, E> = { readonly line: L; readonly entry: E; readonly evidence: number }

/** `complete`: the lines report all movements, as a statement does, so a movement without a line is missing from it. */
export function pairLines<L extends HasDetails, E extends HasDetails>(
  lines: readonly L[],
  entries: readonly E[],
  complete: boolean,
): Paired<L, E> {
  const pairs = new Map<L, E>()
  const doubtful = new Map<L, readonly E[]>()
  const byAmount = Map.groupBy(entries, ({ details }) => key(details))
  for (const [amount, sameAmount] of Map.groupBy(lines, ({ details }) => key(details))) {
    const candidates = byAmount.get(amount) ?? []
    if (sameAmount.length * candidates.length > maxPairs) {
      for (const line of sameAmount) doubtful.set(line, candidates)
      continue
    }
    const { same, perhaps } = edgesOf(sameAmount, candidates)
    let remaining = takeBestPairs(same, pairs)
    for (const group of connected(remaining)) pairGroup(group, pairs, complete)
    const paired = new Set(pairs.values())
    remaining = [...remaining, ...perhaps].filter(({ line, entry }) => !pairs.has(line) && !paired.has(entry))
    for (const { line, entry } of remaining) doubtful.set(line, [...(doubtful.get(line) ?? []), entry])
  }
  return { pairs, doubtful }
}

/** A thousand payments of one amount without a reference. Beyond that, an operator decides. */
const maxPairs = 1_000_000

const key = ({ direction, amount }: ReportedEntry): string => `${direction} ${amount}`

function edgesOf<L extends HasDetails, E extends HasDetails>(lines: readonly L[], entries: readonly E[]) {
  const same: Edge<L, E>[] = []
  const perhaps: Edge<L, E>[] = []
  for (const line of lines) {
    for (const entry of entries) {
      const { verdict, evidence } = compareEntries(line.details, entry.details)
      if (verdict === 'same') same.push({ line, entry, evidence })
      if (verdict === 'doubtful') perhaps.push({ line, entry, evidence })
    }
  }
  return { same, perhaps }
}

/** Takes pairs that are the best match for both sides, until there are none; returns the remaining edges. */
function takeBestPairs<L, E>(edges: readonly Edge<L, E>[], pairs: Map<L, E>): Edge<L, E>[] {
  let remaining = [...edges]
  for (;;) {
    const [ofLine, ofEntry] = [
      Map.groupBy(remaining, (edge) => edge.line),
      Map.groupBy(remaining, (edge) => edge.entry),
    ]
    const isBest = (edge: Edge<L, E>) =>
      [...ofLine.get(edge.line)!, ...ofEntry.get(edge.entry)!].every(
        (other) => other === edge || other.evidence < edge.evidence,
      )
    const best = remaining.filter(isBest)
    if (best.length === 0) return remaining
    for (const { line, entry } of best) pairs.set(line, entry)
    const taken = new Set<L | E>(best.flatMap(({ line, entry }) => [line, entry]))
    remaining = remaining.filter(({ line, entry }) => !taken.has(line) && !taken.has(entry))
  }
}

/** Connected components. */
function connected<L, E>(edges: readonly Edge<L, E>[]): Edge<L, E>[][] {
  const groups: { members: Set<L | E>; edges: Edge<L, E>[] }[] = []
  for (const edge of edges) {
    const touched = groups.filter(({ members }) => members.has(edge.line) || members.has(edge.entry))
    const merged = { members: new Set<L | E>([edge.line, edge.entry]), edges: [edge] }
    for (const group of touched) {
      for (const member of group.members) merged.members.add(member)
      merged.edges.push(...group.edges)
      groups.splice(groups.indexOf(group), 1)
    }
    groups.push(merged)
  }
  return groups.map((group) => group.edges)
}

/**
 * Equal movements are interchangeable when each has a line. With fewer lines, a statement has left one out, and which one is
 * unknown; later notifications report the rest.
 */
function pairGroup<L extends HasDetails, E extends HasDetails>(
  edges: readonly Edge<L, E>[],
  pairs: Map<L, E>,
  complete: boolean,
): void {
  const entries = [...new Set(edges.map(({ entry }) => entry))]
  const lines = [...new Set(edges.map(({ line }) => line))]
  const found = matching(edges, lines)
  const isAll = found.size === entries.length || (!complete && found.size === lines.length && areAlike(entries))
  if (isAll) for (const [entry, line] of found) pairs.set(line, entry)
}

function areAlike([first, ...others]: readonly HasDetails[]): boolean {
  return others.every(({ details }) => appearance(details) === appearance(first!.details))
}

const appearance = ({ endToEndId, reference, counterparty, bookingDate, valueDate }: ReportedEntry): string =>
  JSON.stringify([endToEndId, reference.value, counterparty.account, counterparty.name, bookingDate, valueDate])

/** Maximum matching (augmenting paths). */
function matching<L, E>(edges: readonly Edge<L, E>[], lines: readonly L[]): Map<E, L> {
  const ofLine = Map.groupBy(
    edges.toSorted((a, b) => b.evidence - a.evidence),
    ({ line }) => line,
  )
  const taken = new Map<E, L>()
  const assign = (line: L, tried: Set<E>): boolean =>
    ofLine.get(line)!.some(({ entry }) => {
      if (tried.has(entry)) return false
      tried.add(entry)
      const holder = taken.get(entry)
      if (holder !== undefined && !assign(holder, tried)) return false
      taken.set(entry, line)
      return true
    })
  for (const line of lines) assign(line, new Set())
  return taken
}
