// Writes every file that is made from code: `npm run generate`. --check writes nothing and fails on a difference: generated
// files are checked in, and must match today's code.
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { groupPages, groupTable } from '@specie/cli/page.ts'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { authReasons, type ErrorCode, errors, sandboxCuresOf } from '@specie/protocol/errors.ts'
import { faults } from '@specie/protocol/sandbox/faults.ts'
import { isDone, machines, statesOf, transitions, type Machine } from '@specie/protocol/machines.ts'
import { standingRows } from '@specie/protocol/standing.ts'
import { acts, type Act } from '@specie/protocol/people/acts.ts'
import { conflicts, rolesOf, type Role, type Side, sides } from '@specie/protocol/people/roles.ts'
import { openapi } from '@specie/protocol/openapi/openapi.ts'
import { sandboxOpenapi } from '@specie/protocol/sandbox/openapi.ts'
import type { Setting } from '@specie/service/base/settings/setting.ts'
import { settingGroups } from '@specie/service/base/settings/table.ts'
import { version } from '@specie/service/base/version.ts'
import { chart } from '@specie/service/ledger/chart.ts'
import { rooms } from '@specie/service/rooms.ts'
import { sampleFiles } from '../screening/samples/files.ts'
import { modules } from '../test/mutate/modules.ts'
import { readResults } from '../test/mutate/record.ts'
import { tokenFiles } from '../token/build.ts'
import { brunoFiles } from './bruno.ts'
import { docsTokens } from './docs-tokens.ts'
import { glossaryPage } from './glossary.ts'
import { freshCatalog, freshRights, freshSchema } from './schema.ts'
import { sdkCalls, sdkErrors, sdkSandbox } from './sdk-calls.ts'
import { webCalls } from './web-calls.ts'

const root = new URL('../', import.meta.url)
const note = '<!-- Made by `npm run generate`; do not edit. -->'

const api = openapi({ servers: [{ url: '/api/v1', description: 'this service' }], version })

const files: Record<string, () => string | Promise<string>> = {
  'docs/cli.md': cliIndex,
  ...Object.fromEntries(groupPages(note).map(({ file, text }) => [file, () => text])),
  'docs/openapi.json': () => `${JSON.stringify(api, null, 2)}\n`,
  'docs/sandbox.openapi.json': () => `${JSON.stringify(sandboxOpenapi({ version }), null, 2)}\n`,
  'docs/errors.md': errorsPage,
  'docs/glossary.md': () => glossaryPage(note),
  'docs/signing.md': signingPage,
  'docs/sandbox.md': sandboxPage,
  'docs/operations.md': operationsPage,
  'docs/states.md': statesPage,
  'docs/accounts.md': accountsPage,
  'docs/people.md': peoplePage,
  'docs/testing.md': testingPage,
  'docs/adr/README.md': decisionsPage,
  'web/src/api/calls.gen.ts': webCalls,
  'docs-site/src/assets/tokens.gen.css': docsTokens,
  'sdk/src/generated/calls.gen.ts': sdkCalls,
  'sdk/src/generated/errors.gen.ts': sdkErrors,
  'sdk/src/generated/sandbox.gen.ts': sdkSandbox,
  ...Object.fromEntries(
    Object.entries(rooms.values).map(([table, columns]) => [
      `service/sql/values/${table}.sql`,
      () => valueChecks(table, columns),
    ]),
  ),
  'service/sql/functions/state.is_open.sql': openStates,
  ...Object.fromEntries(
    Object.keys(rooms.unions).map((union) => [`service/sql/unions/${union}.sql`, () => unionView(union)]),
  ),
  ...Object.fromEntries(Object.entries(brunoFiles(api)).map(([name, text]) => [`samples/bruno/${name}`, () => text])),
  ...sampleFiles(),
  // Last, because it is made from the files before it.
  'service/sql/schema.sql': freshSchema,
  'service/sql/catalog.json': freshCatalog,
  'docs/rights.md': freshRights,
  ...Object.fromEntries(Object.entries(tokenFiles()).map(([name, text]) => [name, () => text])),
}

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

function errorsPage(): Promise<string> {
  const inUat = (code: ErrorCode) => {
    const calls = sandboxCuresOf(code).map((call) => `\`${call}\``)
    return calls.length === 0 ? '' : ` In UAT: ${calls.join(' or ')}.`
  }
  const rows = (Object.keys(errors) as ErrorCode[]).map((code) => {
    const { status, message, cure } = errors[code]
    return [`${status}`, `\`${code}\``, message, cure + inUat(code)]
  })
  return withPart('docs/errors.md', 'errors', table(['HTTP', 'code', 'what it means', 'what to do'], rows))
}

function signingPage(): Promise<string> {
  const rows = Object.entries(authReasons).map(([reason, meaning]) => [`\`${reason}\``, meaning])
  return withPart('docs/signing.md', 'reasons', table(['details.reason', 'meaning'], rows))
}

function sandboxPage(): Promise<string> {
  const rows = Object.entries(faults).map(([value, meaning]) => [`\`${value}\``, meaning])
  return withPart('docs/sandbox.md', 'faults', table(['value', 'what happens'], rows))
}

function operationsPage(): Promise<string> {
  const groups = Object.entries(settingGroups).map(([title, settings]) => {
    const rows = Object.entries(settings).map(([name, { what, why, ...setting }]) => [
      `\`${name}\``,
      defaultOf(setting),
      what,
      why,
    ])
    return `### ${title}\n\n${table(['setting', 'default', 'what it is', 'set it when'], rows)}`
  })
  return withPart('docs/operations.md', 'settings', groups.join('\n\n'))
}

function defaultOf(setting: Pick<Setting, 'default' | 'shown'>): string {
  if (setting.shown !== undefined) return setting.shown
  return typeof setting.default === 'string' ? `\`${setting.default}\`` : '–'
}

function statesPage(): string {
  const sections = Object.values(machines).map((one) => {
    const machine: Machine = one
    const picture = transitions(machine).map(({ from, event, to }) => `  ${from} --> ${to}: ${event}`)
    const shown = statesOf(machine).flatMap((state) =>
      machine.shown[state] ? [`${state} → \`${machine.shown[state]}\``] : [],
    )
    const seen = shown.length > 0 ? `\nClients see: ${shown.join(', ')}.\n` : ''
    return `## ${machine.name}\n\n\`\`\`mermaid\nstateDiagram-v2\n  [*] --> ${machine.initial}\n${picture.join('\n')}\n\`\`\`\n${seen}`
  })
  return `# States\n${note}\n\nThe tables are in \`protocol/src/machines.ts\`. The database refuses every other transition.\n\n${sections.join('\n')}\n${standingSection()}`
}

function standingSection(): string {
  const rows = standingRows.map(({ kind, state, suspended, offboarded, key_revoked, approver_left }) => [
    kind,
    state,
    suspended,
    offboarded,
    key_revoked,
    approver_left,
  ])
  const head = ['kind', 'state', 'institution suspended', 'offboarded', 'key revoked', 'approver left']
  return `## When an institution is stopped\n\n${standingText}\n\n${table(head, rows)}\n`
}

const standingText = `The effects on items in progress, from \`protocol/src/standing.ts\`; the database uses the same table. An overdue review counts as a suspension.

- **continues**: nothing changes.
- **waits**: its money does not move. A hold with the reason \`account_suspended\` stops it, and cannot be released during the suspension. Afterwards the item is screened again and continues.
- **ends**: it can no longer be stopped, so it completes. The person who suspends the institution is notified. The same applies to a state that waits, once its transaction is signed or the bank has the order.
- **is returned**: the money is returned to the balance, the sender or the payer. If an on-ramp is already wired, or coins are burned, a case is opened and two members of staff credit the money to the balance.
- **stays**: on hold until staff decide.
- **rejected**: it was not decided yet, so it is not filled.
- **only rejected**, **withdrawn**: an approval that waits for a second approver can only be rejected, or is withdrawn.

In a state that is not listed, nothing is left to stop. New calls that move or promise money are refused with \`account_suspended\`.`

function accountsPage(): string {
  const rows = Object.entries(chart).flatMap(([pool, kinds]) =>
    Object.entries(kinds).map(([name, kind]) => [
      pool,
      `\`${name}\``,
      kind.owner,
      kind.side,
      kind.floored ? 'no' : 'yes',
    ]),
  )
  return `# Chart of accounts\n${note}\n\n${table(['pool', 'account', 'one for each', 'normal side', 'may go below zero'], rows)}\n`
}

/** A page with one part that is made from code, between two comments. */
async function withPart(file: string, part: string, content: string): Promise<string> {
  const page = await readFile(new URL(file, root), 'utf8')
  const [begin, end] = [`<!-- ${part}: made by \`npm run generate\`; do not edit. -->`, `<!-- end of ${part} -->`]
  const [before, after] = [page.split(begin)[0], page.split(end)[1]]
  if (before === undefined || after === undefined) throw new Error(`${file} must have the lines ${begin} and ${end}`)
  return `${before}${begin}\n\n${content}\n\n${end}${after}`
}

function cliIndex(): Promise<string> {
  return withPart('docs/cli.md', 'groups', groupTable())
}

function peoplePage(): Promise<string> {
  return withPart('docs/people.md', 'matrix', sides.map(matrixOf).join('\n\n'))
}

async function testingPage(): Promise<string> {
  const results = await readResults()
  const schemas = Object.keys(results).filter((name) => name.startsWith('sql/'))
  const names = [...new Set([...modules.map(({ name }) => name), ...schemas])].toSorted()
  const rows = names.map((name) => {
    const result = results[name]
    if (result === undefined) return [name, '', '', '', '', 'not run since this table exists']
    const { date, of, killed, survived, equivalent } = result
    const tried = killed + survived
    const share = `${Math.floor((1_000 * killed) / tried) / 10} %`
    return [name, share, `${killed} of ${tried}`, `${of}`, `${equivalent}`, date]
  })
  const head = ['module', 'noticed', 'of those tried', 'mutants', 'equivalent', 'date']
  return withPart('docs/testing.md', 'mutants', table(head, rows))
}

const sideNames = { institution: 'Institution users', staff: 'Staff' } as const

function matrixOf(side: Side): string {
  const roles: readonly Role[] = rolesOf[side]
  const rows = Object.entries<Act>(acts)
    .filter(([, act]) => act.side === side)
    .map(([name, act]) => [
      `\`${name}\``,
      act.does,
      act.browser ? 'door' : act.fresh ? 'fresh' : '',
      ...roles.map((role) => (act.roles.includes(role) ? '●' : '')),
    ])
  const pairs = conflicts[side].map(([one, other]) => `${one} and ${other}`)
  const never = pairs.length === 0 ? '' : `\n\nOne person cannot have: ${pairs.join('; ')}.`
  return `### ${sideNames[side]}\n\n${table(['act', 'what it is', '', ...roles], rows)}${never}`
}

/** Each decision begins with its title and a line with its status and date. */
async function decisionsPage(): Promise<string> {
  const folder = new URL('docs/adr/', root)
  const names = (await readdir(folder)).filter((name) => /^\d{4}-/.test(name)).toSorted()
  const rows = await Promise.all(
    names.map(async (name) => {
      const [, number, title, status] =
        /^# (\d+)\. (.+)\n\n\*((?:Accepted|Superseded by \[ADR \d+\]\([^)]+\)), \d{4}-\d\d-\d\d\..*)\*\n/.exec(
          await readFile(new URL(name, folder), 'utf8'),
        ) ?? []
      if (Number(number) !== Number(name.slice(0, 4)))
        throw new Error(`docs/adr/${name} must begin with its number and title, then a line «*Accepted, 2026-01-31.*».`)
      return [number!, `[${title!}](${name})`, status!]
    }),
  )
  return `# Decisions\n${note}\n\n${table(['', 'decision', 'status'], rows)}\n`
}

function valueChecks(table: string, columns: Readonly<Record<string, readonly string[]>>): string {
  const changes = Object.entries(columns).flatMap(([column, values]) => {
    const name = `${table.split('.')[1]}_${column}_check`
    const listed = values.map((value) => `    '${value}'`).join(',\n')
    return [`  drop constraint if exists ${name}`, `  add constraint ${name} check (${column} in (\n${listed}))`]
  })
  return `-- Made by \`npm run generate\` from service/src/values.ts; do not edit.\nalter table ${table}\n${changes.join(',\n')};\n`
}

/** Immutable and without settings of its own, so that the planner inlines it and uses indexes of open rows. */
function openStates(): string {
  const cases = Object.values(machines).map((one: Machine) => {
    const done = statesOf(one).filter((state) => isDone(one, state))
    return `    when '${one.name}' then state <> all ('{${done.join(',')}}')\n`
  })
  return `-- Whether something of this machine that is in this state is open: a hold could stop it (protocol/src/machines.ts, \`isDone\`).\n-- Made by \`npm run generate\`; do not edit.\ncreate or replace function state.is_open(machine text, state text) returns boolean\n  language sql immutable as $$\n  select case machine\n${cases.join('')}  end\n$$;\n`
}

/** Lines of an SQL comment. */
const asComment = (text: string): string => text.replaceAll(/(?<line>\S.{0,115}\S)(?:\s+|$)/g, '-- $<line>\n')

/** A view of a room that unites views of rooms above it (base/manifest.ts). */
function unionView(union: string): string {
  const { comment, columns, parts, internal } = rooms.unions[union]!
  const names = columns.join(', ')
  const selects = parts.map((part) => `  select ${names} from ${part}`).join('\n  union all\n')
  const grant = internal ? '' : `grant select on ${union} to specie_app;\n`
  return `${asComment(comment)}-- Made by \`npm run generate\` from the rooms; do not edit.\ncreate or replace view ${union} (${names}) as\n${selects};\n${grant}`
}

/** Generated files without a source in the code: checks of columns, unions of views, requests of endpoints. */
async function staleFiles(): Promise<string[]> {
  const folders = ['service/sql/values', 'service/sql/unions', 'samples/bruno', 'docs/cli']
  const there = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(new URL(`${folder}/`, root), { recursive: true, withFileTypes: true })
      const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name))
      return names.map((name) => relative(fileURLToPath(root), name))
    }),
  )
  return there.flat().filter((name) => !(name in files))
}

const checking = process.argv.includes('--check')
for (const name of await staleFiles()) {
  if (!checking) await rm(new URL(name, root))
  console.log(checking ? `${name} is made from nothing any more: run npm run generate` : `removed ${name}`)
  if (checking) process.exitCode = 1
}
for (const [name, make] of Object.entries(files)) {
  const text = await make()
  const there = await readFile(new URL(name, root), 'utf8').catch(() => null)
  if (there === text) continue
  if (!checking) {
    await mkdir(new URL('.', new URL(name, root)), { recursive: true })
    await writeFile(new URL(name, root), text)
  }
  console.log(checking ? `${name} is not what the code says: run npm run generate` : `wrote ${name}`)
  if (checking) process.exitCode = 1
}
