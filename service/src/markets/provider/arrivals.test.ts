import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import { httpProvider } from './provider.ts'

const arrival = {
  number: 1,
  id: 'a1',
  reference: 'RF18',
  currency: 'CHF',
  amount: '10',
  payer: { name: 'Acme', account: 'CH93' },
  at: '2026-03-31T08:00:00Z',
}

test('an arrival that cannot be stored as it is does not stop the others', async () => {
  const arrivals = [
    { ...arrival, payer: { name: 'Ac\u0000me', account: 'CH\uD800' } },
    { ...arrival, number: 2, amount: 'ten' },
    { ...arrival, number: 3 },
  ]
  const server = createServer((_request, response) => response.end(JSON.stringify({ arrivals })))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const provider = httpProvider(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, 'specie', 'secret')
  const read = await provider.arrivals(0).finally(() => server.close())
  expect(read.map((one) => one.amount)).toEqual([1000n, 0n, 1000n])
  expect(read[0]!.payer).toEqual({ name: 'Ac\uFFFDme', account: 'CH\uFFFD' })
})
