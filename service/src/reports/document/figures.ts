import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'

/** An amount as a cell. */
export const text = (asset: AssetCode, minor: bigint): string => formatAmount({ asset, minor })
