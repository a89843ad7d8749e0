import { expect, test } from 'vitest'
import { python } from '@specie/docs-site/samples/first-call.ts'
import { fieldRefused, readers, withFields, zeroBalances } from './reader.ts'

// Needs python3 with its package cryptography, which .ci/run installs.

const reader = readers()

test('the Python sample prints the balances', async () => {
  expect(await reader.sample('python3', 'balance.py', python)).toMatchObject(zeroBalances)
})

test('the Python sample signs fields too', async () => {
  const text = python.replace('call("accountBalance")', `call("accountBalance", ${withFields})`)
  expect(await reader.sample('python3', 'balance.py', text)).toMatchObject(fieldRefused)
})
