import type { PlaceKind } from '@specie/protocol/web-api/places.ts'

// Items that people can search for. Each room declares its kinds and their fields; web-api/search.ts searches all of
// them.

/** `id`: a number where the database has one. `created_at`: of movements. */
export type Found = { readonly id: string | bigint; readonly institution_id: string | null; readonly created_at?: Date }

export type Field = {
  /** An expression over the columns of the select, written as in its index. */
  readonly sql: string
  /**
   * `exact`: the whole value; `prefix`: the beginning of a name, in any case; the expression is in lower case; `part`: the
   * whole value, its beginning or its end.
   */
  readonly how: 'exact' | 'prefix' | 'part'
  /** Converts the search text to the column's form; null if it cannot be a value of this column. */
  readonly value?: (text: string) => string | null
  /** The index covers only rows of one institution, so staff cannot search by it. */
  readonly withinInstitution?: true
}

/** Expressions over the columns of the select: the code of an asset, and an amount in its minor units. */
export type AmountColumns = { readonly asset: string; readonly minor: string }

export type Movement = {
  readonly amounts: readonly AmountColumns[]
  /**
   * The rows are too many for more indexes than the one of the institution's list. So only the portal finds them, and by an
   * amount only the newest.
   */
  readonly manyRows?: true
}

export type Searchable<Row extends Found = Found> = {
  readonly kind: PlaceKind
  /** The side that finds it; both by default. */
  readonly only?: 'console' | 'portal'
  /** `id`, `institution_id` (null: of no institution) and the columns for fields and title. */
  readonly columns: string
  readonly from: string
  /** `none`: it is found by its fields alone. */
  readonly id: 'uuid' | 'number' | 'none'
  readonly fields: readonly Field[]
  /** A movement of money is found by its amounts, and by the day of its `created_at`. */
  readonly movement?: Movement
  title(row: Row): string
  /** Whether staff with these roles may see this row, where that depends on more than its kind. */
  mayRead?(row: Row, roles: readonly string[]): boolean
}

/** Hides the row type, so that all kinds fit into one list. */
export const searchable = <Row extends Found>(one: Searchable<Row>): Searchable => one

export const exact = (sql: string, value?: Field['value']): Field => ({ sql, how: 'exact', ...(value && { value }) })
export const prefix = (sql: string): Field => ({ sql, how: 'prefix' })
export const part = (sql: string, value?: Field['value']): Field => ({ sql, how: 'part', ...(value && { value }) })
export const ownExact = (sql: string): Field => ({ sql, how: 'exact', withinInstitution: true })
export const ownPrefix = (sql: string): Field => ({ sql, how: 'prefix', withinInstitution: true })

/** `Crypto conversion` for `crypto_conversion`. */
export const inWords = (text: string): string => {
  const words = text.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}
