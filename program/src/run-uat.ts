import { run, type Running } from './run.ts'
import { BadSetting } from './settings.ts'

/** A program of UAT: the settings that are named say on which port it listens and in which folder its state is kept. */
export function runUat(
  { port, data }: { port: string; data: string },
  start: (cannotGoOn: (error: Error) => void) => Promise<Running>,
): void {
  run(
    () => start(cannotGoOn),
    (error) => {
      if (error instanceof BadSetting) return error.message
      if (error.code === 'EADDRINUSE')
        return `${port} is taken by another program: choose another one, or 0 for any that is free.`
      if (error.code === 'EACCES' || error.code === 'EROFS') return `${data} cannot be written (${error.code}).`
      return null
    },
  )
}

/** What is decided in memory could no longer be kept: the supervisor starts us again, from what is on disk. */
function cannotGoOn(error: Error): void {
  console.error('cannot go on', error)
  process.exit(1)
}
