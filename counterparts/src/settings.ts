import { resolve } from 'node:path'
import { BadSetting, readerOf, type Source } from '@specie/program/settings.ts'

// The only file that reads process.env.

export type Settings = {
  /** 0: any free port. */
  port: number
  dataFolder: string
  /** The number of events between two snapshots of the state. */
  snapshotEvery: number
  /** The required bearer token, if set. */
  token: string | null
  /** The secret of the conversion provider's one customer, for signing calls. */
  provider: { key: string; secret: string }
  /** The secret of the liquidity providers' customer, for signing calls. */
  liquidity: { key: string; secret: string }
  /** Chains on which the provider checks deliveries; null if it trusts its customer. */
  devnetUrl: string | null
  /** How others reach the VASP, in travel addresses and callbacks; null: as its caller has reached it. */
  vaspUrl: string | null
}

/** The name of the service at the provider and at the venues. */
const customer = 'specie'

/** For UAT out of the box. Test secrets: they protect nothing. */
export const testProviderSecret = 'uat-provider-test-secret'
export const testLiquiditySecret = 'uat-liquidity-test-secret'

export function readSettings(source: Source = process.env): Settings {
  const { text, whole, secret } = readerOf(source)
  return {
    port: whole('COUNTERPARTS_PORT', 0, 65_535) ?? 0,
    dataFolder: resolve(text('COUNTERPARTS_DATA') ?? '.specie/counterparts'),
    snapshotEvery: whole('COUNTERPARTS_SNAPSHOT_EVERY', 1, 999_999) ?? 2_000,
    token: secret('COUNTERPARTS_TOKEN'),
    provider: { key: customer, secret: secret('PROVIDER_SECRET') ?? testProviderSecret },
    liquidity: { key: customer, secret: secret('LIQUIDITY_SECRET') ?? testLiquiditySecret },
    devnetUrl: httpUrl('DEVNET_URL', text('DEVNET_URL')),
    vaspUrl: httpUrl('VASP_URL', text('VASP_URL'))?.replace(/\/$/, '') ?? null,
  }
}

function httpUrl(name: string, given: string | null): string | null {
  if (given === null || (/^https?:/.test(given) && URL.canParse(given))) return given
  throw new BadSetting(`${name} must be an http or https address; it is "${given}".`)
}
