import { bankingEdges } from './checks/banking.ts'
import { notNegative, oneOf, onlyRow, positive } from './checks/columns.ts'
import type { Edges } from './checks/edges.ts'
import { institutionEdges } from './checks/institutions.ts'
import { issuanceEdges } from './checks/issuance.ts'
import { tradingEdges } from './checks/trading.ts'

// The accepted and refused rows of each check of the database, at its edges.

/** By PostgreSQL's name of a column's check. */
const ofColumn = (column: string, accepts: unknown[], refuses: unknown[]) => {
  const [schema, table, name] = column.split('.') as [string, string, string]
  const row = (value: unknown) => ({ [name]: value })
  return [
    `${schema}.${table}.${table}_${name}_check`,
    { accepts: accepts.map(row), refuses: refuses.map(row) },
  ] as const
}

/** By the name of the check. */
export const checks: Record<string, Edges> = {
  ...Object.fromEntries([
    ...positive.map((column) => ofColumn(column, [1], [0, -1])),
    ...notNegative.map((column) => ofColumn(column, [0], [-1])),
    ...onlyRow.map((table) => ofColumn(`${table}.only_row`, [true], [false])),
    ...Object.entries(oneOf).map(([column, members]) => ofColumn(column, members, ['', 'another'])),
  ]),
  ...bankingEdges,
  ...institutionEdges,
  ...issuanceEdges,
  ...tradingEdges,
}
