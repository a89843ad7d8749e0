import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdapterKind, runAdapterConformance } from '@specie/cli/conformance/adapters/run.ts'
import { reportText } from '@specie/cli/conformance/report.ts'
import { testLiquiditySecret, testProviderSecret } from '@specie/counterparts/settings.ts'
import { openCounterparts } from '../programs/counterparts.ts'
import { brokenProxy } from './broken-proxy.ts'

// The interfaces of the outside world, checked on the counterparts of UAT.

let outside: Awaited<ReturnType<typeof openCounterparts>>
beforeAll(async () => {
  outside = await openCounterparts()
  // A bank whose files can be checked.
  await control('wires', { currency: 'CHF', amount: '1', sendername: 'Acme' })
  await control('close-day', {})
})
afterAll(() => outside.end())

async function control(path: string, body: object): Promise<void> {
  const headers = { 'content-type': 'application/json' }
  const request = { method: 'POST', headers, body: JSON.stringify(body) }
  expect((await fetch(`${outside.origin}/bank/control/${path}`, request)).status).toBe(200)
}

const access = {
  bank: {},
  provider: { key: 'specie', secret: testProviderSecret },
  venue: { key: 'specie', secret: testLiquiditySecret },
}
const baseOf = (kind: AdapterKind, origin: string) => (kind === 'venue' ? `${origin}/lp/alpha/` : origin)

const check = (kind: AdapterKind, origin: string) =>
  runAdapterConformance(kind, { base: baseOf(kind, origin), ...access[kind] })

test.each(['bank', 'provider', 'venue'] as const)('the %s of UAT conforms', async (kind) => {
  const results = await check(kind, outside.origin)
  expect(
    results.filter(({ outcome }) => outcome !== 'passed'),
    reportText(outside.origin, results),
  ).toEqual([])
  expect(results.length).toBeGreaterThan(9)
})

test('for a bank with a wrong field and a wrong status the report names exactly both', async () => {
  const proxy = await brokenProxy(outside.origin, {
    '/bank/v1/payee': ({ status, body }) => ({ status, body: { ...body, result: 'maybe' } }),
    '/bank/v1/files/no-such-file': ({ body }) => ({ status: 200, body }),
  })
  const failed = (await check('bank', proxy.origin)).flatMap((result) => (result.outcome === 'failed' ? [result] : []))
  proxy.server.close()
  expect(failed.map(({ name, actual }) => [name, actual])).toEqual([
    ['a file that does not exist is 404', expect.stringMatching(/^200 /)],
    ['it confirms a payee', expect.stringMatching(/^result: .+; it is maybe$/)],
  ])
})

test('a provider that converts above most_sold does not conform', async () => {
  const filled = { sell: 'GBP', sold: '90', buy: 'CHF', bought: '100', spread: '0' }
  const proxy = await brokenProxy(outside.origin, {
    '/provider/v1/conversions': ({ status, body }) => ({
      status,
      body: body.status === 'rejected' ? { ...filled, status: 'filled' } : body,
    }),
  })
  const failed = (await check('provider', proxy.origin)).filter(({ outcome }) => outcome === 'failed')
  proxy.server.close()
  expect(failed.map(({ name }) => name)).toContain('a conversion above most_sold is rejected, once per key')
})
