import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Settings } from './settings.ts'

/** The note of npm start in its data folder. */
export type Demo = { readonly base: string; readonly institutionid: string; readonly publickey: string }

/** The address of the service: SPECIE_URL, else the last instance of the data folder, else PORT of this machine. */
export function serviceAddress({ url, dataFolder, port }: Settings): string {
  return url ?? startedFrom(dataFolder) ?? `http://localhost:${port}`
}

/** Its links are for a browser, whose passkeys belong to localhost. */
export function startedFrom(folder: string): string | null {
  const demo = readDemo(folder)
  return demo && new URL(demo.base.replace('//127.0.0.1', '//localhost')).origin
}

/** Null if npm start has not run. */
export function readDemo(folder: string): Demo | null {
  try {
    return JSON.parse(readFileSync(join(folder, 'demo.json'), 'utf8')) as Demo
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
