import { audit } from '../base/audit/audit.ts'
import { markText, markVerifier } from '../base/database/trace-key.ts'
import { streamNames } from '../base/audit/sealed-stream.ts'
import type { Db, Sql } from '../base/database/db.ts'
import { chainRule } from './audit.ts'
import { failedAction, passedAction, ruleName } from './noted.ts'
import { type CheckRange, type CheckRow, fullRange, isBroken, row } from './rule.ts'

// The start of the next check. The audit chain has the end of the last successful check, with the mark of the service;
// otherwise any writer of the chain could claim a check that never ran.

type Places = Readonly<Record<(typeof streamNames)[number], bigint>>

/** The number of newest entries that are searched. */
const maxEntries = 1_000

/** The extent of a check. The end of the sealed data, and the end of the chain. */
export type Seen = { readonly places: Places; readonly head: string }

export async function seenNow(sql: Sql): Promise<Seen> {
  const [end] = await sql.query<{ seq: bigint; hash: Buffer }>('select seq, hash from audit.head')
  return { places: await sealedPlaces(sql), head: `${end!.seq}/${end!.hash.toString('hex')}` }
}

async function sealedPlaces(sql: Sql): Promise<Places> {
  const seals = await sql.query<{ stream: string; last: bigint }>(
    'select stream, max(last) as last from audit.seal group by stream',
  )
  const of = (stream: string) => seals.find((one) => one.stream === stream)?.last ?? 0n
  return { journals: of('journals'), orders: of('orders'), versions: of('versions'), history: of('history') }
}

/** The text under the mark. The end of the chain prevents repeating the entry of another chain in this one. */
const textOf = (detail: Readonly<Record<string, string>>): string =>
  ['check', detail['head'], ...streamNames.map((stream) => detail[stream] ?? '0')].join('/')

/** Without the key there is no mark, so the entry proves no check. */
function detailOf({ places, head }: Seen, traceKey: Uint8Array | null): Record<string, string> {
  if (traceKey === null) return {}
  const recorded = { ...Object.fromEntries(streamNames.map((stream) => [stream, String(places[stream])])), head }
  const { session, mark } = markText(traceKey, textOf(recorded))
  return { ...recorded, session, mark: mark.toString('hex') }
}

type Passed = { readonly seq: bigint; readonly detail: Record<string, string> }

/** The start of the check, and entries with a false claim. Without the key no entry is trusted. */
export async function lastChecked(
  sql: Sql,
  traceKey: Uint8Array | null,
): Promise<{ since: CheckRange; named: CheckRow }> {
  const what = 'who says how far a check has come has the mark of the service'
  if (traceKey === null)
    return { since: fullRange, named: { ...row('V1', what, []), note: 'not looked at: TRACE_KEY is not set' } }
  const isMark = markVerifier(traceKey)
  const claims = (await passedEntries(sql)).filter(({ detail }) => Object.keys(detail).length > 0)
  const heads = await hashesOf(
    sql,
    claims.map(({ detail }) => detail['head'] ?? ''),
  )
  const isOurs = ({ seq, detail }: Passed): boolean => {
    const { head = '', session = '', mark = '' } = detail
    if (!heads.has(head) || BigInt(head.split('/')[0]!) >= seq) return false
    return isMark({ session, mark: Buffer.from(mark, 'hex') }, textOf(detail))
  }
  const valid = claims.findIndex(isOurs)
  // Checks of an earlier version have no mark: none of them follows a check with one.
  const falseOnes = valid < 0 ? [] : claims.slice(0, valid)
  return {
    since: valid < 0 ? fullRange : await rangeAfter(sql, claims[valid]!.detail),
    named: row(
      'V1',
      what,
      falseOnes.map(({ seq }) => `audit.entry ${seq} was written manually`),
    ),
  }
}

/** A corrupted entry may not be JSON. The verification of the chain names it. */
async function passedEntries(sql: Sql): Promise<Passed[]> {
  const rows = await sql.query<{ seq: bigint; detail: Record<string, string> | null }>(
    `select seq, base.json_object(body) -> 'detail' as detail from audit.entry
     where body like '%"action":"${passedAction}"%' and base.json_object(body) ->> 'action' = '${passedAction}'
     order by seq desc limit ${maxEntries}`,
  )
  return rows.map(({ seq, detail }) => ({ seq, detail: detail ?? {} }))
}

/** Before the first entry. */
const emptyChain = `0/${'0'.repeat(64)}`

/** The heads that the chain has. */
async function hashesOf(sql: Sql, heads: readonly string[]): Promise<Set<string>> {
  const rows = await sql.query<{ head: string }>(
    `select seq || '/' || encode(hash, 'hex') as head from audit.entry where seq || '/' || encode(hash, 'hex') = any ($1)
       and seq = any ($2::bigint[])`,
    [heads, heads.map((head) => /^\d{1,18}/.exec(head)?.[0] ?? '0')],
  )
  return new Set([emptyChain, ...rows.map(({ head }) => head)])
}

/** Never beyond the sealed data, for any content of the entry. */
async function rangeAfter(sql: Sql, detail: Record<string, string>): Promise<CheckRange> {
  const sealed = await sealedPlaces(sql)
  const of = (stream: (typeof streamNames)[number]): bigint => {
    const recorded = BigInt(detail[stream] ?? 0)
    return recorded < sealed[stream] ? recorded : sealed[stream]
  }
  return {
    full: false,
    journals: of('journals'),
    orders: of('orders'),
    versions: of('versions'),
    history: of('history'),
  }
}

/** Broken rules are recorded by name only. Details may name people. A broken chain gets no entry. */
export async function noteResult(
  db: Db,
  rows: readonly CheckRow[],
  seen: Seen,
  traceKey: Uint8Array | null,
): Promise<void> {
  const broken = rows.filter(isBroken)
  if (broken.some(({ what }) => what === chainRule)) return
  const [action, detail] =
    broken.length === 0
      ? ([passedAction, detailOf(seen, traceKey)] as const)
      : ([failedAction, { broken: broken.map(ruleName) }] as const)
  await db.tx((tx) => audit(tx, { actor: 'check', action, subject: 'specie check', detail }))
}
