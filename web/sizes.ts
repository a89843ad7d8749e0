import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

/** Vite's manifest: the output files of each source, and their imports. */
export type Manifest = Record<string, Chunk>
type Chunk = {
  file: string
  isEntry?: boolean
  isDynamicEntry?: boolean
  imports?: string[]
  dynamicImports?: string[]
  css?: string[]
  assets?: string[]
}

/** Limits in gzipped bytes: for the first page, and for each further page. */
const limits = { first: 300_000, page: 100_000 }

/** Prints the size of each entry and page, and fails above the limits. */
export async function assertSizes(folder: string, manifest: Manifest, say: (line: string) => void): Promise<void> {
  const sizeOf = await sizesOf(folder, manifest)
  const over: string[] = []
  const tell = (name: string, bytes: number, limit: number) => {
    say(`  ${(bytes / 1000).toFixed(1).padStart(6)} kB  ${name}`)
    if (bytes > limit) over.push(`${name} has ${bytes} bytes, above the limit of ${limit}`)
  }
  for (const [name, chunk] of Object.entries(manifest)) {
    if (!chunk.isEntry) continue
    const first = filesOf(manifest, name)
    tell(name, sum(first, sizeOf), limits.first)
    for (const page of pagesOf(manifest, name)) {
      const more = new Set([...filesOf(manifest, page)].filter((file) => !first.has(file)))
      tell(`  ${page}`, sum(more, sizeOf), limits.page)
    }
  }
  if (over.length > 0) throw new Error(`The pages are too large:\n${over.join('\n')}`)
}

async function sizesOf(folder: string, manifest: Manifest): Promise<Map<string, number>> {
  const files = new Set(Object.values(manifest).flatMap(({ file, css = [], assets = [] }) => [file, ...css, ...assets]))
  const sizes = await Promise.all(
    [...files].map(async (file): Promise<[string, number]> => {
      const content = await readFile(join(folder, file))
      return [file, file.endsWith('.woff2') ? content.length : (await promisify(gzip)(content)).length]
    }),
  )
  return new Map(sizes)
}

function filesOf(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return new Set()
  seen.add(name)
  const { file, css = [], assets = [], imports = [] } = manifest[name]!
  return new Set([file, ...css, ...assets, ...imports.flatMap((next) => [...filesOf(manifest, next, seen)])])
}

/** The files that this entry loads later. */
function pagesOf(manifest: Manifest, name: string, seen = new Set<string>()): Set<string> {
  if (seen.has(name)) return new Set()
  seen.add(name)
  const { imports = [], dynamicImports = [] } = manifest[name]!
  return new Set([
    ...dynamicImports,
    ...[...imports, ...dynamicImports].flatMap((next) => [...pagesOf(manifest, next, seen)]),
  ])
}

const sum = (files: ReadonlySet<string>, sizeOf: ReadonlyMap<string, number>): number =>
  [...files].reduce((total, file) => total + (sizeOf.get(file) ?? 0), 0)
