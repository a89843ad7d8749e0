import { audit } from '../../base/audit/audit.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'

/** Says in whose account the inventory of a venue lies. From then on its quotes are traded on. */
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
