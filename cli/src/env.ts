import { randomUUID } from 'node:crypto'
import { fileFor, harmless } from './harmless.ts'
import { readSettings, type Settings } from './settings.ts'

// The outside world of a command.

export type Env = {
  readonly settings: Settings
  /** Answers go to stdout, everything else to stderr. A pipe gets answers only. */
  readonly print: (text: string) => void
  /** A file, byte for byte; control characters are removed on a terminal. */
  readonly printFile: (content: string) => void
  readonly note: (text: string) => void
  readonly now: () => Date
  readonly newId: () => string
}

export const systemEnv = (): Env => ({
  settings: readSettings(process.env),
  print: (text) => console.log(harmless(text)),
  printFile: (content) => void process.stdout.write(fileFor(process.stdout, content)),
  note: (text) => console.error(harmless(text)),
  now: () => new Date(),
  newId: () => randomUUID(),
})
