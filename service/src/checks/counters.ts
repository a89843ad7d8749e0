import type { Sql } from '../base/database/db.ts'
import { type CheckRow, row, type Rule } from './rule.ts'

// Counters that change with every call have no row versions. A versioned table records their value at some time, which must
// remain valid.

export const counterRules: readonly Rule[] = [
  {
    invariant: 'V1',
    what: 'no row younger than 90 days is missing',
    breaks: `select format('work.horizon %s: %s', name, before) from work.horizon where before > now() - interval '90 days'`,
  },
  {
    invariant: 'A1',
    what: 'no nonce has fallen',
    breaks: `
      select format('access.key_use %s: its nonce is %s, and was %s', m.key_id, coalesce(u.last_nonce::text, 'gone'), m.nonce)
      from access.nonce_mark m left join access.key_use u on u.key_id = m.key_id
      where u.last_nonce is null or u.last_nonce < m.nonce`,
  },
  {
    invariant: 'A1',
    what: 'no key has returned to earlier rights',
    breaks: `
      select format('access.key_use %s: its version is %s, and was %s', m.key_id, coalesce(u.version::text, 'gone'), m.version)
      from access.nonce_mark m left join access.key_use u on u.key_id = m.key_id
      where u.version is null or u.version < m.version`,
  },
  {
    invariant: 'L6',
    what: 'closed counts of the desk’s trades are unchanged',
    breaks: `
      select format('trading.desk_flow %s of %s: %s/%s, and was %s/%s', c.symbol, c.began, coalesce(f.base::text, 'gone'),
        coalesce(f.quote::text, 'gone'), c.base, c.quote)
      from trading.closed_flow c left join trading.desk_flow f on (f.symbol, f.began) = (c.symbol, c.began)
      where (f.base, f.quote) is distinct from (c.base, c.quote)`,
  },
]

/** Clocks of processes differ slightly. */
const ahead = '1 minute'

/** No version records when a session was last seen. A session seen in the future would not end when idle. */
export async function checkSeen(sql: Sql, now: Date): Promise<CheckRow> {
  const rows = await sql.query<{ id: string; at: Date }>(
    `select id, seen_at as at from people.session where seen_at > $1::timestamptz + interval '${ahead}' order by id`,
    [now],
  )
  const breaks = rows.map(
    ({ id, at }) => `people.session ${id} was last seen at ${at.toISOString()}, which is still to come`,
  )
  return row('A1', 'no session was seen later than now', breaks)
}
