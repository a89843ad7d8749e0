import { type AssetCode, assets } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { anyOf } from '../../base/state-machine/transitions.ts'
import { purposesWith } from '../outbox/purposes.ts'

// Arrivals at our addresses, for the rooms that book them. A movement is read once, in the transaction that books it.

/** The position of a movement on its chain. */
export type Position = { chain: ChainCode; txid: string; index: number }

/** A final, unread arrival at an institution's address exists. */
export const hasFinalArrivals = anyOf(
  `select from chains.movement where unread and state = 'final'
     and recipient in (select address from chains.deposit_address where institution_id is not null)`,
)

/** Positions that have changed since the last read, one for each change. Without the addresses of rails. */
export function readPositions(tx: Tx, limit: number): Promise<Position[]> {
  return tx.query<Position>(
    `update chains.movement set unread = false where id in (
       select id from chains.movement m where unread
         and not exists (select from chains.deposit_address own where own.family in ('evm', 'solana')
           and own.address = m.recipient and own.rail_id is not null)
       order by updated_at limit $1 for update skip locked)
     returning chain, txid, index`,
    [limit],
  )
}

/** Coins or crypto from outside at an address of ours. */
export type Arrival = Position & {
  asset: AssetCode
  block: string
  height: bigint
  sender: string | null
  recipient: string
  amount: bigint
  /** The deposit address, and its owner. */
  source: number | null
  institution_id: string | null
  /** The key of the wallet, unless it is a deposit address or the omnibus wallet. */
  at_key: string | null
}

/** A native coin in a wallet of ours pays for gas: house money, not an arrival. */
const gasAssets = Object.values(assets).flatMap(({ symbol, type }) => (type === 'crypto' ? [symbol] : []))

/** Our own transfers that collect coins. */
const isCollected = `exists (select from chains.attempt a join chains.carried c using (transaction_id)
  join chains.operation o on o.id = c.operation_id and o.purpose = any($6) where (a.chain, a.hash) = (m.chain, m.txid))`

/** Coins moving between our addresses are not an arrival. Coins leaving the omnibus wallet have left the books. */
const isFromUs = `exists (select from chains.deposit_address ours
    where (ours.family, ours.address) = (place.family, m.sender))
  or exists (select from chains.wallet ours where (ours.chain, ours.address) = (place.chain, m.sender)
    and ours.address <> '' and ours.key <> 'omnibus')`

/** New coins for an outside wallet that turned out to be ours. */
const isStrayMint = `exists (select from chains.operation o where o.request_id = m.request_id
    and (o.purpose <> all($7) or o.address_id is not null))`

/**
 * The movements now at these positions: arrivals at a deposit address, assigned or not, and coins from outside at another
 * wallet of ours.
 */
export function arrivalsAt(env: Env, tx: Tx, positions: readonly Position[]): Promise<Arrival[]> {
  return tx.query<Arrival>(
    `select distinct on (m.chain, m.txid, m.index) m.chain, m.txid, m.index, m.asset, m.block, m.height, m.sender,
       m.recipient, m.amount, own.index as source, own.institution_id, nullif(wallet.key, 'omnibus') as at_key
     from unnest($1::text[], $2::text[], $3::integer[], $4::text[]) as place (chain, txid, index, family)
     join chains.movement m on (m.chain, m.txid, m.index) = (place.chain, place.txid, place.index)
     left join chains.deposit_address own on (own.family, own.address) = (place.family, m.recipient)
     left join chains.wallet wallet on (wallet.chain, wallet.address) = (place.chain, m.recipient)
       and wallet.address <> '' and own.index is null
     where m.state <> 'orphaned' and m.kind in ('transfer', 'mint') and m.amount > 0 and (own.index is not null and not ${isCollected}
       or wallet.chain is not null and m.asset <> all ($5)
         and (m.kind = 'transfer' and not (${isFromUs}) or m.kind = 'mint' and ${isStrayMint}))
     order by m.chain, m.txid, m.index, m.state = 'final' desc, m.height desc, wallet.key = 'omnibus' desc`,
    [
      positions.map((one) => one.chain),
      positions.map((one) => one.txid),
      positions.map((one) => one.index),
      positions.map((one) => chains[one.chain].family),
      gasAssets,
      purposesWith(env, 'internal'),
      purposesWith(env, 'booksArrival'),
    ],
  )
}

/** Finds an arrival by its content, for a caller without its hash. */
export async function findArrival(
  sql: Sql,
  { chain, asset, recipient, amount }: Pick<Arrival, 'chain' | 'asset' | 'recipient' | 'amount'>,
): Promise<{ txid: string } | null> {
  const [found] = await sql.query<{ txid: string }>(
    `select txid from chains.movement
     where chain = $1 and asset = $2 and recipient = $3 and amount = $4 and state <> 'orphaned' limit 1`,
    [chain, asset, recipient, amount],
  )
  return found ?? null
}

/** Final at a rail's address, or dropped before that. */
const atRails = `chains.movement m join chains.deposit_address own
  on own.family in ('evm', 'solana') and own.address = m.recipient and own.rail_id is not null
  where m.unread and m.state <> 'seen'`

export const hasRailArrivals = anyOf(`select from ${atRails}`)

export type RailArrival = Position &
  Pick<Arrival, 'asset' | 'sender' | 'amount'> & {
    rail_id: string
    /** The rail's deposit address. */
    deposit_index: number
    /** False: the chain's native coin. */
    token: boolean
    /** False: the chain has dropped it. */
    final: boolean
  }

/** Movements at the addresses of rails that have ended since the last read. */
export function readRailArrivals(tx: Tx, limit: number): Promise<RailArrival[]> {
  return tx.query<RailArrival>(
    `with taken as (
       select m.id, own.index as deposit_index, own.rail_id from ${atRails}
       order by m.updated_at, m.id limit $1 for update of m skip locked)
     update chains.movement m set unread = false from taken where m.id = taken.id
     returning m.chain, m.txid, m.index, m.asset, m.sender, m.amount, m.state = 'final' as final, deposit_index, rail_id,
       exists (select from chains.contract c where (c.chain, c.asset) = (m.chain, m.asset)) as token`,
    [limit],
  )
}
