import { resolve } from 'node:path'
import { BadSetting, readerOf, type Source } from '@specie/program/settings.ts'
import { codes } from './chains.ts'

// The only file that reads process.env.

export type Settings = {
  /** 0: any free port. */
  port: number
  dataFolder: string
  /** The number of events between two snapshots of a chain. */
  snapshotEvery?: number | undefined
  /** The required bearer token of the control routes, if set. */
  token: string | null
  /** The started chains; null: all of them. */
  chains: readonly string[] | null
  /** Replaces the block time of every chain. */
  blockMs: number | null
  /** The PATH for programs. */
  path: string
}

export function readSettings(source: Source = process.env): Settings {
  const { text, whole, secret } = readerOf(source)
  return {
    port: whole('DEVNET_PORT', 0, 65_535) ?? 0,
    dataFolder: resolve(text('DEVNET_DATA') ?? '.specie/devnet'),
    snapshotEvery: whole('DEVNET_SNAPSHOT_EVERY', 1, 999_999) ?? undefined,
    token: secret('DEVNET_TOKEN'),
    chains: chainsOf(text('DEVNET_CHAINS')),
    blockMs: whole('DEVNET_BLOCK_MS', 10, 60_000),
    path: text('PATH') ?? '',
  }
}

function chainsOf(given: string | null): readonly string[] | null {
  if (given === null) return null
  const named = given.split(',').map((code) => code.trim())
  const unknown = named.find((code) => !codes.includes(code))
  if (unknown === undefined) return named
  throw new BadSetting(
    `DEVNET_CHAINS names chains by their codes, as ETH,SOL; "${unknown}" is none of ${codes.join(', ')}.`,
  )
}
