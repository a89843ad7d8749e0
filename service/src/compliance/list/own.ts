import { hashOf, toEntry } from '@specie/screening/lists/entry.ts'
import { walletKey } from '@specie/screening/lists/wallet.ts'
import { hash } from 'node:crypto'
import type { OwnKind } from '@specie/protocol/parties.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import {
  beginEntries,
  changeEntries,
  comparedLists,
  endEntries,
  type EntryChanges,
  lockList,
  type ListEffect,
  type NewEntry,
  ownFormat,
} from './row.ts'

// The list `own`: parties that the operator, or UAT, adds. Each addition is a version.

/**
 * `list` is the part of the list `own` to which it belongs, such as `sandbox`. `kind`: `other` is compared as a person and as
 * a company; wallet addresses are `other` too.
 */
export type WatchlistEntry = {
  readonly name: string
  readonly list: string
  readonly effect: ListEffect
  readonly kind?: OwnKind
}

const open = `select id, reference, coalesce(content #>> '{names,0,text}', content #>> '{wallets,0,address}') as name,
    content #>> '{programmes,0}' as list, effect, content ->> 'kind' as kind,
    (select created_at from compliance.list_version v where v.id = began) as listed_at
  from compliance.list_entry where list = 'own' and ended is null`

/** The entries of the list `own`. */
export const watchlist = (sql: Sql): Promise<(Required<WatchlistEntry> & { readonly listed_at: Date })[]> =>
  sql.query(`select name, list, effect, kind, listed_at from (${open}) own order by name`)

/** The latest listing of this wallet address on any list; null if it is not listed. */
export async function addressListedAt(sql: Sql, address: string): Promise<Date | null> {
  const [found] = await sql.query<{ at: Date | null }>(
    `select max(v.created_at) as at from compliance.list_entry e join compliance.list_version v on v.id = e.began
     where e.ended is null and e.wallets <> '{}' and e.wallets @> array[$1] and e.list = any($2)`,
    [walletKey(address), comparedLists],
  )
  return found!.at
}

/** True when this wallet address is on a list. */
export const isListedAddress = async (sql: Sql, address: string): Promise<boolean> =>
  (await addressListedAt(sql, address)) !== null

type WatchlistSummary = Pick<WatchlistEntry, 'list' | 'effect'> & {
  readonly entries: bigint
  readonly changed_at: Date
}

/** The number of entries of each part of the list `own`, and its latest change. */
export const watchlists = (sql: Sql): Promise<WatchlistSummary[]> =>
  sql.query(
    `select list, effect, count(*) as entries, max(listed_at) as changed_at from (${open}) own
     group by list, effect order by list, effect`,
  )

/**
 * Adds the parties that are not listed yet, as a new version. Another effect or kind replaces the entry of a name. Returns
 * how many entries are new.
 */
export async function addToWatchlist(
  tx: Tx,
  parties: readonly WatchlistEntry[],
  at: Date,
  by = 'sandbox',
): Promise<number> {
  const entries = parties.map((party) => toOwnEntry(party, at))
  if ((await freshAmong(tx, entries)).fresh.length === 0) return 0
  await lockList(tx, 'own')
  // Another transaction may have added some before the lock.
  const { fresh, replaced } = await freshAmong(tx, entries)
  if (fresh.length === 0) return 0
  const added = fresh.length - replaced.length
  const version = await changeOwn(tx, { added, changed: replaced.length }, at, by)
  await endEntries(tx, version, replaced)
  await beginEntries(tx, version, fresh, at)
  return fresh.length
}

/** Removes the parties from the list, as a new version. */
export async function removeFromWatchlist(
  tx: Tx,
  parties: readonly Pick<WatchlistEntry, 'name' | 'list'>[],
  at: Date,
  by = 'sandbox',
): Promise<void> {
  await removeOwn(tx, parties.map(referenceOf), at, by)
}

/** Removes the entries with these references, as a new version. Returns how many there were. */
export async function removeOwn(tx: Tx, references: readonly string[], at: Date, by: string): Promise<number> {
  await lockList(tx, 'own')
  const gone = await openRows(tx, references)
  if (gone.length === 0) return 0
  const version = await changeOwn(tx, { removed: gone.length }, at, by)
  await endEntries(
    tx,
    version,
    gone.map(({ id }) => id),
  )
  return gone.length
}

type OpenRow = { id: string; reference: string; effect: ListEffect; kind: OwnKind }

const openRows = (tx: Tx, references: readonly string[]) =>
  tx.query<OpenRow>(
    `select id, reference, effect, content ->> 'kind' as kind from compliance.list_entry
     where list = 'own' and ended is null and reference = any($1)`,
    [references],
  )

/** The entries that are not listed in this way, and the ids of those that they replace. */
async function freshAmong(
  tx: Tx,
  entries: readonly NewEntry[],
): Promise<{ fresh: NewEntry[]; replaced: readonly string[] }> {
  const byReference = new Map(entries.map((one) => [one.entry.reference, one]))
  const replaced: string[] = []
  for (const { id, reference, effect, kind } of await openRows(tx, [...byReference.keys()])) {
    const asked = byReference.get(reference)!
    if (asked.effect === effect && asked.entry.kind === kind) byReference.delete(reference)
    else replaced.push(id)
  }
  return { fresh: [...byReference.values()], replaced }
}

const changeOwn = (tx: Tx, changes: EntryChanges, at: Date, by: string): Promise<string> =>
  changeEntries(tx, { list: 'own', format: ownFormat, source: by }, changes, at)

/** An address is written where a name is. */
export const walletForm = /^(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{26,50}|(bc|tb|bcrt|ltc)1[02-9ac-hj-np-z]{8,87})$/i

const referenceOf = ({ name, list }: Pick<WatchlistEntry, 'name' | 'list'>): string =>
  hash('sha256', `${list}\n${name}`).slice(0, 12)

function toOwnEntry(party: WatchlistEntry, at: Date): NewEntry {
  const { name, list, effect, kind = 'other' } = party
  const isWallet = walletForm.test(name)
  const entry = toEntry({
    list: 'own',
    reference: referenceOf(party),
    kind: isWallet ? 'other' : kind,
    ...(isWallet
      ? { wallets: [{ ticker: '', address: name }] }
      : { names: [{ text: name, parts: [], strength: 'primary' }] }),
    programmes: [list],
    measures: { assetFreeze: true, named: [] },
    listed: at.toISOString().slice(0, 10),
  })
  return { entry, effect, hash: hashOf(entry) }
}
