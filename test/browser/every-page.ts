import { randomInt } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import AxeBuilder from '@axe-core/playwright'
import type { Browser } from 'playwright-core'
import { expect } from 'vitest'
import { isSample, oneOf } from '../src/seeded-random.ts'
import { visit } from './chromium.ts'

const folder = join(import.meta.dirname, '../screens')
const widths = [1440, 1024, 390]
const themes = ['light', 'dark'] as const

export type Shown = {
  /** The name of the screenshots: `test/screens/NAME-1440-light.png`. */
  name: string
  path: string
  /** The session of the viewer; null if there is no sign-in. */
  session: string | null
  /** A text of the complete page. */
  ready: string
}

/**
 * The rules of every page, at three widths and in both themes: no complaint, no external request, no sideways scrolling, no
 * violation found by axe. Saves a screenshot of each.
 */
export async function everyPage(
  browser: Browser,
  origin: string,
  { name, path, session, ready }: Shown,
): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const { page, context, complaints, foreign } = await visit(browser, origin, session)
  // It is loaded in a random theme, and then follows the system into the other.
  const first = oneOf(randomInt, themes)
  await page.emulateMedia({ colorScheme: first })
  await page.goto(path)
  await page.getByText(ready).first().waitFor()
  // A sample has one theme and one width, different ones in each run; a failure names them.
  for (const colorScheme of isSample ? [first] : new Set([first, ...themes])) {
    await page.emulateMedia({ colorScheme })
    for (const width of isSample ? [oneOf(randomInt, widths)] : widths) {
      await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
      // Charts measure themselves, and fonts arrive.
      await page.evaluate(
        'document.fonts.ready.then(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))))',
      )
      const at = `${name} at ${width}, ${colorScheme}`
      const wide = await page.evaluate('document.documentElement.scrollWidth')
      expect(wide, `${at} scrolls sideways`).toBeLessThanOrEqual(width)
      // The full height: sticky elements would otherwise cover the middle of the page.
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
      if (width === 1024 && !isSample) continue
      const { violations } = await new AxeBuilder({ page })
        .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
        .analyze()
      expect(
        violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`),
        at,
      ).toEqual([])
    }
  }
  expect(complaints, name).toEqual([])
  expect(foreign, name).toEqual([])
  await context.close()
}
