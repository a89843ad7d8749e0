import { execFile } from 'node:child_process'
import { programIn } from '@specie/local/programs.ts'
import { expect, test } from 'vitest'

test('a stack trace of a bundled program names its source', async () => {
  const file = programIn(process.env['TEST_PROGRAMS']!, 'service')
  const defect = 'data:text/javascript,process.once=()=>{throw%20new%20Error("planted")}'
  const env = { PATH: process.env['PATH'], DATABASE_URL: 'postgres://127.0.0.1:1/x' }
  const output = await new Promise<string>((resolve) =>
    execFile(process.execPath, ['--import', defect, file], { env }, (_error, out, err) => resolve(out + err)),
  )
  expect(output).toMatch(/planted[^]*\/program\/src\/run\.ts:\d+:\d+\)[^]*\/service\/src\/main\.ts:\d+/)
})
