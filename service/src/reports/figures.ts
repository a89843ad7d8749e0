import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'

/** An amount as a cell; it may be negative. */
export const text = (asset: AssetCode, minor: bigint): string =>
  minor < 0n ? `-${formatAmount({ asset, minor: -minor })}` : formatAmount({ asset, minor })
