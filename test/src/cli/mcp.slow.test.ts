import { spawnSync } from 'node:child_process'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { house } from '@specie/service/ledger/house.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testEnv } from '../env.ts'
import { endow } from '../trading.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { buildSpecie, launcher, specieOf, type Specie } from './built.ts'

// `specie mcp` with a real assistant client over stdio, against a running service.

let uat: Uat
let acme: Specie

beforeAll(async () => {
  await buildSpecie()
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH' })
  await endow(testEnv(uat.database), house, { VCHF: '1000000' })
  acme = specieOf()
  await acme('init', '--base', uat.service.origin)
  await acme('sandbox', 'liquidity', 'symbol=VCHF/CHF', 'asks:=[["1","5000"]]', 'frozen:=true')
  await acme('sandbox', 'wires', 'currency=CHF', 'amount=1000')
  await acme('sandbox', 'advance', '30m')
})
afterAll(() => uat.end())

async function assistant(...options: string[]) {
  const client = new Client({ name: 'assistant', version: '1' }, { capabilities: { elicitation: {} } })
  const questions: string[] = []
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
    questions.push(params.message)
    return { action: 'accept', content: { agree: true } }
  })
  const env = { PATH: process.env['PATH']!, ...acme.settings }
  await client.connect(
    new StdioClientTransport({ command: process.execPath, args: [launcher, 'mcp', ...options], env }),
  )
  const use = async (name: string, fields: Record<string, unknown> = {}) => {
    const { content, isError } = await client.callTool({ name, arguments: fields })
    return { isError: isError === true, ...JSON.parse((content as [{ text: string }])[0].text) }
  }
  const names = async () => (await client.listTools()).tools.map(({ name }) => name)
  return { use, names, client, questions }
}

test('it is read-only by default', async () => {
  const { client, names, use } = await assistant()
  const { tools } = await client.listTools()
  expect(tools.every(({ annotations }) => annotations?.readOnlyHint === true)).toBe(true)
  expect(await names()).toContain('where_is')
  expect(await names()).not.toContain('convert')
  expect((await use('balances')).balances).toContainEqual({ asset: 'CHF', available: '1000', pending: '0' })
  await client.close()
})

test('a write is a dry run first, and is done once, after the person has agreed', async () => {
  const { client, use, questions } = await assistant('--allow-writes')
  const fields = { symbol: 'VCHF/CHF', side: 'Buy', orderqty: '100', price: '1.01' }
  const trial = await use('place_order', fields)
  expect(trial).toMatchObject({ done: false, would_happen: { order: { bought: '100' }, validated: true } })
  expect((await use('balances')).balances).toContainEqual({ asset: 'VCHF', available: '0', pending: '0' })
  const { confirmation } = trial
  const done = await use('place_order', { ...fields, confirmation })
  expect(done).toMatchObject({ done: true, order: { ordstatus: 'Filled', clordid: confirmation } })
  // A client without the answer repeats the call, and gets it.
  expect(await use('place_order', { ...fields, confirmation })).toEqual(done)
  expect(questions).toEqual([expect.stringMatching(/symbol: VCHF\/CHF[^]*bought/)])
  expect((await use('balances')).balances).toContainEqual({ asset: 'VCHF', available: '100', pending: '0' })
  await client.close()
})

test('a confirmation is for exactly one request', async () => {
  const { client, use } = await assistant('--allow-writes')
  const fields = { symbol: 'VCHF/CHF', side: 'Buy', orderqty: '10', price: '1.01' }
  const { confirmation } = await use('place_order', fields)
  expect(await use('place_order', { ...fields, orderqty: '900', confirmation })).toMatchObject({
    done: false,
    why: expect.stringContaining('another request'),
  })
  const { orders } = await use('orders')
  expect(orders.map(({ orderqty }: { orderqty: string }) => orderqty)).not.toContain('900')
  await client.close()
})

test('«Where is my mint?» is answered with its current wait', async () => {
  const { client, use } = await assistant()
  await acme('sandbox', 'holds', 'on=next mint', 'reason=aml_review')
  await acme('sandbox', 'wires', 'currency=CHF', 'amount=300000')
  await acme('sandbox', 'advance', '30m')
  const { requestid } = await acme.json('mint', 'VCHF', '250000', '--chain', 'ETH')
  const expected = { what: 'mint or redemption', requestid, status: 'held' }
  expect((await use('where_is')).found).toMatchObject([expected])
  const [found] = (await use('where_is', { id: requestid })).found
  expect(found).toMatchObject({
    ...expected,
    explanation: expect.stringMatching(/^It is under review. See hold\. \w+/),
  })
  await client.close()
})

test('an error of the service reaches the assistant with its cure', async () => {
  const { client, use } = await assistant('--allow-writes')
  expect(await use('mint', { asset: 'VCHF', blockchain: 'ETH', quantity: '1' })).toMatchObject({
    isError: true,
    code: 'min_amount_below_threshold',
    hint: expect.any(String),
  })
  await client.close()
})

test('a client that closes stdin right after its request still gets the answer', async () => {
  const lines = [
    {
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'a', version: '1' } },
    },
    { method: 'notifications/initialized' },
    { id: 2, method: 'tools/call', params: { name: 'where_is', arguments: {} } },
  ]
  const input = lines.map((line) => `${JSON.stringify({ jsonrpc: '2.0', ...line })}\n`).join('')
  const env = { PATH: process.env['PATH']!, ...acme.settings }
  const { stdout, status } = spawnSync(process.execPath, [launcher, 'mcp'], { input, env, encoding: 'utf8' })
  const ids = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).id)
  expect([status, ids]).toEqual([0, [1, 2]])
})
