import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorsOf } from '@specie/protocol/endpoints/endpoint.ts'
import { endpoints } from '@specie/protocol/endpoints/endpoints.ts'
import type { ErrorCode } from '@specie/protocol/errors.ts'
import { sandbox } from '../client.ts'
import { assertContract } from '../contract.ts'
import { fromNpm } from '../from-npm.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { openDesk } from './desk.ts'
import { root, run } from './languages.ts'

// The whole collection, run by Bruno's own command line.

const collection = join(root, 'samples/bruno')
let bruno: string
let uat: Uat
let folder: string

type Result = { test: { filename: string }; response: { status: number; data: { code?: ErrorCode } } }

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'specie-bruno-'))
  bruno = await fromNpm('@usebruno/cli@4.1.0', '.bin/bru')
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH' })
  await openDesk(uat)
}, 600_000)
afterAll(async () => {
  await uat?.end()
  await rm(folder, { recursive: true, force: true })
})

test('every request is answered as its schema says', async () => {
  const { institutionid, privateKey } = await uat.onboard()
  await sandbox(uat.service.origin, 'wires', { institutionid, currency: 'CHF', amount: '300000' })
  await uat.pass(1800)
  await writeFile(join(folder, 'key.pem'), privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 })

  const report = join(folder, 'report.json')
  const words = ['run', '-r', '--env', 'uat', '--env-var', `url=${uat.service.origin}`, '--sandbox', 'developer']
  const command = [bruno, ...words, '--reporter-json', report] as const
  const { code, stdout } = await run(command, collection, { SPECIE_KEY: join(folder, 'key.pem') })
  expect(code, stdout).toBe(0)

  const [{ results }] = JSON.parse(await readFile(report, 'utf8')) as [{ results: Result[] }]
  expect(results.map(operation).toSorted()).toEqual(endpoints.map(({ name }) => name).toSorted())
  for (const result of results) expectDocumented(result)
  const refused = results.filter(({ response }) => response.status !== 200)
  // The coins of the mint have not settled yet, and a new institution has neither a bank account nor a wallet.
  expect(Object.fromEntries(refused.map((result) => [operation(result), result.response.data.code]))).toEqual({
    withdraw: 'bank_account_not_registered',
    addPaymentRail: 'external_wallet_not_whitelisted',
    cancelWithdrawal: 'bad_request',
    cancelMint: 'not_cancelable',
    redeemTokens: 'insufficient_balance',
  })
}, 600_000)

const operation = ({ test: { filename } }: Result): string => /(\w+)\.bru$/.exec(filename)![1]!

function expectDocumented(result: Result): void {
  const endpoint = endpoints.find(({ name }) => name === operation(result))!
  const { status, data } = result.response
  if (status === 200) assertContract(endpoint.path, data)
  else expect(errorsOf(endpoint)).toContain(data.code)
}
