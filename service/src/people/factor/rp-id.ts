import { BadSetting, type Config } from '../../base/config.ts'
import type { Sql } from '../../base/database/db.ts'

/** Passkeys belong to one host name. An IP address cannot have any. */
export function rpIdOf(origin: string): string | null {
  const { hostname } = new URL(origin)
  return /^[\d.]+$|^\[/.test(hostname) ? null : hostname
}

/**
 * Throws in production when PORTAL_ORIGIN has another host name than the registered passkeys. They would all stop
 * working, and people would be locked out. FORMER_RP_ID confirms the change.
 */
export async function assertSameRpId(
  sql: Sql,
  { environment, portalOrigin, formerRpId }: Pick<Config, 'environment' | 'portalOrigin' | 'formerRpId'>,
): Promise<void> {
  if (environment !== 'production' || portalOrigin === null) return
  const [other] = await sql.query<{ host: string; passkeys: bigint }>(
    `select rp_id as host, count(*) as passkeys from people.passkey
     where removed_at is null and rp_id <> $1 and rp_id is distinct from $2 group by 1 order by 2 desc limit 1`,
    [rpIdOf(portalOrigin) ?? '', formerRpId],
  )
  if (!other) return
  throw new BadSetting(
    `PORTAL_ORIGIN is ${portalOrigin}, but passkeys were registered for ${other.host} (${other.passkeys}) that would not work ` +
      `there; set PORTAL_ORIGIN back to https://${other.host}. To move permanently, set FORMER_RP_ID=${other.host}; ` +
      `then people sign in with a password or by a recovery link, and add new passkeys.`,
  )
}
