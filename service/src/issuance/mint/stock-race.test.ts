import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  changeOf,
  type Desk,
  deskForEachTest,
  funded,
  million,
  mint,
  money,
  refusalOf,
  topUp,
  whitelisted,
} from '@specie/test/issuance.ts'
import { decideHold } from '@specie/test/people.ts'
import { post } from '@specie/test/post.ts'
import { expect, test } from 'vitest'
import { placeHold } from '../../compliance/holds.ts'
import { availableOf } from '../../ledger/balances.ts'
import { account } from '../../ledger/chart.ts'
import { house } from '../../ledger/house.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { lockCoins } from '../../treasury/holdings.ts'
import { advanceMints } from './job.ts'

let desk: Desk
deskForEachTest((one) => void (desk = one))

async function stock(vchf: bigint): Promise<void> {
  await topUp(desk.env, 'CHF', vchf / 10_000n)
  await post(desk.env, {
    key: `stock:${randomUUID()}`,
    kind: 'test',
    lines: [
      debit(account('reserve', 'excess', 'CHF'), vchf / 10_000n),
      credit(account('reserve', 'redemption_liability', 'CHF'), vchf / 10_000n),
      debit(account('supply', 'circulating', 'VCHF'), vchf),
      credit(account('supply', 'issued', 'ETH', 'VCHF'), vchf),
      debit(account('client', 'omnibus', 'ETH', 'VCHF'), vchf),
      credit(account('client', 'available', house, 'VCHF'), vchf),
    ],
  })
}

/** The journal of an order that buys this many coins from the desk. */
const orderOf = (buyer: string, vchf: bigint): Journal => ({
  key: `order:${randomUUID()}`,
  kind: 'order_filled',
  lines: [
    debit(account('client', 'available', buyer, 'CHF'), vchf / 10_000n),
    credit(account('client', 'available', house, 'CHF'), vchf / 10_000n),
    debit(account('client', 'available', house, 'VCHF'), vchf),
    credit(account('client', 'available', buyer, 'VCHF'), vchf),
  ],
})

const soldTo = (buyer: string, vchf: bigint) => post(desk.env, orderOf(buyer, vchf))

test.each([
  ['trade', 'max_amount_exceeded'],
  ['auto', 'halted'], // new coins cannot be minted either
])('the house’s stock is sold while a mint from it is asked for with %s: %s', async (fulfilment, refusal) => {
  const { env } = desk
  await env.db.query(
    `insert into compliance.switch (what, reason, actor, at) values ('mint:VCHF', 'supply', 'x', now())`,
  )
  await stock(300_000_000_000n)
  const [acme, buyer] = [await funded(env, { CHF: million }), await funded(env, { CHF: million })]
  // An order that buys from the desk, at the moment of its commit.
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
  const order = env.db.tx(async (tx) => {
    await postIn(env, tx, [orderOf(buyer, 200_000_000_000n)])
    await committed
  })
  await sleep(50)
  const asked = refusalOf(mint(env, acme, { fulfilment }))
  await sleep(200)
  commit()
  await order
  expect(await asked).toBe(refusal)
})

const stageOf = async (id: string, requestid: string) => (await changeOf(desk.env, id, requestid)).stage

test('with stock for one of two queued mints, one is sold and the other waits', async () => {
  const { env } = desk
  const [acme, beta] = [await funded(env, { CHF: million }), await funded(env, { CHF: million })]
  await stock(400_000_000_000n)
  const line: [string, string, string][] = []
  for (const id of [acme, beta]) {
    const hold = { institutionId: id, on: 'next mint', reason: 'aml_review' } as const
    const { holdid } = await env.db.tx((tx) => placeHold(env, tx, hold, 'ann'))
    line.push([id, (await mint(env, id, { fulfilment: 'trade' })).requestid, holdid])
  }
  // Half of the stock is sold during their review.
  await soldTo(await funded(env, { CHF: million }), 200_000_000_000n)
  for (const [, , holdid] of line) await decideHold(env, holdid, 'release')
  while ((await advanceMints.run(env)) > 0);
  const stages = () => Promise.all(line.map(([id, requestid]) => stageOf(id, requestid)))
  expect(await stages()).toEqual(['settled', 'funded'])
  expect(await money(env, beta)).toMatchObject({ CHF: { available: 80_000_000n, pending: 20_000_000n } })
  await stock(200_000_000_000n)
  while ((await advanceMints.run(env)) > 0);
  expect(await stages()).toEqual(['settled', 'settled'])
})

test('with stock for one of two concurrent requests, one is refused', async () => {
  const { env } = desk
  await stock(300_000_000_000n)
  const [acme, beta] = [await funded(env, { CHF: million }), await funded(env, { CHF: million })]
  const outcomes = await Promise.allSettled([acme, beta].map((id) => mint(env, id, { fulfilment: 'trade' })))
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'max_amount_exceeded' },
  })
  expect(await availableOf(env.db, house, 'VCHF')).toBe(100_000_000_000n)
})

test.each(['trade', 'auto'])(
  'a mint from the stock waits for the coins before it takes its wallet: %s',
  async (fulfilment) => {
    const { env, database } = desk
    await env.db.query(
      `insert into compliance.switch (what, reason, actor, at) values ('mint:VCHF', 'supply', 'x', now())`,
    )
    await stock(300_000_000_000n)
    const acme = await funded(env, { CHF: million })
    await whitelisted(database, acme, 'treasury')
    const waiting = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`
    const { asked } = await database.owner.tx(async (tx) => {
      await lockCoins(tx, [{ chain: 'ETH', asset: 'VCHF' }])
      const pending = mint(env, acme, { fulfilment, destination: 'treasury' })
      await expect.poll(async () => (await database.owner.query(waiting)).length).toBe(1)
      // The other order would be a deadlock of two concurrent requests.
      await tx.query('select from destinations.address where institution_id = $1 for update nowait', [acme])
      return { asked: pending }
    })
    expect(await asked).toMatchObject({ status: 'pending', destination: 'treasury', spent: '200000' })
  },
)
