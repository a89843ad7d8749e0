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
  /** What the conversion provider's one customer signs its calls with. */
  provider: { key: string; secret: string }
  /** Chains on which the provider looks whether it was paid; null: it takes its customer's word. */
  devnetUrl: string | null
}

/** For UAT out of the box. A test secret: it protects nothing. */
export const testProviderSecret = 'uat-provider-test-secret'

export function readSettings(source: Record<string, string | undefined> = process.env): Settings {
  const text = (name: string) => source[name]?.trim() || null
  const port = text('COUNTERPARTS_PORT') ?? '0'
  const token = text('COUNTERPARTS_TOKEN')
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535)
    throw new BadSetting(`COUNTERPARTS_PORT must be a whole number from 0 to 65535; it is "${port}".`)
  if (token !== null && token.length < 16)
    throw new BadSetting(`COUNTERPARTS_TOKEN must be at least 16 characters long; it has ${token.length}.`)
  const secret = text('PROVIDER_SECRET') ?? testProviderSecret
  if (secret.length < 16)
    throw new BadSetting(`PROVIDER_SECRET must be at least 16 characters long; it has ${secret.length}.`)
  const devnetUrl = text('DEVNET_URL')
  if (devnetUrl !== null && !(/^https?:/.test(devnetUrl) && URL.canParse(devnetUrl)))
    throw new BadSetting(`DEVNET_URL must be an http or https address; it is "${devnetUrl}".`)
  return {
    port: Number(port),
    dataFolder: resolve(text('COUNTERPARTS_DATA') ?? '.specie/counterparts'),
    token,
    provider: { key: text('PROVIDER_KEY') ?? 'specie', secret },
    devnetUrl,
  }
}
