import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { page, withCosts } from '../test/costs.ts'

test('the costs in docs/token.md are those measured today (else: node token/test/costs.ts --write)', async () => {
  const text = readFileSync(page, 'utf8')
  expect(text).toBe(await withCosts(text))
})
