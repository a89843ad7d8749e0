import type { Sql } from '../database/db.ts'
import type { Env } from '../env.ts'
import { hashWithout, liveRows } from './row-versions.ts'
import { markVerifier, type Version, versionText } from '../database/trace-key.ts'

// Whether the service has written a row in its current form. A person with the database password can write any row; the
// marks of its versions need TRACE_KEY (trace-key.ts). For the last check before money leaves.

type Known = Version & { readonly live: Buffer | null }

/**
 * The rows among these (`table/key`) whose content has no valid mark, or that are missing. Without a key all rows pass.
 */
export async function unmarkedRows(env: Env, sql: Sql, rows: Iterable<string>): Promise<Set<string>> {
  const { traceKey } = env.config
  if (traceKey === null) return new Set()
  const isMark = markVerifier(traceKey)
  const doubtful = new Set<string>()
  for (const [table, names] of Map.groupBy(new Set(rows), tableOf)) {
    const versions = Map.groupBy(await versionsOf(env, sql, table, names.map(keyOf)), ({ id }) => id)
    for (const name of names) if (!isVouched(versions.get(keyOf(name)) ?? [], isMark)) doubtful.add(name)
  }
  return doubtful
}

const tableOf = (name: string): string => name.slice(0, name.indexOf('/'))
const keyOf = (name: string): string => name.slice(name.indexOf('/') + 1)

/**
 * All versions have a mark and follow each other, back to the first one or to one that a migration wrote with the key.
 * That migration accepted the row as it was.
 */
function isVouched(newestFirst: readonly Known[], isMark: ReturnType<typeof markVerifier>): boolean {
  const [last] = newestFirst
  if (last === undefined || last.live?.equals(last.hash) !== true) return false
  for (const [n, version] of newestFirst.entries()) {
    if (!isMark(version, versionText(version))) return false
    if (version.role === 'migration') return true
    const before = newestFirst[n + 1]
    if (before !== undefined && !follows(version, before)) return false
  }
  return true
}

/** Compares the columns that both cover. The version after a deletion follows nothing. */
const follows = ({ was, shape }: Version, before: Version): boolean =>
  was === null ? before.hash.length === 0 : before.shape !== shape || before.hash.equals(was)

/** Newest first, each with the hash of the current row, without the columns that the version does not cover. */
function versionsOf({ runtime }: Env, sql: Sql, table: string, keys: readonly string[]): Promise<Known[]> {
  const versioning = runtime.rooms.tables[table]!
  const [column] = versioning.key
  // So that the index of the key finds them.
  const cast = column === 'id' ? '::uuid[]' : ''
  const live = liveRows(`(select * from ${table} where ${column} = any($2::text[]${cast}))`, versioning)
  return sql.query<Known>(
    `select v.seq, v.committed::text, v.name, v.id, v.shape, v.was, v.hash, v.role, v.session, v.mark,
       (select ${hashWithout('live.content', [])} from (select live.content - array(
          select key from jsonb_object_keys(live.content) key where key <> all(s.columns)) as content) live) as live
     from audit.version v join audit.shape s on s.id = v.shape left join ${live} live on live.id = v.id
     where v.name = $1 and v.id = any($2::text[]) order by v.id, v.seq desc`,
    [table, keys],
  )
}
