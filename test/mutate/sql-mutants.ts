import type { Catalog } from './catalog.ts'
import type { Mutant } from './mutant.ts'
import { applied, changesOf } from './sql-rules.ts'

// Mutants of the migrated database: of each function its last version, of the rest the current state.

/** A migration: its file from the root, and its text. */
export type Migration = { file: string; text: string }

export function sqlMutants(catalog: Catalog, migrations: readonly Migration[]): Mutant[] {
  const latestFirst = migrations.toReversed()
  const isWritten = ({ name, body }: Fn) =>
    migrations.some(({ text }) => text.includes(body)) || name === standsForGenerated || !isQuoted(body)
  return [
    ...catalog.functions
      .filter(isWritten)
      .flatMap((one) => [...functionMutants(one, latestFirst), ...ownersRight(one, latestFirst)]),
    ...viewMutants(migrations),
    ...catalog.functions.flatMap((one) => openedFunction(one, latestFirst)),
    ...catalog.triggers.flatMap((one) => triggerMutants(one, latestFirst)),
    ...catalog.constraints.map((one) => droppedConstraint(one, latestFirst)),
    ...catalog.indexes.map((one) => droppedIndex(one, latestFirst)),
    ...catalog.lacks.map((one) => grantedRight(one, latestFirst)),
  ]
}

const moduleOf = (object: string): string => `sql/${object.split('.')[0]}`

type Place = Pick<Mutant, 'file' | 'line' | 'code'>

/** The latest of these texts in a migration; without one, the object's own name. */
function placeOf(migrations: readonly Migration[], object: string, ...texts: (string | RegExp)[]): Place {
  for (const text of texts) {
    for (const migration of migrations) {
      const at = typeof text === 'string' ? migration.text.indexOf(text) : migration.text.search(text)
      if (at !== -1) return placeAt(migration, at)
    }
  }
  return { file: `service/sql/${object}`, line: 0, code: object }
}

function placeAt({ file, text }: Migration, at: number): Place {
  const line = text.slice(0, at).split('\n').length
  return { file, line, code: text.split('\n')[line - 1]!.trim() }
}

type Fn = Catalog['functions'][number]

/** The definition of a function, not its use by a trigger. */
const definitionOf = (name: string): RegExp =>
  new RegExp(`create (or replace )?function ${name.replace('.', '[.]')}\\(`)

/** A text body is stored as written; PostgreSQL rewrites a body of standard SQL. */
const isQuoted = (body: string): boolean => !body.startsWith('RETURN ')

function functionMutants(one: Fn, migrations: readonly Migration[]): Mutant[] {
  const home = migrations.find(({ text }) => text.includes(one.body))
  return changesOf(one.body, { procedure: one.language === 'plpgsql' }).map((change): Mutant => {
    const was = one.body.slice(change.at, change.end)
    const place = home
      ? placeAt(home, home.text.indexOf(one.body) + change.at)
      : placeOf(migrations, one.name, one.name)
    const definition = one.definition.replace(one.body, () => applied(one.body, change))
    const how = { statements: [definition], undo: [one.definition], object: one.name }
    return { module: moduleOf(one.name), ...place, rule: change.rule, was, becomes: change.becomes, how }
  })
}

/** A function of its owner runs as its caller, or resolves names in the caller's search path. */
function ownersRight({ name, signature, definition }: Fn, migrations: readonly Migration[]): Mutant[] {
  if (!definition.includes('SECURITY DEFINER')) return []
  const path = /SET search_path TO .*/.exec(definition)![0]
  const mutant = (was: string, becomes: string, change: string, back: string): Mutant => {
    const alter = (what: string) => [`alter function ${signature} ${what}`]
    const how = { statements: alter(change), undo: alter(back), object: rights }
    return {
      module: moduleOf(name),
      ...placeOf(migrations, name, definitionOf(name)),
      rule: 'right',
      was,
      becomes,
      how,
    }
  }
  return [
    mutant('security definer', 'security invoker', 'security invoker', 'security definer'),
    mutant('set search_path', '', 'reset search_path', path),
  ]
}

/** Everyone may call it, as if the revoke were missing. */
function openedFunction(one: Fn, migrations: readonly Migration[]): Mutant[] {
  if (one.open) return []
  const place = placeOf(migrations, one.name, definitionOf(one.name))
  const was = `revoke execute on function ${one.name} from public`
  const how = {
    statements: [`grant execute on function ${one.signature} to public`],
    undo: [`revoke execute on function ${one.signature} from public`],
    object: rights,
  }
  return [{ module: moduleOf(one.name), ...place, rule: 'right', was, becomes: '', how }]
}

/** The object of all mutants that only a rights test can notice. */
export const rights = 'rights'
/** The object of triggers, checks and keys: tests with a list of them are quicker than those that write. */
export const guards = 'guards'
/** The object of views, whose use the database does not count. */
export const views = 'views'

/** Code generates one function for each kept table, all alike: this one represents them. */
const standsForGenerated = 'audit.note_access_api_key'

/** The last version of each view in the migrations. */
function viewMutants(migrations: readonly Migration[]): Mutant[] {
  const last = new Map<string, { migration: Migration; at: number; text: string }>()
  for (const migration of migrations) {
    for (const { 0: text, 1: name, index: at } of migration.text.matchAll(/create (?:or replace )?view ([\w.]+)[^;]*/g))
      last.set(name!, { migration, at, text })
  }
  return [...last].flatMap(([name, { migration, at, text }]) =>
    changesOf(text, { procedure: false })
      .filter((change) => change.at > text.indexOf(name))
      .map((change): Mutant => {
        const statement = applied(text, change).replace(/^create (or replace )?/, 'create or replace ')
        const was = text.slice(change.at, change.end)
        const undo = [text.replace(/^create (or replace )?/, 'create or replace ')]
        const how = { statements: [statement], undo, object: views }
        return {
          module: moduleOf(name),
          ...placeAt(migration, at + change.at),
          rule: change.rule,
          was,
          becomes: change.becomes,
          how,
        }
      }),
  )
}

function triggerMutants(
  { table, name, definition }: Catalog['triggers'][number],
  migrations: readonly Migration[],
): Mutant[] {
  const escaped = table.replace('.', '[.]')
  const place = placeOf(
    migrations,
    table,
    new RegExp(`create (or replace )?(constraint )?trigger ${name} [^;]*?\\b${escaped}\\b`),
  )
  const drop = `drop trigger ${name} on ${table}`
  const mutant = (was: string, becomes: string, statements: string[], undo: string[]): Mutant => {
    return {
      module: moduleOf(table),
      ...place,
      rule: 'trigger',
      was,
      becomes,
      how: { statements, undo, object: guards },
    }
  }
  const events = / (?:BEFORE|AFTER) (.*?) ON /.exec(definition)![1]!
  const each = events.split(' OR ')
  const fewer = each.length < 2 ? [] : each.map((event) => each.filter((other) => other !== event).join(' OR '))
  return [
    mutant(`trigger ${name} on ${table}`, '', [drop], [definition]),
    ...fewer.map((left) =>
      mutant(
        `trigger ${name} on ${table}: ${events}`,
        left,
        [drop, definition.replace(events, () => left)],
        [drop, definition],
      ),
    ),
  ]
}

function droppedConstraint(
  { table, name, definition, check }: Catalog['constraints'][number],
  migrations: readonly Migration[],
): Mutant {
  const place = placeOf(migrations, table, new RegExp(`constraint ${name}\\b`), ...tableTexts(table))
  const how = {
    statements: [`alter table ${table} drop constraint "${name}"`],
    undo: [`alter table ${table} add constraint "${name}" ${definition}`],
    object: guards,
  }
  return {
    module: moduleOf(table),
    ...place,
    rule: check ? 'check' : 'unique',
    was: `${table} ${name} ${definition}`,
    becomes: '',
    how,
  }
}

function droppedIndex(
  { table, name, definition }: Catalog['indexes'][number],
  migrations: readonly Migration[],
): Mutant {
  const place = placeOf(
    migrations,
    table,
    new RegExp(`unique index ${name.split('.').at(-1)!}\\b`),
    ...tableTexts(table),
  )
  const plain = definition.replace('CREATE UNIQUE INDEX', 'CREATE INDEX')
  const how = { statements: [`drop index ${name}`, plain], undo: [`drop index ${name}`, definition], object: guards }
  return { module: moduleOf(table), ...place, rule: 'unique', was: definition, becomes: plain, how }
}

/** The service's role gets a forbidden right, as if a grant were too wide. */
function grantedRight({ table, right }: Catalog['lacks'][number], migrations: readonly Migration[]): Mutant {
  const place = placeOf(migrations, table, ...tableTexts(table))
  const statement = `grant ${right} on ${table} to specie_app`
  return {
    module: moduleOf(table),
    ...place,
    rule: 'right',
    was: `no ${right} on ${table}`,
    becomes: statement,
    how: { statements: [statement], object: rights },
  }
}

const tableTexts = (table: string): string[] => [`create table ${table} `, table]
