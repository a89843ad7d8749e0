import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { curl, node } from '@specie/docs-site/samples/first-call.ts'
import { fieldRefused, readers, withFields, zeroBalances } from './reader.ts'

// A reader who follows the reference from start to end gets an answer. Python: reference-python.slow.test.ts.

const reader = readers()

test('the private key is readable by its owner only', async () => {
  expect((await stat(join(reader.folder(), 'specie-key.pem'))).mode & 0o077).toBe(0)
})

test('the shell sample prints the balances', async () => {
  expect(JSON.parse(await reader.sh(curl))).toMatchObject(zeroBalances)
})

test('the Node sample prints the balances', async () => {
  expect(await reader.sample(process.execPath, 'balance.mjs', node)).toMatchObject(zeroBalances)
})

test('the Node sample signs fields too', async () => {
  const text = node.replace("call('accountBalance')", `call('accountBalance', ${withFields})`)
  expect(await reader.sample(process.execPath, 'balance.mjs', text)).toMatchObject(fieldRefused)
})
