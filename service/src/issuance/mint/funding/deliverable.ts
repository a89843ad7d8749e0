import type { Sql, Tx } from '../../../base/database/db.ts'
import type { Env } from '../../../base/env.ts'
import { dropIntent, lockIntent } from '../../../base/jobs/intents.ts'
import { moveRows, byService } from '../../../base/state-machine/transitions.ts'
import { haltOf } from '../../../chains/outbox/operations.ts'
import { usabilityOf, walletDecided, walletUsable } from '../../../destinations/address/usable.ts'
import { coinCodes } from '../../../ledger/coin.ts'
import { type Conversion, conversionMachine, endMint, intentOf, returnCrypto, type StartedConversion } from './row.ts'

// No crypto is sold for a mint whose coins could not be delivered. A mint to a revoked wallet ends, and its funding is
// returned. A mint to a suspended wallet, or of a halted coin, waits.

/** SQL: the coins of the mint `m` to the wallet `a` could be delivered now. `$1`: `haltedCoins`. */
export const isDeliverable = `(m.address_id is null or ${walletUsable}) and (m.fulfilment <> 'issuance' or m.asset <> all($1))`

/** Coins that cannot be minted now. */
export async function haltedCoins(sql: Sql): Promise<string[]> {
  const halts = await Promise.all(coinCodes.map(async (coin) => ({ coin, halt: await haltOf(sql, coin) })))
  return halts.flatMap(({ coin, halt }) => (halt === null ? [] : [coin]))
}

/** Whether the coins of this mint could be delivered now. */
export async function mayDeliver(sql: Sql, id: string): Promise<boolean> {
  const rows = await sql.query(
    `select from issuance.mint m left join destinations.withdrawal_wallet a on a.id = m.address_id
     where m.id = $2 and ${isDeliverable}`,
    [await haltedCoins(sql), id],
  )
  return rows.length > 0
}

/** The same in the transaction that takes its crypto. The wallet is locked, so a revocation waits for the end. */
export async function mayDeliverIn(tx: Tx, { id, address_id }: { id: string; address_id: string | null }) {
  if (address_id !== null && (await usabilityOf(tx, [address_id])).get(address_id) !== 'usable') return false
  return mayDeliver(tx, id)
}

const undeliverable = `select c.* from issuance.conversion c join issuance.mint m using (id)
  join destinations.withdrawal_wallet a on a.id = m.address_id
  where c.state in ('waiting_deposit', 'converting') and m.state = 'funding' and not m.on_hold
    and ${walletDecided} and not ${walletUsable}`

const reason = 'Its wallet has been revoked.'

/** Ends the mints to revoked wallets, unless their crypto is sold. */
export async function endUndeliverable(env: Env): Promise<number> {
  const found = await env.db.query<Conversion>(`${undeliverable} order by c.created_at, c.id`)
  let ended = 0
  for (const { id } of found) if (await env.db.tx((tx) => endOne(env, tx, id))) ended += 1
  return ended
}

/** Locked in the order of a sale's settlement: intent, conversion, mint. */
async function endOne(env: Env, tx: Tx, id: string): Promise<boolean> {
  await lockIntent(tx, intentOf(id))
  const [one] = await tx.query<StartedConversion>(`${undeliverable} and c.id = $1 for update of c, m skip locked`, [id])
  if (!one) return false
  const by = byService(env, reason)
  if (one.state === 'converting') {
    if (!(await dropIntent(tx, intentOf(id), by.at, null))) return false
    await returnCrypto(env, tx, one, 'reject', reason, by)
    return true
  }
  await moveRows(tx, conversionMachine, [one], 'cancel', by, { reason })
  await endMint(tx, id, 'fail', reason, by)
  return true
}
