import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

// npm run hours [-- test files] [--at 2026-11-21T15:00Z,…]
// Tests must pass at every hour and on every day of the week. This runs them once with the clock of all their processes at
// each: every hour of a Wednesday, then an afternoon and a night of every other day. libfaketime sets the clock.

const { positionals: named, values } = parseArgs({ allowPositionals: true, options: { at: { type: 'string' } } })
const root = fileURLToPath(new URL('../../', import.meta.url))

/** Tests that depend on business days, cut-offs and settlement. */
const usual = [
  'payments/src',
  'service/src/banking',
  'service/src/rails',
  'service/src/issuance',
  'service/src/transfers',
  'test/src/banking',
  'test/src/rails',
  'test/src/http',
]

const hour = 3_600_000
const wednesday = Date.parse('2026-11-18T00:30:00Z')
const times = Array.from({ length: 24 }, (_, n) => wednesday + n * hour)
const days = Array.from({ length: 6 }, (_, n) => wednesday + (n + 1) * 24 * hour)
const moments = values.at?.split(',').map((text) => Date.parse(text)) ?? [
  ...times,
  ...days.flatMap((day) => [day + 2 * hour, day + 15 * hour]),
]

const [library] = globSync('/usr/lib/*/faketime/libfaketimeMT.so.1')
if (library === undefined || !existsSync(library)) {
  console.error('libfaketime is missing. Install it: apt-get install faketime')
  process.exit(2)
}

/** Only the time of day is set: durations are measured as usual, and files keep their times. */
async function runAt(moment: number): Promise<boolean> {
  const clock = {
    LD_PRELOAD: library,
    FAKETIME: `${moment < Date.now() ? '-' : '+'}${Math.round(Math.abs(moment - Date.now()) / 1_000)}s`,
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
    NO_FAKE_STAT: '1',
  }
  const child = spawn('vitest', ['run', '--reporter=dot', ...(named.length > 0 ? named : usual)], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...clock },
  })
  const [code] = await once(child, 'exit')
  return code === 0
}

const failed: string[] = []
for (const moment of moments) {
  const text = new Date(moment).toUTCString()
  console.log(`\n== ${text}`)
  if (!(await runAt(moment))) failed.push(text)
}
console.log(failed.length === 0 ? `\nAll ${moments.length} passed.` : `\nFailed at: ${failed.join('; ')}.`)
process.exitCode = failed.length === 0 ? 0 : 1
