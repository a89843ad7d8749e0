import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const program = `
  import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}
  const secrets = { privatekey: 'S-1', password: 'S-2', token: 'S-3', authorization: 'S-4', 'x-app-signed-data': 'S-5' }
  const err = Object.assign(new Error('boom'), { config: secrets })
  createLog('info').info({ ...secrets, one: secrets, two: { deep: secrets }, err, keyid: 'kept' }, 'said')`

test('secrets are redacted in the log', async () => {
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program])
  expect(stdout).not.toMatch(/S-\d/)
  expect(JSON.parse(stdout)).toMatchObject({
    privatekey: '[redacted]',
    keyid: 'kept',
    msg: 'said',
    err: { message: 'boom' },
  })
})
