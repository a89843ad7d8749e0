import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

// `npm run floors` on a small tree: the refused imports and SQL.

const root = fileURLToPath(new URL('../../', import.meta.url))
const house = {
  floors: [['base'], ['ledger'], ['banking'], ['chains'], ['trading', 'rails'], ['api', 'checks']],
  pages: [['kit'], ['shared'], ['portal', 'console']],
  calls: [['web-api'], ['portal', 'console']],
  mixed: { base: 'a list of what its folders offer' },
  owners: { work: 'base' },
  auditors: { checks: 'compares' },
  open: { 'banking.payer': 'to be read' },
}
const schema = `create table work.intent (
create table ledger.account (
create view ledger.balance as
-- function ledger.post(jsonb) returns text; called by: specie_app
create table rails.payment (
create view rails.open_payment as
create view banking.open_wire as
create table banking.payer (
`
let tree: string

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'specie-floors-'))
  plant('service/sql/schema.sql', schema)
  plant('tools/floors.json', JSON.stringify(house))
  plant('web/src/kit/link.tsx', 'export {}\n')
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

function run(tool: string): { status: number | null; lines: string[] } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools', tool), tree], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return { status, lines: stdout.trim().split('\n').filter(Boolean) }
}
const sqlFloors = () => run('sql-floors.ts')
const circles = () => run('circles.ts')

test('a room may name its own tables, and views and functions of rooms below it', () => {
  plant('service/src/ledger/a.ts', 'export const a = `select balance from ledger.account`\n')
  plant('service/src/base/a.ts', `export const a = 'select from work.intent'\n`)
  plant('service/src/rails/a.ts', 'export const a = `select from rails.payment, ledger.balance, banking.open_wire`\n')
  plant('service/src/chains/a.ts', 'export const a = `select ledger.post($1) from banking.open_wire`\n')
  plant('service/src/checks/a.ts', 'export const a = `select from rails.payment, ledger.account`\n')
  plant('service/src/banking/a.test.ts', `export const a = 'select from ledger.account'\n`)
  plant('service/src/main.ts', `export const tables = ['rails.payment']\n`)
  plant('service/src/trading/a.ts', 'export const a = `select from banking.payer`\n')
  plant('service/sql/functions/rails.open.sql', 'select * from rails.payment -- not ledger.account\n')
  expect(sqlFloors()).toEqual({ status: 0, lines: [] })
})

test('comments, imports and properties are not SQL', () => {
  plant(
    'service/src/banking/a.ts',
    `// ledger.account is not read here\nimport { x } from './ledger.account'\nexport const a = (ledger: any) => [ledger.account, x]\n`,
  )
  expect(sqlFloors()).toEqual({ status: 0, lines: [] })
})

const ask = (owner: string) => `ask a function of ${owner}, or a view that it offers to rooms above it`

test.each([
  ['a table of a lower room', 'rails', 'select 1 from ledger.account', 'ledger.account, a table of ledger'],
  [
    'a view of a room on the same floor',
    'trading',
    'select 1 from rails.open_payment',
    'rails.open_payment, a view of rails',
  ],
  ['a view of a higher floor', 'banking', 'select 1 from rails.open_payment', 'rails.open_payment, a view of rails'],
  ['a function of a higher floor', 'base', 'select ledger.post($1)', 'ledger.post, a function of ledger'],
])('%s is refused', (_what, room, sql, named) => {
  plant(`service/src/${room}/thing/planted.ts`, `const table = 1\nexport const a = \`\n  ${sql} \${table}\`\n`)
  const owner = named.split(' of ')[1]!
  expect(sqlFloors()).toEqual({
    status: 1,
    lines: [`service/src/${room}/thing/planted.ts:3 names ${named}: ${ask(owner)}`],
  })
})

test('a definition of the database follows the same rule', () => {
  plant('service/sql/views/banking.due.sql', 'create view banking.due as\nselect * from rails.payment;\n')
  expect(sqlFloors().lines).toEqual([
    `service/sql/views/banking.due.sql:2 names rails.payment, a table of rails: ${ask('rails')}`,
  ])
})

test('a trigger watches tables of its own room and of rooms below, and of no room above', () => {
  const watch = (table: string) => `create trigger t after insert on ${table} for each row execute function f();\n`
  plant('service/sql/triggers/ledger.sql', watch('ledger.account') + watch('work.intent') + watch('rails.payment'))
  plant('service/sql/triggers/rails.sql', `${watch('rails.payment')}-- a subquery\nselect from work.intent;\n`)
  plant('service/sql/functions/ledger.watch.sql', watch('work.intent'))
  expect(sqlFloors().lines).toEqual([
    `service/sql/functions/ledger.watch.sql:1 names work.intent, a table of base: ${ask('base')}`,
    `service/sql/triggers/ledger.sql:3 names rails.payment, a table of rails: ${ask('rails')}`,
    `service/sql/triggers/rails.sql:3 names work.intent, a table of base: ${ask('base')}`,
  ])
})

test('an open table may be named above its room only', () => {
  plant('service/src/ledger/a.ts', `export const a = 'select from banking.payer'\n`)
  expect(sqlFloors().lines).toEqual([
    `service/src/ledger/a.ts:1 names banking.payer, a table of banking: ${ask('banking')}`,
  ])
})

const union = (file: string, ...names: string[]) =>
  plant(
    `service/sql/unions/${file}.sql`,
    `create view ${file} as\nselect * from ${names.join(' union all select * from ')};\n`,
  )

test('a union view names views of its own room and of rooms above it', () => {
  union('ledger.due', 'ledger.balance', 'banking.open_wire', 'rails.open_payment')
  expect(sqlFloors()).toEqual({ status: 0, lines: [] })
})

test('a union view names no table, no function and no room below it', () => {
  union('banking.due', 'rails.payment', 'ledger.post', 'ledger.balance')
  expect(sqlFloors()).toEqual({
    status: 1,
    lines: [
      `service/sql/unions/banking.due.sql:2 names rails.payment, a table of rails: ${ask('rails')}`,
      `service/sql/unions/banking.due.sql:2 names ledger.post, a function of ledger: ${ask('ledger')}`,
      `service/sql/unions/banking.due.sql:2 names ledger.balance, a view of ledger: ${ask('ledger')}`,
    ],
  })
})

test('lists of exceptions are ignored', () => {
  const file = 'service/src/banking/a.ts'
  const allowed = [{ file, names: ['ledger.account'], why: 'to be refused' }]
  plant('tools/floors.json', JSON.stringify({ ...house, allowed }))
  plant(file, `export const a = 'select from ledger.account'\n`)
  expect(sqlFloors().lines).toEqual([`${file}:1 names ledger.account, a table of ledger: ${ask('ledger')}`])
})

test('the floors of the repository have no exceptions', () => {
  const real = JSON.parse(readFileSync(join(root, 'tools/floors.json'), 'utf8')) as object
  expect(Object.keys(real)).toEqual(['floors', 'pages', 'calls', 'mixed', 'owners', 'auditors', 'open'])
})

const importing = (...paths: string[]): string => paths.map((path) => `import '${path}'\n`).join('')

/** The violations of dependency-cruiser for a floor, as `from → to`, and their number. */
function refusedBy(...folders: string[]): { status: number | null; refused: string[]; count: string | undefined } {
  cpSync(join(root, '.dependency-cruiser.cjs'), join(tree, '.dependency-cruiser.cjs'))
  cpSync(join(root, 'tools/workspaces.json'), join(tree, 'tools/workspaces.json'))
  cpSync(join(root, 'tsconfig.json'), join(tree, 'tsconfig.json'))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const { status, stdout } = spawnSync(
    process.execPath,
    [cruiser, '--config', '.dependency-cruiser.cjs', '--output-type', 'err', ...folders],
    { cwd: tree, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  )
  const refused = stdout.matchAll(/[\w-]+-imports-only-from-lower-floors: (\S+) → (\S+)/g)
  const short = (path: string): string => path.replace('service/src/', '')
  return {
    status,
    refused: [...refused].map(([, from, to]) => `${short(from!)} → ${short(to!)}`).toSorted(),
    count: /(\d+) dependency violations/.exec(stdout)?.[1],
  }
}

test('a room imports from lower floors only: not from higher ones, its own floor or the files above all rooms', () => {
  plant('service/src/ledger/a.ts', importing('../rails/b.ts'))
  plant('service/src/rails/b.ts', importing('../banking/e.ts'))
  plant('service/src/trading/c.ts', importing('../rails/b.ts'))
  plant('service/src/api/d.ts', importing('../main.ts', '../checks/f.ts', '../trading/c.ts'))
  for (const file of ['main.ts', 'banking/e.ts', 'checks/f.ts']) plant(`service/src/${file}`, 'export {}\n')
  const { status, refused, count } = refusedBy('service')
  expect(refused).toEqual([
    'api/d.ts → checks/f.ts',
    'api/d.ts → main.ts',
    'ledger/a.ts → rails/b.ts',
    'trading/c.ts → rails/b.ts',
  ])
  expect(count).toBe('4')
  expect(status).not.toBe(0)
})

test('portal and console import their shared parts, and neither imports the other: pages and calls alike', () => {
  plant('web/src/portal/a.tsx', importing('../console/b.tsx', '../shared/c.ts'))
  plant('web/src/console/b.tsx', importing('../shared/c.ts', '../kit/link.tsx'))
  plant('web/src/shared/c.ts', importing('../portal/d.ts'))
  plant('web/src/portal/d.ts', 'export {}\n')
  plant('protocol/src/portal/a.ts', importing('../web-api/b.ts'))
  plant('protocol/src/console/a.ts', importing('../portal/a.ts'))
  plant('protocol/src/web-api/b.ts', 'export {}\n')
  const { refused, count } = refusedBy('web', 'protocol')
  expect(refused).toEqual([
    'protocol/src/console/a.ts → protocol/src/portal/a.ts',
    'web/src/portal/a.tsx → web/src/console/b.tsx',
    'web/src/shared/c.ts → web/src/portal/d.ts',
  ])
  expect(count).toBe('3')
})

test('folders of the pages follow the rule of rooms', () => {
  plant('service/src/base/clock.ts', 'export {}\n')
  plant('web/src/portal/pages.ts', `export const load = () => import('./supply/page.tsx')\n`)
  plant('web/src/portal/supply/page.tsx', importing('../transfers/words.ts'))
  plant('web/src/portal/transfers/words.ts', importing('../supply/page.tsx'))
  plant('web/src/attic/a.ts', 'export {}\n')
  expect(circles().lines.toSorted()).toEqual([
    'portal/supply, portal/transfers import each other: portal/supply/page.tsx → portal/transfers/words.ts; portal/transfers/words.ts → portal/supply/page.tsx',
    'web/src/attic has no floor in tools/floors.json',
  ])
})

test('folders of a room may import each other in one direction', () => {
  plant('service/src/rails/payment/row.ts', importing('../rail/row.ts', '../names.ts', '../../base/clock.ts'))
  plant('service/src/rails/payment/job.ts', importing('./row.ts', '../rail/row.ts'))
  plant('service/src/rails/rail/row.ts', importing('../names.ts'))
  plant('service/src/rails/rail/row.test.ts', importing('../payment/row.ts'))
  plant('service/src/base/clock.ts', importing('./jobs/runner.ts'))
  plant('service/src/base/jobs/runner.ts', importing('../clock.ts'))
  expect(circles()).toEqual({ status: 0, lines: [] })
})

test('folders of a room that import each other are refused', () => {
  plant('service/src/rails/payment/row.ts', importing('../rail/row.ts'))
  plant('service/src/rails/rail/job.ts', `export const open = () => import('../payment/row.ts')\n`)
  expect(circles()).toEqual({
    status: 1,
    lines: [
      'rails/payment, rails/rail import each other: rails/payment/row.ts → rails/rail/row.ts; rails/rail/job.ts → rails/payment/row.ts',
    ],
  })
})

test('a circle by way of a third folder, of folders of base, or of a folder and its room is refused', () => {
  plant('service/src/rails/onramp/a.ts', importing('../payment/b.ts'))
  plant('service/src/rails/payment/b.ts', `import type { C } from '../rail/c.ts'\n`)
  plant('service/src/rails/rail/c.ts', importing('../onramp/a.ts'))
  plant('service/src/base/http/a.ts', importing('../jobs/b.ts'))
  plant('service/src/base/jobs/b.ts', importing('../http/a.ts'))
  plant('service/src/ledger/chart.ts', importing('./posting/post.ts'))
  plant('service/src/ledger/posting/post.ts', importing('../chart.ts'))
  const found = circles().lines.map((line) => line.split(' import')[0]!)
  expect(found.toSorted((a, b) => a.localeCompare(b))).toEqual([
    'base/http, base/jobs',
    'ledger/., ledger/posting',
    'rails/onramp, rails/payment, rails/rail',
  ])
})

test('a room without a floor is refused', () => {
  plant('service/src/cellar/a.ts', 'export {}\n')
  expect(circles().lines).toEqual(['service/src/cellar has no floor in tools/floors.json'])
})
