import { type Entry, hashOf, type ServiceCode } from '@specie/screening/lists/entry.ts'
import type { Tx } from '../../base/database/db.ts'
import type { ActiveEntry } from '../list/active.ts'
import { beginEntries, changeEntries, endEntries, lockList, type NewEntry, serviceFormat } from '../list/row.ts'

export type Known = Omit<ActiveEntry, 'entry'>

/**
 * Stores the entities that a service has named as entries of the list with its name, and returns their rows by
 * reference. An entity that has changed begins again, so that its pairs are decided again.
 */
export async function storeEntities(
  tx: Tx,
  service: ServiceCode,
  entities: readonly Entry[],
  source: string,
  at: Date,
): Promise<Map<string, Known>> {
  const named = new Map(
    entities.map((entry): [string, NewEntry] => [entry.reference, { entry, effect: 'review', hash: hashOf(entry) }]),
  )
  if (named.size === 0) return new Map()
  await lockList(tx, service)
  const open = await openEntries(tx, service, [...named.keys()])
  const isSame = ({ entry, hash }: NewEntry) => open.get(entry.reference)?.hash === hash
  const begun = [...named.values()].filter((one) => !isSame(one))
  if (begun.length === 0) return open
  const ended = begun.flatMap(({ entry }) => open.get(entry.reference)?.id ?? [])
  const changes = { added: begun.length - ended.length, changed: ended.length }
  const version = await changeEntries(tx, { list: service, format: serviceFormat, source }, changes, at)
  await endEntries(tx, version, ended)
  await beginEntries(tx, version, begun, at)
  return openEntries(tx, service, [...named.keys()])
}

async function openEntries(tx: Tx, service: ServiceCode, references: readonly string[]): Promise<Map<string, Known>> {
  const rows = await tx.query<Known & { reference: string }>(
    `select reference, id, list, effect, hash from compliance.list_entry
     where list = $1 and ended is null and reference = any($2)`,
    [service, references],
  )
  return new Map(rows.map(({ reference, ...row }) => [reference, row]))
}
