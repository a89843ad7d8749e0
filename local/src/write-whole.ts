import { randomUUID } from 'node:crypto'
import { renameSync, writeFileSync } from 'node:fs'

/** Under its name the file is always complete, and never had another mode. */
export function writeWhole(file: string, text: string | Buffer, mode: number): void {
  const draft = `${file}.${randomUUID()}`
  writeFileSync(draft, text, { mode, flag: 'wx', flush: true })
  renameSync(draft, file)
}
