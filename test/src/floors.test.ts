import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, test } from 'vitest'

// `npm run floors` on a small house: what it must refuse, by import and by SQL.

const root = fileURLToPath(new URL('../../', import.meta.url))
const house = {
  floors: [['base'], ['ledger'], ['banking', 'chains'], ['trading', 'rails'], ['api', 'checks']],
  products: ['trading', 'rails'],
  owners: { work: 'base' },
  auditors: { checks: 'compares' },
  allowed: [],
}
const schema = `create table work.intent (
create table ledger.account (
create view ledger.balance as
-- function ledger.post(jsonb) returns text; called by: specie_app
create table rails.payment (
create view rails.open_payment as
create view banking.open_wire as
`
let tree: string

beforeEach(() => {
  tree = mkdtempSync(join(tmpdir(), 'specie-floors-'))
  plant('service/sql/schema.sql', schema)
  plant('tools/floors.json', JSON.stringify(house))
})
afterEach(() => rmSync(tree, { recursive: true, force: true }))

function plant(path: string, text: string): void {
  mkdirSync(dirname(join(tree, path)), { recursive: true })
  writeFileSync(join(tree, path), text)
}

function sqlFloors(): { status: number | null; lines: string[] } {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'tools/sql-floors.ts'), tree], {
    encoding: 'utf8',
  })
  expect(stderr).toBe('')
  return { status, lines: stdout.trim().split('\n').filter(Boolean) }
}

test('a room may name its own tables, and what rooms below it and beside it offer', () => {
  plant('service/src/ledger/a.ts', 'export const a = `select balance from ledger.account`\n')
  plant('service/src/base/a.ts', `export const a = 'select from work.intent'\n`)
  plant('service/src/rails/a.ts', 'export const a = `select from rails.payment, ledger.balance, banking.open_wire`\n')
  plant('service/src/chains/a.ts', 'export const a = `select ledger.post($1) from banking.open_wire`\n')
  plant('service/src/checks/a.ts', 'export const a = `select from rails.payment, ledger.account`\n')
  plant('service/src/banking/a.test.ts', `export const a = 'select from ledger.account'\n`)
  plant('service/src/main.ts', `export const tables = ['rails.payment']\n`)
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
  ['a view of another product', 'trading', 'select 1 from rails.open_payment', 'rails.open_payment, a view of rails'],
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
  plant('service/sql/triggers/ledger.sql', 'create trigger t after insert on work.intent;\n')
  expect(sqlFloors().lines).toEqual([
    `service/sql/triggers/ledger.sql:1 names work.intent, a table of base: ${ask('base')}`,
    `service/sql/views/banking.due.sql:2 names rails.payment, a table of rails: ${ask('rails')}`,
  ])
})

test('an exception holds for its file and name only, and goes when it is no longer needed', () => {
  const file = 'service/src/banking/a.ts'
  const allowed = [{ file, names: ['ledger.account', 'work.intent'], why: 'to be seen' }]
  plant('tools/floors.json', JSON.stringify({ ...house, allowed }))
  plant(file, `export const a = 'select from ledger.account, rails.payment'\n`)
  expect(sqlFloors().lines).toEqual([
    `${file}:1 names rails.payment, a table of rails: ${ask('rails')}`,
    `tools/floors.json: ${file} no longer names work.intent`,
  ])
})

test('an import of a higher floor or of another product is refused', () => {
  cpSync(join(root, '.dependency-cruiser.cjs'), join(tree, '.dependency-cruiser.cjs'))
  cpSync(join(root, 'tsconfig.json'), join(tree, 'tsconfig.json'))
  symlinkSync(join(root, 'node_modules'), join(tree, 'node_modules'))
  plant('service/src/ledger/a.ts', `import { b } from '../rails/b.ts'\nexport const a = b\n`)
  plant('service/src/rails/b.ts', 'export const b = 1\n')
  plant('service/src/trading/c.ts', `import { b } from '../rails/b.ts'\nexport const c = b\n`)
  const cruiser = join(root, 'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs')
  const { status, stdout } = spawnSync(
    process.execPath,
    [cruiser, '--config', '.dependency-cruiser.cjs', '--output-type', 'err', 'service'],
    { cwd: tree, encoding: 'utf8', env: { ...process.env, NO_COLOR: '1' } },
  )
  expect(stdout).toContain('floor-2-imports-only-downward: service/src/ledger/a.ts → service/src/rails/b.ts')
  expect(stdout).toContain('trading-knows-no-other-product: service/src/trading/c.ts → service/src/rails/b.ts')
  expect(stdout).toContain('2 dependency violations')
  expect(status).not.toBe(0)
})
