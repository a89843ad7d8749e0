// How often a call on the screen is repeated without a reason. The feed of changes (app/changes.tsx) names the reasons.

/** For what no feed tells, such as a deadline that has passed. */
const fedMs = 60_000
/** Without a feed. */
const unfedMs = 15_000

let isFed = false

export const setFed = (fed: boolean): void => void (isFed = fed)

export const refreshMs = (): number => (isFed ? fedMs : unfedMs)
