import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Provider } from '../../base/ports/provider.ts'
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

/** A provider that gives this answer to every call. */
async function answering(answer: object): Promise<{ provider: Provider; close: () => void }> {
  const server = createServer((_request, response) => response.end(JSON.stringify(answer)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return { provider: httpProvider(`http://127.0.0.1:${port}`, 'specie', 'secret'), close: () => server.close() }
}

test('an arrival that cannot be stored does not block the others', async () => {
  const arrivals = [
    { ...arrival, payer: { name: 'Ac\u0000me', account: 'CH\uD800' } },
    { ...arrival, number: 2, amount: 'ten' },
    { ...arrival, number: 3, currency: 'XYZ' },
    { number: 4, id: 'a4' },
    { ...arrival, number: 5 },
  ]
  const { provider, close } = await answering({ arrivals })
  const read = await provider.arrivals(0).finally(close)
  expect(read.map((one) => one.amount)).toEqual([1000n, null, null, null, 1000n])
  expect(read[0]!.payer).toEqual({ name: 'Ac\uFFFDme', account: 'CH\uFFFD' })
})

test('a balance in an unknown asset is left out', async () => {
  const { provider, close } = await answering({
    balances: [
      { asset: 'XYZ', amount: 'ten' },
      { asset: 'CHF', amount: '10' },
    ],
  })
  expect(await provider.balances().finally(close)).toEqual([{ asset: 'CHF', amount: 1000n }])
})
