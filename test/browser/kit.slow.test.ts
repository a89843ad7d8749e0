import { haltPair } from '@specie/service/trading/market/switch-pair.ts'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { institutionRoles } from '@specie/protocol/people/roles.ts'
import { staff } from '../src/people.ts'
import { as } from '../src/people/portal.ts'
import {
  accepted,
  browser as agent,
  codeOf,
  goodPassword,
  invited,
  type Login,
  servePeople,
  type Served,
} from '../src/people/served.ts'
import { newInstitution } from '../src/people/sample-rows.ts'
import { addAuthenticator, openChromium, visit } from './chromium.ts'
import { everyPage } from './every-page.ts'

// The frame, the public pages, signing in, and the approvals of the console, in a real browser.

let chromium: Browser
let served: Served
let acme: string
let treasurer: Login
beforeAll(async () => {
  chromium = await openChromium()
  served = await servePeople()
  acme = (await newInstitution(served, 'Aldermoor Treasury AG')).id
})
afterAll(async () => {
  await chromium?.close()
  await served?.end()
})

/** A signed-in person: their login and their session. */
async function signedIn(institution: string | null, roles: Parameters<typeof accepted>[3]) {
  const at = agent(served.origin, institution === null ? 'staff' : 'institution')
  const login = await accepted(served, at, institution, roles)
  return { login, session: at.token()! }
}

/** A request of the staff that waits for a second person. */
async function waiting(symbol: string, reason: string): Promise<string> {
  await haltPair(served.env, symbol, { actor: 'test', why: 'a test', at: served.env.clock.now() })
  const maker = as(await staff(served.env, 'operations'), served.origin)
  const { body } = await maker('POST', '/pairs/resume', { symbol, reason })
  return body.id
}

test('the public pages meet the page rules', async () => {
  await everyPage(chromium, served.origin, { name: 'home', path: '/', session: null, ready: 'Solana' })
  await everyPage(chromium, served.origin, {
    name: 'reserves',
    path: '/reserves',
    session: null,
    ready: 'Final block read',
  })
})

test('sign-in and an invitation meet the page rules', async () => {
  await everyPage(chromium, served.origin, {
    name: 'sign-in',
    path: '/portal/sign-in',
    session: null,
    ready: 'Sign in with passkey',
  })
  const { token } = await invited(served, acme, ['admin'], 'Ruth Quillan')
  await everyPage(chromium, served.origin, {
    name: 'invitation',
    path: `/portal/link#${token}`,
    session: null,
    ready: 'Create passkey',
  })
})

test('the first pages of portal and console meet the page rules', async () => {
  const member = await signedIn(acme, institutionRoles)
  await everyPage(chromium, served.origin, {
    name: 'overview-first',
    path: '/portal',
    session: member.session,
    ready: 'Waits for you',
  })
  const id = await waiting('VCHF/CHF', 'The venue has confirmed its prices by telephone')
  const { session, login } = await signedIn(null, ['treasury'])
  treasurer = login
  await everyPage(chromium, served.origin, {
    name: 'approvals',
    path: '/console/approvals',
    session,
    ready: 'Requested by',
  })
  await everyPage(chromium, served.origin, {
    name: 'approval',
    path: `/console/approvals/${id}`,
    session,
    ready: 'The request in detail',
  })
})

test('an invitation is accepted with a passkey; the codes are shown once, and the passkey signs in again', async () => {
  const at = await visit(chromium, served.origin, null)
  const { page } = at
  await page.goto('/portal/sign-in')
  await addAuthenticator(at)
  const { token } = await invited(served, acme, ['admin'], 'Ruth Quillan')
  await page.goto(`/portal/link#${token}`)
  await page.getByText('Welcome, Ruth Quillan').waitFor()
  await page.getByRole('button', { name: 'Create passkey' }).click()
  await page.getByText('Save your recovery codes').waitFor()
  expect(await page.locator('.codes li').count()).toBe(10)
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Continue' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  await page.getByRole('button', { name: /Ruth Quillan/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Sign in with passkey' }).click()
  await page.getByRole('heading', { name: 'Overview' }).waitFor()
  expect(at.complaints).toEqual([])
  await at.context.close()
})

test('after a sign-in the wanted page opens; a decision asks for a fresh factor and is made', async () => {
  const id = await waiting('VGBP/GBP', 'Looked at it again')
  const at = await visit(chromium, served.origin, null)
  const { page } = at
  await page.goto(`/console/approvals/${id}`)
  served.pass(30)
  await page.getByLabel('Email').fill(treasurer.email)
  await page.getByLabel('Password').fill(treasurer.password)
  await page.getByLabel('Authentication code').fill(codeOf(treasurer.secret, served.now()))
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Resume trading of VGBP/GBP' }).waitFor()
  served.pass(400)
  await page.getByLabel('Reason').fill('The reserve is not there yet')
  await page.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Confirm that it is you').waitFor()
  await page.getByLabel('Password').fill(treasurer.password)
  await page.getByLabel('Authentication code').fill(codeOf(treasurer.secret, served.now()))
  await page.getByRole('button', { name: 'Confirm', exact: true }).click()
  await page.locator('.badge.box', { hasText: 'Rejected' }).waitFor()
  expect(at.complaints).toEqual([])
  await at.context.close()
})

test('an invitation is accepted with a password and an app; a recovery code signs in once without the app', async () => {
  const at = await visit(chromium, served.origin, null)
  const { page } = at
  const { email, token } = await invited(served, acme, ['viewer'], 'Nils Tarnow')
  await page.goto(`/portal/link#${token}`)
  await page.getByRole('button', { name: 'Use a password and an authenticator app instead' }).click()
  await page.getByRole('img', { name: 'The secret for your authenticator app' }).waitFor()
  const secret = (await page.locator('.id').textContent())!
  await page.getByLabel('New password').fill('short')
  await page.getByLabel('Authentication code').fill(codeOf(secret, served.now()))
  await page.getByRole('button', { name: 'Set up and sign in' }).click()
  // The refusal is shown at its field, and no input is lost.
  await page.locator('.field.bad', { hasText: 'New password' }).waitFor()
  expect(await page.getByLabel('New password').inputValue()).toBe('short')
  await page.getByLabel('New password').fill(goodPassword)
  await page.getByRole('button', { name: 'Set up and sign in' }).click()
  await page.getByText('Save your recovery codes').waitFor()
  const code = (await page.locator('.codes li').first().textContent())!
  await page.context().clearCookies()
  for (const outcome of ['heading', 'alert'] as const) {
    await page.goto('/portal/sign-in')
    await page.getByRole('button', { name: 'Lost the app? Use a recovery code' }).click()
    await page.getByLabel('Email').fill(email)
    await page.getByLabel('Password').fill(goodPassword)
    await page.getByLabel('Recovery code').fill(code)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.getByRole(outcome, outcome === 'heading' ? { name: 'Overview' } : {}).waitFor()
    await page.context().clearCookies()
  }
  await at.context.close()
})

test('without the service the page shows its age', async () => {
  const { session } = await signedIn(null, ['support'])
  const { page, context } = await visit(chromium, served.origin, session)
  await page.goto('/console/approvals')
  await page.getByRole('heading', { name: 'Approvals' }).waitFor()
  await context.setOffline(true)
  await page.getByText(/You are offline. This data is from \d\d:/).waitFor()
  await context.setOffline(false)
  await page.locator('.live', { hasText: 'Live' }).waitFor()
  await context.close()
})

test('the policy stops a script in the page and an image from elsewhere', async () => {
  const { page, context } = await visit(chromium, served.origin, null)
  await page.goto('/')
  const broken = page.evaluate(`new Promise((resolve) => {
    const found = new Set()
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective }) => {
      found.add(effectiveDirective)
      if (found.size === 3) resolve([...found].sort())
    })
  })`)
  await page.evaluate(`{
    const script = Object.assign(document.createElement('script'), { textContent: 'window.ran = true' })
    const style = Object.assign(document.createElement('style'), { textContent: 'body { color: red }' })
    const image = Object.assign(document.createElement('img'), { src: 'http://elsewhere.example/pixel.png' })
    document.body.append(script, style, image)
  }`)
  expect(await broken).toEqual(['img-src', 'script-src-elem', 'style-src-elem'])
  expect(await page.evaluate('window.ran')).toBeUndefined()
  await context.close()
})

test('a table of 100,000 rows draws only the visible ones, and scrolls to its end', async () => {
  const { session } = await signedIn(null, ['support'])
  const { page, context, complaints } = await visit(chromium, served.origin, session)
  await page.addInitScript(answerManyApprovals)
  await page.goto('/console/approvals')
  await page.getByText('100,000 rows').waitFor()
  expect(await page.locator('tbody tr[data-row]').count()).toBeLessThan(200)
  for (const part of [0.25, 0.5, 0.75, 1]) {
    await page.evaluate(`scrollTo(0, document.documentElement.scrollHeight * ${part})`)
    const isFilled = `(() => {
      const rows = [...document.querySelectorAll('tr[data-row]')].map((row) => row.getBoundingClientRect())
      return rows.some(({ top, bottom }) => bottom > 60 && top < innerHeight)
    })()`
    await expect.poll(() => page.evaluate(isFilled)).toBe(true)
  }
  await page.getByText('Request 99999').waitFor()
  expect(complaints).toEqual([])
  await context.close()
})

const approval = {
  kind: 'mint.resume',
  does: 'Resume the minting of a coin',
  institution: null,
  subject: 'VCHF',
  payload: '{}',
  payload_hash: '',
  state: 'waiting',
  reason: 'a test',
  maker: { id: '00000000-0000-4000-8000-000000000000', name: 'Demo operations' },
  checker: null,
  decision_reason: null,
  created_at: '2026-11-17T06:00:00.000Z',
  expires_at: '2026-11-24T06:00:00.000Z',
  decided_at: null,
}

/** Made in the page: transferring this many rows to a busy browser takes half a minute. */
const answerManyApprovals = `{
  const items = Array.from({ length: 100_000 }, (_, i) => ({
    ...${JSON.stringify(approval)},
    id: '00000000-0000-4000-8000-' + String(i).padStart(12, '0'),
    title: 'Request ' + i,
  }))
  const body = JSON.stringify({ items, next_cursor: null })
  const ask = window.fetch
  window.fetch = async (input, init) =>
    String(input).includes('/console/v1/approvals')
      ? new Response(body, { headers: { 'content-type': 'application/json' } })
      : ask(input, init)
}`

test('search, shortcuts and the theme work by keyboard, and the theme is remembered', async () => {
  const { session } = await signedIn(null, ['support'])
  const { page, context, complaints } = await visit(chromium, served.origin, session)
  await page.goto('/console/nothing-here')
  await page.getByText('There is no page here.').waitFor()
  const search = page.getByRole('combobox', { name: 'Find a page, an id, an amount, a day or a name' })
  const focused = () => page.evaluate('document.activeElement.getAttribute("role") ?? document.activeElement.className')
  await page.locator('.find').press('Enter')
  await search.waitFor()
  await page.keyboard.press('Tab')
  expect(await focused()).toBe('combobox')
  const options = page.getByRole('option')
  for (let n = 1; n < (await options.count()); n += 1) await page.keyboard.press('ArrowDown')
  await options
    .last()
    .and(page.getByRole('option', { selected: true }))
    .waitFor()
  const [row, list] = [await options.last().boundingBox(), await page.locator('#found').boundingBox()]
  expect(row!.y + row!.height).toBeLessThanOrEqual(list!.y + list!.height)
  await page.keyboard.press('Escape')
  await search.waitFor({ state: 'detached' })
  expect(await focused()).toBe('find')
  await page.keyboard.press('Control+k')
  await search.waitFor()
  await page.keyboard.type('appro')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Approvals' }).waitFor()
  await page.keyboard.press('?')
  await page.getByText('Keyboard shortcuts').waitFor()
  await page.getByText('g q', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByText('Keyboard shortcuts').waitFor({ state: 'detached' })
  await page.keyboard.press('g')
  await page.keyboard.press('q')
  await page.getByRole('heading', { name: 'Queue', level: 1 }).waitFor()
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await page.getByRole('heading', { name: 'Approvals', level: 1 }).waitFor()
  const background = () => page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
  expect(await background()).toBe('rgb(251, 251, 249)')
  await page.locator('.who').press('Enter')
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  expect(await background()).toBe('rgb(15, 20, 19)')
  await page.reload()
  expect(await background()).toBe('rgb(15, 20, 19)')
  expect(complaints).toEqual([])
  await context.close()
})
