import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram } from '@specie/test/programs/process.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { customerOf } from '@specie/test/customers/bank.ts'
import { notRefused } from '@specie/test/foreign-callers.ts'

let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-counterparts-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const start = (settings: Record<string, string> = {}) =>
  startProgram('counterparts', { COUNTERPARTS_DATA: folder, ...settings })

test('with a token only its holder is answered, and one line of JSON records every request', async () => {
  const token = 'a-token-of-good-length'
  const { origin, stop, output } = await start({ COUNTERPARTS_TOKEN: token })
  expect((await customerOf(origin).call('/bank/v1/accounts')).status).toBe(401)
  expect(await customerOf(origin, token).json('/bank/v1/accounts')).toHaveLength(6)
  await stop()
  const line = { method: 'GET', path: '/bank/v1/accounts' }
  const reported = () =>
    output()
      .split('\n')
      .filter(Boolean)
      .map((text) => JSON.parse(text))
  await expect.poll(reported).toMatchObject([
    { ...line, status: 401 },
    { ...line, status: 200 },
  ])
})

test('a DNS name that resolves to this machine, or a page of another origin, is refused', async () => {
  const { origin, stop } = await start()
  expect(
    await notRefused(origin, ['/bank/v1/accounts', '/provider/v1/quotes', '/lp/alpha/v1/book', '/vasp/v1/identity']),
  ).toEqual([])
  await stop()
})
