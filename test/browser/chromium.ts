import { buildWeb } from '@specie/web/build.ts'
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core'

/** Builds the pages, unless they exist, and starts the browser. Call it before the service, which reads them once. */
export async function openChromium(): Promise<Browser> {
  await buildWeb(() => {})
  return launchChromium()
}

export const launchChromium = (): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })

export type Visit = {
  page: Page
  context: BrowserContext
  /** Complaints of the browser: errors, warnings, failed requests, breaches of our policy. */
  complaints: string[]
  /** Requested addresses outside the service. */
  foreign: string[]
}

/** A limit for failures, not for slowness: a machine may be busy. */
export const limitMs = 120_000

/** A separate browser, with the cookie of this session or none. Expected failures of a page are not complaints. */
export async function visit(
  browser: Browser,
  origin: string,
  session: string | null,
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    baseURL: origin,
    locale: 'en-GB',
    timezoneId: 'Europe/Zurich',
    reducedMotion: 'reduce',
    ...options,
  })
  if (session !== null)
    await context.addCookies([{ name: 'specie', value: session, url: origin, httpOnly: true, sameSite: 'Strict' }])
  context.setDefaultTimeout(limitMs)
  const page = await context.newPage()
  const [complaints, foreign]: [string[], string[]] = [[], []]
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !isExpected(message.text()))
      complaints.push(`${message.text()} ${message.location().url}`)
  })
  page.on('pageerror', (error) => complaints.push(error.message))
  page.on('request', (request) => {
    if (!/^(data|blob):/.test(request.url()) && new URL(request.url()).origin !== origin) foreign.push(request.url())
  })
  return { page, context, complaints, foreign }
}

/** Chromium reports every answer from 400 on as an error, also those that a page handles. */
const isExpected = (text: string): boolean => /the server responded with a status of (401|403)/.test(text)

/** An authenticator that Chromium simulates: a passkey without a finger. */
export async function addAuthenticator({ page, context }: Visit): Promise<void> {
  const devtools = await context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}
