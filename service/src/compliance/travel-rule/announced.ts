import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import { amountText } from '@specie/protocol/money.ts'
import type { Tx } from '../../base/database/db.ts'
import { dayMs } from '../../base/clock.ts'
import type { Env } from '../../base/env.ts'
import type { Exchange } from './row.ts'

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

/** An inquiry without a deposit is forgotten then: the wallet gets coins of other payers too. */
const rememberedMs = 30 * dayMs

/**
 * The inquiries that may be about this deposit: its own if it was announced, otherwise all about this wallet and coin which no
 * other deposit or transaction has, of any amount.
 */
export const inquiriesAbout = (env: Env, tx: Tx, one: Arrived, isAnnounced: boolean): Promise<Exchange[]> =>
  tx.query<Exchange>(
    `select * from compliance.exchange
     where direction = 'in' and institution_id = $2 and lower(wallet) = lower($3) and asset = $4 and blockchain = $5
       and (subject_id = $1 or subject_id is null and not $7 and state <> 'canceled' and opened_at > $8)
       and (subject_id = $1 or txid is null or txid = $6)
     order by created_at, id`,
    [
      one.id,
      one.institution_id,
      one.address,
      one.asset,
      one.blockchain,
      one.txid,
      isAnnounced,
      new Date(env.clock.settlement().getTime() - rememberedMs),
    ],
  )

/** For staff: the amounts of these inquiries, if they are not that of the deposit; empty if they are. */
export function otherAmounts({ asset, quantity }: Arrived, inquiries: readonly Pick<Exchange, 'amount'>[]): string {
  const others = inquiries.map(({ amount }) => amount).filter((amount) => amount !== quantity)
  const texts = [...new Set(others)].map((minor) => amountText({ asset, minor }))
  return texts.length === 0
    ? ''
    : `; announced: ${texts.join(', ')}, arrived: ${amountText({ asset, minor: quantity })}`
}
