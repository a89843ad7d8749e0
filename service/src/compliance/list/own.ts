import { hashOf, toEntry } from '@specie/screening/lists/entry.ts'
import { walletKey } from '@specie/screening/lists/wallet.ts'
import { hash } from 'node:crypto'
import type { Sql, Tx } from '../../base/database/db.ts'
import {
  beginEntries,
  changeEntries,
  comparedLists,
  endEntries,
  lockList,
  type ListEffect,
  type NewEntry,
  ownFormat,
} from './row.ts'

// The list `own`: parties that the operator, or UAT, adds. Each addition is a version.

/** `list` is the part of the list `own` to which it belongs, such as `sandbox`. */
export type WatchlistEntry = { readonly name: string; readonly list: string; readonly effect: ListEffect }

const open = `select id, reference, coalesce(content #>> '{names,0,text}', content #>> '{wallets,0,address}') as name,
    content #>> '{programmes,0}' as list, effect,
    (select created_at from compliance.list_version v where v.id = began) as listed_at
  from compliance.list_entry where list = 'own' and ended is null`

/** The entries of the list `own`. */
export const watchlist = (sql: Sql): Promise<(WatchlistEntry & { readonly listed_at: Date })[]> =>
  sql.query(`select name, list, effect, listed_at from (${open}) own order by name`)

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

/** Adds the parties that are not listed yet, as a new version. */
export async function addToWatchlist(
  tx: Tx,
  parties: readonly WatchlistEntry[],
  at: Date,
  by = 'sandbox',
): Promise<void> {
  const fresh = await missing(
    tx,
    parties.map((party) => toOwnEntry(party, at)),
  )
  if (fresh.length === 0) return
  await lockList(tx, 'own')
  // Another transaction may have added some before the lock.
  const added = await missing(tx, fresh)
  if (added.length === 0) return
  const version = await changeOwn(tx, { added: added.length }, at, by)
  await beginEntries(tx, version, added, at)
}

/** Removes the parties from the list, as a new version. */
export async function removeFromWatchlist(
  tx: Tx,
  parties: readonly Pick<WatchlistEntry, 'name' | 'list'>[],
  at: Date,
  by = 'sandbox',
): Promise<void> {
  await lockList(tx, 'own')
  const gone = await openRows(tx, parties.map(referenceOf))
  if (gone.length === 0) return
  const version = await changeOwn(tx, { removed: gone.length }, at, by)
  await endEntries(
    tx,
    version,
    gone.map(({ id }) => id),
  )
}

const openRows = (tx: Tx, references: readonly string[]) =>
  tx.query<{ id: string; reference: string }>(
    `select id, reference from compliance.list_entry where list = 'own' and ended is null and reference = any($1)`,
    [references],
  )

async function missing(tx: Tx, entries: readonly NewEntry[]): Promise<NewEntry[]> {
  const byReference = new Map(entries.map((one) => [one.entry.reference, one]))
  for (const { reference } of await openRows(tx, [...byReference.keys()])) byReference.delete(reference)
  return [...byReference.values()]
}

const changeOwn = (tx: Tx, changes: { added?: number; removed?: number }, at: Date, by: string): Promise<string> =>
  changeEntries(tx, { list: 'own', format: ownFormat, source: by }, changes, at)

/** An address is written where a name is. */
export const walletForm = /^(0x[0-9a-f]{40}|[1-9A-HJ-NP-Za-km-z]{26,50}|(bc|tb|bcrt|ltc)1[02-9ac-hj-np-z]{8,87})$/i

const referenceOf = ({ name, list }: Pick<WatchlistEntry, 'name' | 'list'>): string =>
  hash('sha256', `${list}\n${name}`).slice(0, 12)

function toOwnEntry(party: WatchlistEntry, at: Date): NewEntry {
  const { name, list, effect } = party
  const entry = toEntry({
    list: 'own',
    reference: referenceOf(party),
    kind: 'other',
    ...(walletForm.test(name)
      ? { wallets: [{ ticker: '', address: name }] }
      : { names: [{ text: name, parts: [], strength: 'primary' }] }),
    programmes: [list],
    measures: { assetFreeze: true, named: [] },
    listed: at.toISOString().slice(0, 10),
  })
  return { entry, effect, hash: hashOf(entry) }
}
