import { afterAll, beforeAll, expect, test } from 'vitest'
import { reportText } from '@specie/cli/conformance/report.ts'
import { runConformance } from '@specie/cli/conformance/run.ts'
import { get, onboard } from '../client.ts'
import { testEnv } from '../env.ts'
import { staff, tokenOf } from '../people.ts'
import { openDesk } from '../samples/desk.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { brokenProxy } from './broken-proxy.ts'

let uat: Uat
const baseOf = (origin: string) => `${origin}/api/v1/`

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH' })
  await openDesk(uat)
})
afterAll(() => uat.end())

/** The items that wait for staff, as an auditor sees them. */
async function workOfStaff(): Promise<string[]> {
  const env = testEnv(uat.database)
  const { token } = await tokenOf(env, await staff(env, 'auditor'))
  const { status, body } = await get(`${uat.service.origin}/console/v1/queue`, { authorization: `Bearer ${token}` })
  expect(status).toBe(200)
  return body.items.map(({ title }: { title: string }) => title)
}

test('our service conforms, and no check is skipped', async () => {
  const results = await runConformance({ base: baseOf(uat.service.origin), sandbox: true })
  const others = results.filter(({ outcome }) => outcome !== 'passed')
  expect(others, reportText('ours', results)).toEqual([])
  expect(results.length).toBeGreaterThan(150)
  expect(await workOfStaff(), 'it leaves no work for people').toEqual([])
})

test('for a service with a wrong field and a wrong status the report names exactly both', async () => {
  const proxy = await brokenProxy(uat.service.origin, {
    '/api/v1/private/keyInfo': ({ status, body }) => ({ status, body: { ...body, scopes: 'read' } }),
    '/api/v1/client/nothing': ({ body }) => ({ status: 400, body }),
  })
  const base = baseOf(proxy.origin)
  const results = await runConformance({ base, sandbox: true, only: ['public calls', 'reads'] })
  proxy.server.close()
  expect(results.filter(({ outcome }) => outcome === 'failed')).toEqual([
    {
      area: 'public calls',
      name: 'an unknown path is 404',
      rule: 'docs/errors.md',
      outcome: 'failed',
      expected: '404 not_found',
      actual: expect.stringMatching(/^400 not_found /),
      traceid: expect.any(String),
    },
    {
      area: 'reads',
      name: 'keyInfo answers as its schema says',
      rule: 'docs/openapi.json',
      outcome: 'failed',
      expected: 'the answer of keyInfo as its schema has it',
      actual: expect.stringMatching(/^scopes: .+; it is read$/),
      traceid: expect.any(String),
    },
  ])
  const report = reportText(base, results)
  expect(report).toContain('FAILED   keyInfo answers as its schema says\n')
  expect(report).toMatch(/, 2 failed, 0 skipped\. It does not conform\.$/)
})

test('with a key but without a sandbox it moves no money; without a key only public calls are checked', async () => {
  const { privateKey, institutionid } = await onboard(uat.service.origin)
  const key = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string
  const base = baseOf(uat.service.origin)
  const results = await runConformance({ base, key, only: ['writes that are refused', 'money'] })
  expect(new Set(results.map(({ area, outcome }) => `${area}: ${outcome}`))).toEqual(
    new Set(['writes that are refused: passed', 'money: skipped']),
  )
  const orders = await uat.database.owner.query('select from trading.client_order where institution_id = $1', [
    institutionid,
  ])
  expect(orders).toEqual([])

  const keyless = await runConformance({ base })
  const skipped = keyless.filter(({ outcome }) => outcome === 'skipped')
  expect(keyless.filter(({ outcome }) => outcome === 'failed')).toEqual([])
  expect(new Set(skipped.map(({ area }) => area))).not.toContain('public calls')
})
