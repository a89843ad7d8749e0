import { resolve } from 'node:path'

// The only file that reads process.env.

/** A setting that cannot be used. Its message is the one sentence that the operator sees. */
export class BadSetting extends Error {}

export type Settings = {
  /** 0 = any that is free. */
  port: number
  dataFolder: string
  /** Asked for as a bearer token when set. */
  token: string | null
}

export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const text = (name: string) => source[name]?.trim() || null
  const port = text('COUNTERPARTS_PORT') ?? '0'
  const token = text('COUNTERPARTS_TOKEN')
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new BadSetting(`COUNTERPARTS_PORT must be a whole number from 0 to 65535; it is "${port}".`)
  if (token !== null && token.length < 16)
    throw new BadSetting(`COUNTERPARTS_TOKEN must be at least 16 characters long; it has ${token.length}.`)
  return { port: Number(port), dataFolder: resolve(text('COUNTERPARTS_DATA') ?? '.specie/counterparts'), token }
}
