import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Env } from '../base/env.ts'

/** In minor units. `pending` is what is on its way or held. */
type Balance = { available: bigint; pending: bigint }

/** What an institution has, by asset; an asset that it never touched is missing. */
export async function balances(env: Pick<Env, 'db'>, institution: string): Promise<Map<AssetCode, Balance>> {
  const rows = await env.db.query<Balance & { asset: AssetCode }>({
    name: 'ledger.balances',
    text: `
      select asset,
        sum(case name when 'available' then balance else 0 end) as available,
        sum(case name when 'available' then 0 else balance end) as pending
      from ledger.account
      where pool = 'client' and owner = $1 and name in ('available', 'pending', 'held')
      group by asset`,
    values: [institution],
  })
  return new Map(rows.map(({ asset, ...balance }) => [asset, balance]))
}
