import type { AssetCode } from '@specie/protocol/assets.ts'
import { assets } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { machines } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { setActor, type By } from '../../base/state-machine/move.ts'
import { type Deposit, depositMachine } from './row.ts'
import { batchSize, idsOf, moveRows, type Work } from '../../base/state-machine/transitions.ts'

// Movements that the watcher has stored become deposits. A position (chain, transaction, index) is read in its current
// state, not by its events: so it does not matter how many reorganisations happened between two reads.

type Position = { chain: ChainCode; txid: string; index: number }

/** The current arrival at a position, if it is a deposit. */
type Arrival = Position & {
  asset: AssetCode
  block: string
  height: bigint
  sender: string | null
  recipient: string
  amount: bigint
  source: number | null
  at_key: string | null
  institution_id: string | null
}

const keyOf = ({ chain, txid, index }: Position): string => `${chain} ${txid} ${index}`

export const readDeposits: Work = async (env, tx) => {
  const { positions, read } = await changedPositions(tx)
  if (read === 0) return 0
  const by = { actor: 'chain', why: 'seen in a block', at: env.clock.now() }
  const now = new Map((await arrivalsAt(tx, positions)).map((one) => [keyOf(one), one]))
  const stored = new Map(
    (await depositsAt(tx, positions)).map((one) => [keyOf({ ...one, chain: one.blockchain }), one]),
  )
  const fresh = [...now].filter(([key]) => !stored.has(key)).map(([, one]) => one)
  await begin(env, tx, fresh, by)
  const dropped: Deposit[] = []
  for (const [key, deposit] of stored) {
    const arrival = now.get(key)
    if (arrival === undefined) dropped.push(deposit)
    else if (arrival.block !== deposit.block) await minedAgain(tx, deposit, arrival)
  }
  await orphan(env, tx, dropped, by)
  return read
}

/**
 * The positions that have changed since the last read; this transaction marks them as read. Movements to the address of
 * a payment rail are left for the rail.
 */
async function changedPositions(tx: Tx): Promise<{ positions: Position[]; read: number }> {
  const rows = await tx.query<Position>(
    `update chains.movement set unread = false where id in (
       select id from chains.movement m where unread
         and not exists (select from chains.deposit_address own where own.family in ('evm', 'solana')
           and own.address = m.recipient and own.rail_id is not null)
       order by updated_at limit $1 for update skip locked)
     returning chain, txid, index`,
    [batchSize],
  )
  return { positions: [...new Map(rows.map((one) => [keyOf(one), one])).values()], read: rows.length }
}

const positionColumns = (positions: readonly Position[]) => [
  positions.map((one) => one.chain),
  positions.map((one) => one.txid),
  positions.map((one) => one.index),
]

/** A native coin in a wallet of ours pays for gas: house money, and no deposit. */
const gasAssets = Object.values(assets).flatMap(({ symbol, type }) => (type === 'crypto' ? [symbol] : []))

/** Transfers that we made ourselves, to collect coins. */
const isCollected = `exists (select from chains.attempt a join chains.carried c using (transaction_id)
  join chains.operation o on o.id = c.operation_id and o.purpose = 'collection' where (a.chain, a.hash) = (m.chain, m.txid))`

/** Coins that move between addresses of ours are no deposit. What leaves the omnibus wallet has left the books. */
const isFromUs = `exists (select from chains.deposit_address ours
    where (ours.family, ours.address) = (place.family, m.sender))
  or exists (select from chains.wallet ours where (ours.chain, ours.address) = (place.chain, m.sender)
    and ours.address <> '' and ours.key <> 'omnibus')`

/**
 * New coins for an outside wallet that turned out to be one of ours. Coins minted to a balance are booked by their
 * mint.
 */
const isStrayMint = `exists (select from chains.operation o where o.request_id = m.request_id and (o.purpose <> 'mint'
    or exists (select from issuance.mint where mint.id = o.subject and mint.destination is not null)))`

/**
 * Deposits are arrivals at a deposit address, assigned or not, and coins sent to another wallet of ours from outside.
 * Collections come from our own addresses.
 */
function arrivalsAt(tx: Tx, positions: readonly Position[]): Promise<Arrival[]> {
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
    [...positionColumns(positions), positions.map((one) => chains[one.chain].family), gasAssets],
  )
}

function depositsAt(tx: Tx, positions: readonly Position[]): Promise<Deposit[]> {
  return tx.query<Deposit>(
    `select d.* from unnest($1::text[], $2::text[], $3::integer[]) as place (chain, txid, index)
     join transfers.deposit d on (d.blockchain, d.txid, d.index) = (place.chain, place.txid, place.index)
     where d.state <> 'orphaned' for update of d`,
    positionColumns(positions),
  )
}

async function begin(env: Env, tx: Tx, arrivals: readonly Arrival[], by: By): Promise<void> {
  const rows = arrivals.map(({ height, amount, ...one }) => ({
    ...one,
    id: env.ids.uuid(by.at),
    state: machines.deposit.initial,
    height: String(height),
    amount: String(amount),
  }))
  await setActor(tx, by)
  await tx.query(
    `insert into transfers.deposit (id, institution_id, asset, blockchain, txid, index, block, height, sender, address,
       source, at_key, quantity, state, created_at, updated_at)
     select id, institution_id, asset, chain, txid, index, block, height, sender, recipient, source, at_key, amount, state,
       $2, $2
     from jsonb_to_recordset($1) as seen (id uuid, institution_id uuid, asset text, chain text, txid text, index integer,
       block text, height numeric, sender text, recipient text, source integer, at_key text, amount numeric,
       state text)`,
    [JSON.stringify(rows), by.at],
  )
  await moveRows(tx, depositMachine, rows, 'include', by)
}

async function minedAgain(tx: Tx, { id }: Deposit, { block, height }: Arrival): Promise<void> {
  await tx.query('update transfers.deposit set block = $2, height = $3 where id = $1', [id, block, height])
}

async function orphan(env: Env, tx: Tx, dropped: readonly Deposit[], by: By): Promise<void> {
  const open = dropped.filter((one) => one.state === 'confirming')
  await moveRows(tx, depositMachine, open, 'orphan', { ...by, why: 'dropped by the chain' })
  const booked = dropped.filter((one) => one.state !== 'confirming')
  // Final is final: a watcher halts a chain that reverts a final block, and a person decides.
  if (booked.length > 0) env.log.error({ deposits: idsOf(booked) }, 'booked deposits are no longer on their chain')
}
