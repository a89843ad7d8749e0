import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { App } from '../base/http/shell.ts'

// The typeface of the portal, for the pages of the documentation too. Its licence (OFL) travels with it.

const files = {
  '/docs/inter.woff2': { file: 'files/inter-latin-wght-normal.woff2', type: 'font/woff2' },
  '/docs/inter-license.txt': { file: 'LICENSE', type: 'text/plain; charset=utf-8' },
} as const

export function serveFont(app: App): void {
  const { resolve } = createRequire(import.meta.url)
  for (const [url, { file, type }] of Object.entries(files)) {
    const content = readFileSync(resolve(`@fontsource-variable/inter/${file}`))
    app.get(url, async (_request, reply) =>
      reply.type(type).header('cache-control', 'public, max-age=86400').send(content),
    )
  }
}
