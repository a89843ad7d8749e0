import { type ChainCode, chains } from '@specie/protocol/chains.ts'
import type { Sql } from '../../base/database/db.ts'

/** The institution whose deposit address this is; null if there is none. */
export async function ownerOfAddress(sql: Sql, chain: ChainCode, address: string): Promise<string | null> {
  const { family } = chains[chain]
  const [row] = await sql.query<{ institution_id: string | null }>(
    `select institution_id from chains.deposit_address
     where family = $1 and lower(address) = lower($2) and ($1 = 'evm' or address = $2)`,
    [family, address],
  )
  return row?.institution_id ?? null
}
