import type { Browser, BrowserContext, Page, Request } from 'playwright-core'
import type { Role } from '@specie/protocol/people/roles.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sandboxControl } from '../src/chains/story.ts'
import type { Client } from '../src/client.ts'
import { testEnv } from '../src/env.ts'
import { live, openEndpointWorld } from '../src/every-endpoint/world.ts'
import { accepted, browser as agent, type Served } from '../src/people/served.ts'
import type { Uat } from '../src/programs/uat.ts'
import { limitMs, openChromium, visit } from './chromium.ts'

// Ten tabs without any input: how much they ask of the service, and what they write into the audit log.

/** Measured once; the figures of an hour follow from it. */
const idleMs = 75_000
const hour = 3_600_000

let chromium: Browser
let uat: Uat
let acme: Client
beforeAll(async () => {
  chromium = await openChromium()
  uat = await openEndpointWorld()
  acme = await live(uat)
})
afterAll(async () => {
  await chromium?.close()
  await uat?.end()
})

async function sessionOf(of: string | null, ...roles: Role[]): Promise<string> {
  const at = agent(uat.service.origin, of === null ? 'staff' : 'institution')
  const served = { env: testEnv(uat.database), now: () => Date.now() } as Served
  await accepted(served, at, of, roles)
  return at.token()!
}

type Tab = { path: string; page: Page; asked: string[] }

/** Opens a tab in this browser, and notes the path of each call that it sends. */
async function open(context: BrowserContext, path: string, ready: string | RegExp): Promise<Tab> {
  const page = await context.newPage()
  const asked: string[] = []
  page.on('request', (request: Request) => {
    const { pathname, search } = new URL(request.url())
    if (/\/v1\//.test(pathname)) asked.push(pathname.replace(/^\/(portal|console|api|sandbox)\/v1\//, '') + search)
  })
  await page.goto(path)
  await page.getByRole('heading', { name: ready, level: 1 }).waitFor()
  return { path, page, asked }
}

const auditEntries = async (): Promise<{ seq: number; action: string; actor: string }[]> => {
  const rows = await uat.database.owner.query<{ seq: bigint; body: string }>(
    'select seq, body from audit.entry order by seq',
  )
  return rows.map(({ seq, body }) => ({ seq: Number(seq), ...(JSON.parse(body) as { action: string; actor: string }) }))
}

const isPoll = (path: string) => path.startsWith('changes?')
/** Prices have no feed: the pages that show them ask while they are in sight. */
const isPrice = (path: string) => ['client/quotes', 'ladder?', 'pairs/book?'].some((one) => path.startsWith(one))

/** Pretends that the tab is in the background: a browser without a screen never does. */
const hide = (page: Page) =>
  page.evaluate(`Object.defineProperty(document, 'visibilityState', { value: 'hidden', configurable: true });
    Object.defineProperty(document, 'hidden', { value: true, configurable: true });
    document.dispatchEvent(new Event('visibilitychange'))`)

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

test(
  'ten idle tabs send one long poll per browser and read each page once a minute; a visit is audited once',
  { timeout: 4 * limitMs },
  async () => {
    const portal = await visit(chromium, uat.service.origin, await sessionOf(acme.institutionid, 'trader'))
    const console = await visit(chromium, uat.service.origin, await sessionOf(null, 'auditor'))
    await Promise.all([portal.page.close(), console.page.close()])
    const { context: ours } = portal
    const { context: theirs } = console
    const tabs = [
      await open(ours, '/portal', 'Overview'),
      await open(ours, '/portal/supply', 'Supply'),
      await open(ours, '/portal/transfers', 'Transfers'),
      await open(ours, '/portal/rails', 'Rails and payments'),
      await open(ours, '/portal/company', 'Company'),
      await open(theirs, '/console', 'Queue'),
      await open(theirs, `/console/kyb/${acme.institutionid}`, /^KYB of/),
      await open(theirs, '/console/approvals', 'Approvals'),
      await open(theirs, '/console/trading', 'Trading'),
      await open(theirs, '/console/treasury', 'Treasury'),
    ]
    const opened = (await auditEntries()).filter(({ action }) => action === 'kyb.read')
    expect(opened).toHaveLength(1)
    const before = (await auditEntries()).at(-1)!.seq
    // The answers of the opening arrive.
    await sleep(5_000)
    for (const { asked } of tabs) asked.length = 0
    await sleep(idleMs)

    const minutes = Math.ceil(idleMs / 60_000)
    for (const { path, asked } of tabs) {
      const others = asked.filter((one) => !isPoll(one) && !isPrice(one))
      for (const one of new Set(others))
        expect(
          others.filter((other) => other === one).length,
          `${path} asks for ${one}: ${others.join(' ')}`,
        ).toBeLessThanOrEqual(minutes)
    }
    const polls = (which: Tab[]) => which.flatMap(({ asked }) => asked.filter(isPoll)).length
    // 25 seconds each, and a few that a change of UAT itself has answered.
    for (const side of [tabs.slice(0, 5), tabs.slice(5)]) expect(polls(side)).toBeLessThanOrEqual(12)
    const written = (await auditEntries()).filter(({ seq, actor }) => seq > before && actor.startsWith('person:'))
    expect(written).toEqual([])
    const perHour = (count: number) => Math.round((count / idleMs) * hour)
    report(tabs.map(({ path, asked }) => `${path}: ${asked.length} requests, ${perHour(asked.length)} an hour`))

    // In the background they send nothing at all.
    for (const { page } of tabs) await hide(page)
    await sleep(2_000)
    for (const { asked } of tabs) asked.length = 0
    await sleep(30_000)
    expect(tabs.map(({ path, asked }) => [path, asked]).filter(([, asked]) => asked!.length > 0)).toEqual([])
    expect([...portal.complaints, ...console.complaints]).toEqual([])
  },
)

const report = (lines: readonly string[]) => process.stdout.write(`${lines.join('\n')}\n`)

test('a list shows a change within seconds, and says when it was refreshed', async () => {
  const { page, complaints } = await visit(chromium, uat.service.origin, await sessionOf(acme.institutionid, 'trader'))
  await page.goto('/portal/transfers/deposits')
  await page
    .getByText(/refreshed \d\d:\d\d:\d\d/)
    .first()
    .waitFor()
  await sandboxControl(uat, 'wires', { institutionid: acme.institutionid, currency: 'CHF', amount: '7123.45' })
  await page.getByText('7,123.45').waitFor({ timeout: 20_000 })
  expect(complaints).toEqual([])
})
