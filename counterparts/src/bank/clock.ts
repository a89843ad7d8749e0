/** Settlement time was `settlement` at wall time `wall`, and runs `speed` times as fast. In milliseconds. */
export type Clock = { settlement: number; wall: number; speed: number }

/** Until settlement time is set, it is wall time. */
export function settlementAt(clock: Clock | null, wall: number): number {
  return clock === null ? wall : clock.settlement + (wall - clock.wall) * clock.speed
}

/** Wall milliseconds until settlement time reaches `due`; null while it stands still. */
export function wallUntil(clock: Clock | null, wall: number, due: number): number | null {
  const speed = clock?.speed ?? 1
  return speed === 0 ? null : Math.max(0, (due - settlementAt(clock, wall)) / speed)
}

const longestAbsence = 30_000

/**
 * Settlement time stands still while everything is stopped. After a short absence the bank catches up; after a longer one it
 * resumes where it was, because otherwise it would run days ahead of the service.
 */
export function resumed(clock: Clock, lastSign: number, wall: number): Clock | null {
  if (wall - lastSign <= longestAbsence) return null
  return { settlement: settlementAt(clock, lastSign), wall, speed: clock.speed }
}
