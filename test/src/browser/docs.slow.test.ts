import { AxeBuilder } from '@axe-core/playwright'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { launchChromium, limitMs } from '../../browser/chromium.ts'
import { freshDatabase, type TestDatabase } from '../database.ts'
import { startService, type RunningService } from '../programs/service.ts'

let database: TestDatabase
let service: RunningService
let browser: Browser

beforeAll(async () => {
  database = await freshDatabase()
  service = await startService(database.url)
  browser = await launchChromium()
})
afterAll(async () => {
  await browser?.close()
  await service?.stop()
  await database?.drop()
})

type Visit = { page: Page; asked: string[]; complaints: string[] }

/** Opens a page and records its requests and the browser's complaints. */
async function visit(path: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const context = await browser.newContext({ viewport: { width: 1400, height: 900 }, ...options })
  context.setDefaultTimeout(limitMs)
  const page = await context.newPage()
  const requested: string[] = []
  const complaints: string[] = []
  page.on('request', (request) => requested.push(request.url()))
  page.on('console', (message) => complaints.push(message.text()))
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('requestfailed', (request) => complaints.push(`${request.url()} failed`))
  await page.goto(service.origin + path, { waitUntil: 'networkidle' })
  return { page, asked: requested, complaints }
}

/** One page of each kind. */
const kinds = [
  '/docs',
  '/docs/start',
  '/docs/signing',
  '/docs/calls',
  '/docs/calls/mintTokens',
  '/docs/concepts/holds',
  '/docs/common',
  '/docs/sandbox',
  '/docs/sandbox/wires',
  '/docs/errors',
  '/docs/errors/kyb_required',
  '/docs/states/mint',
  '/docs/assets',
  '/docs/changelog',
]

const parts = ['style.css', 'inter.woff2', 'theme.js', 'docs.js', 'search.js'].map((name) => `/docs/${name}`)

test('a page requests only itself and its parts from our server, and breaks no policy', async () => {
  for (const path of kinds) {
    const { page, asked, complaints } = await visit(path)
    const outside = asked.filter((url) => !url.startsWith('data:'))
    expect(outside.toSorted(), path).toEqual([path, ...parts].map((one) => service.origin + one).toSorted())
    expect(complaints, path).toEqual([])
    await page.context().close()
  }
})

test('no page scrolls sideways on any screen', async () => {
  for (const width of [320, 390, 768, 1000, 1280, 1920]) {
    for (const path of kinds) {
      const { page } = await visit(path, { viewport: { width, height: 800 } })
      expect(await page.evaluate('document.documentElement.scrollWidth'), `${path} at ${width}`).toBeLessThanOrEqual(
        width,
      )
      await page.context().close()
    }
  }
})

test.each(['light', 'dark'] as const)('axe finds nothing wrong in %s', async (colorScheme) => {
  for (const path of kinds) {
    const { page } = await visit(path, { colorScheme })
    const { violations } = await new AxeBuilder({ page }).analyze()
    expect(
      violations.map(({ id, nodes }) => [id, nodes[0]?.html]),
      path,
    ).toEqual([])
    await page.context().close()
  }
})

test('the link in an error message shows that error, without script', async () => {
  const { page } = await visit('/docs/errors#kyb_required', { javaScriptEnabled: false })
  const box = await page.locator('#kyb_required').boundingBox()
  expect(box!.y).toBeGreaterThanOrEqual(0)
  expect(box!.y).toBeLessThan(900)
  await page.context().close()
})

test('without script a page is readable, and its samples can be chosen', async () => {
  const { page } = await visit('/docs/calls/addOrder', { javaScriptEnabled: false })
  expect(await page.locator('.find').isVisible()).toBe(false)
  expect(await page.locator('.choice-typescript').isVisible()).toBe(true)
  await page.getByText('Python', { exact: true }).first().click()
  expect(await page.locator('.choice-python').isVisible()).toBe(true)
  expect(await page.locator('.choice-typescript').isVisible()).toBe(false)
  await page.context().close()
})

test('the chosen language is shown on the next page too', async () => {
  const { page } = await visit('/docs/calls/addOrder')
  await page.locator('label[for=sample-go]').click()
  await page.goto(`${service.origin}/docs/calls/mintTokens`)
  expect(await page.locator('.choice-go').isVisible()).toBe(true)
  await page.context().close()
})

test('it is dark at night, and after switching to dark, on the next page too', async () => {
  const ground = (page: Page) => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
  const night = await visit('/docs', { colorScheme: 'dark' })
  expect(await ground(night.page)).toBe('rgb(15, 20, 19)')
  await night.page.context().close()
  const { page } = await visit('/docs', { colorScheme: 'light' })
  expect(await ground(page)).toBe('rgb(251, 251, 249)')
  await page.getByRole('button', { name: 'Dark' }).click()
  await page.goto(`${service.origin}/docs/signing`)
  expect(await ground(page)).toBe('rgb(15, 20, 19)')
  await page.context().close()
})

test('the search finds a field of a call, by keyboard only', async () => {
  const { page } = await visit('/docs')
  await page.keyboard.press('/')
  await page.keyboard.type('minTokens')
  await page.getByText('No page has all of these words.').waitFor()
  await page.locator('#find').fill('agreement_missing')
  await page.locator('#found a').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/docs/errors/agreement_missing')
  await page.context().close()
})

test('the search shows a page once', async () => {
  const { page } = await visit('/docs')
  await page.locator('#find').fill('nonce')
  await page.locator('#found a').first().waitFor()
  const found = await page.locator('#found a').evaluateAll((links) => links.map((link) => String(link['pathname'])))
  expect(found.length).toBeGreaterThan(3)
  expect(new Set(found).size).toBe(found.length)
  await page.context().close()
})

test('an unknown address leads to the search', async () => {
  const { page } = await visit('/docs/nothing')
  await page.getByRole('heading', { name: 'No page at this address' }).waitFor()
  await page.getByRole('link', { name: 'Search the documentation' }).click()
  expect(await page.evaluate('document.activeElement.id')).toBe('find')
  await page.getByRole('link', { name: 'Start at its first page' }).click()
  await page.waitForURL('**/docs')
  await page.context().close()
})

test('on a phone the cells of a state have labels', async () => {
  const { page } = await visit('/docs/states/mint', { viewport: { width: 390, height: 800 } })
  const label = `getComputedStyle(document.querySelector('#state-settled td'), '::before').content`
  expect(await page.evaluate(label)).toBe('"Seen as: "')
  await page.setViewportSize({ width: 1400, height: 900 })
  expect(await page.evaluate(label)).toBe('none')
  await page.context().close()
})

test('the typeface is that of the portal', async () => {
  const { page } = await visit('/docs')
  expect(await page.evaluate(`document.fonts.check('16px "Inter Variable"')`)).toBe(true)
  await page.context().close()
})

test('a sample is copied unchanged', async () => {
  const { page } = await visit('/docs/start', { permissions: ['clipboard-read', 'clipboard-write'] })
  await page.locator('#key .copy').click()
  expect(await page.evaluate('navigator.clipboard.readText()')).toMatch(/^\(umask 077 && openssl genpkey/)
  await page.context().close()
})

test('the current section is marked', async () => {
  const { page } = await visit('/docs/signing')
  expect(await page.locator('.toc [data-here]').textContent()).toBe('The three parts')
  await page.locator('#refused').scrollIntoViewIfNeeded()
  await page.evaluate('scrollTo(0, document.body.scrollHeight)')
  await expect.poll(() => page.locator('.toc [data-here]').textContent()).toBe('When a signature is refused')
  await page.context().close()
})

test('the first Tab skips the navigation', async () => {
  const { page } = await visit('/docs')
  await page.keyboard.press('Tab')
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the content')
  await page.keyboard.press('Enter')
  expect(await page.evaluate('document.activeElement.id')).toBe('content')
  await page.context().close()
})

test('on paper there is no navigation, and every sample is unfolded', async () => {
  const { page } = await visit('/docs/start')
  await page.emulateMedia({ media: 'print' })
  expect(await page.locator('nav.side').isVisible()).toBe(false)
  expect((await page.locator('.choice pre').last().boundingBox())!.height).toBeGreaterThan(0)
  await page.context().close()
})
