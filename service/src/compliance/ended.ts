import type { Tx } from '../base/database/db.ts'

// Decisions of two people about incoming items, for the rooms that execute them.

/** The return address of each of these rejected items; those without an address are left out. */
export async function returnAddresses(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; address: string }>(
    `select id, address from unnest($1::uuid[]) id cross join lateral (select compliance.return_address(id)) to_ (address)
     where address is not null`,
    [ids],
  )
  return new Map(rows.map(({ id, address }) => [id, address]))
}

/** The hold by which each of these was frozen. */
export async function frozenHolds(tx: Tx, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; hold: string }>(
    'select id, compliance.frozen_hold(id) as hold from unnest($1::uuid[]) id',
    [ids],
  )
  return new Map(rows.map(({ id, hold }) => [id, hold]))
}
