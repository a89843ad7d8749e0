import { mkdir, rename } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { build } from 'vite'

// Our programs, each as one file: to find and link its thousand modules is a third of what a start takes, and a test run
// starts hundreds of processes. `npm start` runs the modules themselves, and has tests of its own.

const root = fileURLToPath(new URL('../../', import.meta.url))

const programs = ['service', 'devnet', 'counterparts']

/** Libraries that are no JavaScript, or that are loaded only where somebody asks for them. */
const apart = ['litesvm', '@nomicfoundation/edr', 'ccxt', 'pg-native', /^@opentelemetry\/(sdk|exporter|resources)/]

/** Where processes of this run find them; workers inherit it. */
const setting = 'TEST_PROGRAMS'

/** The file to run in place of a program's main.ts; that itself where nothing was put together. */
export function programFor(main: string): string {
  const folder = process.env[setting]
  const name = basename(dirname(dirname(main)))
  return folder !== undefined && basename(main) === 'main.ts' && programs.includes(name)
    ? join(folder, `${name}.mjs`)
    : main
}

export async function bundlePrograms(): Promise<void> {
  // Below node_modules, where the libraries that stay apart are found.
  const folder = join(root, 'node_modules/.test-programs')
  await mkdir(folder, { recursive: true })
  await Promise.all(programs.map((name) => bundle(name, folder)))
  process.env[setting] = folder
}

async function bundle(name: string, folder: string): Promise<void> {
  const draft = `${name}.${process.pid}.mjs`
  await build({
    configFile: false,
    logLevel: 'error',
    plugins: [ownPlaces],
    ssr: { noExternal: true },
    build: {
      ssr: join(root, name, 'src/main.ts'),
      outDir: folder,
      emptyOutDir: false,
      minify: false,
      target: 'node24',
      rolldownOptions: { external: apart, output: { entryFileNames: draft, codeSplitting: false } },
    },
  })
  // Another run may be using it.
  await rename(join(folder, draft), join(folder, `${name}.mjs`))
}

/** A module that looks for a file beside itself finds it. */
const ownPlaces = {
  name: 'own places',
  transform: (code: string, id: string) =>
    id.includes('node_modules') ? null : code.replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href)),
}
