import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Desk, deskForEachTest, funded, million, mint, refusalOf, topUp } from '@specie/test/issuance.ts'
import { post } from '@specie/test/post.ts'
import { expect, test } from 'vitest'
import { account } from '../../ledger/chart.ts'
import { house } from '../../ledger/house.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'

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

test.each([
  ['trade', 'max_amount_exceeded'],
  ['auto', 'halted'], // new coins cannot be minted either
])('the house’s stock is sold while a mint from it is asked for with %s: %s', async (fulfilment, refusal) => {
  const { env } = desk
  await env.db.query(`insert into chains.halt (what, reason, actor, at) values ('mint:VCHF', 'supply', 'x', now())`)
  await stock(300_000_000_000n)
  const [acme, buyer] = [await funded(env, { CHF: million }), await funded(env, { CHF: million })]
  // An order that buys from the desk, at the moment of its commit.
  const { promise: committed, resolve: commit } = Promise.withResolvers<void>()
  const order = env.db.tx(async (tx) => {
    await postIn(env, tx, [
      {
        key: `order:${randomUUID()}`,
        kind: 'order_filled',
        lines: [
          debit(account('client', 'available', buyer, 'CHF'), 20_000_000n),
          credit(account('client', 'available', house, 'CHF'), 20_000_000n),
          debit(account('client', 'available', house, 'VCHF'), 200_000_000_000n),
          credit(account('client', 'available', buyer, 'VCHF'), 200_000_000_000n),
        ],
      },
    ])
    await committed
  })
  await sleep(50)
  const asked = refusalOf(mint(env, acme, { fulfilment }))
  await sleep(200)
  commit()
  await order
  expect(await asked).toBe(refusal)
})
