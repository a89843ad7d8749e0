import {
  all,
  decide,
  deposit,
  desk,
  ends,
  eth,
  funding,
  gas,
  has,
  heldFor,
  hold,
  institution,
  inTwoParts,
  pass,
  run,
  sales,
  sold,
  spentOn,
  stateOf,
  underway,
  useConversionDesk,
} from '@specie/test/conversion-desk.ts'
import { decideHold } from '@specie/test/people.ts'
import { signedByHand } from '@specie/test/sender.ts'
import { expect, test } from 'vitest'

useConversionDesk()

test('a mint held before the deposit takes no crypto, also after a rejection', async () => {
  const acme = await institution()
  const mint = await funding(acme)
  const { holdid, status } = await hold(acme, mint)
  expect(status).toBe('held')
  await deposit(acme, 'ETH', eth(15n))
  await pass(48 * 60)
  await run()
  expect([await stateOf(mint), await has(acme, 'ETH')]).toMatchObject([{ conversion: 'waiting_deposit' }, all])
  await decide(holdid, 'reject')
  expect([await stateOf(mint), await has(acme, 'ETH')]).toMatchObject([
    { mint: 'rejected', conversion: 'expired', reason: 'refused after review' },
    all,
  ])
})

test('a hold stops a queued transfer; a rejection releases the crypto', async () => {
  const { acme, mint } = await underway()
  const { holdid, status } = await hold(acme, mint)
  expect(status).toBe('held')
  await decide(holdid, 'reject')
  expect([await stateOf(mint), await has(acme, 'ETH')]).toMatchObject([
    { mint: 'rejected', conversion: 'rejected' },
    all,
  ])
})

test('of two mints rejected together, crypto that has left is not released, and the other’s does not leave', async () => {
  const [queued, signed] = [await underway(), await underway()]
  await signedByHand(desk.env.db, 'conversion', signed.mint)
  for (const { acme, mint } of [queued, signed]) await decideHold(desk.env, (await hold(acme, mint)).holdid, 'reject')
  await run()
  expect([await stateOf(queued.mint), await has(queued.acme, 'ETH')]).toMatchObject([{ mint: 'rejected' }, all])
  expect([await stateOf(signed.mint), await has(signed.acme, 'ETH')]).toMatchObject([
    { mint: 'funding', conversion: 'sending' },
    { available: eth(15n) - heldFor, pending: heldFor },
  ])
  const transfers = await desk.env.db.query(
    'select subject, state from chains.operation where subject = any($1) order by state',
    [[queued.mint, signed.mint]],
  )
  expect(transfers).toEqual([
    { subject: queued.mint, state: 'canceled' },
    { subject: signed.mint, state: 'working' },
  ])
})

test('a transfer that fails while the mint is held releases no crypto before the decision', async () => {
  const { acme, mint } = await underway()
  const { holdid } = await hold(acme, mint)
  await ends(mint, 'failed')
  await run()
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - heldFor, pending: heldFor })
  await decide(holdid, 'release')
  expect([await stateOf(mint), await has(acme, 'ETH')]).toMatchObject([
    { mint: 'failed' },
    { available: eth(15n) - gas, pending: 0n },
  ])
})

test('a hold stops the sale of crypto at the provider; a rejection credits it to the institution', async () => {
  const { acme, mint } = await underway()
  await ends(mint)
  const { holdid, status } = await hold(acme, mint)
  expect(status).toBe('partly')
  await run()
  await run()
  expect([await stateOf(mint), await sales(mint)]).toMatchObject([{ conversion: 'converting' }, 0])
  await decide(holdid, 'reject')
  expect([await stateOf(mint), await has(acme, 'ETH'), await sales(mint)]).toMatchObject([
    { mint: 'rejected', conversion: 'rejected' },
    { available: eth(15n) - gas, pending: 0n },
    0,
  ])
})

test.each(['release', 'reject'] as const)('a hold after the order to sell keeps the proceeds: %s', async (decision) => {
  const { acme, mint } = await sold('timeout_after_accept')
  const { holdid, status, irrevocable } = await hold(acme, mint)
  expect([status, irrevocable]).toEqual(['partly', expect.stringMatching(/asked to sell/)])
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'filled' })
  // The remainder of the sale is not released either.
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - heldFor, pending: heldFor - spentOn })
  await pass(30)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'filled' })
  await decideHold(desk.env, holdid, decision)
  await run()
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - spentOn, pending: 0n })
  const [state, chf] = [await stateOf(mint), await has(acme, 'CHF')]
  if (decision === 'release') {
    expect([state, chf]).toMatchObject([
      { mint: 'funded', conversion: 'wired' },
      { available: 0n, pending: 200_000n },
    ])
  } else {
    expect([state, chf]).toMatchObject([
      { mint: 'rejected', conversion: 'wired' },
      { available: 200_000n, pending: 0n },
    ])
  }
})

test('one of two transfers fails, then the mint is held: arrivals are booked, and no crypto is released before the decision', async () => {
  const { acme, mint, mine, theirs } = await inTwoParts()
  await ends(theirs, 'failed')
  await run()
  const { holdid } = await hold(acme, mint)
  await ends(mine, 'final')
  const before = await has(acme, 'ETH')
  await run()
  expect(await has(acme, 'ETH')).toEqual({ available: before!.available, pending: before!.pending - gas })
  await decide(holdid, 'reject')
  expect(await stateOf(mint)).toMatchObject({ conversion: 'rejected' })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(14n) - 2n * gas, pending: 0n })
})

test.each(['release', 'reject'] as const)('a hold on a mint with two transfers of crypto: %s', async (decision) => {
  const { acme, mint, mine, theirs } = await inTwoParts()
  const { holdid, status } = await hold(acme, mint)
  expect(status).toBe('held')
  const stopped = await desk.env.db.query<{ id: string }>('select compliance.stopped_among($1::uuid[]) as id', [
    [mine, theirs],
  ])
  expect(stopped.length).toBe(2)
  await decide(holdid, decision)
  if (decision === 'release') {
    await ends(mine, 'final')
    await ends(theirs, 'final')
    await run()
    expect(await stateOf(mint)).toMatchObject({ conversion: 'filled' })
    return
  }
  expect(await stateOf(mint)).toMatchObject({ mint: 'rejected', conversion: 'rejected' })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(14n), pending: 0n })
  expect(await run()).toBe(0)
  expect(await has(acme, 'ETH')).toEqual({ available: eth(14n), pending: 0n })
})
