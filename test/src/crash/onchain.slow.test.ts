import { faultPoints } from '@specie/service/base/faults.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { brokenInvariants } from '../chains/books.ts'
import { onChain } from '../chains/ledger-of-chain.ts'
import { unspentOf } from '../chains/bitcoin.ts'
import { change, coin, deposits, sandboxControl, mint, money, settlement, until } from '../chains/story.ts'
import type { Client } from '../client.ts'
import { provider } from '../rails/rails.ts'
import { drawnSeed, isSample, seeded } from '../seeded-random.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { at, diesAt, drawnOf } from './deaths.ts'
import { withConstants } from '../programs/constants.ts'

// An operation on a real chain (in, out, burned or sold), and a process that dies at every point of it: the next process
// continues, until the next death. At the end it has happened once (E1).

let uat: Uat
let acme: Client
const chain = 'AVAX'
const vault = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
/** The provider's delivery address on Ethereum. */
const depot = '0x7561742d636f6e76657273696F6E2d6465706F74'

beforeAll(async () => {
  uat = await startUat(withConstants({ referenceCalmSeconds: 0 }), { DEVNET_CHAINS: `${chain},ETH,BTC` })
  await uat.pass(1_800)
  for (const [symbol, price] of [
    ['GBP/CHF', '1.25'],
    ['ETH/CHF', '2000'],
    ['ETH/GBP', '1600'],
    ['USDC/CHF', '0.8'],
    ['USDC/GBP', '0.64'],
    ['BTC/CHF', '80000'],
    ['BTC/GBP', '64000'],
  ])
    await sandboxControl(uat, 'counterparts/provider', { symbol, price, frozen: true })
  await sandboxControl(uat, 'rates')
})
afterAll(async () => {
  const halts = await uat.database.app.query('select * from compliance.switch') // L7
  await uat.end()
  expect(halts).toEqual([])
})

type Course = {
  name: string
  faults: string[]
  /** Runs up to the first fault without one; returns how to trigger it, and the expected result. */
  prepare(): Promise<{ go(): Promise<unknown>; happened(): Promise<void> }>
}

/** From the queue of the chain to the books. */
const wayOut = at(
  'withdrawal.enqueued',
  'chain.assigned',
  'chain.signed',
  'chain.sent',
  'chain.final',
  'withdrawal.booked',
)

type Leaving = {
  asset: string
  blockchain: string
  to: string
  quantity: string
  minor: bigint
  left: string
  /** The current balance of the wallet. */
  held(): Promise<bigint>
}
const francs: Leaving = {
  asset: 'VCHF',
  blockchain: chain,
  to: vault,
  quantity: '60',
  minor: 60_000_000n,
  left: '39.9',
  held: async () => (await coin(uat, 'VCHF', chain)).held(vault),
}
const dollars: Leaving = {
  ...francs,
  asset: 'USDC',
  blockchain: 'ETH',
  left: '38',
  held: async () => (await coin(uat, 'USDC', 'ETH')).held(vault),
}
const ether: Leaving = {
  ...dollars,
  asset: 'ETH',
  minor: 60n * 10n ** 18n,
  left: '39.999',
  held: () => onChain(uat.devnet!.origin, 'ETH').balance(null, vault),
}
const bitcoin: Leaving = {
  asset: 'BTC',
  blockchain: 'BTC',
  to: 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080',
  quantity: '60',
  minor: 6_000_000_000n,
  left: '39.9999',
  held: () => unspentOf(uat, 'bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080'),
}

const ways: Course[] = [
  { name: 'a deposit', faults: at('deposit.booked', 'deposit.credited'), prepare: deposit },
  { name: 'a withdrawal', faults: at('withdrawal.enqueued', 'withdrawal.booked'), prepare: () => withdrawal(francs) },
  { name: 'a withdrawal of ether', faults: wayOut, prepare: () => withdrawal(ether) },
  { name: 'a withdrawal of USDC', faults: wayOut, prepare: () => withdrawal(dollars) },
  { name: 'a withdrawal of bitcoin', faults: wayOut, prepare: () => withdrawal(bitcoin) },
  { name: 'a redemption', faults: at('redemption.booked'), prepare: redemption },
  { name: 'a mint paid in ether', faults: at('conversion.sent'), prepare: conversion },
]

test('every fault point of these operations is on one of the tested paths', () => {
  const theirs = faultPoints.filter((point) => /^(deposit|withdrawal|redemption|conversion)\./.test(point))
  expect(ways.flatMap(({ faults }) => faults)).toEqual(expect.arrayContaining(at(...theirs)))
})

const seed = drawnSeed()
const pick = seeded(seed)
const shift = pick(3)

/** In a sample the withdrawals of ether, USDC and bitcoin, with the same points, share them. */
function deathsOf({ name, faults }: { name: string; faults: readonly string[] }): readonly string[] {
  const drawn = drawnOf(pick, faults)
  const third = ['ether', 'USDC', 'bitcoin'].findIndex((asset) => name === `a withdrawal of ${asset}`)
  return isSample && third >= 0 ? drawn.filter((_, nth) => (nth + shift) % 3 === third) : drawn
}

test.each(ways)(`$name, killed at each point (seed ${seed})`, async ({ name, faults, prepare }) => {
  acme = await uat.onboard()
  const { go, happened } = await prepare()
  for (const [nth, fault] of deathsOf({ name, faults }).entries()) await diesAt(uat, fault, nth === 0 ? go : undefined)
  await uat.restart()
  await happened()
  expect(await brokenInvariants(uat)).toEqual([])
})

const control = (blockchain: string, sandboxControl: string, ask = {}) =>
  uat.devnet!.control(blockchain, sandboxControl, ask)

const give = (asset: string, blockchain: string, quantity: string) =>
  sandboxControl(uat, 'deposits', { institutionid: acme.institutionid, asset, blockchain, quantity })

async function credited(): Promise<void> {
  const [one] = await until(
    () => deposits(uat, acme),
    ([one]) => one?.status === 'credited',
  )
  expect(await deposits(uat, acme)).toEqual([one])
}

async function deposit() {
  return {
    go: () => give('VCHF', chain, '100'),
    happened: async () => {
      await credited()
      expect(await money(uat, acme, 'VCHF')).toEqual({ available: '100', pending: '0' })
    },
  }
}

async function withdrawal({ asset, blockchain, to: address, quantity, minor, left, held }: Leaving) {
  const { institutionid } = acme
  await sandboxControl(uat, 'addresses', { institutionid, blockchain, address, label: 'vault' })
  await give(asset, blockchain, '100')
  await credited()
  const before = await held()
  const sent = async () => (await uat.call(acme, 'queryWithdrawals')).body.withdrawals
  return {
    go: async () => {
      await uat.call(acme, 'withdraw', { asset, quantity, destination: 'vault', blockchain })
      await uat.pass(settlement)
    },
    happened: async () => {
      await until(sent, ([one]) => one.status === 'completed')
      expect(await sent()).toHaveLength(1)
      expect(await held()).toBe(before + minor)
      expect(await money(uat, acme, asset)).toEqual({ available: left, pending: '0' })
    },
  }
}

async function redemption() {
  await give('VCHF', chain, '100')
  await credited()
  const { supply } = await coin(uat, 'VCHF', chain)
  const before = await supply()
  const redeem = (more = {}) =>
    uat.call(acme, 'redeemTokens', { asset: 'VCHF', blockchain: chain, quantity: '60', ...more })
  await until(
    () => redeem({ validate: 'true' }),
    ({ status }) => status === 200, // deposits have been collected
  )
  await control(chain, 'stall')
  const { requestid } = (await redeem()).body
  await mined(chain, requestid)
  return {
    go: () => control(chain, 'resume'),
    happened: async () => {
      await uat.pass(settlement)
      expect(await change(uat, acme, requestid)).toMatchObject({ type: 'redeem', status: 'settled' })
      expect(await supply()).toBe(before - 60_000_000n)
      expect(await money(uat, acme, 'VCHF')).toEqual({ available: '40', pending: '0' })
      expect(await money(uat, acme, 'CHF')).toEqual({ available: '60', pending: '0' })
    },
  }
}

async function conversion() {
  const ethereum = onChain(uat.devnet!.origin, 'ETH')
  const coins = await coin(uat, 'VCHF', chain)
  const [delivered, minted] = [await ethereum.balance(null, depot), (await coins.mints()).length]
  await control('ETH', 'stall')
  const { requestid } = await mint(uat, acme, { blockchain: chain, funding_currency: 'ETH' })
  await give('ETH', 'ETH', '110')
  await control('ETH', 'mine', { blocks: 64 }) // the deposit is final
  await mined('ETH', requestid)
  return {
    go: async () => {
      await control('ETH', 'mine', { blocks: 64 })
      await control('ETH', 'resume')
    },
    happened: async () => {
      await uat.pass(settlement)
      expect(await change(uat, acme, requestid)).toMatchObject({ type: 'mint', status: 'settled', fee: '400' })
      expect(await ethereum.balance(null, depot)).toBe(delivered + 101_202n * 10n ** 15n)
      const { conversions } = await provider(uat)
      expect(conversions.filter(({ key }: { key: string }) => key === `conversion:${requestid}`)).toHaveLength(1)
      expect(await coins.mints()).toHaveLength(minted + 1)
      expect(await money(uat, acme, 'VCHF')).toEqual({ available: '200000', pending: '0' })
      expect(await money(uat, acme, 'CHF')).toEqual({ available: '0', pending: '0' })
    },
  }
}

/** In a block of a stalled chain: the service next learns that it is final. */
async function mined(blockchain: string, requestid: string): Promise<void> {
  const { exists } = onChain(uat.devnet!.origin, blockchain)
  const isMined = async () => {
    const forms = await uat.database.owner.query<{ hash: string; unread: boolean }>(
      `select hash, unread from chains.operation join chains.attempt using (transaction_id) where subject = $1`,
      [requestid],
    )
    const found = await Promise.all(forms.map(({ hash }) => exists(hash)))
    if (found.includes(true)) return forms.every(({ unread }) => !unread)
    if (forms.length > 0) await control(blockchain, 'mine')
    return false
  }
  await until(isMined, (isTrue) => isTrue)
}
