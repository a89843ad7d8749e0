import { randomBytes, randomUUID } from 'node:crypto'
import { freshDatabase, pastTriggers, patience, type TestDatabase } from '@specie/test/database.ts'
import { testEnv } from '@specie/test/env.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { travelAddressOf } from '@specie/travel-rule/trp/travel-address.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { skipCooling, whitelistAddress } from '../../destinations/address/whitelist.ts'
import { openExchanges } from '../../compliance/travel-rule/open.ts'
import { record } from '../../compliance/travel-rule/messages.ts'
import { type Exchange, step } from '../../compliance/travel-rule/row.ts'
import type { Db } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { Attempt, Bundle, Chain } from '../../base/ports/chain.ts'
import { connectAsService } from '../../database.ts'
import { enqueue, takeBack } from './operations.ts'
import { sender } from './sender.ts'

// ADR 72. The attacker has the password of the service's login and none of its keys.

let database: TestDatabase
let env: Env
let insider: Db
let acme: string
let signed: bigint[]

const chain = {
  code: 'ETH',
  family: 'evm',
  bundleSize: 20,
  nextNonce: async () => 0n,
  sign: async (_contract: unknown, { orders }: Bundle): Promise<Attempt> => {
    signed.push(...orders.map(({ amount }) => amount))
    return { hash: `0x${randomBytes(32).toString('hex')}`, raw: new Uint8Array(1), terms: {} }
  },
  broadcast: async () => 'accepted',
  outcome: async () => null,
  isOver: async () => false,
  isDone: async () => false,
} as Partial<Record<keyof Chain, unknown>> as Chain

beforeAll(async () => {
  database = await freshDatabase()
  env = testEnv(database, { chains: new Map([['ETH', chain]]) })
  insider = connectAsService({ url: database.url, patience, traceKey: null })
  acme = await newInstitution(env.db)
})
beforeEach(() => {
  signed = []
})
afterAll(async () => {
  await insider.close()
  await database.drop()
})

const redeemed = (id: string, quantity: bigint, by: Db) =>
  by.tx(async (tx) => {
    await tx.query(`select state.set_actor('test', 'because', now())`)
    await tx.query(
      `insert into issuance.redemption (id, institution_id, asset, blockchain, quantity, charge, asked_settlement, state,
         created_at, updated_at)
       values ($1, $2, 'VCHF', 'ETH', $3, 0, now(), 'requested', now(), now())`,
      [id, acme, quantity],
    )
  })

const burn = (subject: string, amount: bigint, by: Db = env.db) =>
  by.tx((tx) => {
    const effect = { kind: 'burn', asset: 'VCHF', amount } as const
    return enqueue({ ...env, db: by }, tx, { chain: 'ETH', purpose: 'redemption', subject, effect })
  })

const states = (...ids: string[]) =>
  Promise.all(
    ids.map(async (id) => {
      const [row] = await env.db.query<{ state: string; cases: bigint }>(
        `select o.state, (select count(*) from banking.bank_case c where c.kind = 'not_asked_for' and c.closed_at is null
           and c.detail ->> 'operationid' = o.id::text) as cases from chains.operation o where o.id = $1`,
        [id],
      )
      return [row!.state, row!.cases]
    }),
  )

test('an operation agrees with its request, and each request has one operation', async () => {
  const id = randomUUID()
  await expect(burn(id, 10_000n)).rejects.toThrow(/matches no requested redemption/)
  await redeemed(id, 10_000n, env.db)
  await expect(burn(id, 20_000n)).rejects.toThrow(/matches no requested redemption/)
  const effect = { kind: 'transfer', asset: 'VCHF', amount: 10_000n, to: `0x${'11'.repeat(20)}` } as const
  const sent = env.db.tx((tx) => enqueue(env, tx, { chain: 'ETH', purpose: 'redemption', subject: id, effect }))
  await expect(sent).rejects.toThrow(/matches no requested redemption/)
  await burn(id, 10_000n)
  await expect(burn(id, 10_000n)).rejects.toThrow(/one_operation/)
  await env.db.tx((tx) => takeBack(env, tx, 'redemption', [id], 'the test is over'))
})

test('an operation without a sealed request is not signed; others continue, and its case closes with it', async () => {
  const [forged, prompted, genuine] = [randomUUID(), randomUUID(), randomUUID()]
  await redeemed(forged, 30_000n, insider)
  await redeemed(prompted, 40_000n, env.db)
  await redeemed(genuine, 50_000n, env.db)
  // The first one by a job of the service, which does not check the author of the redemption.
  const ids = [await burn(forged, 30_000n), await burn(prompted, 40_000n, insider), await burn(genuine, 50_000n)]
  for (let n = 0; n < 3; n += 1) await sender('ETH').run(env)
  expect(signed).toEqual([50_000n])
  expect(await states(...ids)).toEqual([
    ['queued', 1n],
    ['queued', 1n],
    ['working', 0n],
  ])
  await env.db.tx((tx) => takeBack(env, tx, 'redemption', [forged, prompted], 'rejected'))
  expect(await states(ids[0]!, ids[1]!)).toEqual([
    ['canceled', 0n],
    ['canceled', 0n],
  ])
})

test('an operation changed past the service is not signed', async () => {
  const id = randomUUID()
  await redeemed(id, 60_000n, env.db)
  const operation = await burn(id, 60_000n)
  await pastTriggers(database.owner, 'update chains.operation set memo = $2 where id = $1', [operation, 'another'])
  await sender('ETH').run(env)
  expect([signed, await states(operation)]).toEqual([[], [['queued', 1n]]])
})

const wallet = `0x${'52'.repeat(20)}`

/** A withdrawal to a wallet at a provider, whose approval `by` has written. Returns its operation. */
async function approvedBy(by: Db, quantity: bigint): Promise<string> {
  const officer = { actor: 'sandbox', why: 'a test' }
  const label = randomUUID().slice(0, 8)
  const travelAddress = travelAddressOf('vasp.example/x/1?t=i')
  const institutionId = await newInstitution(env.db)
  const listed = { institutionId, blockchain: 'ETH', address: wallet, label, memo: null, vasp: 'Coin Bank' } as const
  const address_id = await whitelistAddress(env, { ...listed, travelAddress }, officer)
  await skipCooling(env, address_id, officer)
  const id = randomUUID()
  const transfer = {
    id,
    institution_id: institutionId,
    asset: 'VCHF',
    blockchain: 'ETH',
    amount: quantity,
    address_id,
  } as const
  await env.db.tx(async (tx) => {
    await tx.query(`select state.set_actor('test', 'because', now())`)
    await tx.query(
      `insert into transfers.withdrawal (id, institution_id, asset, quantity, fee, address_id, blockchain, due_at, state,
         created_at, updated_at)
       values ($1, $2, 'VCHF', $3, 0, $4, 'ETH', now(), 'requested', now(), now())`,
      [id, institutionId, quantity, address_id],
    )
    const host = { vasp: 'Coin Bank', travelAddress, parties: { problem: 'A test writes the messages.' } }
    await openExchanges(env, tx, 'withdrawal', [{ ...transfer, wallet, host }])
  })
  await by.tx(async (tx) => {
    const [exchange] = await tx.query<Exchange>('select * from compliance.exchange where subject_id = $1', [id])
    const says = { kind: 'approved', address: wallet, callback: 'https://coinbank.example' } as const
    await record({ ...env, db: by }, tx, exchange!, { way: 'received', kind: 'resolution', says, body: 'approved' })
    await step(tx, exchange!, ['send', 'acknowledge', 'approve'], { ...officer, at: env.clock.now() })
  })
  return env.db.tx((tx) => {
    const effect = { kind: 'transfer', asset: 'VCHF', amount: quantity, to: wallet } as const
    return enqueue(env, tx, { chain: 'ETH', purpose: 'withdrawal', subject: id, addressId: address_id, effect })
  })
}

test('coins do not leave to a hosted wallet with an approval that the service has not received', async () => {
  const ids = [await approvedBy(insider, 70_000n), await approvedBy(env.db, 80_000n)]
  for (let n = 0; n < 3; n += 1) await sender('ETH').run(env)
  expect(signed).toEqual([80_000n])
  expect(await states(...ids)).toEqual([
    ['queued', 1n],
    ['working', 0n],
  ])
})
