// Bundles the pages into a folder and prints their sizes: `node web/bundle.ts FOLDER`. web/build.ts runs it.
import { createHash } from 'node:crypto'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build, type Plugin } from 'vite'
import { entries } from './entries.ts'
import { linesOf, type Manifest, measure, overLimit } from './sizes.ts'

const here = import.meta.dirname

async function bundle(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    plugins: [themeScript()],
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
        // Mantine marks its files for server rendering, which we do not use.
        onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log),
      },
    },
  })
  const manifest = JSON.parse(await readFile(join(outDir, '.vite/manifest.json'), 'utf8')) as Manifest
  await rm(join(outDir, '.vite'), { recursive: true })
  await buildRenderer(join(outDir, 'server'))
  await compress(join(outDir, 'assets'))
  const sizes = await measure(outDir, manifest)
  await writeFile(join(outDir, 'sizes.json'), JSON.stringify(sizes))
  for (const line of linesOf(sizes)) console.log(line)
  const tooLarge = overLimit(sizes)
  if (tooLarge.length > 0) throw new Error(`The pages are too large:\n${tooLarge.join('\n')}`)
}

/** The public pages as a program of the service, which sends their content with the first answer. */
async function buildRenderer(outDir: string): Promise<void> {
  await build({
    configFile: false,
    root: here,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      outDir,
      ssr: 'src/server/main.ts',
      assetsInlineLimit: 0,
      emitAssets: false,
      rolldownOptions: { onLog: (level, log, handle) => log.code !== 'MODULE_LEVEL_DIRECTIVE' && handle(level, log) },
    },
  })
}

/** Sets the theme before the first paint, in a separate script, because the policy allows no inline script. */
function themeScript(): Plugin {
  let fileName = ''
  return {
    name: 'theme-script',
    async buildStart() {
      const source = await readFile(join(here, 'theme.js'), 'utf8')
      fileName = `assets/theme-${createHash('sha256').update(source).digest('hex').slice(0, 8)}.js`
      this.emitFile({ type: 'asset', fileName, source })
    },
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) => [
        { tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' },
        ...Object.keys(bundle)
          .filter((name) => name.endsWith('.woff2'))
          .map((name) => ({ tag: 'link', attrs: preload(name), injectTo: 'head' as const })),
      ],
    },
  }
}

/** The typeface arrives with the style, so that a text seldom changes its width. */
const preload = (name: string) => ({
  rel: 'preload',
  as: 'font',
  type: 'font/woff2',
  href: `/${name}`,
  crossorigin: true,
})

const squeeze = { gz: promisify(gzip), br: promisify(brotliCompress) }
const best = { gz: { level: 9 }, br: { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } } }

/** Fonts are already compressed. */
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

await bundle(process.argv[2]!)
