import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const createLog = `import { createLog } from ${JSON.stringify(new URL('log.ts', import.meta.url).href)}`
const program = `
  ${createLog}
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

// The writer once tried for ever to write its last lines, so that the process never ended.
test('a process ends when the reader of its log is gone', async () => {
  const ending = `
    ${createLog}
    const log = createLog('info')
    log.info('started')
    process.on('disconnect', () => {
      log.info('stopping')
      log.info('stopped')
      process.exit(0)
    })`
  const stdio = ['ignore', 'pipe', 'ignore', 'ipc'] as const
  const child = spawn(process.execPath, ['--input-type=module', '-e', ending], { stdio: [...stdio] })
  const ended = once(child, 'exit')
  await once(child.stdout!, 'data')
  child.stdout!.destroy()
  child.disconnect()
  await ended
})
