import { type RecordedHead, verifyChain } from '../base/audit/audit.ts'
import type { Sql } from '../base/database/db.ts'
import { type CheckRow, type Progress, row, type CheckRange } from './rule.ts'
import type { Stream } from '../base/audit/sealed-stream.ts'
import { type Content, contentOf, sealDetail } from '../base/audit/seals.ts'
import { verifyHeads } from '../base/audit/verify-heads.ts'
import { faultyDecisions } from './evidence/approvals.ts'
import { faultySignatures } from './evidence/signatures.ts'
import { rooms } from '../rooms.ts'
import { headsAfter } from '../base/audit/signed-head.ts'

// V1: the chain is complete from its first entry, its heads are signed, and sealed data has not changed.

type Seal = Content & { id: bigint; first: bigint; last: bigint }

/** Trusted input that does not come from the database. */
export type Anchor = {
  readonly auditKey?: Uint8Array | null
  /** Verifies the marks of row versions; null if they cannot be verified. */
  readonly traceKey?: Uint8Array | null
  /** Signed heads kept elsewhere, and the problems of invalid ones. */
  readonly heads?: readonly RecordedHead[]
  readonly bad?: readonly string[]
}

/** A broken chain gets no more entries. */
export const chainRule = 'the audit chain follows from its first entry'

export async function checkAudit(
  sql: Sql,
  since: CheckRange,
  progress: Progress = () => {},
  anchor: Anchor = {},
): Promise<CheckRow[]> {
  progress('the audit chain')
  const verdict = await verifyChain(sql, anchor.heads)
  const chain = verdict.ok ? [] : [`audit.entry ${verdict.seq}: ${verdict.fault}`]
  const rows = [
    row('V1', chainRule, chain),
    row('V1', 'its signed heads are in it', [
      ...(anchor.bad ?? []),
      ...(await badSignatures(sql, anchor.auditKey ?? null)),
    ]),
    row('V1', 'every seal is named by the chain', await unnamedSeals(sql)),
    row('V1', 'every decision of two people has its entry and its evidence', await faultyDecisions(sql)),
    row('V1', 'every signature under an agreement has its entry and its evidence', await faultySignatures(sql)),
  ]
  for (const stream of rooms.sealed) rows.push(await checkStream(sql, stream, since, progress))
  return rows
}

/** The trusted key is the given one, otherwise that of the first signature. */
async function badSignatures(sql: Sql, given: Uint8Array | null): Promise<string[]> {
  const heads = await headsAfter(sql, 0n)
  const { good, bad } = verifyHeads(heads, given ?? heads[0]?.publicKey ?? null, ({ seq }) => `audit.signature ${seq}`)
  const entries = await sql.query<{ seq: bigint; hash: Buffer }>(
    'select e.seq, e.hash from audit.entry e join audit.signature using (seq)',
  )
  const chain = new Map(entries.map(({ seq, hash }) => [seq, hash.toString('hex')]))
  const unexpected = good.filter(({ seq, hash }) => chain.get(seq) !== hash)
  return [...bad, ...unexpected.map(({ by }) => `${by}: the chain has another entry there, or none`)]
}

/** Each seal agrees with its entry in the chain, and each range begins where the previous one ended. */
async function unnamedSeals(sql: Sql): Promise<string[]> {
  const rows = await sql.query<{
    stream: string
    first: bigint
    recorded: string | null
    sealed_detail: string | null
    before: bigint | null
  }>(
    `with recorded as (
       select body::jsonb ->> 'subject' as stream, body::jsonb -> 'detail' || jsonb_build_object('at', body::jsonb ->> 'at') as detail
       from audit.entry
       where body like '%"action":"ledger.sealed"%' and body::jsonb ->> 'action' = 'ledger.sealed'
     ), sealed as (
       select stream, first, jsonb_build_object('first', first::text, 'last', last::text, 'count', count::text,
         'sha256', encode(sha256, 'hex'), 'at', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) as detail, lag(last, 1, 0) over (partition by stream order by first) as before,
         octet_length(marks) = 8 * count as whole
       from audit.seal
     )
     select coalesce(recorded.stream, sealed.stream) as stream, coalesce(first, (recorded.detail ->> 'first')::numeric) as first,
       recorded.detail::text as recorded, sealed.detail::text as sealed_detail, before
     from recorded full join sealed on sealed.stream = recorded.stream and sealed.detail = recorded.detail
     where recorded.detail is null or sealed.detail is null or before <> first - 1 or not whole
     order by 1, 2`,
  )
  return rows.map(({ stream, first, recorded, sealed_detail }) => {
    const what = `audit.seal of ${stream} from ${first}`
    if (recorded === null) return `${what} is not in the chain: ${sealed_detail}`
    return sealed_detail === null
      ? `${what} is in the audit chain, but its row is missing: ${recorded}`
      : `${what} does not follow the previous one`
  })
}

export async function checkStream(
  sql: Sql,
  stream: Stream,
  since: CheckRange,
  progress: Progress = () => {},
): Promise<CheckRow> {
  const seals = await sql.query<Seal>(
    'select id, first, last, count, sha256, marks from audit.seal where stream = $1 and last > $2 order by first',
    [stream.name, since[stream.name]],
  )
  const breaks: string[] = []
  for (const [n, seal] of seals.entries()) {
    progress(`seals of ${stream.name}: ${n + 1} of ${seals.length}`)
    const now = await contentOf(sql, stream, seal.first, seal.last)
    if (now === null || !now.sha256.equals(seal.sha256)) breaks.push(...(await changed(sql, stream, seal)))
    else if (!now.marks.equals(seal.marks)) breaks.push(`audit.seal ${seal.id}: its marks were changed`)
  }
  return row('V1', `${stream.name}: sealed items are unchanged`, breaks)
}

/** The items that differ from their seal. */
async function changed(sql: Sql, stream: Stream, seal: Seal): Promise<string[]> {
  const items = await sql.query<{ item: string; mark: Buffer }>(
    `select item, substr(hash, 1, 8) as mark from (${stream.items}) items`,
    [String(seal.first), String(seal.last)],
  )
  const sealed = new Set(seal.marks.toString('hex').match(/.{16}/g))
  const altered = items.filter(({ mark }) => !sealed.has(mark.toString('hex')))
  const breaks = altered.map(({ item }) => `${item} differs from its seal`)
  const missing = Number(seal.count) - items.length
  if (missing > 0) breaks.push(`${missing} of the ${stream.name} from ${seal.first} to ${seal.last} are missing`)
  return breaks.length > 0
    ? breaks
    : [`audit.seal ${seal.id} of ${stream.name} does not hold: ${JSON.stringify(sealDetail(seal))}`]
}
