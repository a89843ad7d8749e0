import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('once everything is installed, the setup does nothing and prints nothing', () => {
  const setup = fileURLToPath(new URL('../../tools/setup.mjs', import.meta.url))
  spawnSync(process.execPath, [setup])
  const { status, stdout, stderr } = spawnSync(process.execPath, [setup], { encoding: 'utf8' })
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
})
