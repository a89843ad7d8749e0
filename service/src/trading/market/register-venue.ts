import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
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
  await audit(tx, { actor: by, action: 'venue.added', subject: name, detail: { institutionid: institutionId } })
}
