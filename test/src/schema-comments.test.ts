import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const schema = readFileSync(new URL('../../service/sql/schema.sql', import.meta.url), 'utf8')
const named = (pattern: RegExp) => [...schema.matchAll(pattern)].map(([, name]) => name)

test('every schema and every table has a comment', () => {
  const tables = named(/^create(?: unlogged)? table (\S+) \(/gm)
  expect(tables.length).toBeGreaterThan(100)
  expect(named(/^comment on table (\S+) is/gm)).toEqual(tables)
  expect(named(/^comment on schema (\S+) is/gm)).toEqual(named(/^create schema (\S+);/gm))
})
