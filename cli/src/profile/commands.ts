import { existsSync } from 'node:fs'
import { createClient } from '@specie/sdk/client.ts'
import { commonOptions, sandboxAccess } from '../client.ts'
import type { Command } from '../command.ts'
import type { Env } from '../env.ts'
import { environmentAt } from '../environment-at.ts'
import { CommandError } from '../errors.ts'
import { readDemo } from '../service-address.ts'
import { details, table } from '../show.ts'
import { noProfile } from './account.ts'
import { demoProfile, keyFileOf, profileName, readProfiles, writeKey, writeProfiles } from './profiles.ts'
import { newKey, publicKeyOf } from './keys.ts'
import { answerTo } from './ask.ts'

export const init: Command = {
  words: ['[NAME]'],
  does: 'create a profile with a new key pair; in UAT an institution is onboarded for it',
  options: {
    base: {
      value: 'URL',
      does: 'the address of the API, such as https://desk.example/api/v1/; asked for when it is left out',
    },
    institution: {
      value: 'NAME',
      does: 'name of the institution that is onboarded in UAT: “Acme Treasury AG” by default',
    },
    json: commonOptions.json,
  },
  examples: ['', 'bank --base https://desk.example/api/v1/'],
  run: async (env, [given], options) => {
    const name = profileName(given ?? 'main')
    const { profiles } = readProfiles(env.settings)
    if (Object.hasOwn(profiles, name) || existsSync(keyFileOf(env.settings, name)))
      throw new CommandError(`There is a profile “${name}” already. Choose another name.`)
    const base = (options['base'] as string | undefined) ?? (await baseToUse(env.settings.dataFolder))
    const { base: usable, environment } = await environmentAt(base)
    const { pem, publickey } = newKey()
    // The key is stored once it is usable, so that a failed attempt can be repeated under the same name.
    const institutionid =
      environment === 'uat'
        ? await onboarded(env, usable, publickey, options['institution'] as string | undefined)
        : null
    const keyFile = writeKey(env.settings, name, pem)
    writeProfiles(env.settings, { current: name, profiles: { ...profiles, [name]: { base: usable, institutionid } } })
    const facts = { profile: name, base: usable, environment, institutionid, keyfile: keyFile, publickey }
    env.print(options['json'] === true ? JSON.stringify(facts, null, 2) : details(facts))
    env.note(
      institutionid === null
        ? 'Register this public key in the portal, under API keys. Then: specie balance'
        : 'The institution is onboarded. Next: specie balance',
    )
    return 0
  },
}

async function baseToUse(dataFolder: string): Promise<string> {
  const started = readDemo(dataFolder)?.base
  const given = await answerTo(`Where is the API?${started === undefined ? '' : ` [${started}]`} `)
  const base = given === '' ? started : given
  if (base !== undefined) return base
  throw new CommandError('Add --base URL: where the API is, as https://desk.example/api/v1/.')
}

async function onboarded(env: Env, base: string, publickey: string, name: string | undefined): Promise<string> {
  const { sandbox } = createClient({ base, ...sandboxAccess(env) })
  const { institutionid } = await sandbox.institutions({ name: name ?? 'Acme Treasury AG', publickey })
  return institutionid
}

export const profiles: Command = {
  does: 'list profiles; * marks the one in use',
  options: { json: commonOptions.json },
  examples: [''],
  run: async (env, _words, { json }) => {
    const { current, profiles } = readProfiles(env.settings)
    const demo = readDemo(env.settings.dataFolder)
    const all = { ...profiles, ...(demo === null ? {} : { [demoProfile]: demo }) }
    const inUse = current ?? demoProfile
    const rows = Object.entries(all).map(([name, { base, institutionid }]) => ({
      profile: name,
      in_use: name === inUse,
      base,
      institutionid,
    }))
    const marked = rows.map((row) => ({ ...row, in_use: row.in_use ? '*' : '' }))
    if (json === true) env.print(JSON.stringify(rows, null, 2))
    else
      env.print(
        rows.length === 0
          ? 'There are no profiles. Run specie init.'
          : table(marked, ['in_use', 'profile', 'base', 'institutionid']),
      )
    return 0
  },
}

export const profilesUse: Command = {
  words: ['NAME'],
  does: 'use a profile from now on',
  examples: ['main', demoProfile],
  run: async (env, [name]) => {
    const { profiles } = readProfiles(env.settings)
    if (name !== demoProfile && !Object.hasOwn(profiles, name!))
      throw new CommandError(noProfile(name!, Object.keys(profiles)))
    writeProfiles(env.settings, { current: name === demoProfile ? null : name!, profiles })
    env.print(`Commands act for “${name}” from now on.`)
    return 0
  },
}

export const profilesKey: Command = {
  words: ['[NAME]'],
  does: "print the public key of a profile, in the portal's format",
  examples: ['', 'bank'],
  run: async (env, [name]) => {
    env.print(publicKeyOf(env, name))
    return 0
  },
}
