import type { AssetCode } from '@specie/protocol/assets.ts'
import { formatAmount } from '@specie/protocol/money.ts'

/** `12.5 CHF`, for sentences. */
export const moneyText = (asset: AssetCode, minor: bigint): string => `${formatAmount({ asset, minor })} ${asset}`
