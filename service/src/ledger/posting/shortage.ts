import type { AssetCode } from '@specie/protocol/assets.ts'
import { fundingCure } from '@specie/protocol/errors.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Sql } from '../../base/database/db.ts'
import { ApiError } from '../../base/http/errors.ts'
import { availableOf } from '../balances.ts'
import { Refused } from './journal.ts'

/** True when a journal was refused because this owner is short. */
export const isShort = (error: unknown, owner: string): boolean =>
  error instanceof Refused && error.reason === 'insufficient' && error.account?.owner === owner

/** The refusal of a request that exceeds the balance: the required and the available amount, and how to fund it. */
export async function insufficientBalance(
  sql: Sql,
  owner: string,
  asset: AssetCode,
  needed: bigint,
): Promise<ApiError> {
  const text = (minor: bigint) => formatAmount({ asset, minor })
  const details = { asset, available: text(await availableOf(sql, owner, asset)), needed: text(needed) }
  return new ApiError('insufficient_balance', details, undefined, {}, fundingCure(asset))
}
