import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { servers } from '@specie/test/programs/serving.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Env } from '../../base/env.ts'
import { OutsideError } from '../../base/http/outside.ts'
import { postTrp } from './connect.ts'

// Counterparties name these addresses. Each is an attacker who wants a call inside of our network.

const serving = servers()
let database: TestDatabase
let uat: Env
let production: Env
beforeAll(async () => {
  database = await freshDatabase()
  uat = testEnv(database)
  production = { ...uat, config: { ...uat.config, environment: 'production' } }
})
afterAll(() => database.drop())

const post = (env: Env, url: string) => postTrp(env, { method: 'POST', url, headers: {}, body: '{}' })
const refusal = (env: Env, url: string): Promise<Error> =>
  post(env, url).then(
    () => new Error('it was sent'),
    (error: Error) => error,
  )

test.each([
  ['https://127.0.0.1/x', /127\.0\.0\.1 resolves to 127\.0\.0\.1/],
  ['https://localhost/x', /localhost resolves to .*not a public address/],
  ['https://10.1.2.3/x', /not a public address/],
  ['https://[::1]/x', /not a public address/],
  ['https://[::ffff:10.0.0.1]/x', /not a public address/],
  ['https://169.254.169.254/latest', /not a public address/],
  ['https://0x7f000001/x', /127\.0\.0\.1, which is not a public address/],
  ['http://93.184.216.34/x', /Only https/],
  ['https://does-not-exist.invalid/x', /cannot be resolved/],
])('in production %s is not called', async (url, words) => {
  const error = await refusal(production, url)
  expect(error).toBeInstanceOf(OutsideError)
  expect(error.message).toMatch(words)
})

test('in UAT this machine may be called, cloud metadata never', async () => {
  const url = await serving((_request, response) => response.end('{}'))
  expect(await post(uat, url)).toMatchObject({ status: 200, text: '{}' })
  expect((await refusal(uat, 'http://169.254.169.254/latest')).message).toMatch(/not a public address/)
})

test('a redirect is not followed, and an endless answer ends', async () => {
  let reached = 0
  const target = await serving((_request, response) => {
    reached += 1
    response.end('{}')
  })
  const redirecting = await serving((_request, response) => response.writeHead(307, { location: target }).end())
  expect((await refusal(uat, redirecting)).message).toMatch(/redirects are not followed/)
  expect(reached).toBe(0)
  const endless = await serving((_request, response) => response.end('a'.repeat(300 * 1024)))
  expect((await refusal(uat, endless)).message).toMatch(/longer than/)
})
