import type { Scan } from './watch.ts'

type Allowed = { readonly table: string; readonly statement: RegExp; readonly why: string }

/** Statements that may read a whole growing table. */
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
  {
    table: 'banking.message',
    statement: /^select md5\('message ' \|\| m.id\)::uuid as id/,
    why: 'the list of bank files for staff: a few files a day, looked at now and then',
  },
  {
    table: 'onboarding.agreement',
    statement: /^select \* from onboarding.agreement$/,
    why: 'the beginning of lists that are filtered by institution or id',
  },
]

/** Exceptions that no statement needs. */
export const unneeded = (statements: readonly string[]): RegExp[] =>
  allowed.map(({ statement }) => statement).filter((form) => !statements.some((text) => form.test(text)))

export const isAllowed = ({ table, statement }: Pick<Scan, 'table' | 'statement'>): boolean =>
  allowed.some((one) => one.table === table && one.statement.test(statement))
