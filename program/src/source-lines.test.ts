import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('an unreadable map costs the names of the sources, not the error', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'specie-map-'))
  const file = join(folder, 'bundle.mjs')
  const module = JSON.stringify(join(import.meta.dirname, 'source-lines.ts'))
  await writeFile(
    file,
    `import { traceSources } from ${module}\ntraceSources()\nconsole.log(new Error('planted').stack)\n`,
  )
  await writeFile(`${file}.map`, 'half a ma')
  const output = execFileSync(process.execPath, [file], { encoding: 'utf8' })
  expect(output).toMatch(/^Error: planted\n {4}at file:.*bundle\.mjs:3:13\n/)
  await rm(folder, { recursive: true })
})
