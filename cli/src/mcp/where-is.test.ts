import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { generateKeyPairSync } from 'node:crypto'
import { createClient } from '@specie/sdk/client.ts'
import { expect, onTestFinished, test } from 'vitest'
import { whereIs } from './where-is.ts'

// The open states are those that the SDK waits in. The service is a stub with one payment in each of these states.

const payments = ['completed', 'failed', 'rejected', 'returned', 'sent'].map((status) => ({
  paymentid: status,
  status,
}))

test('payments that failed or are being returned are under way, and are not reported as credited', async () => {
  const lists = { supplychanges: [], withdrawals: [], deposits: [], payments }
  const service = createServer((_, response) => void response.end(JSON.stringify(lists)))
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void service.close())
  const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
  const base = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api/v1/`
  const found = await whereIs(createClient({ base, key: String(key) }), undefined)
  expect(found).toMatchObject([
    { status: 'failed', explanation: expect.stringContaining('tried once more') },
    { status: 'rejected', explanation: expect.stringContaining('being returned') },
    { status: 'sent' },
  ])
})
