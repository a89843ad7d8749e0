import { access } from 'node:fs/promises'
import { chromium } from 'playwright-core'

const executablePath = process.env['CHROMIUM'] ?? '/usr/bin/chromium'

/** An SVG as a PNG, twice as large; null if there is no browser to draw it. */
export async function rendered(svg: string): Promise<Buffer | null> {
  if (
    !(await access(executablePath).then(
      () => true,
      () => false,
    ))
  )
    return null
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    const page = await browser.newPage({ deviceScaleFactor: 2, viewport: { width: 1_400, height: 1_000 } })
    await page.setContent(`<style>body{margin:0}svg{display:block}</style>${svg}`)
    return await page.locator('svg').screenshot()
  } finally {
    await browser.close()
  }
}
