import { appendFileSync } from 'node:fs'

// What a run says while it goes on. CHAOS_LOG names a file that keeps all of it, line by line.

const begun = performance.now()

/** For whoever watches. */
export function say(line: string): void {
  const stamped = `[chaos ${Math.round((performance.now() - begun) / 1000)} s] ${line}`
  console.log(stamped)
  keep(stamped)
}

/** Into the file alone: too much for a screen. */
export function keep(line: string): void {
  const file = process.env['CHAOS_LOG']
  if (file) appendFileSync(file, `${line}\n`)
}
