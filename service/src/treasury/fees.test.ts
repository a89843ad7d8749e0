import { type Desk, deskForEachTest, funded, ledgerOf, whitelisted } from '@specie/test/issuance.ts'
import { failedByHand, finalByHand } from '@specie/test/sender.ts'
import { post } from '@specie/test/post.ts'
import { afterEach, expect, test } from 'vitest'
import type { Env } from '../base/env.ts'
import { account } from '../ledger/chart.ts'
import { house } from '../ledger/house.ts'
import { credit, debit } from '../ledger/posting/journal.ts'
import { advanceWithdrawals } from '../transfers/withdrawal/job.ts'
import { withdraw } from '../transfers/withdrawal/request.ts'
import { settleFees } from './fees.ts'

let desk: Desk
let env: Env
deskForEachTest((fresh) => {
  desk = fresh
  env = desk.env
})
afterEach(() => desk.database.owner.query('truncate transfers.withdrawal cascade').then(() => {}))

const coin = 1_000_000n

/** Withdrawals of coins on their way, with a fee of 2 VCHF each. */
async function leaving(count: number): Promise<string[]> {
  const id = await funded(env, {})
  await whitelisted(desk.database, id, 'cold')
  await post(env, {
    key: `stock:${id}`,
    kind: 'test',
    lines: [
      debit(account('client', 'omnibus', 'ETH', 'VCHF'), 1_000n * coin),
      credit(account('client', 'available', id, 'VCHF'), 1_000n * coin),
    ],
  })
  const fields = { asset: 'VCHF', blockchain: 'ETH', quantity: '100', destination: 'cold' }
  const ids: string[] = []
  while (ids.length < count) {
    ids.push((await withdraw(env, { institutionId: id, actor: 'key' }, fields)).answer.withdrawalid!)
  }
  desk.pass(11_000)
  await advanceWithdrawals.run(env)
  return ids
}

const fees = async () =>
  (
    await ledgerOf(
      env,
      account('client', 'fees_due', 'VCHF'),
      account('house', 'fees_receivable', 'VCHF'),
      account('client', 'available', house, 'VCHF'),
      account('house', 'client_receivable', 'VCHF'),
    )
  ).map((minor) => minor / coin)

test('a fee in coins belongs to the house when the withdrawal is completed, and is refunded when it fails', async () => {
  const [done, failed] = await leaving(2)
  await settleFees.run(env)
  expect(await fees()).toEqual([4n, 4n, 0n, 0n])
  await finalByHand(env.db, 'withdrawal', done!)
  await advanceWithdrawals.run(env)
  expect(await settleFees.run(env)).toBe(1)
  expect(await settleFees.run(env)).toBe(0)
  expect(await fees()).toEqual([2n, 2n, 2n, 2n])
  await failedByHand(env.db, 'withdrawal', failed!, 'frozen')
  await advanceWithdrawals.run(env)
  await settleFees.run(env)
  expect(await fees()).toEqual([0n, 0n, 2n, 2n])
})
