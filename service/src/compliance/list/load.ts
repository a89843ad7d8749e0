import { type Activation, mayActivate } from '@specie/screening/lists/activate.ts'
import { compareVersions, type VersionChanges } from '@specie/screening/lists/compare.ts'
import type { Entry, OfficialList } from '@specie/screening/lists/entry.ts'
import {
  type Counts,
  readVersion,
  type Version,
  type VersionEntry,
  versionEntry,
} from '@specie/screening/lists/version.ts'
import { createReadStream } from 'node:fs'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { type Changed, changedEntries } from './changed-entries.ts'
import { formatOf } from './format.ts'
import { activateVersion, beginEntries, endEntries, insertVersion, lockList } from './row.ts'
import { recordFailure, recordSuccess } from './source.ts'

// Loads the file of a list: it becomes the active version as a whole, or nothing of it counts.

export type ListFile = {
  readonly list: OfficialList
  readonly file: string
  readonly sha256: string
  readonly bytes: number
  readonly source: string
  readonly etag: string | null
}

export type Loaded =
  | { readonly outcome: 'unchanged' }
  | { readonly outcome: 'activated'; readonly version: string }
  | { readonly outcome: 'refused'; readonly version: string; readonly reason: string; readonly message: string }

type Active = { id: string; list: OfficialList; sha256: string; entries: number; counts: Counts }

/** Another process may activate a version while this one parses. Then it compares with that one. */
export async function loadFile(env: Env, file: ListFile): Promise<Loaded> {
  for (;;) {
    const loaded = await attempt(env, file)
    if (loaded !== null) return loaded
  }
}

async function attempt(env: Env, file: ListFile): Promise<Loaded | null> {
  const { list, sha256 } = file
  const active = await activeOf(env.db, list)
  if (active?.sha256 === sha256) {
    await env.db.tx((tx) => recordSuccess(env, tx, file))
    return { outcome: 'unchanged' }
  }
  const open = await openEntries(env.db, list)
  const format = await formatOf(list, file.file)
  await using changed = await changedEntries(file.file, (reference, hash) => open.get(reference)?.hash !== hash)
  const version = await readVersion(format, createReadStream(file.file, { highWaterMark: 256 * 1024 }), {
    size: file.bytes,
    keep: changed.keep,
  })
  const allowed = mayActivate(active, version)
  if (!allowed.allowed && !(await isAccepted(env.db, list, sha256, version.readable && version.entries > 0))) {
    return refuse(env, file, { ...allowed, ...refusedFacts(format, version) })
  }
  if (!version.readable) throw new Error('an unreadable version is never allowed')
  const contents = await contentsBefore(env.db, open, version)
  return await activate(env, file, active, { version, open, changed, changes: compareVersions({ contents }, version) })
}

async function activeOf(sql: Sql, list: OfficialList): Promise<Active | null> {
  const [active] = await sql.query<Active>(
    `select id, list, sha256, entries, counts from compliance.list_version where list = $1 and state = 'active'`,
    [list],
  )
  return active ?? null
}

type Open = ReadonlyMap<string, { readonly id: string; readonly hash: string }>

async function openEntries(sql: Sql, list: OfficialList): Promise<Open> {
  const rows = await sql.query<{ id: string; reference: string; hash: string }>(
    'select id, reference, hash from compliance.list_entry where list = $1 and ended is null',
    [list],
  )
  return new Map(rows.map(({ reference, ...row }) => [reference, row]))
}

/** Only entries that differ are read from the database; the others are the same as in the file. */
async function contentsBefore(sql: Sql, open: Open, { contents }: Version): Promise<Record<string, VersionEntry>> {
  const isSame = (reference: string, hash: string) =>
    Object.hasOwn(contents, reference) && contents[reference]!.hash === hash
  const differing = [...open].filter(([reference, { hash }]) => !isSame(reference, hash)).map(([, { id }]) => id)
  const before: Record<string, VersionEntry> = Object.create(null)
  for (const [reference, { hash }] of open) if (isSame(reference, hash)) before[reference] = contents[reference]!
  for (let first = 0; first < differing.length; first += batch) {
    const rows = await sql.query<{ reference: string; hash: string; content: Entry }>(
      'select reference, hash, content from compliance.list_entry where id = any($1::uuid[])',
      [differing.slice(first, first + batch)],
    )
    for (const { reference, hash, content } of rows) before[reference] = versionEntry(content, hash)
  }
  return before
}

const batch = 500

type Parsed = {
  readonly version: Version
  readonly open: Open
  readonly changed: Changed
  readonly changes: VersionChanges
}

/** Null if another version became active meanwhile. */
async function activate(
  env: Env,
  file: ListFile,
  active: Active | null,
  { version, open, changed, changes }: Parsed,
): Promise<Loaded | null> {
  const at = env.clock.now()
  const { list, source } = file
  const { format, sha256, issued, entries, counts, contents } = version
  const { added, changed: altered, removed, reassigned, renumbered } = changes
  const id = await env.db.tx(async (tx) => {
    await lockList(tx, list)
    if ((await activeOf(tx, list))?.id !== active?.id) return null
    const id = await activateVersion(
      tx,
      {
        list,
        format,
        source,
        sha256,
        issued,
        entries,
        counts,
        added: added.length,
        changed: altered.length,
        removed: removed.length,
        reassigned: reassigned.length,
        renumbered: renumbered.length,
      },
      at,
    )
    const ended = [...open].filter(([reference, { hash }]) => contents[reference]?.hash !== hash)
    await endEntries(
      tx,
      id,
      ended.map(([, { id: entry }]) => entry),
    )
    for await (const entriesOfBatch of changed.batches(batch)) await beginEntries(tx, id, entriesOfBatch, at)
    await recordSuccess(env, tx, file)
    note(tx, 'list.activated', list, { version: id, sha256, entries: String(entries) })
    return id
  }, 'long act')
  if (id === null) return null
  env.log.info({ list, version: id, entries, added: added.length, removed: removed.length }, 'a list has a new version')
  return { outcome: 'activated', version: id }
}

type Refused = Extract<Activation, { allowed: false }> & ReturnType<typeof refusedFacts>

const refusedFacts = (format: string, version: Awaited<ReturnType<typeof readVersion>>) =>
  version.readable
    ? { format, issued: version.issued, entries: version.entries, counts: version.counts }
    : { format, issued: null, entries: 0, counts: {} }

const unchanged = { added: 0, changed: 0, removed: 0, reassigned: 0, renumbered: 0 }

/** The active version stays. The same file is recorded as refused once. */
async function refuse(env: Env, file: ListFile, refused: Refused): Promise<Loaded> {
  const { list, sha256, source } = file
  const { reason, message, format, issued, entries, counts } = refused
  const version = await env.db.tx(async (tx) => {
    await lockList(tx, list)
    await recordFailure(env, tx, list, `${source}: ${message}`)
    const [last] = await tx.query<{ id: string; sha256: string; refused_because: string | null }>(
      `select id, sha256, refused_because from compliance.list_version where list = $1 order by created_at desc, id desc limit 1`,
      [list],
    )
    if (last?.sha256 === sha256 && last.refused_because === message) return last.id
    note(tx, 'list.refused', list, { sha256, reason })
    const row = { list, format, source, sha256, issued, entries, counts, ...unchanged }
    return insertVersion(tx, { ...row, state: 'refused', refusal: reason, refused_because: message }, env.clock.now())
  })
  env.metrics.refusedLists.inc({ list, reason })
  env.log.error({ list, source, reason, message }, 'a version of a sanctions list is refused; the former one stays')
  return { outcome: 'refused', version, reason, message }
}

/** Two people have accepted this very file, which was read and is not empty. */
async function isAccepted(sql: Sql, list: OfficialList, sha256: string, isUsable: boolean): Promise<boolean> {
  if (!isUsable) return false
  const [source] = await sql.query('select from compliance.list_source where list = $1 and accepted = $2', [
    list,
    sha256,
  ])
  return source !== undefined
}

const note = (
  tx: Tx,
  action: 'list.activated' | 'list.refused',
  list: OfficialList,
  detail: Record<string, string>,
): void => audit(tx, { actor: 'service', action, subject: list, detail })
