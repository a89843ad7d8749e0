import type { AssetCode } from '@specie/protocol/assets.ts'
import type { LimitedProduct, LimitPeriod } from '@specie/protocol/limits.ts'
import { exceededLimit } from '@specie/service/base/http/database-errors.ts'
import type { Env } from '@specie/service/base/env.ts'
import { limitsOf } from '@specie/service/compliance/limit/left.ts'
import { agree } from '../people.ts'

/** Two people set a limit of an institution. */
export const setLimit = (
  env: Env,
  institutionid: string,
  product: LimitedProduct,
  asset: AssetCode,
  amount: string | null,
  period: LimitPeriod = 'day',
) => agree(env, 'limit.set', { institutionid, limits: [{ product, asset, period, amount }] })

/** What is left of each limit of an institution, by its name. */
export const leftOf = async (env: Env, institutionId: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    (await limitsOf(env.db, institutionId)).map(({ product, asset, limit, left }) => [
      `${product} ${asset} ${limit}`,
      left,
    ]),
  )

/** How a request was refused, as its caller learns it; null if it was not, or for another reason. */
export const refusalByLimit = (request: Promise<unknown>) =>
  request.then(
    () => null,
    (error: unknown) => exceededLimit(error) ?? Promise.reject(error as Error),
  )
