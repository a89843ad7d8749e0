import type { Page } from 'playwright-core'

/** The focused element, as a screen reader names it. */
const focused = (page: Page): Promise<string> =>
  page.evaluate(`(() => {
    const at = document.activeElement
    const labels = at?.labels ? Array.from(at.labels, (label) => label.innerText) : []
    return [at?.getAttribute?.('aria-label'), ...labels, at?.innerText].filter(Boolean).join(' ').trim()
  })()`)

/** Presses Tab until the focused element has this name. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed: string[] = []
  for (let n = 0; n < 120; n += 1) {
    await page.keyboard.press('Tab')
    const at = await focused(page)
    if (name.test(at)) return
    passed.push(at)
  }
  throw new Error(`Tab never reached${name}: ${passed.join(' | ')}`)
}

/** Moves there by Tab and types. */
export async function typeInto(page: Page, name: RegExp, text: string): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.type(text)
}

/** Moves there by Tab and presses Enter. */
export async function enter(page: Page, name: RegExp): Promise<void> {
  await tabTo(page, name)
  await page.keyboard.press('Enter')
}
