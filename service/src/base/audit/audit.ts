import { createHash } from 'node:crypto'
import { canonical } from '@specie/protocol/encoding/json.ts'
import type { AuditAction } from '@specie/protocol/audit-actions.ts'
import type { Sql, Tx } from '../database/db.ts'

export type AuditEvent = {
  /** An operator, a key of an institution, or a part of the service. */
  actor: string
  /** The action in the past tense: `key.registered`. */
  action: AuditAction
  /** The id of the subject. */
  subject: string
  /** Ids and facts, never personal data. Nothing can be removed from the chain. */
  detail: Record<string, string | string[]>
}

/**
 * Appends to the chain in the caller's transaction, so that the action and its record commit or roll back together. The
 * head of the chain serialises all writers, so it is locked last and briefly. The database adds the time, the login and
 * the session.
 */
export function audit(tx: Tx, event: AuditEvent): void {
  tx.atCommit(append, event)
}

async function append(sql: Sql, events: AuditEvent[]): Promise<void> {
  await sql.query(
    `select audit.append(actor, action, subject, detail)
     from unnest($1::text[], $2::text[], $3::text[], $4::text[]) with ordinality as event (actor, action, subject, detail, n)
     order by n`,
    [
      events.map(({ actor }) => actor),
      events.map(({ action }) => action),
      events.map(({ subject }) => subject),
      events.map(({ detail }) => canonical(detail)),
    ],
  )
}

export type AuditHead = { seq: bigint; hash: string }

/** A head that was recorded elsewhere; `by` names the place in messages. */
export type RecordedHead = AuditHead & { by: string }

export type AuditVerdict = { ok: true; head: AuditHead } | { ok: false; seq: bigint; fault: string }

const page = 2_000

/**
 * Recomputes the whole chain from its first entry (V1), in a transaction of one snapshot. Heads recorded earlier show
 * that the chain was not truncated or rewritten since. An attacker with write access to the database can rebuild its
 * end, but cannot match a hash kept elsewhere.
 */
export async function verifyChain(tx: Sql, noted: readonly RecordedHead[] = []): Promise<AuditVerdict> {
  const verdict = await verifyEntries(entriesOf(tx), noted)
  if (!verdict.ok) return verdict
  const { seq, hash } = verdict.head
  const [head] = await tx.query<{ seq: bigint; hash: Buffer }>('select seq, hash from audit.head')
  if (head?.seq === seq && head.hash.toString('hex') === hash) return verdict
  return { ok: false, seq: seq + 1n, fault: `the chain ends at ${seq}, its head is at ${head?.seq ?? 'nothing'}` }
}

export type Entry = { seq: bigint; body: string; hash: Buffer }

/** Verifies entries from any source. */
export async function verifyEntries(
  entries: AsyncIterable<Entry>,
  noted: readonly RecordedHead[],
): Promise<AuditVerdict> {
  const pending = bySeq(noted)
  let seq = 0n
  let hash: Buffer = Buffer.alloc(32)
  for await (const entry of entries) {
    if (entry.seq !== seq + 1n) return { ok: false, seq: seq + 1n, fault: 'the entry is missing' }
    seq = entry.seq
    hash = link(hash, seq, entry.body)
    if (!hash.equals(entry.hash))
      return { ok: false, seq, fault: 'its hash does not match its text and the previous entry' }
    const other = pending.get(seq)?.find((head) => head.hash !== hash.toString('hex'))
    if (other) return { ok: false, seq, fault: `it differs from the entry recorded by ${other.by}` }
    pending.delete(seq)
  }
  const [beyond] = [...pending.values()].flat().toSorted((a, b) => Number(a.seq - b.seq))
  if (beyond) {
    return { ok: false, seq: beyond.seq, fault: `the chain ends at ${seq}, before the head recorded by ${beyond.by}` }
  }
  return { ok: true, head: { seq, hash: hash.toString('hex') } }
}

function bySeq(noted: readonly RecordedHead[]): Map<bigint, RecordedHead[]> {
  const heads = new Map<bigint, RecordedHead[]>()
  for (const head of noted) heads.set(head.seq, [...(heads.get(head.seq) ?? []), head])
  return heads
}

/** All entries in order, read in pages. */
export async function* entriesOf(sql: Sql): AsyncGenerator<Entry> {
  for (let seq = 0n; ;) {
    const rows = await sql.query<Entry>(
      'select seq, body, hash from audit.entry where seq > $1 order by seq limit $2',
      [seq, page],
    )
    yield* rows
    if (rows.length < page) return
    seq = rows.at(-1)!.seq
  }
}

function link(previous: Buffer, seq: bigint, body: string): Buffer {
  const position = Buffer.alloc(8)
  position.writeBigInt64BE(seq)
  return createHash('sha256').update(previous).update(position).update(body, 'utf8').digest()
}
