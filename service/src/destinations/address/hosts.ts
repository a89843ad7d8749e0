import type { Tx } from '../../base/database/db.ts'
import type { Address } from './row.ts'

export type Host = Pick<Address, 'id' | 'address' | 'vasp' | 'travel_address' | 'beneficiary'>

/** The wallets by id, with their providers and owners. */
export async function hostsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Host>> {
  const rows = await tx.query<Host>(
    'select id, address, vasp, travel_address, beneficiary from destinations.address where id = any($1::uuid[])',
    [ids],
  )
  return new Map(rows.map((one) => [one.id, one]))
}
