import { machines } from '@specie/protocol/machines.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { setActor, type By } from '../../base/state-machine/move.ts'
import { type Arrival, arrivalsAt, type Position, readPositions } from '../../chains/watcher/arrivals.ts'
import { orphan } from './orphan.ts'
import { type Deposit, depositMachine } from './row.ts'
import { batchSize, moveRows, type Work } from '../../base/state-machine/transitions.ts'

// Stored movements of the watcher become deposits. A position (chain, transaction, index) is read in its current state, not
// by its events, so the number of reorganisations between two reads does not matter.

export const keyOf = ({ chain, txid, index }: Position): string => `${chain} ${txid} ${index}`

export const positionOf = ({ blockchain: chain, txid, index }: Deposit): Position => ({ chain, txid, index })

export const readDeposits: Work = async (env, tx) => {
  const { positions, read } = await changedPositions(tx)
  if (read === 0) return 0
  const by = { actor: 'chain', why: 'seen in a block', at: env.clock.now() }
  const now = new Map((await arrivalsAt(env, tx, positions)).map((one) => [keyOf(one), one]))
  const stored = new Map((await depositsAt(tx, positions)).map((one) => [keyOf(positionOf(one)), one]))
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

/** The positions that have changed since the last read; this transaction marks them as read. */
async function changedPositions(tx: Tx): Promise<{ positions: Position[]; read: number }> {
  const rows = await readPositions(tx, batchSize)
  return { positions: [...new Map(rows.map((one) => [keyOf(one), one])).values()], read: rows.length }
}

function depositsAt(tx: Tx, positions: readonly Position[]): Promise<Deposit[]> {
  return tx.query<Deposit>(
    `select d.* from unnest($1::text[], $2::text[], $3::integer[]) as place (chain, txid, index)
     join transfers.deposit d on (d.blockchain, d.txid, d.index) = (place.chain, place.txid, place.index)
     where d.state <> 'orphaned' for update of d`,
    [positions.map((one) => one.chain), positions.map((one) => one.txid), positions.map((one) => one.index)],
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
