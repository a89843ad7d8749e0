import type { AssetCode } from '@specie/protocol/assets.ts'
import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Sql } from '../base/db.ts'
import { unavailable } from '../base/http/errors.ts'

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

export async function omnibusAddress(sql: Sql, chain: ChainCode): Promise<string> {
  const address = await omnibusWallet(sql, chain)
  if (address === null) throw unavailable(`${chain} has no wallet of ours yet.`)
  return address
}

const inLedger = `coalesce((select balance from ledger.account
  where pool = 'client' and name = 'omnibus' and owner = $1 and asset = $2), 0)`

/** Coins of payments over rails until they are burned or have gone back. */
const ofRails = `select received as amount, collected_at from rails.payment
  where blockchain = $1 and received_currency = $2 and booked_at is null and state <> 'returned'`

const atDepositAddresses = `coalesce((select sum(quantity) from transfers.deposit where blockchain = $1 and asset = $2
    and collected_at is null and num_nonnulls(source, at_key) = 1 and state not in ('seen', 'confirming', 'orphaned')), 0)
  + coalesce((select sum(amount) from (${ofRails}) rail where collected_at is null), 0)`

/** A final operation that its owner has not read has left the wallet, but not yet the ledger. */
const leaving = `coalesce((select sum(amount) from chains.operation where chain = $1 and asset = $2
  and kind in ('transfer', 'burn') and (state in ('queued', 'working') or state = 'final' and unread)), 0)`

const promisedTo = (withdrawals: string) => `coalesce((select sum(quantity) from transfers.withdrawal
  where blockchain = $1 and asset = $2 and blockchain is not null and ${withdrawals}), 0)`

const amount = async (sql: Sql, text: string, chain: ChainCode, asset: AssetCode): Promise<bigint> =>
  (await sql.query<{ amount: bigint }>(`select ${text} as amount`, [chain, asset]))[0]!.amount

/** What the wallet itself can send now: without what lies at deposit addresses, and without what is leaving it. */
export const inHand = (sql: Sql, chain: ChainCode, asset: AssetCode): Promise<bigint> =>
  amount(sql, `${inLedger} - (${atDepositAddresses}) - ${leaving}`, chain, asset)

/** Of this, what no withdrawal that has yet to leave was promised. */
export const spare = (sql: Sql, chain: ChainCode, asset: AssetCode): Promise<bigint> => {
  const promised = promisedTo(`state in ('requested', 'screening', 'travel_rule', 'held', 'approved')`)
  return amount(sql, `${inLedger} - (${atDepositAddresses}) - ${leaving} - ${promised}`, chain, asset)
}

/** What withdrawals may still be asked for: all that is there, less what is promised to others. */
export const unpromised = (sql: Sql, chain: ChainCode, asset: AssetCode): Promise<bigint> => {
  const promised = promisedTo(`state not in ('completed', 'rejected', 'canceled', 'failed')`)
  return amount(
    sql,
    `${inLedger} - coalesce((select sum(amount) from (${ofRails}) rail), 0) - ${promised}`,
    chain,
    asset,
  )
}
