import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'

/** Registers the institution that holds the inventory of a venue. From then on its quotes are used. */
export async function registerVenue(
  env: Pick<Env, 'clock'>,
  tx: Tx,
  name: string,
  institutionId: string,
  by: string,
): Promise<void> {
  const at = env.clock.now()
  await tx.query('insert into trading.venue (name, institution_id, created_at) values ($1, $2, $3)', [
    name,
    institutionId,
    at,
  ])
  audit(tx, { actor: by, action: 'venue.added', subject: name, detail: { institutionid: institutionId } })
}

/** The institutions that hold the inventories of venues, by the venue's name. */
export async function venueHolders(sql: Sql): Promise<Map<string, string>> {
  const rows = await sql.query<{ name: string; institution_id: string }>({
    name: 'trading.venues',
    text: 'select name, institution_id from trading.venue',
  })
  return new Map(rows.map((row) => [row.name, row.institution_id]))
}
