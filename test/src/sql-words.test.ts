import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const folder = new URL('../../service/sql/functions/', import.meta.url)
const refusals = readFileSync(new URL('../../service/src/people/approval/refusal.ts', import.meta.url), 'utf8')

test('SQL refuses an approval with a code that TypeScript translates, never with a sentence', () => {
  const texts = readdirSync(folder).map((name) => readFileSync(new URL(name, folder), 'utf8'))
  const calls = texts.flatMap((text) => [...text.matchAll(/perform people\.refuse_approval\('([^']*)'/g)])
  const reasons = new Set(calls.map(([, reason]) => reason!))
  expect(reasons.size).toBeGreaterThan(10)
  expect([...reasons].filter((reason) => !new RegExp(`\\b${reason}\\b`).test(refusals))).toEqual([])
})
