// The only file that reads the machine's clock.

/** Wall time in milliseconds. */
export const wall = (): number => Date.now()

/** Wall time in whole seconds, as blocks carry it. */
export const seconds = (): number => Math.floor(wall() / 1000)
