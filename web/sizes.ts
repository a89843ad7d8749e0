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

export type Sized = { readonly name: string; readonly bytes: number }
/** An entry with the bytes of its first load, and what each of its pages adds. */
export type SizedEntry = Sized & { readonly pages: readonly Sized[] }

export async function measure(folder: string, manifest: Manifest): Promise<SizedEntry[]> {
  const sizeOf = await sizesOf(folder, manifest)
  const entries = Object.entries(manifest).filter(([, { isEntry }]) => isEntry)
  return entries.map(([name]) => {
    const first = filesOf(manifest, name)
    const pages = [...pagesOf(manifest, name)].map((page) => {
      const more = new Set([...filesOf(manifest, page)].filter((file) => !first.has(file)))
      return { name: page, bytes: sum(more, sizeOf) }
    })
    return { name, bytes: sum(first, sizeOf), pages }
  })
}

export const linesOf = (entries: readonly SizedEntry[]): string[] =>
  entries.flatMap((entry) => [lineOf(entry), ...entry.pages.map((page) => lineOf({ ...page, name: `  ${page.name}` }))])

const lineOf = ({ name, bytes }: Sized): string => `  ${(bytes / 1000).toFixed(1).padStart(6)} kB  ${name}`

/** What is larger than its limit. */
export const overLimit = (entries: readonly SizedEntry[]): string[] =>
  entries.flatMap((entry) => [over(entry, limits.first), ...entry.pages.map((page) => over(page, limits.page))].flat())

const over = ({ name, bytes }: Sized, limit: number): string[] =>
  bytes > limit ? [`${name} has ${bytes} bytes, above the limit of ${limit}`] : []

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
