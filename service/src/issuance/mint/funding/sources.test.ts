import {
  bought,
  deposit,
  desk,
  ends,
  eth,
  funding,
  gas,
  has,
  heldDeposit,
  institution,
  inTwoParts,
  legsOf,
  pass,
  run,
  stateOf,
  transitional,
  useConversionDesk,
} from '@specie/test/conversion-desk.ts'
import { expect, test } from 'vitest'
import { randomUUID } from 'node:crypto'
import { post } from '@specie/test/post.ts'
import { account } from '../../../ledger/chart.ts'
import { credit, debit } from '../../../ledger/posting/journal.ts'

useConversionDesk()

test('ether bought here pays for a mint: it is sent once, from the address that holds it', async () => {
  const [seller, acme] = [await institution(), await institution()]
  await deposit(seller, 'ETH', eth(30n))
  await bought(seller, acme, 'ETH', eth(15n))
  const mint = await funding(acme)
  expect(await run()).toBe(1)
  expect(await run()).toBe(0)
  const [leg, ...others] = await legsOf(mint)
  expect([leg?.owner, others]).toEqual([seller, []])
  expect(await ends(mint)).toMatchObject({ kind: 'native', amount: leg!.amount })
  await run()
  await pass(20)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded', conversion: 'wired', spent: 1_002n * 10n ** 15n + gas })
  // The seller still has the rest of its balance, and its address the unsold part, less the network fee.
  expect(await has(seller, 'ETH')).toEqual({ available: eth(15n), pending: 0n })
  expect(await transitional(seller)).toBe(eth(30n) - leg!.amount - gas)
})

test('a mix of deposited and bought ether goes from both addresses', async () => {
  const [seller, acme] = [await institution(), await institution()]
  await deposit(seller, 'ETH', eth(10n))
  await deposit(acme, 'ETH', eth(6n))
  await bought(seller, acme, 'ETH', eth(5n))
  const mint = await funding(acme)
  await run()
  const [mine, theirs, ...others] = await legsOf(mint)
  expect([mine?.owner, theirs?.owner, others]).toEqual([acme, seller, []])
  await ends(mine!.id, 'final')
  await run()
  expect(await stateOf(mint)).toMatchObject({ conversion: 'sending' })
  await ends(theirs!.id, 'final')
  await run()
  expect(await stateOf(mint)).toMatchObject({ conversion: 'filled', spent: 1_002n * 10n ** 15n + 2n * gas })
  await pass(20)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded' })
  expect(await has(seller, 'ETH')).toEqual({ available: eth(5n), pending: 0n })
})

test('one of two transfers fails: everything is released, and the next mint uses both parts', async () => {
  const { seller, acme, mint, mine, theirs } = await inTwoParts()
  await ends(theirs, 'failed')
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'sending' })
  await ends(mine, 'final')
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'failed', conversion: 'rejected' })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(14n) - 2n * gas, pending: 0n })
  const again = await funding(acme)
  await run()
  expect(await legsOf(again)).toMatchObject([{ owner: seller }])
  await ends(again)
  await run()
  expect(await stateOf(again)).toMatchObject({ conversion: 'filled' })
})

test('ether deposited by one institution never pays for the mint of another', async () => {
  const [other, acme] = [await institution(), await institution()]
  await deposit(other, 'ETH', eth(100n))
  // It has ether, but at an address that the ledger does not know.
  await post(desk.env, {
    key: `test:${randomUUID()}`,
    kind: 'test_endowment',
    lines: [
      debit(account('client', 'provider_crypto', 'elsewhere', 'ETH'), eth(15n)),
      credit(account('client', 'available', acme, 'ETH'), eth(15n)),
    ],
  })
  const mint = await funding(acme)
  await run()
  expect([await legsOf(mint), await stateOf(mint)]).toMatchObject([[], { conversion: 'waiting_deposit' }])
  expect(await transitional(other)).toBe(eth(100n))
})

test('ether on hold pays for no mint, not even its owner’s', async () => {
  const [seller, acme] = [await institution(), await institution()]
  await deposit(seller, 'ETH', eth(30n))
  await bought(seller, acme, 'ETH', eth(15n))
  await heldDeposit(acme, eth(20n))
  const mint = await funding(acme)
  await run()
  expect(await legsOf(mint)).toMatchObject([{ owner: seller }])
  expect(await transitional(acme)).toBe(eth(20n))
})
