import { scorReference } from '@specie/payments/reference.ts'
import {
  cases,
  control,
  deposit,
  desk,
  ends,
  eth,
  funding,
  gas,
  has,
  institution,
  pass,
  price,
  run,
  sales,
  sold,
  stateOf,
  transitional,
  underway,
  useConversionDesk,
} from '@specie/test/conversion-desk.ts'
import { expect, test } from 'vitest'
import { attributeWires } from '../../../banking/wire/attribute.ts'
import { indicativeCost } from './row.ts'

useConversionDesk()

test('ether is deposited, sent, sold for what the mint needs, and the wire funds the mint', async () => {
  const acme = await institution()
  expect(await indicativeCost(desk.env, { sell: 'ETH', buy: 'CHF', bought: 200_000n })).toEqual({
    sold: 1_002n * 10n ** 15n,
    spread: 400n,
  })
  const mint = await funding(acme)
  await deposit(acme, 'ETH', eth(10n))
  expect(await run()).toBe(0) // one ether does not cover spread, margin and gas
  await deposit(acme, 'ETH', eth(5n))
  expect(await run()).toBe(1)
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'sending' })
  const held = 101_202n * 10n ** 13n + 5n * 10n ** 15n
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - held, pending: held })

  expect(await ends(mint)).toMatchObject({ kind: 'native', amount: 101_202n * 10n ** 13n })
  expect(await run()).toBe(2)
  const spent = 1_002n * 10n ** 15n + gas
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'filled', spent })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - spent, pending: 0n })
  expect(await has(acme, 'CHF')).toEqual({ available: 0n, pending: 200_000n })

  await pass(19)
  expect(await run()).toBe(0)
  await pass(1)
  expect(await run()).toBe(1)
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded', conversion: 'wired' })
  expect(await run()).toBe(0)
  expect(await cases()).toEqual([])
})

test('the house pays the network fee for USDC', async () => {
  const acme = await institution()
  const mint = await funding(acme, 'USDC')
  await deposit(acme, 'USDC', 3_000_000_000n)
  await run()
  expect(await ends(mint)).toMatchObject({ kind: 'collect' })
  await run()
  expect(await has(acme, 'USDC')).toEqual({ available: 3_000_000_000n - 2_505_000_000n, pending: 0n })
  await pass(20)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded', spent: 2_505_000_000n })
})

test('when the provider sells without an answer, the sale is looked up and made once', async () => {
  const { mint } = await sold('timeout_after_accept')
  expect(await stateOf(mint)).toMatchObject({ conversion: 'converting' })
  await price('ETH/CHF', '1000')
  await run()
  expect(await stateOf(mint)).toMatchObject({ conversion: 'filled', spent: 1_002n * 10n ** 15n + gas })
  expect(await sales(mint)).toBe(1)
  await pass(20)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded' })
})

test('a wire that arrives before the answer waits, and is booked when the sale is known', async () => {
  const { mint } = await sold('timeout_after_accept')
  await pass(20)
  expect(await cases()).toMatchObject([{ kind: 'unmatched_entry' }])
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded', conversion: 'wired' })
  expect(await cases()).toEqual([])
})

/** The form of references before they were random: computed from the id of the request. */
const computed = (mint: string) =>
  scorReference(
    `C${BigInt(`0x${mint.replaceAll('-', '')}`)
      .toString(36)
      .toUpperCase()
      .slice(-20)}`,
  )

const referenceOf = async (mint: string) => {
  const [row] = await desk.env.db.query<{ reference: string }>(
    'select reference from issuance.conversion where id = $1',
    [mint],
  )
  return row!.reference
}

test('money of a listed party that quotes the reference funds no mint: it is an ordinary wire and held for review', async () => {
  const { mint } = await underway()
  await ends(mint)
  await run()
  expect(await stateOf(mint)).toMatchObject({ conversion: 'filled' })
  const reference = await referenceOf(mint)
  const wire = { currency: 'CHF', amount: '2000', sendername: 'Zarkovia Sanctioned Trading LLC', reference }
  await control('bank/control/wires', { ...wire, senderiban: 'CH9300762011623852957' })
  await pass(1)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding', conversion: 'filled' })
  expect(await cases()).toMatchObject([
    { detail: { conversion: mint, problem: expect.stringContaining('was not paid from an account of') } },
  ])
  await attributeWires.run(desk.env)
  expect(await desk.env.db.query('select state, institution_id from banking.wire')).toEqual([
    { state: 'unidentified', institution_id: null },
  ])
  await pass(19)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded', conversion: 'wired' })
})

test('the reference of a mint cannot be computed; a mint with an old, computable one completes', async () => {
  const acme = await institution()
  const mint = await funding(acme)
  expect(await referenceOf(mint)).toMatch(/^RF\d\dC[0-9A-Z]{20}$/)
  expect(await referenceOf(mint)).not.toBe(computed(mint))
  await desk.database.owner.query('update issuance.conversion set reference = $2 where id = $1', [mint, computed(mint)])
  await deposit(acme, 'ETH', eth(15n))
  await run()
  await ends(mint)
  await run()
  await pass(20)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded', conversion: 'wired' })
})

test('wired twice: one conversion is booked, the other wire opens a case and is not credited', async () => {
  const { acme, mint } = await sold('fill_twice')
  await pass(20)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funded', conversion: 'wired' })
  expect(await cases()).toMatchObject([{ kind: 'unmatched_entry', detail: { conversion: mint } }])
  expect(await has(acme, 'CHF')).toEqual({ available: 0n, pending: 200_000n })
  const [{ balance } = { balance: 0n }] = await desk.env.db.query<{ balance: bigint }>(
    `select balance from ledger.account where name = 'unallocated' and asset = 'CHF'`,
  )
  expect(balance).toBe(200_000n)
  await desk.database.owner.query(`update banking.bank_case set closed_at = now(), closed_by = 'test'`)
})

test('when the provider refuses, the mint fails, and the next mint uses the released ether at the provider', async () => {
  const { acme, mint } = await sold('reject', eth(11n))
  expect(await stateOf(mint)).toMatchObject({
    mint: 'failed',
    conversion: 'rejected',
    reason: 'Refused by the provider.',
  })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(11n) - gas, pending: 0n })

  const again = await funding(acme)
  await run()
  expect(await stateOf(again)).toMatchObject({ conversion: 'filled', spent: 1_002n * 10n ** 15n })
  expect(await desk.env.db.query('select 1 from chains.operation where subject = $1', [again])).toEqual([])
})

test('a transfer that fails on the chain releases everything except the network fee', async () => {
  const { acme, mint } = await underway()
  await ends(mint, 'failed')
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'failed', conversion: 'rejected' })
  expect(await has(acme, 'ETH')).toEqual({ available: eth(15n) - gas, pending: 0n })
  expect(await transitional(acme)).toBe(eth(15n) - gas)
  expect(await sales(mint)).toBe(0)
})

test('a mint without a deposit for a day fails, and holds no money', async () => {
  const acme = await institution()
  const mint = await funding(acme)
  await pass(24 * 60 - 1)
  await run()
  expect(await stateOf(mint)).toMatchObject({ mint: 'funding' })
  await pass(1)
  await run()
  expect(await stateOf(mint)).toMatchObject({
    mint: 'failed',
    conversion: 'expired',
    reason: 'No deposit arrived in time.',
    conversionReason: 'No deposit arrived in time.',
  })
})
