import { randomUUID } from 'node:crypto'
import { house } from '@specie/service/ledger/house.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { sumOf } from '../exact.ts'
import { sideBySide } from '../programs/side-by-side.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { brokenInvariants } from './books.ts'
import { onChain } from './ledger-of-chain.ts'
import {
  askMint,
  change,
  coin,
  deposits,
  funded,
  sandboxControl,
  mint,
  money,
  passUntil,
  settlement,
  until,
  untilStated,
} from './story.ts'
import { withConstants } from '../programs/constants.ts'

// Mints funded in crypto: deposited, sold by a provider, and only then minted.

let uat: Uat
const beside = sideBySide(() => uat)

beforeAll(async () => {
  // Large price moves are accepted at once here, if they are consistent. The desk may trade on them at once, too: its coins
  // were worth more a moment ago, which counts as a loss.
  const settings = {
    ...withConstants({ referenceCalmSeconds: 0 }),
    MARKET_LIMITS: 'ETH/CHF.loss=900000,USDC/CHF.loss=900000',
  }
  uat = await startUat(settings, { DEVNET_CHAINS: 'ETH,BASE,SOL,BTC' })
  // Constant prices, so that every amount is known exactly. The provider's spread is 0.2 %.
  await provider({ symbol: 'GBP/CHF', price: '1.25', frozen: true })
  await worth('ETH', 2000)
  await worth('USDC', 0.8)
  await worth('BTC', 50_000)
  await sandboxControl(uat, 'rates')
})
afterAll(() => uat.end())

const provider = (ask: object) => sandboxControl(uat, 'counterparts/provider', ask)
/** In francs; in pounds likewise. */
async function worth(asset: string, francs: number): Promise<void> {
  await provider({ symbol: `${asset}/CHF`, price: String(francs), frozen: true })
  await provider({ symbol: `${asset}/GBP`, price: String(francs / 1.25), frozen: true })
}
const deposit = ({ institutionid }: Client, asset: string, quantity: string, blockchain = 'ETH') =>
  sandboxControl(uat, 'deposits', { institutionid, asset, blockchain, quantity })

/** The provider's delivery address on Ethereum. */
const depot = '0x7561742d636f6e76657273696F6E2d6465706F74'
const ether = (text: string): bigint => {
  const [whole = '0', rest = ''] = text.split('.')
  return BigInt(whole + rest.padEnd(18, '0'))
}

/** The ledger balance of the institution's transitional wallet. */
const transitional = async ({ institutionid }: Client, asset: string): Promise<bigint> => {
  const [row] = await uat.database.owner.query<{ balance: bigint }>(
    `select balance from ledger.account where pool = 'client' and name = 'transitional' and owner = $1 and asset = $2`,
    [institutionid, asset],
  )
  return row!.balance
}

const openCases = () =>
  uat.database.owner.query<{ detail: { problem: string } }>(
    'select detail from banking.bank_case where closed_at is null',
  )

test('a mint funded in ETH: one sale, one mint, for any fault of the provider', async () => {
  const acme = await uat.onboard()
  const coins = await coin(uat, 'VCHF', 'BASE')
  const ethereum = onChain(uat.devnet!.origin, 'ETH')

  const request = await mint(uat, acme, { funding_currency: 'ETH' })
  expect(request).toMatchObject({ txid: '', status: 'pending', spent: '100.2', spent_currency: 'ETH', fee: '400' })
  const waiting = { status: 'pending', stage: 'funding', txids: [], spent: '100.2', estimated: true }
  expect([request.estimated, await change(uat, acme, request.requestid)]).toMatchObject([true, waiting])

  await provider({ next: 'timeout_after_accept' })
  await provider({ next: 'fill_twice' })
  await sandboxControl(uat, 'chains/ETH/stall')
  const { txid, address } = await deposit(acme, 'ETH', '110')
  await sandboxControl(uat, 'chains/ETH/mine', { blocks: 3 })
  const [confirming] = await until(
    () => deposits(uat, acme),
    ([one]) => one?.confirmations === 3,
  )
  expect(confirming).toMatchObject({ status: 'confirming', txid, quantity: '110', credited: '0' })
  expect(await money(uat, acme, 'ETH')).toEqual({ available: '0', pending: '0' })
  await sandboxControl(uat, 'chains/ETH/resume')

  await uat.pass(60)
  expect(await deposits(uat, acme, { txid })).toMatchObject([{ status: 'credited', credited: '110' }])
  expect(await ethereum.balance(null, depot)).toBe(ether('101.202')) // 1 % of room for the price to move
  expect(await change(uat, acme, request.requestid)).toMatchObject({ stage: 'funding', txid: '' })
  expect(await money(uat, acme, 'CHF')).toEqual({ available: '0', pending: '200000' })

  await uat.pass(settlement)
  const settled = await change(uat, acme, request.requestid)
  expect(settled).toMatchObject({ status: 'settled', spent_currency: 'ETH', fee: '400', fee_currency: 'CHF' })
  expect(settled.estimated).toBe(false) // `spent` is the actual amount, network fees included
  expect(await coins.exists(settled.txid)).toBe(true)
  expect((await coins.mints()).length).toBe(1)
  expect(await coins.supply()).toBe(200_000_000_000n)
  expect(await money(uat, acme, 'VCHF')).toEqual({ available: '200000', pending: '0' })
  expect(await money(uat, acme, 'CHF')).toEqual({ available: '0', pending: '0' })

  // The unused amount is returned, less the network fee of the delivery.
  const gas = ether('110') - ether('101.202') - (await ethereum.balance(null, address))
  expect(gas).toBeGreaterThan(0n)
  expect(await transitional(acme, 'ETH')).toBe(await ethereum.balance(null, address))
  const left = await money(uat, acme, 'ETH')
  expect(ether(settled.spent)).toBe(ether('100.2') + gas)
  expect([ether(left.available), left.pending]).toEqual([ether('110') - ether(settled.spent), '0'])

  // The second wire has no owner: a person reviews it.
  const conversions = await uat.database.owner.query('select state from issuance.conversion')
  expect(conversions).toEqual([{ state: 'wired' }])
  expect((await openCases()).map(({ detail }) => detail.problem)).toEqual([expect.stringMatching(/wire/)])
})

/** The provider has delivery, and its own wire has arrived. */
const isWired = async (requestid: string): Promise<boolean> => {
  const rows = await uat.database.owner.query(
    `select from issuance.conversion c join banking.expected e using (reference) join banking.payout p on p.id = c.payout_id
     where c.id = $1 and e.entry_id is not null and p.state = 'booked'`,
    [requestid],
  )
  return rows.length > 0
}

const fiatPairs = [
  ['VCHF', 'GBP', '160320', '400', 'CHF'],
  ['VGBP', 'CHF', '250500', '400', 'GBP'],
] as const

// In parallel, while the banks are open.
describe.concurrent.each(fiatPairs)('a mint of %s funded in %s', (asset, funding, spent, fee, fiat) => {
  const given = { asset, funding_currency: funding }

  test('is converted by the provider, which is paid once', () =>
    beside.run(async () => {
      const acme = await funded({ ...uat, pass: beside.pass }, { [funding]: '300000' })
      await provider({ next: 'timeout_after_accept' })
      const request = await mint(uat, acme, given)
      expect(request).toMatchObject({ txid: '', status: 'pending', spent, spent_currency: funding, fee })
      await beside.pass(60)
      expect(await money(uat, acme, fiat)).toEqual({ available: '0', pending: '200000' })
      await passUntil(beside, 24, async () => (await change(uat, acme, request.requestid)).status === 'settled')
      expect(await change(uat, acme, request.requestid)).toMatchObject({
        status: 'settled',
        spent,
        fee,
        fee_currency: fiat,
      })
      expect(await money(uat, acme, asset)).toEqual({ available: '200000', pending: '0' })
      expect(await money(uat, acme, fiat)).toEqual({ available: '0', pending: '0' })
      expect(await money(uat, acme, funding)).toEqual({
        available: sumOf(funding, '300000', `-${spent}`),
        pending: '0',
      })
      const paid = await uat.database.owner.query(
        `select p.amount, p.currency, p.state, p.creditor_name from banking.payout p join issuance.conversion c on c.payout_id = p.id
       where c.id = $1`,
        [request.requestid],
      )
      expect(paid).toEqual([
        {
          amount: BigInt(spent) * 100n,
          currency: funding,
          state: 'booked',
          creditor_name: 'UAT Conversion Provider AG',
        },
      ])
    }))

  test('with just enough, and a hold after the sale: the provider is paid, and the mint waits for people', () =>
    beside.run(async () => {
      const acme = await funded({ ...uat, pass: beside.pass }, { [funding]: spent })
      const { institutionid } = acme
      await provider({ next: 'timeout_after_accept' })
      const { requestid } = await mint(uat, acme, given)
      await beside.pass(60)
      const { holdid } = await sandboxControl(uat, 'holds', { institutionid, on: requestid, reason: 'aml_review' })
      await passUntil(beside, 24, () => isWired(requestid))
      expect(await isWired(requestid)).toBe(true)
      expect(await change(uat, acme, requestid)).toMatchObject({ status: 'held' })
      await sandboxControl(uat, `holds/${holdid}/reject`)
      await beside.pass(60)
      expect(await change(uat, acme, requestid)).toMatchObject({ status: 'rejected' })
      expect(await money(uat, acme, fiat)).toEqual({ available: '200000', pending: '0' })
      expect(await money(uat, acme, funding)).toEqual({ available: '0', pending: '0' })
    }))
})

test('a mint funded in USDC, which arrives in two parts', async () => {
  const acme = await uat.onboard()
  const request = await mint(uat, acme, { blockchain: 'SOL', funding_currency: 'USDC' })
  expect(request).toMatchObject({ txid: '', spent: '250500', spent_currency: 'USDC', fee: '400' })
  const { address } = await deposit(acme, 'USDC', '200000')
  await uat.pass(60)
  expect(await money(uat, acme, 'USDC')).toEqual({ available: '200000', pending: '0' })
  await deposit(acme, 'USDC', '60000')
  await uat.pass(settlement)
  expect(await change(uat, acme, request.requestid)).toMatchObject({ status: 'settled', spent: '250500' })
  expect(await transitional(acme, 'USDC')).toBe(await (await coin(uat, 'USDC', 'ETH')).held(address))
  expect(await money(uat, acme, 'USDC')).toEqual({ available: '9500', pending: '0' })
  expect(await money(uat, acme, 'VCHF')).toEqual({ available: '200000', pending: '0' })
})

test('a sale refused by the provider: the mint has failed, and the crypto is available again and pays for another mint', async () => {
  const acme = await uat.onboard()
  const usdc = await coin(uat, 'USDC', 'ETH')
  const request = await mint(uat, acme, { funding_currency: 'USDC' })
  await provider({ next: 'reject' })
  await deposit(acme, 'USDC', '260000')
  await uat.pass(60)
  expect(await change(uat, acme, request.requestid)).toMatchObject({
    status: 'failed',
    reason: 'Refused by the provider.',
    txid: '',
  })
  expect(await money(uat, acme, 'USDC')).toEqual({ available: '260000', pending: '0' })

  // Crypto at the provider cannot be withdrawn to a wallet, and the error says so.
  const { institutionid } = acme
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  await sandboxControl(uat, 'addresses', { institutionid, blockchain: 'ETH', address, label: 'vault' })
  const refused = await uat.call(acme, 'withdraw', { asset: 'USDC', quantity: '100000', destination: 'vault' })
  expect([refused.status, refused.body]).toMatchObject([
    400,
    { code: 'insufficient_balance', details: { blockchain: 'ETH' } },
  ])
  expect(refused.body.message).toMatch(/At most \d+ USDC can leave in one withdrawal/)
  expect(await money(uat, acme, 'USDC')).toEqual({ available: '260000', pending: '0' })

  // There it pays for another mint: it is not sent a second time.
  const delivered = await usdc.held(depot)
  const again = await mint(uat, acme, { funding_currency: 'USDC' })
  await uat.pass(settlement)
  expect(await change(uat, acme, again.requestid)).toMatchObject({ status: 'settled', spent: '250500' })
  expect(await usdc.held(depot)).toBe(delivered)
  expect(await money(uat, acme, 'USDC')).toEqual({ available: '9500', pending: '0' })
})

/** Buys from the desk, which has deposited its coins. */
async function buy(client: Client, asset: string, orderqty: string, price: string): Promise<void> {
  const symbol = `${asset}/CHF`
  const order = { symbol, side: 'Buy', ordtype: 'Limit', timeinforce: 'FOK', orderqty, price }
  const placed = () =>
    uat.call(client, 'addOrder', { timestamp: new Date().toISOString(), clordid: randomUUID(), ...order })
  // The desk quotes as soon as it has read the reference.
  await until(
    async () => (await placed()).body,
    ({ order }: { order: { ordstatus: string } }) => order.ordstatus === 'Filled',
  )
}

test('ether and USDC bought here fund mints without any deposit, and together with one', async () => {
  const acme = await uat.onboard()
  const desk = { institutionid: house }
  await sandboxControl(uat, 'wires', { institutionid: acme.institutionid, currency: 'CHF', amount: '900000' })
  for (const [asset, quantity] of [
    ['ETH', '500'],
    ['USDC', '600000'],
  ])
    await sandboxControl(uat, 'deposits', { ...desk, asset, blockchain: 'ETH', quantity })
  await uat.pass(60)

  await buy(acme, 'ETH', '110', '2010')
  const inEther = await mint(uat, acme, { funding_currency: 'ETH' })
  expect(inEther).toMatchObject({ spent: '100.2', max_spent: '102.204' })
  await uat.pass(settlement)
  expect(await change(uat, acme, inEther.requestid)).toMatchObject({ status: 'settled', spent_currency: 'ETH' })

  // A part is deposited, a part is bought.
  await deposit(acme, 'USDC', '100000')
  await buy(acme, 'USDC', '170000', '0.81')
  const inUsdc = await mint(uat, acme, { funding_currency: 'USDC' })
  await uat.pass(settlement)
  expect(await change(uat, acme, inUsdc.requestid)).toMatchObject({ status: 'settled', spent: '250500' })
  expect(await money(uat, acme, 'VCHF')).toEqual({ available: '400000', pending: '0' })

  // The ledger balance of each address is its balance on the chain.
  const ethereum = onChain(uat.devnet!.origin, 'ETH')
  const addresses = await uat.database.owner.query<{ address: string; balance: bigint }>(
    `select d.address, a.balance from ledger.account a join chains.deposit_address d on d.institution_id::text = a.owner
     where a.name = 'transitional' and a.asset = 'ETH' and d.family = 'evm'`,
  )
  expect(addresses.length).toBeGreaterThan(1)
  for (const { address, balance } of addresses) expect(await ethereum.balance(null, address)).toBe(balance)
})

test('a price above max_spent: the mint waits, says so, and can be canceled', async () => {
  const acme = await uat.onboard()
  const below = await askMint(uat, acme, { funding_currency: 'ETH', max_spent: '100' })
  expect([below.status, below.body]).toMatchObject([400, { details: { field: 'max_spent', rule: 'below_estimate' } }])
  await worth('ETH', 2_050)
  await sandboxControl(uat, 'rates')
  const request = await mint(uat, acme, { funding_currency: 'ETH', max_spent: '98' })
  await worth('ETH', 2_000)
  await sandboxControl(uat, 'rates')
  // The ether is deposited only now, because earlier ether would be sent to the provider, which costs a network fee.
  await deposit(acme, 'ETH', '120')
  await uat.pass(60)
  const waiting = await change(uat, acme, request.requestid)
  expect(waiting).toMatchObject({ status: 'pending', stage: 'funding', max_spent: '98' })
  expect(waiting.reason).toContain('more than max_spent (98 ETH)')
  const { status, body } = await uat.call(acme, 'cancelMint', { requestid: request.requestid })
  expect([status, body]).toMatchObject([200, { result: 'ok', status: 'canceled' }])
  expect(await change(uat, acme, request.requestid)).toMatchObject({ status: 'canceled' })
  expect(await money(uat, acme, 'ETH')).toEqual({ available: '120', pending: '0' })
})

test('a reverted delivery of ether: the gas is spent, and booked', async () => {
  const acme = await uat.onboard()
  const { address } = await deposit(acme, 'ETH', '300')
  await uat.pass(60)
  await sandboxControl(uat, 'chains/ETH/revert-next')
  const { requestid } = await mint(uat, acme, { funding_currency: 'ETH' })
  await uat.pass(settlement)
  expect(await change(uat, acme, requestid)).toMatchObject({ status: 'failed' })
  const there = await onChain(uat.devnet!.origin, 'ETH').balance(null, address)
  expect(there).toBeLessThan(ether('300'))
  expect(await transitional(acme, 'ETH')).toBe(there)
  const { available, pending } = await money(uat, acme, 'ETH')
  expect([ether(available), pending]).toEqual([there, '0'])
})

test('a mint funded in BTC, with the remainder returned to the balance', async () => {
  const acme = await uat.onboard()
  const request = await mint(uat, acme, { funding_currency: 'BTC' })
  expect(request).toMatchObject({ txid: '', status: 'pending', spent: '4.008', spent_currency: 'BTC', fee: '400' })
  const { txid, address } = await deposit(acme, 'BTC', '5', 'BTC')
  expect(address).toMatch(/^bcrt1q/)
  await uat.pass(60)
  expect(await deposits(uat, acme, { txid })).toMatchObject([{ status: 'credited', credited: '5' }])
  await uat.pass(settlement)
  const settled = await change(uat, acme, request.requestid)
  expect(settled).toMatchObject({ status: 'settled', spent_currency: 'BTC', fee: '400' })
  expect(await money(uat, acme, 'VCHF')).toEqual({ available: '200000', pending: '0' })
  const satoshis = (text: string) =>
    BigInt(text.replace('.', '').padEnd(text.indexOf('.') < 0 ? 9 : text.indexOf('.') + 8, '0'))
  const { available, pending } = await money(uat, acme, 'BTC')
  expect(satoshis(settled.spent)).toBeGreaterThan(400_800_000n) // includes the network fee
  expect([satoshis(available) + satoshis(settled.spent), pending]).toEqual([500_000_000n, '0'])
})

describe.each(fiatPairs)('a mint of %s funded in %s', (asset, funding, spent) => {
  const given = { asset, funding_currency: funding }

  test('waits for the money, and fails when the provider refuses: all of it is returned', async () => {
    const acme = await uat.onboard()
    const { institutionid } = acme
    const { requestid } = await mint(uat, acme, given)
    await uat.pass(60)
    expect(await change(uat, acme, requestid)).toMatchObject({ status: 'pending', stage: 'funding' })
    await provider({ next: 'reject' })
    await sandboxControl(uat, 'wires', { institutionid, currency: funding, amount: '300000' })
    await uat.pass(1_800)
    expect(await change(uat, acme, requestid)).toMatchObject({ status: 'failed', reason: 'Refused by the provider.' })
    expect(await money(uat, acme, funding)).toEqual({ available: '300000', pending: '0' })
  })

  test('can be canceled while it waits, and never spends more than its maximum', async () => {
    const acme = await uat.onboard()
    const low = await askMint(uat, acme, { ...given, max_spent: sumOf(funding, spent, '-1') })
    expect([low.status, low.body]).toMatchObject([400, { details: { field: 'max_spent', rule: 'below_estimate' } }])
    const { requestid } = await mint(uat, acme, { ...given, max_spent: spent })
    expect((await uat.call(acme, 'cancelMint', { requestid })).body).toMatchObject({ result: 'ok', status: 'canceled' })
    await sandboxControl(uat, 'wires', { institutionid: acme.institutionid, currency: funding, amount: '300000' })
    await uat.pass(1_800)
    expect(await change(uat, acme, requestid)).toMatchObject({ status: 'canceled' })
    expect(await money(uat, acme, funding)).toEqual({ available: '300000', pending: '0' })
  })
})

test('ledger, bank and chains agree at the end', async () => {
  await untilStated(uat) // with the duplicate wire
  expect(await brokenInvariants(uat)).toEqual([])
})
