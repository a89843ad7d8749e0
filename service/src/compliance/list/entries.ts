import { listTitles } from '@specie/screening/lists/formats.ts'
import type { Entry } from '@specie/screening/lists/entry.ts'
import type { Sql } from '../../base/database/db.ts'
import { page, type PageRequest } from '../../base/http/pages.ts'
import { ApiError } from '../../base/http/errors.ts'
import type { ListCode, ListEffect } from './row.ts'

// Entries of lists as staff see them.

type Row = { id: string; name: string; list: string; effect: ListEffect; created_at: string }

/** Entries of the list `own` are shown by the part to which they belong. */
const open = `select e.id, coalesce(content #>> '{names,0,text}', content #>> '{wallets,0,address}', reference) as name,
    case e.list when 'own' then content #>> '{programmes,0}' else e.list end as list, effect, v.created_at
  from compliance.list_entry e join compliance.list_version v on v.id = e.began where ended is null`

/** Entries of the active versions, newest first. */
export async function listEntries(
  sql: Sql,
  { list, name, ...request }: PageRequest & { list?: string | undefined; name?: string | undefined },
) {
  const pattern = name === undefined ? undefined : `%${name.replaceAll(/[\\%_]/g, '\\$&')}%`
  const filters = { list, 'name ilike $?': pattern }
  const { rows, next_cursor } = await page<Row>(sql, request, { select: open, values: [], filters })
  const titled = ({ created_at, ...row }: Row) => ({ ...row, title: titleOf(row.list), listed_at: created_at })
  return { items: rows.map(titled), next_cursor }
}

/** A part of the own list has its own name. */
const titleOf = (list: string): string => (Object.hasOwn(listTitles, list) ? listTitles[list as ListCode] : list)

type Stored = {
  id: string
  list: ListCode
  reference: string
  effect: ListEffect
  content: Entry
  began: string
  began_at: Date
  ended: string | null
  ended_at: Date | null
}

/** Everything that a list says about a party. */
export async function listEntry(sql: Sql, id: string) {
  const [row] = await sql.query<Stored>(
    `select e.id, e.list, reference, effect, content, began, b.created_at as began_at, ended, x.created_at as ended_at
     from compliance.list_entry e join compliance.list_version b on b.id = began
     left join compliance.list_version x on x.id = ended where e.id = $1`,
    [id],
  )
  if (row === undefined) throw new ApiError('not_found', { id })
  const { content, began, began_at, ended, ended_at, ...known } = row
  return {
    ...known,
    title: listTitles[row.list],
    kind: content.kind,
    names: content.names.map(({ text, strength }) => ({ text, strength })),
    births: content.births.map(({ from, to, circa }) => ({ from, to, circa })),
    places: content.places.map(({ role, text, country }) => ({ role, text, country })),
    identifiers: content.identifiers.map(({ label, value, country }) => ({ label, value, country })),
    wallets: content.wallets.map(({ ticker, address }) => ({ ticker, address })),
    programmes: [...content.programmes],
    asset_freeze: content.measures.assetFreeze,
    measures: [...content.measures.named],
    relations: content.relations.map(({ relation, of }) => ({ relation, of })),
    remarks: [...content.remarks],
    listed: content.listed,
    changed: content.changed,
    began: { versionid: began, at: began_at.toISOString() },
    ended: ended === null ? null : { versionid: ended, at: ended_at!.toISOString() },
  }
}
