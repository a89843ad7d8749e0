/** A requested fault that has not been used yet. */
export type PendingFault<Next extends string> = { next: Next; count: number; seconds: number | null }

export const pendingFault = <Next extends string>(asked: readonly PendingFault<Next>[], next: Next): PendingFault<Next> | null =>
  asked.find((wish) => wish.next === next) ?? null

/** The remaining faults after each of these was used once. */
export function without<Next extends string>(asked: readonly PendingFault<Next>[], uses: readonly Next[]): PendingFault<Next>[] {
  const left = asked.map((wish) => ({ ...wish }))
  for (const next of uses) left.find((wish) => wish.next === next && wish.count > 0)!.count -= 1
  return left.filter(({ count }) => count > 0)
}
