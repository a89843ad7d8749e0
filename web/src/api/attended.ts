// A page asks for news by itself, also when nobody is there. The service is told so, and lets an idle session end.

/** Whoever has done nothing for so long is taken to be away. */
const awayMs = 60_000

let lastUse = performance.now()
for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart'])
  addEventListener(event, () => (lastUse = performance.now()), { passive: true, capture: true })

const isAway = (): boolean => performance.now() - lastUse > awayMs

/** The header of a call that does not count as use. */
export const attendance = (byItself: boolean): Record<string, string> =>
  byItself || isAway() ? { 'x-unattended': '1' } : {}
