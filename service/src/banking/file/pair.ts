import { compareTold, type Told } from '@specie/payments/same.ts'

// Which lines of one kind of file speak of which movements that this kind has not told yet? A kind tells each movement
// once, so that three lines that look alike are three movements.

export type Paired<L, E> = {
  readonly pairs: ReadonlyMap<L, E>
  /** Lines that may be one of these movements, and nothing decides it. */
  readonly doubtful: ReadonlyMap<L, readonly E[]>
}

type Has = { readonly told: Told }
type Edge<L, E> = { readonly line: L; readonly entry: E; readonly evidence: number }

/** `complete`: the lines are all that happened, as in a statement; a movement that is left over was not told. */
export function pairUp<L extends Has, E extends Has>(
  lines: readonly L[],
  entries: readonly E[],
  complete: boolean,
): Paired<L, E> {
  const pairs = new Map<L, E>()
  const doubtful = new Map<L, readonly E[]>()
  const byAmount = Map.groupBy(entries, ({ told }) => key(told))
  for (const [amount, some] of Map.groupBy(lines, ({ told }) => key(told))) {
    const alike = byAmount.get(amount) ?? []
    if (some.length * alike.length > mostPairs) {
      for (const line of some) doubtful.set(line, alike)
      continue
    }
    const { same, perhaps } = edgesOf(some, alike)
    let left = takeBest(same, pairs)
    for (const group of connected(left)) takeGroup(group, pairs, complete)
    const told = new Set(pairs.values())
    left = [...left, ...perhaps].filter(({ line, entry }) => !pairs.has(line) && !told.has(entry))
    for (const { line, entry } of left) doubtful.set(line, [...(doubtful.get(line) ?? []), entry])
  }
  return { pairs, doubtful }
}

/** A thousand payments of one amount on one day, without a reference: more than that is for a person. */
const mostPairs = 1_000_000

const key = ({ direction, amount }: Told): string => `${direction} ${amount}`

function edgesOf<L extends Has, E extends Has>(lines: readonly L[], entries: readonly E[]) {
  const same: Edge<L, E>[] = []
  const perhaps: Edge<L, E>[] = []
  for (const line of lines) {
    for (const entry of entries) {
      const { verdict, evidence } = compareTold(line.told, entry.told)
      if (verdict === 'same') same.push({ line, entry, evidence })
      if (verdict === 'doubtful') perhaps.push({ line, entry, evidence })
    }
  }
  return { same, perhaps }
}

/** Takes pairs in which each is the best that the other can have, until there are none; answers what is left. */
function takeBest<L, E>(edges: readonly Edge<L, E>[], pairs: Map<L, E>): Edge<L, E>[] {
  let left = [...edges]
  for (;;) {
    const [ofLine, ofEntry] = [Map.groupBy(left, (edge) => edge.line), Map.groupBy(left, (edge) => edge.entry)]
    const isBest = (edge: Edge<L, E>) =>
      [...ofLine.get(edge.line)!, ...ofEntry.get(edge.entry)!].every(
        (other) => other === edge || other.evidence < edge.evidence,
      )
    const best = left.filter(isBest)
    if (best.length === 0) return left
    for (const { line, entry } of best) pairs.set(line, entry)
    const taken = new Set<L | E>(best.flatMap(({ line, entry }) => [line, entry]))
    left = left.filter(({ line, entry }) => !taken.has(line) && !taken.has(entry))
  }
}

/** Edges that hang together. */
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
 * Movements that look alike: when there is a line for each, it does not matter which is which. When lines are missing, a
 * statement has left one out and nobody can say which; notifications will tell the rest later.
 */
function takeGroup<L extends Has, E extends Has>(
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

function areAlike([first, ...others]: readonly Has[]): boolean {
  return others.every(({ told }) => look(told) === look(first!.told))
}

const look = ({ endToEndId, reference, counterparty, bookingDate, valueDate }: Told): string =>
  JSON.stringify([endToEndId, reference.value, counterparty.account, counterparty.name, bookingDate, valueDate])

/** As many pairs as there can be (augmenting paths). */
function matching<L, E>(edges: readonly Edge<L, E>[], lines: readonly L[]): Map<E, L> {
  const ofLine = Map.groupBy(
    edges.toSorted((a, b) => b.evidence - a.evidence),
    ({ line }) => line,
  )
  const taken = new Map<E, L>()
  const place = (line: L, tried: Set<E>): boolean =>
    ofLine.get(line)!.some(({ entry }) => {
      if (tried.has(entry)) return false
      tried.add(entry)
      const holder = taken.get(entry)
      if (holder !== undefined && !place(holder, tried)) return false
      taken.set(entry, line)
      return true
    })
  for (const line of lines) place(line, new Set())
  return taken
}
