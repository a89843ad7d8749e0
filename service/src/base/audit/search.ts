import type { Sql } from '../database/db.ts'
import { ApiError } from '../http/errors.ts'
import type { AuditEvent, Entry } from './audit.ts'

// Search in the audit chain, for people with that right. A cursor is the position of the last entry shown.

/** Entries by one of these actors, about one of these subjects, or that mention one of these ids. */
export type AuditAbout = {
  readonly actors: readonly string[]
  readonly subjects: readonly string[]
  readonly mentions: readonly string[]
}

export type AuditSearch = {
  about?: readonly AuditAbout[] | undefined
  by?: 'people' | 'service' | undefined
  actor?: string | undefined
  action?: string | undefined
  subject?: string | undefined
  from?: string | undefined
  to?: string | undefined
  limit?: number | undefined
  cursor?: string | undefined
}

/** The body of an entry, as audit.append writes it. */
type Body = {
  at: string
  actor: string
  action: string
  subject: string
  detail: AuditEvent['detail']
  login: string
  session: string
}

export type FoundEntry = Omit<Body, 'detail'> & {
  seq: string
  hash: string
  detail: { name: string; values: string[] }[]
}
export type Found<T> = { items: T[]; next_cursor: string | null }

/**
 * The position of a field in the text of an entry, as in the indexes of audit.entry. A pattern works on a damaged
 * entry; parsing JSON would fail.
 */
const places = {
  action: String.raw`substring(body from '^\{"action":"((?:[^"\\]|\\.)*)"')`,
  actor: String.raw`substring(body from '^\{"action":"[^"]*","actor":"((?:[^"\\]|\\.)*)"')`,
  subject: String.raw`substring(body from '"subject":"((?:[^"\\]|\\.)*)"\}$')`,
  at: `substring(body from '"at":"([^"]*)"')`,
} as const

/** Actors that are parts of the service or of the outside world. All others are people, keys and programs of people. */
const machineActors = ['bank', 'chain', 'check', 'provider', 'sandbox', 'screening', 'service'] as const

/** The text as JSON writes it, without its quotes. */
const inJson = (text: string | undefined) => (text === undefined ? undefined : JSON.stringify(text).slice(1, -1))
const iso = (time: string | undefined) => (time === undefined ? undefined : new Date(time).toISOString())

/** Entries that match all filters, newest first. The first three filters have an index. */
export async function searchEntries(sql: Sql, request: AuditSearch): Promise<Found<FoundEntry>> {
  const { about = [], by, actor, action, subject, from, to, cursor, limit = 100 } = request
  const filters: [condition: string, value: unknown][] = [
    [`${places.actor} =`, inJson(actor)],
    [`${places.action} =`, inJson(action)],
    [`${places.subject} =`, inJson(subject)],
    [`${places.at} >=`, iso(from)],
    [`${places.at} <`, iso(to)],
    ['seq <', cursor === undefined ? undefined : seqOf(cursor)],
  ]
  const given = filters.filter(([, value]) => value !== undefined)
  const values: unknown[] = [limit + 1, ...given.map(([, value]) => value)]
  const place = (value: unknown) => `$${values.push(value)}`
  const conditions = [
    ...(by === undefined ? [] : [`(${places.actor} = any(${place(machineActors)})) = ${place(by === 'service')}`]),
    ...given.map(([condition], n) => `${condition} $${n + 2}`),
    ...about.map(
      ({
        actors,
        subjects,
        mentions,
      }) => `(${places.actor} = any(${place(actors)}) or ${places.subject} = any(${place(subjects)})
       or body like any(${place(mentions.map((id) => `%${id}%`))}))`,
    ),
  ]
  const rows = await sql.query<Entry>(
    `select seq, body, hash from audit.entry ${conditions.length === 0 ? '' : `where ${conditions.join(' and ')}`}
     order by seq desc limit $1`,
    values,
  )
  return pageOf(rows, limit, shown)
}

/** Whether the chain has an entry of this actor, action and subject with all these details, which are ids. */
export async function hasEntry(sql: Sql, { actor, action, subject, detail }: AuditEvent): Promise<boolean> {
  const details = Object.entries(detail).map(([name, value]) => `%${JSON.stringify(name)}:${JSON.stringify(value)}%`)
  const [row] = await sql.query<{ found: boolean }>({
    name: 'audit.has_entry',
    text: `select exists (select from audit.entry where ${places.subject} = $1 and ${places.action} = $2
      and ${places.actor} = $3 and body like all($4)) as found`,
    values: [inJson(subject), action, inJson(actor), details],
  })
  return row!.found
}

function shown({ seq, body, hash }: Entry): FoundEntry {
  const { detail, ...rest } = bodyOf(body)
  const details = Object.entries(detail).map(([name, value]) => ({ name, values: [value].flat() }))
  return { ...rest, detail: details, seq: String(seq), hash: hash.toString('hex') }
}

/** A damaged entry is shown as it is; verification identifies it. */
function bodyOf(text: string): Body {
  try {
    return JSON.parse(text) as Body
  } catch {
    return { at: '', actor: '', action: 'unreadable', subject: '', detail: { body: text }, login: '', session: '' }
  }
}

/** Entries from the first on, as lines of `specie audit export`. */
export async function exportEntries(sql: Sql, { limit = 500, cursor }: Pick<AuditSearch, 'limit' | 'cursor'>) {
  const rows = await sql.query<Entry>('select seq, body, hash from audit.entry where seq > $1 order by seq limit $2', [
    cursor === undefined ? 0n : seqOf(cursor),
    limit + 1,
  ])
  return pageOf(rows, limit, ({ seq, body, hash }) => ({ seq: String(seq), hash: hash.toString('hex'), body }))
}

function pageOf<T>(rows: readonly Entry[], limit: number, show: (row: Entry) => T): Found<T> {
  const shown = rows.slice(0, limit)
  return { items: shown.map(show), next_cursor: rows.length > limit ? String(shown.at(-1)!.seq) : null }
}

function seqOf(cursor: string): bigint {
  if (!/^\d{1,18}$/.test(cursor)) throw new ApiError('invalid_cursor', { cursor })
  return BigInt(cursor)
}

/** An entry with the hash before it, so that its own hash can be computed again. */
export type ChainedEntry = {
  readonly seq: string
  readonly previous: string
  readonly hash: string
  readonly body: string
}

/** The entries about these subjects as they are in the chain, oldest first. */
export async function chainedEntries(sql: Sql, subjects: readonly string[]): Promise<ChainedEntry[]> {
  const rows = await sql.query<Entry & { previous: Buffer | null }>(
    `select seq, body, hash, (select before.hash from audit.entry before where before.seq = entry.seq - 1) as previous
     from audit.entry where ${places.subject} = any($1) order by seq`,
    [subjects.map((one) => inJson(one))],
  )
  return rows.map(({ seq, body, hash, previous }) => ({
    seq: String(seq),
    previous: previous?.toString('hex') ?? '00'.repeat(32),
    hash: hash.toString('hex'),
    body,
  }))
}
