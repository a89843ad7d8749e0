import { assets } from '@specie/protocol/assets.ts'
import type { Tx } from '../../base/database/db.ts'
import { chainTermsOf } from '../chain-terms.ts'
import type { Owned } from './row.ts'

type Group = Pick<Owned, 'institution_id' | 'asset' | 'blockchain'>

const minimums = Object.values(assets).flatMap(({ symbol: asset, blockchains }) =>
  blockchains.map(({ blockchain }) => ({ asset, blockchain, minimum: chainTermsOf(asset, blockchain).minDeposit })),
)

/**
 * An institution's small deposits that now reach the minimum together, locked. Called after another one arrived or was
 * released. Those on hold do not count.
 */
export async function combinableDeposits(tx: Tx, limit: number): Promise<Owned[]> {
  const groups = await tx.query<Group>(
    `select institution_id, asset, blockchain from transfers.deposit
     join unnest($1::text[], $2::text[], $3::numeric[]) terms (asset, blockchain, minimum) using (asset, blockchain)
     where state = 'below_minimum' and not on_hold
     group by institution_id, asset, blockchain, minimum having sum(quantity) >= minimum
     order by min(created_at) limit $4`,
    [
      minimums.map((one) => one.asset),
      minimums.map((one) => one.blockchain),
      minimums.map((one) => one.minimum),
      limit,
    ],
  )
  const enough: Owned[] = []
  for (const group of groups) enough.push(...(await locked(tx, group)))
  return enough
}

/** Empty when a hold was meanwhile set and the others do not reach the minimum. */
async function locked(tx: Tx, { institution_id, asset, blockchain }: Group): Promise<Owned[]> {
  const small = await tx.query<Owned>(
    `select * from transfers.deposit where institution_id = $1 and asset = $2 and blockchain = $3
       and state = 'below_minimum' and not on_hold order by created_at, id for update`,
    [institution_id, asset, blockchain],
  )
  const total = small.reduce((sum, one) => sum + one.quantity, 0n)
  return total >= chainTermsOf(asset, blockchain).minDeposit ? small : []
}
