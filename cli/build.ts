// Builds the command line into one self-contained file that runs on Node 20: `node cli/build.ts`.
import { renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'rolldown'

const dist = join(import.meta.dirname, 'dist')

/** Written under a temporary name first, because several builds may run at once. */
async function buildCli(): Promise<void> {
  const draft = join(dist, `specie.${process.pid}.draft.js`)
  try {
    await build({
      input: join(import.meta.dirname, 'src/main.ts'),
      platform: 'node',
      transform: { target: 'node20' },
      logLevel: 'warn',
      output: { file: draft, format: 'esm', codeSplitting: false, minify: { compress: true, mangle: false } },
    })
    renameSync(draft, join(dist, 'specie.js'))
  } finally {
    rmSync(draft, { force: true })
  }
}

await buildCli()
