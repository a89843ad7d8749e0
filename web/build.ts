// Builds the pages: `npm run web`. What was built from the same files before is found again, so it costs nothing twice.
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'
import { assertSizes, type Manifest } from './sizes.ts'

const here = import.meta.dirname
const dist = join(here, 'dist')
const entries = ['public', 'portal', 'console', 'explorer']
/** What the pages are made of. */
const sources = ['web/src', 'protocol/src', 'package-lock.json', ...entries.map((name) => `web/${name}.html`)]
type Say = (line: string) => void
const own = ['web/build.ts', 'web/sizes.ts', 'web/theme.js']

/** Builds unless it is there, and returns the folder. Several processes may do this at once: the first to end wins. */
export async function buildWeb(say: Say, saySizes: Say = () => {}): Promise<string> {
  const name = (await hashOf([...sources, ...own])).slice(0, 16)
  const folder = join(dist, name)
  if (!existsSync(folder)) {
    say('Building the pages.')
    const draft = join(dist, `${name}.${process.pid}.draft`)
    await buildInto(draft, saySizes)
    await rename(draft, folder).catch(async (error: NodeJS.ErrnoException) => {
      if (!['EEXIST', 'ENOTEMPTY'].includes(error.code ?? '')) throw error
      await rm(draft, { recursive: true })
    })
    await removeOld(name)
  }
  await pointTo(name)
  return folder
}

async function hashOf(paths: readonly string[]): Promise<string> {
  const root = resolve(here, '..')
  const lists = await Promise.all(paths.map((path) => filesOf(join(root, path))))
  const hash = createHash('sha256')
  for (const file of lists.flat().toSorted()) hash.update(`${relative(root, file)}\n`).update(await readFile(file))
  return hash.digest('hex')
}

async function filesOf(path: string): Promise<string[]> {
  const there = await readdir(path, { recursive: true, withFileTypes: true }).catch(() => null)
  if (there === null) return [path]
  return there
    .filter((one) => one.isFile() && !one.name.endsWith('.test.ts'))
    .map(({ parentPath, name }) => join(parentPath, name))
}

async function buildInto(outDir: string, saySizes: Say): Promise<void> {
  // Loaded only here: it would cost every start half a second.
  const { build } = await import('vite')
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    plugins: [themeScript()],
    // Whoever builds: a test would get React's development build.
    define: { 'process.env.NODE_ENV': JSON.stringify('production') },
    build: {
      outDir,
      emptyOutDir: true,
      manifest: true,
      // The policy of the pages allows no inline fonts.
      assetsInlineLimit: 0,
      modulePreload: { polyfill: false },
      target: 'baseline-widely-available',
      rolldownOptions: {
        input: Object.fromEntries(entries.map((name) => [name, join(here, `${name}.html`)])),
        // Mantine marks its files for servers that render React; nothing of ours does.
        onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      },
    },
  })
  const manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest
  await rm(join(outDir, '.vite'), { recursive: true })
  await compress(join(outDir, 'assets'))
  await assertSizes(outDir, manifest, saySizes)
}

/** Sets the theme before the first paint. A script of its own, because the policy allows none inside the page. */
function themeScript(): Plugin {
  let fileName = ''
  return {
    name: 'theme-script',
    async buildStart() {
      const source = await readFile(join(here, 'theme.js'), 'utf8')
      fileName = `assets/theme-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: () => [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }],
  }
}

const squeeze = { gz: promisify(gzip), br: promisify(brotliCompress) }
const best = { gz: { level: 9 }, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } } }

/** Fonts are compressed already. */
async function compress(folder: string): Promise<void> {
  const names = (await readdir(folder)).filter((name) => /\.(js|css|svg)$/.test(name))
  await Promise.all(
    names.map(async (name) => {
      const content = await readFile(join(folder, name))
      await writeFile(join(folder, `${name}.gz`), await squeeze.gz(content, best.gz))
      await writeFile(join(folder, `${name}.br`), await squeeze.br(content, best.br))
    }),
  )
}

/** `dist/latest` is what the service serves unless told otherwise. */
async function pointTo(name: string): Promise<void> {
  await mkdir(dist, { recursive: true })
  const draft = join(dist, `latest.${process.pid}`)
  await rm(draft, { force: true })
  await symlink(name, draft)
  await rename(draft, join(dist, 'latest'))
}

/** A service keeps the pages that it serves in memory: nobody misses what is removed here. */
async function removeOld(name: string): Promise<void> {
  const old = (await readdir(dist)).filter((there) => /^[0-9a-f]{16}$/.test(there) && there !== name)
  for (const one of old) await rm(join(dist, one), { recursive: true, force: true })
}

if (import.meta.main) console.log(await buildWeb(console.log, console.log))
