import { tokenAccount } from '@specie/token/solana/coin.ts'
import { evmClient } from '../devnet-client.ts'
import { agree } from '../people.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, sandbox } from '../client.ts'
import { testEnv } from '../env.ts'
import { addRail, onRamp } from '../rails/rails.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { brokenInvariants } from './books.ts'
import { askMint, change, coin, deposits, funded, mint, money, settlement } from './story.ts'

// A client's coins never go to an address of ours. If they still arrive at one, people can assign them.

const byHand = ['chains.wallet', 'destinations.address']
let uat: Uat
let acme: Client

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH,BASE,SOL' })
  acme = await funded(uat, { CHF: '1000000' })
})
afterAll(() => uat.end())

const ours = async (table: 'wallet' | 'contract', chain: string, which: string): Promise<string> => {
  const column = table === 'wallet' ? 'key' : 'asset'
  const [row] = await uat.database.owner.query<{ address: string }>(
    `select address from chains.${table} where chain = $1 and ${column} = $2`,
    [chain, which],
  )
  return row!.address
}
const depositAddress = async (client: Client, blockchain: string): Promise<string> =>
  (await uat.call(client, 'depositAddress', { asset: 'VCHF', blockchain })).body.address
const freeAddress = async (family: string): Promise<string> => {
  const [row] = await uat.database.owner.query<{ address: string }>(
    `select address from chains.deposit_address
     where family = $1 and institution_id is null and rail_id is null order by index desc limit 1`,
    [family],
  )
  return row!.address
}
/** The storage slot of a proxy's code address (EIP-1967). */
const implementationSlot = '0x360894a13ba1a3210667c828492db98dca3e2076cc3735a920a3ca505d382bbc'
const list = (blockchain: string, address: string, label = 'vault') =>
  sandbox(uat.service.origin, 'addresses', { institutionid: acme.institutionid, blockchain, address, label })

describe('an address of ours cannot be whitelisted', () => {
  test.each<[string, string, () => Promise<string>]>([
    ['the omnibus wallet', 'ETH', () => ours('wallet', 'ETH', 'omnibus')],
    ['the minter, in lower case', 'ETH', async () => (await ours('wallet', 'ETH', 'minter')).toLowerCase()],
    ['the omnibus wallet, on a chain without a set-up', 'AVAX', () => ours('wallet', 'ETH', 'omnibus')],
    ['our own deposit address', 'ETH', () => depositAddress(acme, 'ETH')],
    ['another institution’s, on another chain', 'BASE', async () => depositAddress(await uat.onboard(), 'ETH')],
    ['an unassigned one', 'BASE', () => freeAddress('evm')],
    ['the contract of a coin', 'BASE', () => ours('contract', 'BASE', 'VCHF')],
    [
      'the code behind it',
      'BASE',
      async () => {
        const { reader } = await evmClient(uat.devnet!.origin, 'BASE')
        const address = (await ours('contract', 'BASE', 'VCHF')) as `0x${string}`
        return `0x${(await reader.getStorageAt({ address, slot: implementationSlot }))!.slice(-40)}`
      },
    ],
    ['the wallet that pays on Solana', 'SOL', () => ours('wallet', 'SOL', 'gas')],
    ['a coin’s mint on Solana', 'SOL', () => ours('contract', 'SOL', 'VCHF')],
    [
      'the token account of a deposit address',
      'SOL',
      async () => {
        const [mint, owner] = [await ours('contract', 'SOL', 'VCHF'), await depositAddress(acme, 'SOL')]
        return tokenAccount(mint as never, owner as never)
      },
    ],
  ])('%s', async (_what, blockchain, address) => {
    const { status, body } = await list(blockchain, await address())
    expect([status, body]).toMatchObject([
      400,
      { code: 'invalid_address', details: { field: 'address', rule: 'own_address' } },
    ])
  })

  test.each([`0x${'0'.repeat(36)}dEaD`, `0x${'0'.repeat(39)}1`, `0x${'f'.repeat(40)}`])(
    'nor a burn address: %s',
    async (address) => {
      const { status, body } = await list('ETH', address)
      expect([status, body]).toMatchObject([400, { code: 'invalid_address', details: { field: 'address' } }])
    },
  )
})

test('an address that becomes ours after whitelisting gets no mint, no withdrawal and no rail', async () => {
  const late = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
  expect((await list('BASE', late, 'late')).status).toBe(200)
  await uat.database.owner.query(`insert into chains.wallet (chain, key, address) values ('ETH', 'upgrader:2', $1)`, [
    late,
  ])
  const before = await money(uat, acme, 'CHF')
  const refused = { code: 'external_wallet_not_whitelisted', details: { reason: 'own_address' } }
  for (const destination of ['late', late]) {
    const minted = await askMint(uat, acme, { destination })
    expect([minted.status, minted.body]).toMatchObject([403, refused])
    const ask = { asset: 'VCHF', quantity: '10', blockchain: 'BASE', destination }
    const withdrawn = await uat.call(acme, 'withdraw', ask)
    expect([withdrawn.status, withdrawn.body]).toMatchObject([403, refused])
    const rail = await addRail(uat, acme, onRamp('VCHF', 'BASE', destination))
    expect([rail.status, rail.body]).toMatchObject([403, refused])
  }
  expect(await money(uat, acme, 'CHF')).toEqual(before)
})

describe('a label cannot take over an address', () => {
  const mine = '0x52908400098527886E0F7030069857D2E4169EE7'
  const other = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'

  test.each([mine, mine.toLowerCase(), mine.slice(2), '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g'])(
    'it must not look like one: %s',
    async (label) => {
      const { status, body } = await list('BASE', other, label)
      expect([status, body]).toMatchObject([400, { details: { field: 'label', rule: 'label_ambiguous' } }])
    },
  )

  test('coins for an address go to that address, and the answer shows it next to the label', async () => {
    expect((await list('BASE', mine, 'mine')).status).toBe(200)
    // A row of an earlier version, whose label is another address.
    await uat.database.owner.query('alter table destinations.address drop constraint if exists plain_label')
    expect((await list('BASE', other, 'theirs')).status).toBe(200)
    await uat.database.owner.query('update destinations.address set label = $1 where address = $2', [mine, other])
    const coins = await coin(uat, 'VCHF', 'BASE')
    const before = [await coins.held(mine), await coins.held(other)] as const

    const answer = await mint(uat, acme, { destination: mine })
    expect(answer).toMatchObject({ destination: 'mine', address: mine })
    await uat.pass(settlement)
    expect([await coins.held(mine), await coins.held(other)]).toEqual([before[0] + 200_000_000_000n, before[1]])
    expect(await change(uat, acme, answer.requestid)).toMatchObject({
      status: 'settled',
      destination: 'mine',
      address: mine,
      identifier: null,
    })
    const rail = await addRail(uat, acme, onRamp('VCHF', 'BASE', mine))
    expect(rail.body).toMatchObject({ status: 'pending', destination: 'mine', address: mine, identifier: null })
    const { body } = await uat.call(acme, 'queryPaymentRails', { railid: rail.body.railid })
    expect(body.rails[0].wallet).toEqual({ destination: mine, label: 'mine', memo: null })
  })
})

/** ERC-20 transfer(address,uint256). */
const transferOf = (to: string, amount: bigint): `0x${string}` =>
  `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${amount.toString(16).padStart(64, '0')}`

test('coins at wallets of ours wait in a case, are assigned by two people, credited, and can be withdrawn', async () => {
  const stranger = await evmClient(uat.devnet!.origin, 'BASE')
  const { address: wallet } = stranger.account
  expect((await list('BASE', wallet, 'stranger')).status).toBe(200)
  await mint(uat, acme, { destination: 'stranger' })
  await uat.pass(settlement)
  const coins = await coin(uat, 'VCHF', 'BASE')
  const omnibus = await ours('wallet', 'BASE', 'omnibus')
  const places = [omnibus, await ours('wallet', 'BASE', 'minter'), await freeAddress('evm')]
  const before = await coins.held(omnibus)
  for (const place of places) {
    const data = transferOf(place, 100_000_000n)
    const hash = await stranger.wallet.sendTransaction({ to: coins.contract as `0x${string}`, data })
    await stranger.reader.waitForTransactionReceipt({ hash })
  }
  await uat.pass(60)
  const cases = () =>
    uat.database.owner.query<{ id: string; address: string }>(
      `select detail ->> 'depositid' as id, detail ->> 'address' as address from banking.bank_case
       where kind = 'unassigned_deposit' and closed_at is null`,
    )
  const open = await cases()
  expect(open.map((one) => one.address).toSorted()).toEqual(places.toSorted())
  expect(await deposits(uat, acme, { asset: 'VCHF' })).toEqual([])
  expect(await brokenInvariants(uat, byHand)).toEqual([])

  const env = testEnv(uat.database)
  const assign = (depositid: string) =>
    agree(env, 'deposit.assign', { depositid, institutionid: acme.institutionid }, 'by letter')
  for (const { id } of open) await assign(id)
  await expect(assign(open[0]!.id)).rejects.toThrow('already')
  await uat.pass(60)
  expect(await cases()).toEqual([])
  expect(await money(uat, acme, 'VCHF')).toEqual({ available: '300', pending: '0' })
  expect((await deposits(uat, acme, { asset: 'VCHF' })).map((one) => one.status)).toEqual(Array(3).fill('credited'))
  expect(await coins.held(omnibus)).toBe(before + 300_000_000n)
  expect(await brokenInvariants(uat, byHand)).toEqual([])

  const ask = { asset: 'VCHF', quantity: '250', blockchain: 'BASE', destination: 'stranger' }
  const { body } = await uat.call(acme, 'withdraw', ask)
  expect(body).toMatchObject({ status: 'pending', destination: 'stranger', address: wallet, identifier: null })
  await uat.pass(settlement)
  const [paid] = (await uat.call(acme, 'queryWithdrawals', { withdrawalid: body.withdrawalid })).body.withdrawals
  expect(paid).toMatchObject({ status: 'completed', destination: 'stranger', address: wallet, identifier: null })
  expect(await brokenInvariants(uat, byHand)).toEqual([])
})
