import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../database.ts'

const sender = { partyname: { name: 'Northwind AG' }, address: { country: 'CH' }, partytype: 'company' }

/** An active rail of this institution. */
export async function railOf({ app }: TestDatabase, institutionId: string): Promise<string> {
  const id = randomUUID()
  await app.tx(async (tx) => {
    await tx.query(`select state.set_actor('test', 'by hand', now())`)
    await tx.query(
      `insert into rails.rail (id, institution_id, railtype, sender, asset, currency, blockchain, destination, state,
         created_at, updated_at)
       values ($1, $2, 'FiatToStablecoin', $3, 'VCHF', 'CHF', 'ETH', '0x', 'pending', now(), now())`,
      [id, institutionId, JSON.stringify(sender)],
    )
    await tx.query(`update rails.rail set state = 'active' where id = $1`, [id])
  })
  return id
}

/** A rail payment that waits for a person. */
export async function stuckPayment({ app }: TestDatabase, railId: string): Promise<string> {
  const id = randomUUID()
  await app.tx(async (tx) => {
    await tx.query(`select state.set_actor('test', 'by hand', now())`)
    await tx.query(
      `insert into rails.payment (id, institution_id, rail_id, source, received, received_currency, sent_currency, state,
         created_at, updated_at)
       select $1::uuid, institution_id, id, $1::uuid::text, 100000, 'CHF', 'VCHF', 'received', now(), now()
       from rails.rail where id = $2`,
      [id, railId],
    )
    await tx.query(`update rails.payment set stuck = 'conversion' where id = $1`, [id])
  })
  return id
}

/** Coins of this institution in a block of a chain. */
export async function depositOf({ app }: TestDatabase, institutionId: string): Promise<string> {
  const id = randomUUID()
  await app.tx(async (tx) => {
    await tx.query(`select state.set_actor('test', 'by hand', now())`)
    await tx.query(
      `insert into transfers.deposit (id, institution_id, asset, blockchain, txid, index, block, height, address, quantity, state,
         created_at, updated_at)
       values ($1::uuid, $2, 'VCHF', 'ETH', $1::uuid::text, 0, '0xb', 1, '0xa', 5000000, 'seen', now(), now())`,
      [id, institutionId],
    )
  })
  return id
}

/** A requested mint of this institution. */
export async function mintOf({ app }: TestDatabase, institutionId: string): Promise<string> {
  const id = randomUUID()
  await app.tx(async (tx) => {
    await tx.query(`select state.set_actor('test', 'by hand', now())`)
    await tx.query(
      `insert into issuance.mint (id, institution_id, asset, blockchain, quantity, fulfilment, address, cost, charge,
         funding_currency, spent, asked_settlement, state, created_at, updated_at)
       values ($1, $2, 'VCHF', 'ETH', 1000000, 'issuance', '0xa', 100, 0, 'CHF', 100, now(), 'requested', now(), now())`,
      [id, institutionId],
    )
  })
  return id
}
