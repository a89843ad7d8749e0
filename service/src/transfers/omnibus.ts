import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Sql } from '../base/db.ts'

// The wallet that holds everybody's coins on a chain. In the ledger `omnibus:{chain}` is all that we have there, also
// what still lies at deposit addresses.

/** Null where the chain has not been set up. */
export async function omnibusWallet(sql: Sql, chain: ChainCode): Promise<string | null> {
  const [row] = await sql.query<{ address: string }>(
    `select address from chains.wallet where chain = $1 and key = 'omnibus'`,
    [chain],
  )
  return row?.address ?? null
}

type Amount = { amount: bigint | null }

const sum = async (sql: Sql, text: string, chain: ChainCode, asset: AssetCode): Promise<bigint> =>
  (await sql.query<Amount>(text, [chain, asset]))[0]?.amount ?? 0n

const inLedger = `select balance as amount from ledger.account
  where pool = 'client' and name = 'omnibus' and owner = $1 and asset = $2`

/** What withdrawals may still be asked for: all that is there less what is promised to others. */
export async function unpromised(sql: Sql, chain: ChainCode, asset: AssetCode): Promise<bigint> {
  const promised = await sum(
    sql,
    `select sum(quantity) as amount from transfers.withdrawal where blockchain = $1 and asset = $2
       and blockchain is not null and state not in ('completed', 'rejected', 'canceled', 'failed')`,
    chain,
    asset,
  )
  return (await sum(sql, inLedger, chain, asset)) - promised
}

/** What the wallet itself can send now: without what lies at deposit addresses, and without what is leaving it. */
export async function inHand(sql: Sql, chain: ChainCode, asset: AssetCode): Promise<bigint> {
  const elsewhere = await sum(
    sql,
    `select sum(quantity) as amount from transfers.deposit where blockchain = $1 and asset = $2
       and collected_at is null and source is not null and state not in ('seen', 'confirming', 'orphaned')`,
    chain,
    asset,
  )
  // A final operation that its owner has not read has left the wallet, but not yet the ledger.
  const leaving = await sum(
    sql,
    `select sum(amount) as amount from chains.operation where chain = $1 and asset = $2
       and kind in ('transfer', 'burn') and (state in ('queued', 'working') or state = 'final' and unread)`,
    chain,
    asset,
  )
  return (await sum(sql, inLedger, chain, asset)) - elsewhere - leaving
}
