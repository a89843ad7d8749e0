import { resolve } from 'node:path'

// The only file that reads process.env.

/** A setting that cannot be used. Its message is the one sentence that the operator sees. */
export class BadSetting extends Error {}

export type Settings = {
  /** 0 = any that is free. */
  port: number
  dataFolder: string
  /** Asked for as a bearer token by the control routes when set. */
  token: string | null
  /** Replaces the block time of every chain. */
  blockMs: number | null
  /** Where programs are looked for. */
  path: string
}

export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const text = (name: string) => source[name]?.trim() || null
  const number = (name: string, low: number, high: number): number | null => {
    const given = text(name)
    if (given === null) return null
    if (/^\d{1,6}$/.test(given) && Number(given) >= low && Number(given) <= high) return Number(given)
    throw new BadSetting(`${name} must be a whole number from ${low} to ${high}; it is "${given}".`)
  }
  const token = text('DEVNET_TOKEN')
  if (token !== null && token.length < 16)
    throw new BadSetting(`DEVNET_TOKEN must be at least 16 characters long; it has ${token.length}.`)
  return {
    port: number('DEVNET_PORT', 0, 65_535) ?? 0,
    dataFolder: resolve(text('DEVNET_DATA') ?? '.specie/devnet'),
    token,
    blockMs: number('DEVNET_BLOCK_MS', 10, 60_000),
    path: text('PATH') ?? '',
  }
}
