import { z } from 'zod'
import { type AssetCode, assets } from './assets.ts'
import { type ChainCode, chains } from './chains.ts'
import { decimalPattern } from './money.ts'

// Fields that several endpoints share.

export const isoTime = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
  .meta({ description: 'ISO 8601, UTC, with milliseconds.', examples: ['2026-11-14T12:00:00.000Z'] })

export const decimal = z
  .string()
  .regex(decimalPattern)
  .meta({ description: 'A decimal number as a string, without trailing zeros.', examples: ['1000.5'] })

export const assetCode = z.enum(Object.keys(assets) as [AssetCode, ...AssetCode[]])
export const chainCode = z.enum(Object.keys(chains) as [ChainCode, ...ChainCode[]])

export const ok = z.literal('ok')
export const environment = z.enum(['uat', 'production'])
