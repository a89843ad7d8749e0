import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Served, servePeople } from '../src/people/served.ts'
import { everyPage } from './every-page.ts'
import { openChromium, visit } from './chromium.ts'
import { best, type Measured, painted, shareOf, slowed } from './measure.ts'

// Public pages show their content before any script has arrived, and without scripts.

const pages = [
  { path: '/', heading: 'Francs and pounds as coins, always covered.', figure: 'None issued yet', name: 'home' },
  { path: '/reserves', heading: 'Reserves', figure: 'In circulation', name: 'reserves' },
  { path: '/docs', heading: 'Specie documentation', figure: 'Base address', name: 'docs' },
] as const

let chromium: Browser
let served: Served
beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople()
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
})

test.each(pages)('$path has its content without scripts', async ({ path, heading, figure }) => {
  const { page, context, complaints } = await visit(chromium, served.origin, null, { javaScriptEnabled: false })
  await page.goto(path)
  await page.getByRole('heading', { name: heading, exact: true, level: 1 }).waitFor()
  await page.getByText(figure).first().waitFor()
  expect(await page.locator('.sk').count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

const atWidths = pages.flatMap((one) => [1440, 390].map((width) => ({ ...one, width })))

test.each(atWidths)(
  '$path at $width is painted while its modules are on the way, and does not move when they run',
  async (shown) => {
    const viewport = { width: shown.width, height: 900 }
    const { page, context, complaints } = await visit(chromium, served.origin, null, { viewport })
    let arrive = () => {}
    const arrived = new Promise<void>((done) => (arrive = done))
    await page.route(/\/(assets|docs)\/(?!theme).*\.js/, async (route) => {
      await arrived
      await route.continue()
    })
    await page.addInitScript(`
    window.moved = 0
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries()) window.moved += value
    }).observe({ type: 'layout-shift', buffered: true })`)
    await page.goto(shown.path, { waitUntil: 'commit' })
    await page.getByText(shown.figure).first().waitFor()
    await painted(page)
    const before = await page.locator('main').innerText()
    arrive()
    await page.waitForLoadState('networkidle')
    // Times are local once scripts run.
    const withoutTimes = (text: string) => text.replaceAll(/\d+ \w{3} [\d:]{8}( UTC)?/g, 'TIME')
    expect(withoutTimes(await page.locator('main').innerText())).toBe(withoutTimes(before))
    expect(await page.evaluate('window.moved')).toBeLessThan(0.01)
    expect(complaints).toEqual([])
    await context.close()
  },
)

/** Without other load the nearly empty page is painted after about 100 ms, on a processor four times slower. */
const goal = { goalMs: 600, usualMs: 100 }

test('public pages are painted soon after their first bytes', async () => {
  const empty = async () => firstPaint('/nearly-empty')
  const measured: Record<string, Measured> = {}
  for (const path of ['/', '/reserves', '/docs', '/docs/operations']) {
    const measure = async () => ({ yardstick: await empty(), ms: await firstPaint(path) })
    let one: Measured = await measure()
    // What takes too long is measured again.
    for (let again = 0; again < 3 && shareOf(one, goal) > 1; again += 1) one = best([one, await measure()], goal)
    measured[path] = one
  }
  console.table(measured)
  for (const [path, one] of Object.entries(measured))
    expect(shareOf(one, goal), `${path} was painted after ${one.ms} ms`).toBeLessThanOrEqual(1)
})

/** Milliseconds from the navigation to the first contentful paint, with an empty cache. */
async function firstPaint(path: string): Promise<number> {
  const { page, context } = await visit(chromium, served.origin, null)
  await page.route('/nearly-empty', (route) => route.fulfill({ contentType: 'text/html', body: '<p>Nearly empty</p>' }))
  await slowed(page)
  await page.goto(path, { waitUntil: 'commit' })
  const ms = await painted(page)
  await context.close()
  return ms
}

test.each(pages.slice(0, 2))('$path meets the page rules', async ({ path, name, figure }) => {
  await everyPage(chromium, served.origin, { name: `public-${name}`, path, session: null, ready: figure })
})
