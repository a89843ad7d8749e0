import { readFileSync } from 'node:fs'
import { holdReasons } from '@specie/protocol/holds.ts'
import { expect, test } from 'vitest'

const page = readFileSync(new URL('../../../docs/concepts/holds.md', import.meta.url), 'utf8')

test.each(holdReasons)('the page about holds explains %s', (reason) => {
  expect(page).toContain(`\`${reason}\``)
})
