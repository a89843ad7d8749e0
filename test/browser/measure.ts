import type { Page } from 'playwright-core'

// The browser's own measurements, on a processor four times slower. A time counts in relation to a yardstick in the same run,
// because a busy machine slows down both.

const throttled = 4

export async function slowed(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttled })
}

/** Waits for the first contentful paint: the milliseconds from the navigation to it. */
export const painted = (page: Page): Promise<number> =>
  page.evaluate(`new Promise((done) =>
    new PerformanceObserver((list) => {
      const [first] = list.getEntriesByName('first-contentful-paint')
      if (first) done(Math.round(first.startTime))
    }).observe({ type: 'paint', buffered: true }))`)

/** `yardstick`: what a nearly empty page takes at the same time. */
export type Measured = { readonly ms: number; readonly yardstick: number }

/** `usualMs`: the yardstick without other load. */
export type Goal = { readonly goalMs: number; readonly usualMs: number }

/** The share of the goal that it took. A busy machine may take longer. */
export const shareOf = ({ ms, yardstick }: Measured, { goalMs, usualMs }: Goal): number =>
  ms / goalMs / Math.max(1, yardstick / usualMs)

/** The best of several measurements. */
export const best = (all: readonly Measured[], goal: Goal): Measured =>
  all.toSorted((a, b) => shareOf(a, goal) - shareOf(b, goal))[0]!

/** Counts the bytes that a page loads, as they were sent: compressed, with their headers. */
export async function countBytes(page: Page): Promise<{ take(): number }> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Network.enable')
  let bytes = 0
  devtools.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  return {
    take: () => {
      const taken = bytes
      bytes = 0
      return taken
    },
  }
}
