import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'

/** Coins that have arrived. */
export type Arrived = {
  readonly id: string
  readonly institution_id: string
  readonly asset: AssetCode
  readonly blockchain: ChainCode
  readonly txid: string
  readonly address: string
  readonly quantity: bigint
}

/**
 * Finds for each deposit the inquiry that announced it: approved, for this wallet and amount, and for no other transaction.
 * Returns the ids of the deposits that were announced.
 */
export async function announcedAmong(env: Env, tx: Tx, deposits: readonly Arrived[]): Promise<Set<string>> {
  const announced = new Set<string>()
  for (const one of deposits) {
    const [found] = await tx.query(
      `update compliance.exchange set subject_kind = 'deposit', subject_id = $1, updated_at = $2
       where id = (select id from compliance.exchange
         where direction = 'in' and institution_id = $3 and lower(wallet) = lower($4) and asset = $5 and blockchain = $6
           and amount = $7 and state in ('approved', 'confirmed') and (subject_id is null or subject_id = $1)
           and (txid is null or txid = $8)
         order by subject_id = $1 desc nulls last, txid = $8 desc nulls last, created_at, id limit 1 for update)
       returning id`,
      [one.id, env.clock.now(), one.institution_id, one.address, one.asset, one.blockchain, one.quantity, one.txid],
    )
    if (found) announced.add(one.id)
  }
  return announced
}
