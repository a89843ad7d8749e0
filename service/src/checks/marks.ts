import type { Sql } from '../base/database/db.ts'
import { markVerifier, type Version, versionText } from '../base/database/trace-key.ts'
import { type CheckRow, type Progress, row } from './rule.ts'

// V1: every row version has the mark of the service's key (base/database/trace-key.ts). The database does not have that key,
// so marks are computed here; even the owner of the database cannot write a row in the service's name.

const what = 'every change of a row has the mark of the service'
const page = 5_000
/** The number of examples in the result. */
const maxExamples = 100

/** `after`: only versions of later transactions; null for all. */
export async function checkMarks(
  sql: Sql,
  traceKey: Uint8Array | null,
  after: bigint | null,
  progress: Progress = () => {},
): Promise<CheckRow> {
  progress(what)
  if (traceKey === null) return { ...row('V1', what, []), note: 'not looked at: TRACE_KEY is not set' }
  const isMark = markVerifier(traceKey)
  const breaks: string[] = []
  const first = await firstMark(sql)
  for await (const version of versionsAfter(sql, after ?? 0n)) {
    if (breaks.length === maxExamples) break
    // Versions before the first mark had no key. They are sealed, and a migration has rewritten each row once.
    const isOlder = first !== null && version.seq < first.seq && BigInt(version.committed) < first.committed
    if (!isOlder && !isMark(version, versionText(version)))
      breaks.push(`${version.name} ${version.id} was written manually, or by an earlier version of the service`)
  }
  return row('V1', what, breaks)
}

/** Number and transaction. A forger of a version can choose its number, but no transaction before the first mark. */
async function firstMark(sql: Sql): Promise<{ seq: bigint; committed: bigint } | null> {
  const [found] = await sql.query<{ seq: bigint; committed: string }>(
    'select seq, committed::text from audit.version where mark is not null order by seq limit 1',
  )
  return found ? { seq: found.seq, committed: BigInt(found.committed) } : null
}

async function* versionsAfter(sql: Sql, after: bigint): AsyncGenerator<Version> {
  for (let [committed, seq] = [String(after), -1n]; ;) {
    const rows = await sql.query<Version>(
      `select seq, committed::text, name, id, shape, was, hash, role, session, mark from audit.version
       where (committed, seq) > (($1::text)::xid8, $2) ${seq < 0n ? 'and committed > ($1::text)::xid8' : ''}
       order by committed, seq limit ${page}`,
      [committed, seq],
    )
    yield* rows
    if (rows.length < page) return
    ;({ committed, seq } = rows.at(-1)!)
  }
}
