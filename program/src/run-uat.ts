import { run, type Running } from './run.ts'
import { BadSetting } from './settings.ts'

/** A program of UAT. The named settings hold its port and its data folder. */
export function runUat(
  { port, data }: { port: string; data: string },
  start: (cannotGoOn: (error: Error) => void) => Promise<Running>,
): void {
  run(
    () => start(cannotGoOn),
    (error) => {
      if (error instanceof BadSetting) return error.message
      if (error.code === 'EADDRINUSE')
        return `${port} is taken by another program. Choose another one, or 0 for any that is free.`
      if (error.code === 'EACCES' || error.code === 'EROFS') return `${data} cannot be written (${error.code}).`
      return null
    },
  )
}

/** Later decisions could not be stored: the supervisor restarts us from the state on disk. */
function cannotGoOn(error: Error): void {
  console.error('cannot continue', error)
  process.exit(1)
}
