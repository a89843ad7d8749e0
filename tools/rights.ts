// docs/rights.md: the write rights of the service's login, and what stops misuse. Made from a prepared database.
import type { Sql } from '@specie/service/base/database/db.ts'

type Right = { schema: string; table: string; insert: string; update: string; delete: boolean; guards: string }

const written = `
  with rights as (
    select c.oid, acl.privilege_type as act, null::text as columns from pg_class c, aclexplode(c.relacl) acl
    where acl.grantee = 'specie_app'::regrole and c.relkind = 'r'
    union all
    select attrelid, acl.privilege_type, string_agg(attname, ', ' order by attnum) from pg_attribute, aclexplode(attacl) acl
    where acl.grantee = 'specie_app'::regrole and not attisdropped group by attrelid, acl.privilege_type
  ),
  guards as (
    select tgrelid as oid, string_agg(distinct case
        when p.proname like 'note\\_%' then 'row versions'
        when p.oid = 'base.never_changes'::regproc then 'fixed columns'
        when p.oid = 'state.enforce'::regproc then 'state machine'
        when p.oid = 'state.enforce_hold'::regproc then 'holds'
        else '\`' || p.oid::regproc || '\`' end, ', ') as names
    from pg_trigger join pg_proc p on p.oid = tgfoid where not tgisinternal group by tgrelid
  )
  select nspname as schema, relname as table,
    coalesce(max(coalesce(columns, 'all')) filter (where act = 'INSERT'), '') as insert,
    coalesce(max(coalesce(columns, 'all')) filter (where act = 'UPDATE'), '') as update,
    bool_or(act = 'DELETE') as delete, coalesce(max(guards.names), '') as guards
  from rights r join pg_class c on c.oid = r.oid join pg_namespace n on n.oid = relnamespace left join guards on guards.oid = r.oid
  where act <> 'SELECT' group by nspname, relname order by 1, 2`

const callable = `
  select p.oid::regproc::text as name from pg_proc p join pg_namespace n on n.oid = pronamespace
  where prosecdef and prorettype <> 'trigger'::regtype and has_function_privilege('specie_app', p.oid, 'execute')
    and nspname !~ '^(pg_|information_schema$|public$)' order by 1`

const readOnly = `
  select nspname as name from pg_namespace n where nspname !~ '^(pg_|information_schema$|public$)' and not exists (
    select from pg_class c where relnamespace = n.oid and relkind = 'r'
      and (has_any_column_privilege('specie_app', c.oid, 'insert, update') or has_table_privilege('specie_app', c.oid, 'delete')))
  order by 1`

export async function rightsPage(sql: Sql): Promise<string> {
  const rows = await sql.query<Right>(written)
  const sections = [...Map.groupBy(rows, ({ schema }) => schema)].map(([schema, of]) => {
    const lines = of.map((row) => `| \`${row.table}\` | ${row.insert} | ${updateOf(row)} | ${row.guards || '–'} |`)
    return [`## ${schema}`, '', '| table | insert | update | guarded by |', '| --- | --- | --- | --- |', ...lines].join(
      '\n',
    )
  })
  const named = async (query: string) =>
    (await sql.query<{ name: string }>(query)).map(({ name }) => `\`${name}\``).join(', ')
  return [
    intro,
    `It writes nothing in these schemas: ${await named(readOnly)}.`,
    ...sections,
    `## Functions\n\nThese act with the rights of the owner, and the login may call them: ${await named(callable)}.`,
    '',
  ].join('\n\n')
}

const updateOf = (row: Right): string => [row.update, row.delete ? '*delete*' : ''].filter(Boolean).join('; ')

const intro = `# Rights of the service
<!-- Made by \`npm run generate\`; do not edit. -->

The service logs in as \`specie_app\`. The login owns nothing and cannot change the schema. It reads all tables except a few secret
columns, calls functions, and writes the columns below. What is not listed it cannot write: a new row cannot be settled, booked,
paid, frozen, proven or agreed from the start, because these columns are not among those that an insert may set.

What stops misuse of a right:

- **row versions**: each change leaves a hash with a mark, made with a key that the database does not hold. \`specie check\` reports
  a change without a mark ([check.md](check.md)).
- **fixed columns**: columns that never change once the row is there.
- **state machine**: a state changes only along its table ([states.md](states.md)), and each step is in the history.
- **holds**: a row on hold takes no step.
- A function: the trigger that refuses the write, in \`service/sql/functions/\`. Many of them ask for an approval by two people.
- **–**: only the constraints of the table, which \`service/sql/schema.sql\` shows.`
