// A primary that was frozen while another server was promoted still considers itself primary. Only the timeline
// distinguishes them: each promotion begins the next one. So a process never accepts a lower timeline than the highest
// it has seen.

/** The cluster of a server, and its latest known timeline. */
export type Identity = { readonly system: string; readonly timeline: number }

/** A server that we do not use: a standby, a read-only one, an old primary, or one of another cluster. */
export class NotPrimary extends Error {
  override name = 'NotPrimary'
}

export type SeenServers = {
  highest(): Identity | null
  /** Throws `NotPrimary` for a server of another cluster or of an earlier timeline; otherwise remembers it. */
  accept(found: Identity, host: string): void
  /** Remembers a timeline that some server knows, even if its primary is unknown. */
  learn(found: Identity): void
  /** Registers a listener that is called when a higher timeline is seen. */
  onPromotion(listener: () => void): void
}

export function seenServers(): SeenServers {
  let highest: Identity | null = null
  let promoted = () => {}

  function learn(found: Identity): void {
    if (highest !== null && (found.system !== highest.system || found.timeline <= highest.timeline)) return
    const isFirst = highest === null
    highest = found
    if (!isFirst) promoted()
  }

  return {
    highest: () => highest,
    learn,
    onPromotion: (listener) => void (promoted = listener),
    accept: (found, host) => {
      if (highest !== null && found.system !== highest.system)
        throw new NotPrimary(
          `the server at ${host} belongs to another cluster (system identifier ${found.system}, not ${highest.system}): ` +
            'name servers of one cluster, and restart the process if the database has moved',
        )
      if (highest !== null && found.timeline < highest.timeline)
        throw new NotPrimary(
          `the server at ${host} is an old primary (timeline ${found.timeline}; the latest is ${highest.timeline}): ` +
            'stop it, and let it follow the new one',
        )
      learn(found)
    },
  }
}

export function assertPrimary({ standby, readonly }: { standby: boolean; readonly: boolean }, host: string): void {
  if (standby) throw new NotPrimary(`the server at ${host} is a standby; name the primary, or all servers`)
  if (readonly) throw new NotPrimary(`the server at ${host} takes no writes (default_transaction_read_only)`)
}

/**
 * For a select list. A primary reports the timeline that it writes, which its control file has only after the next
 * checkpoint. A standby reports its control file, which may lag behind.
 */
export const identityColumns = `pg_is_in_recovery() as standby, current_setting('transaction_read_only')::boolean as readonly,
  (select system_identifier::text from pg_control_system()) as system,
  case when pg_is_in_recovery()
    then greatest((select timeline_id from pg_control_checkpoint()), (select min_recovery_end_timeline from pg_control_recovery()))
    else ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::int end as timeline`
