import type { PlaceKind } from '@specie/protocol/web-api/places.ts'

// What people can search for. Each room says what can be found in it, and by what; web-api/search.ts asks all of them.

/** `id`: a number where the database has one. */
export type Found = { readonly id: string | bigint; readonly institution_id: string | null }

export type Field = {
  /** An expression over the columns of the select, as its index has it. */
  readonly sql: string
  /** `exact`: the whole value; `prefix`: the beginning of a name, in any case; the expression is in lower case. */
  readonly how: 'exact' | 'prefix'
  /** The text that is looked for as the column has it; null: this cannot be a value of it. */
  readonly value?: (text: string) => string | null
  /** There is an index only within an institution: the staff does not find it by this. */
  readonly withinInstitution?: true
}

export type Searchable<Row extends Found = Found> = {
  readonly kind: PlaceKind
  /** Where it is found; on both sides by default. */
  readonly only?: 'console' | 'portal'
  /** `id`, `institution_id` (null: of no institution) and what fields and title need. */
  readonly columns: string
  readonly from: string
  /** `none`: it is found by its fields alone. */
  readonly id: 'uuid' | 'number' | 'none'
  readonly fields: readonly Field[]
  title(row: Row): string
  /** Whether staff with these roles may see this one, where that depends on more than its kind. */
  mayRead?(row: Row, roles: readonly string[]): boolean
}

/** Forgets what the titles need, so that all kinds fit into one list. */
export const searchable = <Row extends Found>(one: Searchable<Row>): Searchable => one

export const exact = (sql: string, value?: Field['value']): Field => ({ sql, how: 'exact', ...(value && { value }) })
export const prefix = (sql: string): Field => ({ sql, how: 'prefix' })
export const ownExact = (sql: string): Field => ({ sql, how: 'exact', withinInstitution: true })
export const ownPrefix = (sql: string): Field => ({ sql, how: 'prefix', withinInstitution: true })

/** `Crypto conversion`, from a word of the code. */
export const inWords = (text: string): string => {
  const words = text.replaceAll('_', ' ')
  return words[0]!.toUpperCase() + words.slice(1)
}
