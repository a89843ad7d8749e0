import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readConfig } from '@specie/service/base/config.ts'
import type { Demo } from '../demo.ts'
import { errorCode } from '../cannot-start.ts'

/** Where the service answers: SPECIE_URL, or where the data folder's own was last started, or PORT of this machine. */
export function serviceAddress(): string {
  const { commandLine, dataFolder, port } = readConfig()
  return commandLine.url ?? startedFrom(dataFolder) ?? `http://localhost:${port}`
}

/** `npm start` notes it in the data folder. Links that come from there are for a browser, where passkeys are those of localhost. */
export function startedFrom(folder: string): string | null {
  try {
    const { base } = JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as Demo
    return new URL(base.replace('//127.0.0.1', '//localhost')).origin
  } catch (error) {
    if (errorCode(error) === 'ENOENT') return null
    throw error
  }
}
