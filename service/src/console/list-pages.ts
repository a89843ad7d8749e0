import type { Sql } from '../base/database/db.ts'
import { institutionNames } from '../directory/institutions.ts'

type Row = { readonly institutionid: string | null }
type Page<T> = { readonly items: readonly T[]; readonly next_cursor: string | null }
/** A row without an institution has no name. */
type Named<T extends Row> = T & { institution: T['institutionid'] extends string ? string : string | null }

/** A page of a list with the names of institutions beside their ids. Rooms know ids only. */
export async function withNames<T extends Row>(
  sql: Sql,
  { items, next_cursor }: Page<T>,
): Promise<{ items: Named<T>[]; next_cursor: string | null }> {
  const ids = items.flatMap(({ institutionid }) => institutionid ?? [])
  const names = await institutionNames(sql, ids)
  const named = items.map((row) => ({ ...row, institution: names.get(row.institutionid ?? '') ?? null }) as Named<T>)
  return { items: named, next_cursor }
}

/** A list that never grows long. */
export const whole = <T>(items: readonly T[]): Page<T> & { items: T[] } => ({ items: [...items], next_cursor: null })
