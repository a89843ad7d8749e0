import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'

const folder = join(import.meta.dirname, '../screens')

/** Screenshots of a page state without an address: both themes, wide and on a phone. */
export async function screens(page: Page, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const before = page.viewportSize()!
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      // The full height: sticky elements would otherwise cover the middle of the page.
      const height = Number(await page.evaluate('document.documentElement.scrollHeight'))
      await page.setViewportSize({ width, height })
      await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`) })
    }
  }
  await page.setViewportSize(before)
}
