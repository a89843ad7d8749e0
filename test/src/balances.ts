import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Env } from '@specie/service/base/env.ts'
import type { Balances } from '@specie/service/access/own-balances.ts'

/** The ledger balances of an institution. */
export async function balances({ db }: Pick<Env, 'db'>, institution: string): Promise<Balances> {
  const rows = await db.query<{ asset: AssetCode; available: bigint; pending: bigint }>(
    `select asset, coalesce(sum(balance) filter (where name = 'available'), 0) as available,
       coalesce(sum(balance) filter (where name <> 'available'), 0) as pending
     from ledger.account
     where pool = 'client' and owner = $1 and name in ('available', 'pending', 'held') group by asset`,
    [institution],
  )
  return new Map(rows.map(({ asset, available, pending }) => [asset, { available, pending }]))
}
