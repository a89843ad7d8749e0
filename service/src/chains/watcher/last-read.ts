import type { ChainCode } from '@specie/protocol/chains.ts'
import type { Sql } from '../../base/database/db.ts'

/** When something new was last read of each chain. */
export async function lastRead(sql: Sql): Promise<Map<ChainCode, Date>> {
  const rows = await sql.query<{ chain: ChainCode; at: Date }>('select chain, read_at as at from chains.cursor')
  return new Map(rows.map(({ chain, at }) => [chain, at]))
}
