// A page polls by itself, also while the person is away. Its calls say so, and the service lets an idle session end.

/** After this time without input the person counts as away. */
const awayMs = 60_000

// While the service renders a page there is no input.
let lastUse = performance.now()
for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  globalThis.addEventListener?.(event, () => (lastUse = performance.now()), { passive: true, capture: true })

const isAway = (): boolean => performance.now() - lastUse > awayMs

/** The header of a call that does not count as use. */
export const attendance = (unattended: boolean): Record<string, string> =>
  unattended || isAway() ? { 'x-unattended': '1' } : {}
