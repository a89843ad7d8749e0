#!/usr/bin/env node
// The `specie` command as it was built (cli/build.ts). Runs on Node 20, so it is plain JavaScript.
import { existsSync } from 'node:fs'

const built = new URL('../dist/specie.js', import.meta.url)
if (existsSync(built)) {
  await import(built.href)
} else {
  console.error('specie has not been built yet: run npm start, npm test or npm run specie once.')
  process.exitCode = 1
}
