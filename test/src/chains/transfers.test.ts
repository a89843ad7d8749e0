import { check } from '@specie/service/ledger/check.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Client, sandbox } from '../client.ts'
import { startUat, type Uat } from '../uat.ts'
import { onChain } from './ledger-of-chain.ts'
import { until } from './story.ts'

let uat: Uat

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH,AVAX,SOL' })
  await uat.pass(1_800)
})
afterAll(async () => {
  const broken = (await check(uat.database.app)).filter((row) => !row.ok)
  const halts = await uat.database.app.query('select * from chains.halt') // L7
  await uat.end()
  expect([broken, halts]).toEqual([[], []])
})

const lever = async (path: string, ask: object) => {
  const { status, body } = await sandbox(uat.service.origin, path, ask)
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
const balance = async (client: Client, asset: string) =>
  (await uat.call(client, 'accountBalance')).body.balances.find((one: { asset: string }) => one.asset === asset)
const deposits = async (client: Client) => (await uat.call(client, 'queryDeposits')).body.deposits

const wallets = {
  ETH: '0x52908400098527886E0F7030069857D2E4169EE7',
  AVAX: '0x8617E340B3D01FA5F11F306F4090FD50E238070D',
  SOL: '9B5XszUGdMaxCZ7uSQhPzdks5ZQSmWxrmzCSvtJ6Ns6g',
}

describe.each([
  ['ETH', '2'],
  ['AVAX', '0.1'],
  ['SOL', '0.1'],
] as const)('VCHF on %s', (blockchain, fee) => {
  test('arrives, is credited when it is final, is collected, and leaves for a whitelisted wallet', async () => {
    const client = await uat.onboard()
    const { institutionid } = client
    const { address } = (await uat.call(client, 'depositAddress', { asset: 'VCHF', blockchain })).body
    const given = await lever('deposits', { institutionid, asset: 'VCHF', blockchain, quantity: '100' })
    expect(given).toEqual({ txid: expect.stringMatching(/./), address })
    const [deposit] = await until(
      () => deposits(client),
      ([one]) => one?.status === 'credited',
    )
    expect(deposit).toMatchObject({ txid: given.txid, quantity: '100', credited: '100', blockchain })
    expect(await balance(client, 'VCHF')).toEqual({ asset: 'VCHF', available: '100', pending: '0' })

    await lever('addresses', { institutionid, blockchain, address: wallets[blockchain], label: 'vault' })
    expect((await uat.call(client, 'withdrawAddresses', { blockchain })).body.addresses).toMatchObject([
      { label: 'vault', address: wallets[blockchain], status: 'Confirmed' },
    ])
    const asked = (
      await uat.call(client, 'withdraw', { asset: 'VCHF', quantity: '60', destination: 'vault', blockchain })
    ).body
    expect(asked).toMatchObject({ status: 'pending', fee })
    await uat.pass(3 * 3_600 + 60)
    const withdrawal = async () =>
      (await uat.call(client, 'queryWithdrawals', { withdrawalid: asked.withdrawalid })).body.withdrawals[0]
    const done = await until(withdrawal, (one) => one.status !== 'pending')
    expect(done).toMatchObject({ status: 'completed', blockchain, reason: null, fee })
    expect(await onChain(uat.devnet!.origin, blockchain).exists(done.txids.at(-1))).toBe(true)
    const left = String(100 - 60 - Number(fee))
    expect(await balance(client, 'VCHF')).toEqual({ asset: 'VCHF', available: left, pending: '0' })
  })
})

test.each([
  ['ETH', '1.5'],
  ['USDC', '250'],
])('%s arrives in the transitional wallet', async (asset, quantity) => {
  const client = await uat.onboard()
  const { txid } = await lever('deposits', {
    institutionid: client.institutionid,
    asset,
    blockchain: 'ETH',
    quantity,
  })
  const [deposit] = await until(
    () => deposits(client),
    ([one]) => one?.status === 'credited',
  )
  expect(deposit).toMatchObject({ txid, asset, quantity })
  expect(await balance(client, asset)).toEqual({ asset, available: quantity, pending: '0' })
})

test('a deposit that a reorganisation drops and mines again is credited once', async () => {
  const client = await uat.onboard()
  const { institutionid } = client
  const statuses = async (): Promise<string[]> => (await deposits(client)).map((one: { status: string }) => one.status)
  await lever('chains/ETH/stall', {})
  await lever('deposits', { institutionid, asset: 'ETH', blockchain: 'ETH', quantity: '2' })
  await lever('chains/ETH/mine', { blocks: 2 })
  await until(statuses, (all) => all.includes('confirming'))
  await lever('chains/ETH/reorg', { depth: 2 })
  await lever('chains/ETH/resume', {})
  // Whether a look fell between the two is chance: then there is an orphaned one beside it.
  const ended = await until(statuses, (all) => all.includes('credited'))
  expect(ended.filter((status) => status !== 'orphaned')).toEqual(['credited'])
  expect(await balance(client, 'ETH')).toEqual({ asset: 'ETH', available: '2', pending: '0' })
})
