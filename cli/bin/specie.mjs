#!/usr/bin/env node
// The built `specie` command (cli/build.ts). Plain JavaScript, because it runs on Node 20.
import { existsSync } from 'node:fs'

const built = new URL('../dist/specie.js', import.meta.url)
if (existsSync(built)) {
  await import(built.href)
} else {
  console.error('specie has not been built yet: run npm start, npm test or npm run specie once.')
  process.exitCode = 1
}
