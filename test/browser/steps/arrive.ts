import type { Browser } from 'playwright-core'
import { addAuthenticator, type Visit, visit } from '../chromium.ts'

/** Accepts an invitation with a passkey in a new browser, and is signed in. `link`: of the invitation, or its path. */
export async function arrive(chromium: Browser, origin: string, link: string): Promise<Visit> {
  const at = await visit(chromium, origin, null)
  await at.page.goto('/portal/sign-in')
  await addAuthenticator(at)
  await at.page.goto(link.replace(/^https?:\/\/[^/]+/, ''))
  await at.page.getByRole('button', { name: 'Create passkey' }).click()
  await at.page.getByRole('checkbox').check()
  await at.page.getByRole('button', { name: 'Continue' }).click()
  await at.page.getByRole('heading', { name: 'Overview' }).waitFor()
  return at
}
