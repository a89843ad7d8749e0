import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { clientSettings } from '@specie/protocol/client-settings.ts'
import { CommandError } from './errors.ts'

export type Settings = {
  /** The folder of profiles and their keys. */
  readonly configFolder: string
  /** The data folder of an instance that npm start runs. */
  readonly dataFolder: string
  /** The address of the console; null if it is that of the data folder's instance. */
  readonly url: string | null
  readonly port: string
  /** The token of the person for operators' commands. */
  readonly token: string | null
  /** The token of a sandbox on another machine. Secrets are never options. Other users of the machine could read them. */
  readonly sandboxToken: string | undefined
  /** Credentials of the checked bank, provider or venue. */
  readonly adapter: { readonly secret: string | null; readonly token: string | null }
}

type Source = { readonly [name: string]: string | undefined }

/** The settings of the command line; an empty setting counts as absent. */
export function readSettings(source: Source): Settings {
  const get = (name: string): string | null => source[name]?.trim() || null
  const url = get(clientSettings.url)
  return {
    configFolder: get(clientSettings.config) ?? join(get('XDG_CONFIG_HOME') ?? join(homedir(), '.config'), 'specie'),
    dataFolder: resolve(get('SPECIE_DATA') ?? '.specie'),
    url: url === null ? null : originOf(url),
    port: get('PORT') ?? '8080',
    token: get(clientSettings.token),
    sandboxToken: get(clientSettings.sandboxToken) ?? undefined,
    adapter: { secret: get(clientSettings.adapterSecret), token: get(clientSettings.adapterToken) },
  }
}

function originOf(given: string): string {
  const origin = URL.canParse(given) ? new URL(given).origin : ''
  if (origin === given.replace(/\/$/, '')) return origin
  throw new CommandError(`SPECIE_URL must be an origin like https://desk.example; it is "${given}".`)
}
