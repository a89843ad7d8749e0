import { bankOf, clientChf, entryOf, institutionAtBank } from '@specie/test/banking/bank-files.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importFile } from '../../banking/file/import.ts'
import { attributeWires } from '../../banking/wire/attribute.ts'
import type { Env } from '../../base/env.ts'
import { listMovements } from './movements.ts'

// Two wires have arrived for Acme: one of its own, and one of Kestrel, which is on hold because its sender is new.

let database: TestDatabase
let env: Env
let acme: string

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database)
  const { acme: id, qrr } = await institutionAtBank(env)
  acme = id
  const { notify } = bankOf(clientChf)
  const reference = { type: 'QRR', value: qrr } as const
  const kestrel = { name: 'Kestrel Ltd', account: 'CH9300762011623852957', bic: null }
  for (const over of [{}, { amount: 250_000n, counterparty: kestrel }]) {
    await importFile(env, notify([entryOf(`W${'amount' in over ? 2 : 1}`, { reference, ...over })]))
    await attributeWires.run(env)
  }
})
afterAll(async () => {
  await env.runtime.close()
  await database.drop()
})

const listed = async (request: Parameters<typeof listMovements>[2] = {}, of = acme) =>
  listMovements(env.db, of, request)
const phrases = async (request: Parameters<typeof listMovements>[2]) =>
  (await listed(request)).items.map(({ phrase }) => phrase)

const [own, foreign] = ['Wire from Acme Treasury AG', 'Wire from Kestrel Ltd']

test('each movement has its words, its counterparty, and the balance that was available after it', async () => {
  expect((await listed()).items).toMatchObject([
    // What is on hold is no more available than before.
    { phrase: foreign, counterparty: 'Kestrel Ltd', amount: '2500', available_after: '1000', bankref: 'W2' },
    { phrase: own, counterparty: 'Acme Treasury AG', amount: '1000', available_after: '1000', bankref: 'W1' },
  ])
  expect((await listed({}, await newInstitution(database.owner))).items).toEqual([])
})

test('filters choose movements; the balance after each movement still includes all movements', async () => {
  expect(await phrases({ counterparty: 'kestrel' })).toEqual([foreign])
  expect(await phrases({ counterparty: '%' })).toEqual([])
  expect(await phrases({ group: 'deposit', asset: 'CHF' })).toEqual([foreign, own])
  expect(await phrases({ group: 'order' })).toEqual([])
  expect(await phrases({ asset: 'GBP' })).toEqual([])
  expect(await phrases({ to: '2020-01-01T00:00:00Z' })).toEqual([])
  expect((await listed({ counterparty: 'kestrel' })).items[0]!.available_after).toBe('1000')
})

test('pages have every movement once', async () => {
  const first = await listed({ limit: 1 })
  const second = await listed({ limit: 1, cursor: first.next_cursor! })
  expect([...first.items, ...second.items].map(({ phrase }) => phrase)).toEqual([foreign, own])
  expect(second.next_cursor).toBeNull()
})
