// Builds the published package, into sdk/dist or the named folder: `npm run -w sdk build`. It is not checked in.
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'

const here = import.meta.dirname
const root = dirname(here)
const dist = resolve(process.argv[2] ?? join(here, 'dist'))
const entries = { index: '.', node: './node', testing: './testing' } as const
/** Imports in declarations still name the sources. */
const relative = /(?<=from '|import\(')(\.{1,2}\/[\w./-]+)\.ts(?=')/g

await rm(dist, { recursive: true, force: true })
await Promise.all([bundle(), declarations()])
await writeFile(join(dist, 'package.json'), `${JSON.stringify(await manifest(), null, 2)}\n`)
await copyFile(join(here, 'README.md'), join(dist, 'README.md'))
await copyFile(join(root, 'LICENSE'), join(dist, 'LICENSE'))

/** The needed parts of protocol/ are bundled; only Node's own modules are imported. */
async function bundle(): Promise<void> {
  const build = await rolldown({
    input: Object.fromEntries(Object.keys(entries).map((name) => [name, join(here, 'src', `${name}.ts`)])),
    platform: 'neutral',
    external: /^node:/,
  })
  await build.write({ dir: dist, format: 'esm', chunkFileNames: '[name].js' })
  await build.close()
}

/** The declarations of the entries, and of their dependencies. */
async function declarations(): Promise<void> {
  const draft = join(dist, 'declarations')
  const config = join(dist, 'tsconfig.json')
  await mkdir(dist, { recursive: true })
  await writeFile(
    config,
    JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      files: Object.keys(entries).map((name) => join(here, 'src', `${name}.ts`)),
      include: [],
      compilerOptions: {
        noEmit: false,
        declaration: true,
        emitDeclarationOnly: true,
        stripInternal: true,
        outDir: draft,
        rootDir: root,
        typeRoots: [join(root, 'node_modules/@types')],
      },
    }),
  )
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), ['-p', config])
  await copyReachable(join(draft, 'sdk/src'), Object.keys(entries))
  await Promise.all([rm(draft, { recursive: true }), rm(config)])
}

async function copyReachable(from: string, names: string[]): Promise<void> {
  const done = new Set<string>()
  for (const name of names) {
    if (done.has(name)) continue
    done.add(name)
    const text = await readFile(join(from, `${name}.d.ts`), 'utf8')
    for (const [, imported] of text.matchAll(relative)) names.push(join(dirname(name), imported!))
    const file = join(dist, `${name}.d.ts`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text.replaceAll(relative, '$1.js'))
  }
}

async function manifest(): Promise<object> {
  const { name, version, description, license } = JSON.parse(await readFile(join(here, 'package.json'), 'utf8'))
  const files = Object.entries(entries)
  return {
    name,
    version,
    description,
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: {
      ...Object.fromEntries(files.map(([file, path]) => [path, { types: `./${file}.d.ts`, default: `./${file}.js` }])),
      './package.json': './package.json',
    },
  }
}
