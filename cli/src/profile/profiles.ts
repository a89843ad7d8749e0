import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { CommandError, Misuse } from '../errors.ts'
import type { Settings } from '../settings.ts'

// Profiles: the institution and the service of the command line. Keys are stored next to them, in separate files.

export type Profile = { readonly base: string; readonly institutionid: string | null }

export type Profiles = {
  /** The profile in use unless --profile names another. */
  readonly current: string | null
  readonly profiles: { readonly [name: string]: Profile }
}

const none: Profiles = { current: null, profiles: {} }

const fileOf = ({ configFolder }: Settings): string => join(configFolder, 'profiles.json')

export const keyFileOf = ({ configFolder }: Settings, name: string): string => join(configFolder, `${name}.pem`)

export function readProfiles(settings: Settings): Profiles {
  const file = fileOf(settings)
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Profiles
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return none
    throw new CommandError(`${file} cannot be read: ${(error as Error).message}.`)
  }
}

/** Replaces the file in one step, so that no reader sees half of it. */
export function writeProfiles(settings: Settings, profiles: Profiles): void {
  const file = fileOf(settings)
  mkdirSync(settings.configFolder, { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  writeFileSync(draft, `${JSON.stringify(profiles, null, 2)}\n`, { mode: 0o600 })
  renameSync(draft, file)
}

/** An existing key is kept. A lost key could not be made again. */
export function writeKey(settings: Settings, name: string, pem: string): string {
  const file = keyFileOf(settings, name)
  mkdirSync(settings.configFolder, { recursive: true, mode: 0o700 })
  try {
    writeFileSync(file, pem, { flag: 'wx', mode: 0o600 })
    // Independent of the umask.
    chmodSync(file, 0o600)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    throw new CommandError(`There is a key in ${file} already. Choose another name for the profile, or move it away.`)
  }
  return file
}

export function profileName(given: string): string {
  if (/^[a-z0-9][a-z0-9_-]{0,31}$/.test(given) && given !== demoProfile) return given
  throw new Misuse(`${JSON.stringify(given)} cannot name a profile; use a-z, 0-9, - and _, and not “${demoProfile}”.`)
}

/** The demo institution of an instance that npm start runs. */
export const demoProfile = 'demo'
