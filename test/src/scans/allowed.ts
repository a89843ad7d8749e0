import type { Scan } from './watch.ts'

type Allowed = { readonly table: string; readonly statement: RegExp; readonly why: string }

/** Statements that may read a growing table as a whole. */
const allowed: readonly Allowed[] = [
  {
    table: 'chains.movement',
    statement:
      /^select txid, index, kind, asset, amount, recipient from chains.movement where chain = \$1 and state = 'final' and height >/,
    why: 'people have a chain read again that took back what was final',
  },
  {
    table: 'chains.movement',
    statement:
      /^select txid from chains.movement where chain = \$1 and asset = \$2 and recipient = \$3 and amount = \$4/,
    why: 'in UAT alone, where the desk does not know whether it was given coins',
  },
  ...['institutions.institution', 'institutions.kyb_case'].map((table) => ({
    table,
    statement: /^select i.id, i.name, c.state, .* from institutions.institution i join institutions.kyb_case c/,
    why: 'part of a statement: a page of it is read by the index on created_at (pages.ts)',
  })),
]

/** Leave that no statement needs any more. */
export const unneeded = (statements: readonly string[]): RegExp[] =>
  allowed.map(({ statement }) => statement).filter((form) => !statements.some((text) => form.test(text)))

export const isAllowed = ({ table, statement }: Pick<Scan, 'table' | 'statement'>): boolean =>
  allowed.some((one) => one.table === table && one.statement.test(statement))
