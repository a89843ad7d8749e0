import { afterAll, beforeAll, expect, test } from 'vitest'
import { type AdapterKind, runAdapterConformance } from '@specie/cli/conformance/adapters/run.ts'
import { reportText } from '@specie/cli/conformance/report.ts'
import { testLiquiditySecret, testProviderSecret } from '@specie/counterparts/settings.ts'
import { openCounterparts } from '../counterparts.ts'
import { brokenProxy } from './broken-proxy.ts'

// The protocols of the outside world, asked of the counterparts of UAT.

let outside: Awaited<ReturnType<typeof openCounterparts>>
beforeAll(async () => {
  outside = await openCounterparts()
})
afterAll(() => outside.end())

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

test('of a bank with a wrong field and a wrong status the report names both, and nothing else', async () => {
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
