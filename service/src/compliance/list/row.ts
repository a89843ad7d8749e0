import {
  type Entry,
  type ListCode,
  listCodes,
  officialLists,
  type ServiceCode,
  serviceCodes,
} from '@specie/screening/lists/entry.ts'
import { listFormats } from '@specie/screening/lists/formats.ts'
import { walletKey } from '@specie/screening/lists/wallet.ts'
import { randomIds } from '../../base/ids.ts'
import type { Tx } from '../../base/database/db.ts'

// Rows of sanctions lists: versions, and entries with the version that began and the one that ended each.

/** `refuse`: never served. `review`: staff decide. */
export const listEffects = ['refuse', 'review'] as const
export type ListEffect = (typeof listEffects)[number]

export const versionStates = ['active', 'replaced', 'refused'] as const
export const refusals = ['unreadable', 'other_format', 'empty', 'shorter'] as const

/** The format of the list `own`: entries that staff or the sandbox add. */
export const ownFormat = 'own'
/** The format of lists of entities that outside screening services have named (services/entities.ts). */
export const serviceFormat = 'service'
export const storedFormats = [...Object.keys(listFormats), ownFormat, serviceFormat]
export { listCodes, type ListCode }

export const isService = (list: ListCode): list is ServiceCode => serviceCodes.some((code) => code === list)

/** Lists with which we compare parties ourselves. Entities of a service count for the parties for which it named them. */
export const comparedLists: readonly ListCode[] = [...officialLists, 'own']

/** A row of compliance.list_entry, before it is stored. */
export type NewEntry = { readonly entry: Entry; readonly effect: ListEffect; readonly hash: string }

export type NewVersion = {
  readonly list: ListCode
  readonly format: string
  readonly source: string
  readonly sha256: string | null
  readonly issued: string | null
  readonly entries: number
  readonly counts: Readonly<Record<string, number>>
  readonly added: number
  readonly changed: number
  readonly removed: number
  readonly reassigned: number
  readonly renumbered: number
}

/** Until the end of the transaction, no other one changes this list. */
export const lockList = (tx: Tx, list: ListCode) =>
  tx.query('select pg_advisory_xact_lock(hashtextextended($1, 0))', [`list ${list}`])

/** Replaces the active version. The list must be locked. */
export async function activateVersion(tx: Tx, version: NewVersion, at: Date): Promise<string> {
  await tx.query(
    `update compliance.list_version set state = 'replaced', replaced_at = $2 where list = $1 and state = 'active'`,
    [version.list, at],
  )
  return insertVersion(tx, { ...version, state: 'active', refusal: null, refused_because: null }, at)
}

export type EntryChanges = { readonly added?: number; readonly changed?: number; readonly removed?: number }

/** A version that adds, changes or removes single entries, of a list without a file. The list must be locked. */
export async function changeEntries(
  tx: Tx,
  { list, format, source }: Pick<NewVersion, 'list' | 'format' | 'source'>,
  { added = 0, changed = 0, removed = 0 }: EntryChanges,
  at: Date,
): Promise<string> {
  const [before] = await tx.query<{ entries: bigint }>(
    'select count(*) as entries from compliance.list_entry where list = $1 and ended is null',
    [list],
  )
  const entries = Number(before!.entries) + added - removed
  const none = { sha256: null, issued: null, counts: {}, reassigned: 0, renumbered: 0 }
  return activateVersion(tx, { ...none, list, format, source, entries, added, changed, removed }, at)
}

type StoredVersion = NewVersion &
  (
    | { readonly state: 'active'; readonly refusal: null; readonly refused_because: null }
    | { readonly state: 'refused'; readonly refusal: (typeof refusals)[number]; readonly refused_because: string }
  )

const columns =
  'id, list, format, source, sha256, issued, state, refusal, refused_because, entries, counts, added, changed, removed, reassigned, renumbered, created_at'

export async function insertVersion(tx: Tx, version: StoredVersion, at: Date): Promise<string> {
  const id = randomIds.uuid(at)
  await tx.query(
    `insert into compliance.list_version (${columns})
     select ${columns} from jsonb_populate_record(null::compliance.list_version, $1)`,
    [JSON.stringify({ ...version, id, created_at: at })],
  )
  return id
}

/** Ends entries with this version. */
export async function endEntries(tx: Tx, version: string, ids: readonly string[]): Promise<void> {
  await tx.query('update compliance.list_entry set ended = $1 where id = any($2::uuid[])', [version, ids])
}

/** Begins entries with this version. */
export async function beginEntries(tx: Tx, version: string, entries: readonly NewEntry[], at: Date): Promise<void> {
  const rows = entries.map(({ entry, effect, hash }) => ({
    id: randomIds.uuid(at),
    list: entry.list,
    reference: entry.reference,
    effect,
    hash,
    content: entry,
    wallets: [...new Set(entry.wallets.map(({ address }) => walletKey(address)))],
  }))
  await tx.query(
    `insert into compliance.list_entry (id, list, reference, effect, hash, content, wallets, began)
     select id, list, reference, effect, hash, content, wallets, $1 from jsonb_populate_recordset(null::compliance.list_entry, $2)`,
    [version, JSON.stringify(rows)],
  )
}
