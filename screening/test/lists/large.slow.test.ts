import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import type { FormatCode } from '../../src/lists/formats.ts'

const folder = mkdtempSync(join(tmpdir(), 'lists-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** In a process of its own, so that its memory is that of the reader. */
function measure(...args: readonly string[]): Record<string, number> {
  const program = new URL('../../samples/measure.ts', import.meta.url).pathname
  return JSON.parse(execFileSync(process.execPath, [program, ...args], { encoding: 'utf8' })) as Record<string, number>
}

test.each<[FormatCode, string, number]>([
  ['ofac_advanced_xml', '120MB', 450],
  ['uk_csv', '50000', 600],
  ['uk_xml', '50000', 450],
  ['un_xml', '50000', 450],
  ['eu_xml', '50000', 450],
  ['seco_xml', '50000', 700],
])('%s of %s is read in less than %i MB of memory', (format, amount, most) => {
  const file = join(folder, format)
  const { parties } = measure('write', format, amount, file)
  const read = measure('read', format, file)
  console.log(format, read)
  expect(read['entries']).toBeGreaterThanOrEqual(parties!)
  expect(read['maxRssMegabytes']).toBeLessThan(most)
  rmSync(file)
})
