import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { sumOf } from '../exact.ts'
import { sideBySide } from '../programs/side-by-side.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { brokenInvariants } from './books.ts'
import { newKey } from './solana-holder.ts'
import { coin, deposits, sandboxControl, money, settlement, until } from './story.ts'
import { withConstants } from '../programs/constants.ts'

// Deposits and withdrawals of coins and crypto.

let uat: Uat
const beside = sideBySide(() => uat)

beforeAll(async () => {
  // An answer must have its txid, even on a slow machine.
  uat = await startUat(withConstants({ signingWaitMs: 60_000 }), { DEVNET_CHAINS: 'ETH,AVAX,BASE,SOL' })
  await uat.pass(1_800) // the buffer of the reserve backs the coins given away here
})
afterAll(() => uat.end())

type Chain = 'ETH' | 'AVAX' | 'BASE' | 'SOL'
type Holder = { client: Client; wallet: string; txid: string }

/** Its keys have no holder here. */
const newWallet = async (blockchain: Chain): Promise<string> =>
  blockchain === 'SOL' ? (await newKey()).address : `0x${randomBytes(20).toString('hex')}`
/** Its chain may write it in another case. */
const written = (address: string) => expect.stringMatching(new RegExp(`^${address}$`, 'i'))

/** An institution with 1,000 VCHF, deposited on that chain, and a wallet there. */
async function holder(blockchain: Chain): Promise<Holder> {
  const client = await uat.onboard()
  const { institutionid } = client
  const wallet = await newWallet(blockchain)
  const { address } = (await uat.call(client, 'depositAddress', { asset: 'VCHF', blockchain })).body
  const given = await sandboxControl(uat, 'deposits', { institutionid, asset: 'VCHF', blockchain, quantity: '1000' })
  expect(given).toEqual({ txid: expect.stringMatching(/./), address })
  await sandboxControl(uat, 'addresses', { institutionid, blockchain, address: wallet, label: `vault ${blockchain}` })
  await until(
    () => deposits(uat, client),
    ([one]) => one?.status === 'credited',
  )
  return { client, wallet, txid: given.txid }
}

const ask = ({ client }: Holder, blockchain: Chain, over: Record<string, string> = {}) =>
  uat.call(client, 'withdraw', {
    asset: 'VCHF',
    quantity: '100',
    destination: `vault ${blockchain}`,
    blockchain,
    ...over,
  })
const withdrawal = async ({ client }: Holder, withdrawalid: string) =>
  (await uat.call(client, 'queryWithdrawals', { withdrawalid })).body.withdrawals[0]
const cancel = ({ client }: Holder, withdrawalid: string) => uat.call(client, 'cancelWithdrawal', { withdrawalid })
/** `txid` is in a block. On a slow machine the first signed transaction may never be. */
async function isOnChain(blockchain: Chain, txid: string, first: string): Promise<void> {
  const { exists } = await coin(uat, 'VCHF', blockchain)
  expect([await exists(txid), await exists(first)]).toEqual([true, txid === first])
}
const arrived = async (blockchain: Chain, { wallet }: Holder) => (await coin(uat, 'VCHF', blockchain)).held(wallet)

describe.concurrent.each([
  ['ETH', '2'],
  ['AVAX', '0.1'],
  ['BASE', '0.1'],
  ['SOL', '0.1'],
] as const)('VCHF on %s', (blockchain, fee) => {
  const minus = sumOf('VCHF', '100', fee)
  const rest = sumOf('VCHF', '1000', `-${minus}`)

  test('is credited when it is final, and leaves for a whitelisted wallet: the fee is shown, and exactly the quantity arrives', () =>
    beside.run(async () => {
      const from = await holder(blockchain)
      const { client, wallet } = from
      const [deposit] = await deposits(uat, client)
      expect(deposit).toMatchObject({ quantity: '1000', credited: '1000', blockchain })
      await isOnChain(blockchain, deposit.txid, from.txid)
      expect(await money(uat, client, 'VCHF')).toEqual({ available: '1000', pending: '0' })
      const { body } = await uat.call(client, 'withdrawAddresses', { blockchain })
      expect(body.addresses).toMatchObject([
        {
          label: `vault ${blockchain}`,
          address: written(wallet),
          status: 'Confirmed',
          travelrule: { status: 'complete' },
        },
      ])
      const request = (await ask(from, blockchain)).body
      expect(request).toMatchObject({ status: 'pending', fee, fee_currency: 'VCHF', txids: [] })
      expect(await money(uat, client, 'VCHF')).toEqual({ available: rest, pending: minus })
      await beside.pass(3_600)
      expect(await withdrawal(from, request.withdrawalid)).toMatchObject({ status: 'pending', txids: [], fee })

      await beside.pass(settlement)
      const done = await withdrawal(from, request.withdrawalid)
      expect(done).toMatchObject({ status: 'completed', quantity: '100', fee, blockchain, reason: null })
      expect(done.address).toEqual(written(wallet))
      expect(await (await coin(uat, 'VCHF', blockchain)).exists(done.txids.at(-1))).toBe(true)
      const txid = done.txids[0].replace(/(?<=^0x).*/, (hex: string) => hex.toUpperCase())
      const found = await uat.call(client, 'queryWithdrawals', { txid })
      expect(found.body.withdrawals).toMatchObject([{ withdrawalid: request.withdrawalid }])
      expect(await arrived(blockchain, from)).toBe(100_000_000n)
      expect(await money(uat, client, 'VCHF')).toEqual({ available: rest, pending: '0' })
      expect((await cancel(from, request.withdrawalid)).body).toMatchObject({ code: 'not_cancelable' })
    }))
})

test.concurrent.for(['BASE', 'SOL'] as const)(
  'VCHF on %s, canceled before it leaves: all of it is returned, including the fee',
  (blockchain) =>
    beside.run(async () => {
      const from = await holder(blockchain)
      const { withdrawalid } = (await ask(from, blockchain)).body
      await beside.pass(60)
      expect((await cancel(from, withdrawalid)).body).toMatchObject({ status: 'canceled' })
      expect(await money(uat, from.client, 'VCHF')).toEqual({ available: '1000', pending: '0' })
      await beside.pass(settlement)
      expect(await withdrawal(from, withdrawalid)).toMatchObject({ status: 'canceled', txids: [] })
      expect(await arrived(blockchain, from)).toBe(0n)
    }),
)

test.concurrent.for([
  ['ETH', '1.5'],
  ['USDC', '250'],
] as const)('%s arrives in the transitional wallet', ([asset, quantity]) =>
  beside.run(async () => {
    const client = await uat.onboard()
    const { institutionid } = client
    const { txid } = await sandboxControl(uat, 'deposits', { institutionid, asset, blockchain: 'ETH', quantity })
    const [deposit] = await until(
      () => deposits(uat, client),
      ([one]) => one?.status === 'credited',
    )
    expect(deposit).toMatchObject({ txid, asset, quantity })
    expect(await money(uat, client, asset)).toEqual({ available: quantity, pending: '0' })
  }),
)

// A fault of a chain affects the next operation: from here on one after the other.

test('VCHF on BASE and SOL, reverted by the chain: it has failed, and all of it is returned', async () => {
  const chains = ['BASE', 'SOL'] as const
  const request = new Map<Chain, { from: Holder; withdrawalid: string }>()
  for (const blockchain of chains) {
    const from = await holder(blockchain)
    const { withdrawalid } = (await ask(from, blockchain)).body
    request.set(blockchain, { from, withdrawalid })
  }
  await uat.pass(60) // arrivals have been collected
  for (const blockchain of chains) await sandboxControl(uat, `chains/${blockchain}/revert-next`)
  await uat.pass(settlement)
  for (const [blockchain, { from, withdrawalid }] of request) {
    expect(await withdrawal(from, withdrawalid)).toMatchObject({
      status: 'failed',
      reason: 'The transaction was reverted by the chain.',
      txids: [expect.any(String)],
    })
    expect(await money(uat, from.client, 'VCHF')).toEqual({ available: '1000', pending: '0' })
    expect(await arrived(blockchain, from)).toBe(0n)
  }
})

test('a deposit that a reorganisation drops and mines again is credited once', async () => {
  const client = await uat.onboard()
  const { institutionid } = client
  const statuses = async (): Promise<string[]> => (await deposits(uat, client)).map(({ status }) => status)
  await sandboxControl(uat, 'chains/ETH/stall')
  await sandboxControl(uat, 'deposits', { institutionid, asset: 'ETH', blockchain: 'ETH', quantity: '2' })
  await sandboxControl(uat, 'chains/ETH/mine', { blocks: 2 })
  await until(statuses, (all) => all.includes('confirming'))
  await sandboxControl(uat, 'chains/ETH/reorg', { depth: 2 })
  await sandboxControl(uat, 'chains/ETH/resume')
  // Whether a poll fell between the two is chance. If it did, there is one more orphaned movement.
  const ended = await until(statuses, (all) => all.includes('credited'))
  expect(ended.filter((status) => status !== 'orphaned')).toEqual(['credited'])
  expect(await money(uat, client, 'ETH')).toEqual({ available: '2', pending: '0' })
})

describe('no coins go to', () => {
  let from: Holder
  beforeAll(async () => {
    from = await holder('BASE')
    const { institutionid } = from.client
    await sandboxControl(uat, 'addresses', {
      institutionid,
      blockchain: 'SOL',
      address: elsewhere.SOL,
      label: 'vault SOL',
    })
  })
  const elsewhere = {
    EVM: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
    SOL: '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g',
  }

  test.each([
    ['a wallet that is not listed', { destination: elsewhere.EVM }, 'unknown_destination'],
    ['a label that is not listed', { destination: 'elsewhere' }, 'unknown_destination'],
    ['a wallet that is listed for another chain', { destination: elsewhere.SOL }, 'other_chain'],
  ])('%s', async (_, over, reason) => {
    const before = await money(uat, from.client, 'VCHF')
    const { status, body } = await ask(from, 'BASE', over)
    expect([status, body]).toMatchObject([403, { code: 'external_wallet_not_whitelisted', details: { reason } }])
    expect(await money(uat, from.client, 'VCHF')).toEqual(before)
  })
})

test('ledger, bank and chains agree at the end', async () => {
  expect(await brokenInvariants(uat)).toEqual([])
  expect(await uat.database.app.query('select * from compliance.switch')).toEqual([]) // L7
})
