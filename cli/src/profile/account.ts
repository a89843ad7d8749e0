import { join } from 'node:path'
import type { Given } from '../command.ts'
import { CommandError } from '../errors.ts'
import type { Env } from '../env.ts'
import { nearest } from '@specie/protocol/nearest.ts'
import { readDemo } from '../service-address.ts'
import { demoProfile, keyFileOf, type Profile, readProfiles } from './profiles.ts'

/** The institution and the key of calls. */
export type Account = Profile & { readonly name: string; readonly keyFile: string }

/** `--profile`, else the profile in use, else the demo institution of the data folder. */
export function accountOf({ settings }: Env, given: Given): Account {
  const { current, profiles } = readProfiles(settings)
  const name = (given['profile'] as string | undefined) ?? current ?? demoProfile
  const profile = Object.hasOwn(profiles, name) ? profiles[name] : undefined
  if (profile !== undefined) return { ...profile, name, keyFile: keyFileOf(settings, name) }
  if (name !== demoProfile) throw new CommandError(noProfile(name, Object.keys(profiles)))
  const demo = readDemo(settings.dataFolder)
  if (demo !== null)
    return {
      name,
      base: demo.base,
      institutionid: demo.institutionid,
      keyFile: join(settings.dataFolder, 'demo-key.pem'),
    }
  throw new CommandError(
    `There is no profile, and no instance in ${settings.dataFolder}: run specie init, or start an instance with npm start and name its folder in SPECIE_DATA.`,
  )
}

export function noProfile(name: string, names: readonly string[]): string {
  const near = nearest(name, names)
  return `There is no profile “${name}”.${near === null ? '' : ` Did you mean “${near}”?`} specie profiles lists all; specie init ${name} makes it.`
}
