import { institutionRoles } from '@specie/protocol/people/roles.ts'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { accepted, browser as agent, type Served, servePeople } from '../src/people/served.ts'
import { newInstitution } from '../src/people/things.ts'
import { openChromium, visit } from './chromium.ts'

// How long a page takes from an interaction to the next paint, on a processor that is four times slower.

const goalMs = 100
const throttled = 4
/** What the yardstick takes when nothing else runs: Chromium tells durations in steps of 8 ms. */
const usualMs = 24

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

/** What the browser itself measures of each interaction. */
const observe = `
  window.interactions = []
  new PerformanceObserver((list) => {
    for (const { interactionId, duration, name } of list.getEntries())
      if (interactionId) window.interactions.push({ duration, name })
  }).observe({ type: 'event', durationThreshold: 16, buffered: true })`

async function slowed(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: throttled })
}

/** The longest of the interactions that `act` makes. None of 16 ms or more counts as 16. */
async function longest(page: Page, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate('window.interactions.length = 0')
  await act()
  await page.evaluate('new Promise((done) => requestAnimationFrame(() => setTimeout(done, 50)))')
  const durations = await page.evaluate<number[]>('window.interactions.map(({ duration }) => duration)')
  return Math.max(16, ...durations)
}

/** A click on a page that does next to nothing. */
async function yardstick(): Promise<number> {
  const page = await chromium.newPage()
  await page.setContent('<button onclick="this.textContent = Date.now()">press</button>')
  await page.evaluate(observe)
  await slowed(page)
  const found: number[] = []
  for (let n = 0; n < 3; n += 1) found.push(await longest(page, () => page.getByRole('button').click()))
  await page.close()
  return found.toSorted((a, b) => a - b)[1]!
}

test('an interaction is painted within 100 ms', async () => {
  const { id } = await newInstitution(served, 'Aldermoor Treasury AG')
  const at = agent(served.origin, 'institution')
  await accepted(served, at, id, institutionRoles)
  const { page, complaints } = await visit(chromium, served.origin, at.token())
  await page.addInitScript(observe)
  await page.goto('/portal')
  await page.getByText('Waits for you').waitFor()
  await slowed(page)
  const measured: Record<string, { ms: number; yardstick: number }> = {}
  const open = (name: string, ready: string) => async () => {
    await page.getByRole('link', { name, exact: true }).first().click()
    await page.getByRole('heading', { name: ready }).first().waitFor()
  }
  const acts: [string, () => Promise<unknown>][] = [
    ['open Developers', open('Developers', 'Developers')],
    ['open People', open('People', 'People')],
    ['open Destinations', open('Destinations', 'Addresses')],
    ['open Company', open('Company', 'Aldermoor')],
    ['open Overview', open('Overview', 'Overview')],
    ['open the search', () => page.keyboard.press('Control+k')],
    ['type into it', () => page.keyboard.type('appro')],
    ['go there', () => page.keyboard.press('Enter')],
    ['shortcuts', () => page.keyboard.press('?')],
    ['close them', () => page.keyboard.press('Escape')],
  ]
  // The first visit of a page loads it, later ones show what an interaction takes. The yardstick stands beside each: what else
  // the machine does slows down both.
  for (let round = 0; round < 4; round += 1)
    for (const [name, act] of acts) {
      const beside = round === 0 ? usualMs : await yardstick()
      const took = await longest(page, act)
      const known = measured[name]
      if (round > 0 && (known === undefined || took / beside < known.ms / known.yardstick))
        measured[name] = { ms: took, yardstick: beside }
    }
  console.table(measured)
  for (const [name, { ms, yardstick: beside }] of Object.entries(measured))
    expect(ms, name).toBeLessThanOrEqual(goalMs * Math.max(1, beside / usualMs))
  expect(complaints).toEqual([])
})
