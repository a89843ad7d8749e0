import { chromium, type Browser, type BrowserContextOptions, type Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { startService, type RunningService } from '../service.ts'

let database: TestDatabase
let service: RunningService
let browser: Browser

beforeAll(async () => {
  database = await freshDatabase()
  service = await startService(database.url)
  browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  await database?.drop()
})

type Visit = { page: Page; asked: string[]; complaints: string[] }

/** Opens a page and notes what it asks for and what the browser complains of. */
async function visit(path: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const page = await browser.newPage({ viewport: { width: 1400, height: 900 }, ...options })
  const asked: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`))
  await page.goto(service.origin + path, { waitUntil: 'networkidle' })
  return { page, asked, complaints }
}

test('the page asks our server for itself and its style, nothing else, and breaks no policy', async () => {
  for (const path of ['/docs', '/docs/errors']) {
    const { page, asked, complaints } = await visit(path)
    const outside = asked.filter((url) => !url.startsWith('data:'))
    expect(outside).toEqual([`${service.origin}${path}`, `${service.origin}/docs/style.css`])
    expect(complaints).toEqual([])
    expect(await page.evaluate('getComputedStyle(document.body).display')).toBe('grid')
    await page.close()
  }
})

test('on no screen does the page itself scroll sideways', async () => {
  for (const width of [320, 390, 768, 1000, 1280, 1920]) {
    const { page } = await visit('/docs', { viewport: { width, height: 800 } })
    await page.evaluate('for (const fold of document.querySelectorAll("details")) { fold.name = ""; fold.open = true }')
    expect(await page.evaluate('document.documentElement.scrollWidth'), `at ${width}`).toBeLessThanOrEqual(width)
    await page.close()
  }
})

test('the link in an error message shows that error, without script', async () => {
  for (const path of ['/docs/errors#kyb_required', '/docs#error-kyb_required']) {
    const { page } = await visit(path)
    const row = page.locator('#error-kyb_required')
    const box = await row.boundingBox()
    expect(box!.y).toBeGreaterThanOrEqual(0)
    expect(box!.y).toBeLessThan(900)
    expect(await page.evaluate('getComputedStyle(document.getElementById("error-kyb_required")).backgroundColor')).toBe(
      'rgb(253, 243, 207)',
    )
    await page.close()
  }
})

test('it is dark at night', async () => {
  const { page } = await visit('/docs', { colorScheme: 'dark' })
  expect(await page.evaluate('getComputedStyle(document.body).backgroundColor')).toBe('rgb(19, 23, 22)')
  await page.close()
})

test('the first Tab leads past the navigation', async () => {
  const { page } = await visit('/docs')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('content')
  await page.close()
})

test('on paper there is no navigation, and every sample is unfolded', async () => {
  const { page } = await visit('/docs')
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('nav').isVisible()).toBe(false)
  expect((await page.locator('details pre').last().boundingBox())!.height).toBeGreaterThan(0)
  await page.close()
})
