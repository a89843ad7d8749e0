import { appendFileSync } from 'node:fs'

// The progress of a run. CHAOS_LOG names a file with the full log, line by line.

const begun = performance.now()

/** For the terminal. */
export function say(line: string): void {
  const stamped = `[chaos ${Math.round((performance.now() - begun) / 1000)} s] ${line}`
  console.log(stamped)
  keep(stamped)
}

/** To the file only: too much for a screen. */
export function keep(line: string): void {
  const file = process.env['CHAOS_LOG']
  if (file) appendFileSync(file, `${line}\n`)
}
