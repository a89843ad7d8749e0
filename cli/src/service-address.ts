import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** What npm start notes in its data folder. */
export type Demo = { readonly base: string; readonly institutionid: string; readonly publickey: string }

/** Where the service answers: SPECIE_URL, or where the data folder's own was last started, or PORT of this machine. */
export function serviceAddress({ url, dataFolder, port }: Settings): string {
  return url ?? startedFrom(dataFolder) ?? `http://localhost:${port}`
}

/** Links that come from there are for a browser, where passkeys are those of localhost. */
export function startedFrom(folder: string): string | null {
  const demo = readDemo(folder)
  return demo && new URL(demo.base.replace('//127.0.0.1', '//localhost')).origin
}

/** Null where npm start has not run. */
export function readDemo(folder: string): Demo | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as Demo
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
