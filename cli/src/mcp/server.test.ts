import { generateKeyPairSync, randomUUID } from 'node:crypto'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { Client as Assistant } from '@modelcontextprotocol/sdk/client/index.js'
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js'
import { type ElicitResult, ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js'
import { createClient } from '@specie/sdk/client.ts'
import { memoryLock } from '@specie/sdk/pace/pace.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Env } from '../env.ts'
import { writeTools } from './tools.ts'
import { createMcpServer } from './server.ts'

// A write is done once, even if answers get lost, and only if the person agrees. The service is a stub that carries out each
// client id once.

const key = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({ type: 'pkcs8', format: 'pem' })
const withdrawal = { asset: 'CHF', quantity: '1000', destination: 'main' }

let service: Server
let carriedOut: string[]
/** The fate of the next write. */
let next: 'slow' | 'refused' | 'done'
let now: number
/** The question to the person, and their answer. */
let questions: string[]
let person: (question: string) => Promise<ElicitResult>
const agrees = async (): Promise<ElicitResult> => ({ action: 'accept', content: { agree: true } })

beforeEach(async () => {
  carriedOut = []
  questions = []
  person = agrees
  next = 'done'
  now = Date.now()
  service = createServer(async (request, response) => {
    const fields = new URLSearchParams(Buffer.concat(await request.toArray()).toString())
    const id = fields.get('clreqid') ?? fields.get('clordid')!
    const answer = (status: number, body: object) => void response.writeHead(status).end(JSON.stringify(body))
    if (fields.get('validate') === 'true') return answer(200, { status: 'pending', validated: true })
    const mode = next
    next = 'done'
    if (mode === 'refused') return answer(400, { code: 'insufficient_balance', message: 'Too little.', traceid: 't' })
    if (!carriedOut.includes(id)) carriedOut.push(id)
    if (mode === 'slow') await setTimeout(400)
    answer(200, { status: 'pending', withdrawalid: `w-${id}` })
  })
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve))
})
afterEach(() => void service.close())

/** Calls are not paced. */
function unpaced() {
  const lock = memoryLock()
  const change: typeof lock.change = (step) =>
    lock.change((last) => {
      const slot = step(last)
      return { ...slot, sendAt: slot.takenAt }
    })
  return { change }
}

async function assistant({ canAsk = true } = {}) {
  const base = `http://127.0.0.1:${(service.address() as AddressInfo).port}/api/v1/`
  const env = { now: () => new Date(now), newId: () => randomUUID() } as Env
  const server = createMcpServer(env, createClient({ base, key: String(key), lock: unpaced() }), true)
  const [here, there] = InMemoryTransport.createLinkedPair()
  await server.connect(here)
  const client = new Assistant({ name: 'assistant', version: '1' }, { capabilities: canAsk ? { elicitation: {} } : {} })
  if (canAsk)
    client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
      questions.push(params.message)
      return person(params.message)
    })
  await client.connect(there)
  return async (fields: object, timeout = 10_000) => {
    const { content } = await client.callTool({ name: 'withdraw', arguments: { ...fields } }, undefined, { timeout })
    return JSON.parse((content as [{ text: string }])[0].text)
  }
}

test('the person sees what would happen, and nothing is done unless they agree', async () => {
  const ask = await assistant()
  const refusals: ElicitResult[] = [
    { action: 'decline' },
    { action: 'cancel' },
    { action: 'accept', content: { agree: false } },
  ]
  for (const refusal of refusals) {
    const { confirmation } = await ask(withdrawal)
    person = async () => refusal
    const declined = { done: false, why: 'The person has not agreed. Nothing was done.' }
    expect(await ask({ ...withdrawal, confirmation })).toEqual(declined)
    person = agrees
    // A declined request is not asked again.
    expect(await ask({ ...withdrawal, confirmation })).toMatchObject({ done: false, why: expect.any(String) })
  }
  expect(carriedOut).toEqual([])
  expect(questions).toHaveLength(3)
  for (const shown of ['Pay out', 'quantity: 1000', 'destination: main', 'status: pending'])
    expect(questions[0]).toContain(shown)
})

test('a program that cannot ask its person moves nothing', async () => {
  const ask = await assistant({ canAsk: false })
  expect(await ask(withdrawal)).toEqual({ done: false, why: expect.stringContaining('cannot ask its person') })
  expect(carriedOut).toEqual([])
})

test('a call that ends before the person answers does nothing; repeated, it asks again', async () => {
  const ask = await assistant()
  const { confirmation } = await ask(withdrawal)
  person = () => new Promise(() => {})
  await expect(ask({ ...withdrawal, confirmation }, 100)).rejects.toThrow('timed out')
  person = agrees
  expect(await ask({ ...withdrawal, confirmation })).toMatchObject({ done: true })
  expect(carriedOut).toEqual([confirmation])
  expect(questions).toHaveLength(2)
})

test('a lost answer is repeated for the same confirmation', async () => {
  const ask = await assistant()
  const { confirmation } = await ask(withdrawal)
  next = 'slow'
  await expect(ask({ ...withdrawal, confirmation }, 100)).rejects.toThrow('timed out')
  const answer = { done: true, withdrawalid: `w-${confirmation}` }
  expect(await ask({ ...withdrawal, confirmation })).toMatchObject(answer)
  now += 3_600_000
  await ask(withdrawal) // a used confirmation survives the removal of others
  expect(await ask({ ...withdrawal, confirmation })).toMatchObject(answer)
  expect(carriedOut).toEqual([confirmation])
  expect(questions).toHaveLength(1)
})

test('a confirmation is for its own fields only, used or not, and others do not remove it', async () => {
  const ask = await assistant()
  const { confirmation } = await ask(withdrawal)
  const other = { ...withdrawal, quantity: '1001', confirmation }
  const refusal = { done: false, why: expect.stringContaining('"quantity":"1000"') }
  expect(await ask(other)).toMatchObject(refusal)
  expect(carriedOut).toEqual([])
  expect(await ask({ ...withdrawal, confirmation })).toMatchObject({ done: true })
  expect(await ask(other)).toMatchObject(refusal)
  expect(carriedOut).toEqual([confirmation])
})

test('an unused confirmation ends after five minutes, also after a refusal by the service', async () => {
  const ask = await assistant()
  const [unused, refused] = [await ask(withdrawal), await ask(withdrawal)]
  next = 'refused'
  expect(await ask({ ...withdrawal, confirmation: refused.confirmation })).toMatchObject({
    code: 'insufficient_balance',
  })
  now += 5 * 60_000 + 1
  for (const { confirmation } of [unused, refused])
    expect(await ask({ ...withdrawal, confirmation })).toMatchObject({ done: false, why: expect.any(String) })
  expect(carriedOut).toEqual([])
})

test('a refusal of the repetition says nothing about the first time', async () => {
  const ask = await assistant()
  const { confirmation } = await ask(withdrawal)
  next = 'slow'
  await expect(ask({ ...withdrawal, confirmation }, 100)).rejects.toThrow('timed out')
  next = 'refused'
  expect(await ask({ ...withdrawal, confirmation })).toMatchObject({ code: 'insufficient_balance' })
  now += 3_600_000
  expect(await ask({ ...withdrawal, confirmation })).toMatchObject({ done: true })
  expect(carriedOut).toEqual([confirmation])
})

test('a restarted server does not know it, and says how to find what it did', async () => {
  const { confirmation } = await (await assistant())(withdrawal)
  const why = expect.stringContaining(`look for ${confirmation} first`)
  expect(await (await assistant())({ ...withdrawal, confirmation })).toMatchObject({ done: false, why })
})

test.each(Object.entries(writeTools))(
  '%s takes a client id: without one it could not be repeated',
  (_, { endpoint }) => {
    expect(Object.keys(endpoint.request.shape).filter((name) => name === 'clordid' || name === 'clreqid')).toHaveLength(
      1,
    )
  },
)
