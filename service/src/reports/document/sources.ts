import type { Closing } from '../../ledger/explorer/closing.ts'

// Where a figure comes from, in words that a program can follow: docs/reports.md describes each form.

/** The balance of an account after a line. */
export const accountAt = ({ pool, name, owner, asset, version }: Omit<Closing, 'instant' | 'balance'>): string =>
  `account ${pool}/${name}${owner === '' ? '' : `:${owner}`} ${asset} line ${version}`

/** Received less sent by an address, up to the end of a day. */
export const transfersOf = (chain: string, asset: string, address: string, before: Date): string =>
  `transfers ${chain} ${asset} ${address} before ${before.toISOString()}`

/** Minted less burned on a chain. */
export const supplyOf = (chain: string, asset: string, before: Date): string =>
  `supply ${chain} ${asset} before ${before.toISOString()}`

type Where = Readonly<Record<string, string>>

const conditions = (where: Where): string =>
  Object.entries(where)
    .map(([column, value]) => ` ${column}=${value}`)
    .join('')

/** The sum of a column of a table of this report, over the rows with these values. */
export const sumOf = (table: string, column: string, where: Where = {}): string =>
  `sum ${table}.${column}${conditions(where)}`

/** The number of rows of a table of this report with these values. */
export const countOf = (table: string, where: Where = {}): string => `count ${table}${conditions(where)}`

/** Other figures of the same row. */
export const computed = (formula: string): string => `row ${formula}`
