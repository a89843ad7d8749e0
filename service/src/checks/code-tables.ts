import { standingRows } from '@specie/protocol/standing.ts'
import { approvals, roleConflicts, roles } from '../people/sync.ts'
import { initialStates, transitionRows } from '../base/state-machine/move.ts'
import type { Rule } from './rule.ts'

// Tables written from the code that decide permitted steps: each row equals the code.

type CodeTable = {
  readonly table: string
  /** Columns of the key, then the others, with their types. */
  readonly key: readonly string[]
  readonly types: Readonly<Record<string, string>>
  readonly rows: readonly object[]
  /** Rows of earlier versions stay, because others refer to them. */
  readonly keepsOld?: true
}

const text = (...columns: string[]) => Object.fromEntries(columns.map((column) => [column, 'text']))

/** Named like the columns of the table. */
const standings = standingRows.map(({ kind, state, ...rest }) => ({ machine: kind, in_state: state, ...rest }))

const codeTables: readonly CodeTable[] = [
  {
    table: 'state.standing',
    key: ['machine', 'in_state'],
    types: text('machine', 'in_state', 'suspended', 'offboarded', 'key_revoked', 'approver_left'),
    rows: standings,
  },
  {
    table: 'state.transition',
    key: ['machine', 'from_state', 'event'],
    types: { ...text('machine', 'from_state', 'event', 'to_state'), while_held: 'boolean' },
    rows: transitionRows,
  },
  {
    table: 'state.machine',
    key: ['name'],
    types: text('name', 'initial'),
    rows: initialStates,
    keepsOld: true,
  },
  { table: 'people.role', key: ['side', 'name'], types: text('side', 'name'), rows: roles },
  {
    table: 'people.role_conflict',
    key: ['side', 'one', 'other'],
    types: text('side', 'one', 'other'),
    rows: roleConflicts,
  },
  {
    table: 'people.approval_kind',
    key: ['name'],
    types: { ...text('name', 'side'), makers: 'text[]', checkers: 'text[]', by_keys: 'boolean' },
    rows: approvals,
    keepsOld: true,
  },
]

function differences({ table, key, types, rows, keepsOld }: CodeTable): string {
  const columns = Object.keys(types)
  const list = (row: string, names: readonly string[]) => names.map((name) => `${row}.${name}`).join(', ')
  const code = `jsonb_to_recordset('${JSON.stringify(rows).replaceAll("'", "''")}'::jsonb)
    as code (${columns.map((name) => `${name} ${types[name]}`).join(', ')})`
  const name = key.map((column) => `coalesce(here.${column}, code.${column})`).join(', ')
  return `select format('${table} %s', concat_ws('/', ${name})) from ${table} here
    ${keepsOld ? 'right' : 'full'} join ${code} on (${list('here', key)}) = (${list('code', key)})
    where row(${list('here', columns)}) is distinct from row(${list('code', columns)})`
}

export const codeTableRule: Rule = {
  invariant: 'S1',
  what: 'state tables, roles and kinds of approvals equal the code',
  breaks: codeTables.map(differences).join('\n union all '),
}
