import { globSync, readFileSync } from 'node:fs'
import { auditActions } from '@specie/protocol/audit-actions.ts'
import { expect, test } from 'vitest'

const root = new URL('../../../', import.meta.url)
const read = (path: string) => readFileSync(new URL(path, root), 'utf8')

test('docs/audit.md lists exactly the actions of the audit chain', () => {
  const rows = [...read('docs/audit.md').matchAll(/^\| `([a-z_]+\.[a-z_]+)` \| (.+) \|$/gm)]
  expect(Object.fromEntries(rows.map(([, action, meaning]) => [action, meaning]))).toEqual(auditActions)
})

test('functions of the database write listed actions only', () => {
  const files = globSync('service/sql/functions/*.sql', { cwd: root })
  const writing = files.map(read).filter((sql) => /perform audit\.append|:= audit\.append/.test(sql))
  expect(writing.length).toBeGreaterThan(1)
  const actions = writing.flatMap((sql) => sql.match(/(?<=')[a-z_]+\.[a-z_]+(?=')/g) ?? [])
  expect(actions.filter((action) => !(action in auditActions))).toEqual([])
})
