import type { institutionMoney } from '@specie/protocol/console/kyb.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { PeopleResponse } from '@specie/protocol/web-api/call.ts'
import type { Env } from '../../base/env.ts'
import { isUuid } from '../../base/ids.ts'
import { assertInstitution } from '../../directory/institutions.ts'
import { clientLots } from '../../ledger/explorer/client-lots.ts'
import { latestMovements } from '../../transfers/statement/latest.ts'
import { itemsById } from '../../web-api/search.ts'
import { scopeOf } from '../may-read.ts'

const shownMovements = 10

/** What an institution has and what it did last, for staff with these roles. */
export async function moneyOf(
  env: Env,
  roles: readonly string[],
  id: string,
): Promise<PeopleResponse<typeof institutionMoney>> {
  await assertInstitution(env.db, id)
  const [lots, movements] = await Promise.all([clientLots(env.db, id), latestMovements(env.db, id, shownMovements)])
  const refs = movements.map(({ ref }) => ref).filter(isUuid)
  const pages = await itemsById(env, refs, scopeOf(roles))
  return {
    balances: [...lots]
      .filter(([, { available, pending, held }]) => available !== 0n || pending !== 0n || held !== 0n)
      .map(([asset, { available, pending, held }]) => ({
        asset,
        available: formatAmount({ asset, minor: available }),
        pending: formatAmount({ asset, minor: pending }),
        held: formatAmount({ asset, minor: held }),
      })),
    movements: movements.map(({ at, phrase, asset, amount, ref }) => ({
      at: at.toISOString(),
      phrase,
      asset,
      amount: formatAmount({ asset, minor: amount }),
      ref,
      path: pages.get(ref)?.path ?? null,
    })),
  }
}
