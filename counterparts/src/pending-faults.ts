/** A requested fault that has not been used yet. */
export type PendingFault<Fault extends string> = { next: Fault; count: number; seconds: number | null }

/** Takes pending faults, oldest first. The event records them as `uses`. Only then are they used up. */
export function taker<Pending extends PendingFault<string>>({
  asked,
}: {
  readonly asked: readonly Pending[]
}): {
  take(next: Pending['next']): Pending | null
  uses: Pending['next'][]
} {
  const left = asked.map((fault) => ({ fault, count: fault.count }))
  const uses: Pending['next'][] = []
  const take = (next: Pending['next']) => {
    const found = left.find(({ fault, count }) => fault.next === next && count > 0)
    if (!found) return null
    found.count -= 1
    uses.push(next)
    return found.fault
  }
  return { take, uses }
}

/** The remaining faults after each of these was used once. */
export function without<Pending extends PendingFault<string>>(
  asked: readonly Pending[],
  uses: readonly Pending['next'][],
): Pending[] {
  const left = asked.map((fault) => ({ ...fault }))
  for (const next of uses) left.find((fault) => fault.next === next && fault.count > 0)!.count -= 1
  return left.filter(({ count }) => count > 0)
}
