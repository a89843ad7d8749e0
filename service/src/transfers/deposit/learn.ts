import type { AssetCode } from '@specie/protocol/assets.ts'
import { assets } from '@specie/protocol/assets.ts'
import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import { machines } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { setActor, type By } from '../../base/state-machine/move.ts'
import { type Deposit, depositMachine } from './row.ts'
import { batchSize, idsOf, moveRows, type Work } from '../../base/state-machine/transitions.ts'

// What the watcher has stored becomes deposits. A place (chain, transaction, index) is looked at as it is now, not by
// what happened to it: so it does not matter how many reorganisations lie between two looks.

type Place = { chain: ChainCode; txid: string; index: number }

/** What stands at a place now, if it is a deposit. */
type Arrival = Place & {
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

const keyOf = ({ chain, txid, index }: Place): string => `${chain} ${txid} ${index}`

export const learnOfDeposits: Work = async (env, tx) => {
  const { places, read } = await changedPlaces(tx)
  if (read === 0) return 0
  const by = { actor: 'chain', why: 'seen in a block', at: env.clock.now() }
  const now = new Map((await arrivalsAt(tx, places)).map((one) => [keyOf(one), one]))
  const known = new Map((await depositsAt(tx, places)).map((one) => [keyOf({ ...one, chain: one.blockchain }), one]))
  const fresh = [...now].filter(([key]) => !known.has(key)).map(([, one]) => one)
  await begin(env, tx, fresh, by)
  const gone: Deposit[] = []
  for (const [key, deposit] of known) {
    const arrival = now.get(key)
    if (arrival === undefined) gone.push(deposit)
    else if (arrival.block !== deposit.block) await minedAgain(tx, deposit, arrival)
  }
  await orphan(env, tx, gone, by)
  return read
}

/**
 * Where something has changed since the last look; with this transaction it has been seen. What comes to the address of
 * a payment rail is left for the rail to read.
 */
async function changedPlaces(tx: Tx): Promise<{ places: Place[]; read: number }> {
  const rows = await tx.query<Place>(
    `update chains.movement set unread = false where id in (
       select id from chains.movement m where unread
         and not exists (select from chains.deposit_address own where own.family in ('evm', 'solana')
           and own.address = m.recipient and own.rail_id is not null)
       order by updated_at limit $1 for update skip locked)
     returning chain, txid, index`,
    [batchSize],
  )
  return { places: [...new Map(rows.map((one) => [keyOf(one), one])).values()], read: rows.length }
}

const placeColumns = (places: readonly Place[]) => [
  places.map((one) => one.chain),
  places.map((one) => one.txid),
  places.map((one) => one.index),
]

/** A chain's own coin in a wallet of ours pays for gas: house money, and no deposit. */
const gasAssets = Object.values(assets).flatMap(({ symbol, type }) => (type === 'crypto' ? [symbol] : []))

/** What we have moved ourselves, to where it belongs. */
const isCollected = `exists (select from chains.attempt a join chains.carried c using (transaction_id)
  join chains.operation o on o.id = c.operation_id and o.purpose = 'collection' where (a.chain, a.hash) = (m.chain, m.txid))`

/** Coins that move between addresses of ours are no deposit. What leaves the omnibus wallet has left the books. */
const isFromUs = `exists (select from chains.deposit_address ours
    where (ours.family, ours.address) = (place.family, m.sender))
  or exists (select from chains.wallet ours where (ours.chain, ours.address) = (place.chain, m.sender)
    and ours.address <> '' and ours.key <> 'omnibus')`

/** New coins for somebody else's wallet, which turned out to be one of ours. Those for a balance have their own story. */
const isStrayMint = `exists (select from chains.operation o where o.request_id = m.request_id and (o.purpose <> 'mint'
    or exists (select from issuance.mint where mint.id = o.subject and mint.destination is not null)))`

/**
 * A deposit is what comes to a deposit address, handed out or not, and coins that somebody sent to another wallet of ours.
 * What we collect comes from our own addresses.
 */
function arrivalsAt(tx: Tx, places: readonly Place[]): Promise<Arrival[]> {
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
    [...placeColumns(places), places.map((one) => chains[one.chain].family), gasAssets],
  )
}

function depositsAt(tx: Tx, places: readonly Place[]): Promise<Deposit[]> {
  return tx.query<Deposit>(
    `select d.* from unnest($1::text[], $2::text[], $3::integer[]) as place (chain, txid, index)
     join transfers.deposit d on (d.blockchain, d.txid, d.index) = (place.chain, place.txid, place.index)
     where d.state <> 'orphaned' for update of d`,
    placeColumns(places),
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

async function orphan(env: Env, tx: Tx, gone: readonly Deposit[], by: By): Promise<void> {
  const open = gone.filter((one) => one.state === 'confirming')
  await moveRows(tx, depositMachine, open, 'orphan', { ...by, why: 'dropped by the chain' })
  const booked = gone.filter((one) => one.state !== 'confirming')
  // Final is final: a chain that takes it back is halted by its watcher, and a person decides.
  if (booked.length > 0) env.log.error({ deposits: idsOf(booked) }, 'booked deposits are no longer on their chain')
}
