// Bundles the programs of `npm start` into a folder: `node local/bundle.ts FOLDER`. src/programs.ts runs it when needed.
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { build, type Plugin } from 'rolldown'
import { programs } from './src/programs.ts'

/** Loaded from node_modules: native code, and optional packages of the operator. */
const external = ['@node-rs/argon2', '@nomicfoundation/edr', 'litesvm', 'ccxt']

/** A module's data files are found next to its source. */
function sourcePlaces(): Plugin {
  return {
    name: 'source-places',
    transform(code, id) {
      if (id.includes('/node_modules/') || !code.includes('import.meta.')) return null
      return code
        .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
        .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
    },
  }
}

await build({
  input: { ...programs },
  platform: 'node',
  external,
  plugins: [sourcePlaces()],
  logLevel: 'warn',
  // A module that is loaded on demand here is loaded at the start there, which is harmless. The output of `sourcePlaces` stays
  // on its line, so stack traces name the right one.
  checks: { ineffectiveDynamicImport: false, sourcemapBroken: false },
  output: {
    dir: process.argv[2]!,
    format: 'esm',
    entryFileNames: '[name]/main.mjs',
    chunkFileNames: '[name].mjs',
    sourcemap: true,
  },
})
