/** A requested fault that has not been used yet. */
export type Wish<Next extends string> = { next: Next; count: number; seconds: number | null }

export const wishFor = <Next extends string>(asked: readonly Wish<Next>[], next: Next): Wish<Next> | null =>
  asked.find((wish) => wish.next === next) ?? null

/** The remaining faults after each of these was used once. */
export function without<Next extends string>(asked: readonly Wish<Next>[], uses: readonly Next[]): Wish<Next>[] {
  const left = asked.map((wish) => ({ ...wish }))
  for (const next of uses) left.find((wish) => wish.next === next && wish.count > 0)!.count -= 1
  return left.filter(({ count }) => count > 0)
}
