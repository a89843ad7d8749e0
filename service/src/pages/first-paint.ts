import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Env } from '../base/env.ts'

// Public pages have their content in the first answer. A browser paints it before any script has arrived, and shows it
// without scripts too. The program that renders them is built with the pages (web/src/server).

type Rendered = { readonly title: string; readonly html: string }
type Render = (path: string, answers: Readonly<Record<string, unknown>>) => Promise<Rendered>

/** The public calls that pages make, by their name in the protocol. */
export type PublicCalls = Readonly<
  Record<'getReserves' | 'getAssets' | 'getStatus' | 'reservesHistory', (env: Env) => Promise<unknown>>
>

/** The calls of each page. */
const callsOf: Readonly<Record<string, readonly (keyof PublicCalls)[]>> = {
  '/': ['getReserves', 'getAssets', 'getStatus'],
  '/reserves': ['getReserves', 'reservesHistory'],
}

/** A page is rendered at most once in this time. */
const freshMs = 2_000

type Facts = Readonly<Record<string, string>>

/** `page` with the content of a path; the empty page while it cannot be read, and for all other paths. */
export function contentOf(env: Env, calls: PublicCalls, facts: Facts): (path: string, page: string) => Promise<string> {
  const program = join(env.config.webFolder, 'server/main.js')
  if (!existsSync(program)) return async (_path, page) => page
  let loaded: Promise<Render> | null = null
  const last = new Map<string, { readonly at: number; readonly page: Promise<string> }>()

  const render = async (path: string, names: readonly (keyof PublicCalls)[], page: string): Promise<string> => {
    loaded ??= loadRenderer(program, facts)
    const answers = Object.fromEntries(
      await Promise.all(names.map(async (name) => [name, await calls[name](env)] as const)),
    )
    return withContent(page, await (await loaded)(path, answers), answers)
  }

  return (path, page) => {
    const names = callsOf[path]
    if (names === undefined) return Promise.resolve(page)
    const at = env.clock.elapsed()
    const known = last.get(path)
    if (known !== undefined && at - known.at < freshMs) return known.page
    const made = render(path, names, page).catch((error: unknown) => {
      env.log.warn({ path, error }, 'a public page is sent without its content; its scripts ask for it')
      return page
    })
    last.set(path, { at, page: made })
    return made
  }
}

async function loadRenderer(program: string, facts: Facts): Promise<Render> {
  const { rendererOf } = (await import(pathToFileURL(program).href)) as {
    rendererOf: (facts: Facts) => Promise<Render>
  }
  return rendererOf(facts)
}

/** The page's own scripts begin with the same answers. A block of data is no script to the policy. */
function withContent(page: string, { title, html }: Rendered, answers: object): string {
  const data = JSON.stringify(answers).replaceAll('<', '\\u003c')
  return page
    .replace(/<title>.*?<\/title>/, () => `<title>${title}</title>`)
    .replace(
      '<div id="root"></div>',
      () => `<div id="root">${html}</div><script type="application/json" id="answers">${data}</script>`,
    )
}
