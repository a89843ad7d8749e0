import { readdirSync, readFileSync } from 'node:fs'
import { extname, join } from 'node:path'

/** One built file, as it is sent. */
export type Built = {
  readonly type: string
  readonly raw: Buffer
  readonly br: Buffer | null
  readonly gzip: Buffer | null
}

export type Pages = {
  /** By name in `/assets/`. A name contains the hash of its content. */
  readonly assets: ReadonlyMap<string, Built>
  /** By entry: `public`, `portal`, … */
  readonly html: ReadonlyMap<string, string>
}

const types: Record<string, string> = {
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
}

/**
 * Reads all pages at once; null if no pages are built. They are a few megabytes. In memory they are safe from path
 * tricks, and from a build that replaces the folder.
 */
export function readPages(folder: string): Pages | null {
  const names = list(folder)
  if (names === null) return null
  const html = names.filter((name) => extname(name) === '.html')
  const assets = join(folder, 'assets')
  const files = new Set(list(assets))
  const read = (name: string) => (files.has(name) ? readFileSync(join(assets, name)) : null)
  return {
    html: new Map(html.map((name) => [name.slice(0, -'.html'.length), readFileSync(join(folder, name), 'utf8')])),
    assets: new Map(
      [...files].flatMap((name): [string, Built][] => {
        const type = types[extname(name)]
        return type === undefined
          ? []
          : [[name, { type, raw: readFileSync(join(assets, name)), br: read(`${name}.br`), gzip: read(`${name}.gz`) }]]
      }),
    ),
  }
}

function list(folder: string): string[] | null {
  try {
    return readdirSync(folder)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
