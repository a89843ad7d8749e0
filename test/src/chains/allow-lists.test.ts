import { randomBytes } from 'node:crypto'
import { coinAbi } from '@specie/token/abi.gen.ts'
import { type Address, createPublicClient, getAddress, http } from 'viem'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Client } from '../client.ts'
import { testEnv } from '../env.ts'
import { operatorOf, requestIn } from '../people/operator.ts'
import type { Served } from '../people/served.ts'
import { withConstants } from '../programs/constants.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { brokenInvariants, contractOf } from './books.ts'
import { newKey } from './solana-holder.ts'
import { coin, deposits, sandboxControl, settlement, until } from './story.ts'

// Allow lists of a coin, from the request of one person to the coins on the chain.

let uat: Uat
let served: Served
beforeAll(async () => {
  uat = await startUat(withConstants({ signingWaitMs: 60_000 }), { DEVNET_CHAINS: 'ETH,SOL' })
  await uat.pass(1_800)
  served = { env: testEnv(uat.database), origin: uat.service.origin } as Served
})
afterAll(() => uat.end())

type Chain = 'ETH' | 'SOL'
const newWallet = async (blockchain: Chain): Promise<string> =>
  blockchain === 'SOL' ? (await newKey()).address : getAddress(`0x${randomBytes(20).toString('hex')}`)

async function register(client: Client, blockchain: Chain, label: string): Promise<string> {
  const address = await newWallet(blockchain)
  await sandboxControl(uat, 'addresses', { institutionid: client.institutionid, blockchain, address, label })
  return address
}

const lists = async () => (await (await operatorOf(served, 'operations')).json('chains', 'allow-lists')).items
const listOf = async (name: string) => (await lists()).find((one: any) => one.coin === name)

/** Advances the clock until the chain has the decided mode. */
async function switchTo(name: string, mode: 'on' | 'off'): Promise<void> {
  const maker = await operatorOf(served, 'operations')
  const asked = await maker.done('chains', 'allow-list', name, mode, 'the', 'regulator', 'asks')
  expect(asked).toMatch(/^Switch the allow list of VCHF on \w+ (on|off): request/)
  const alone = await maker.run('approvals', 'approve', requestIn(asked))
  expect(alone.code).toBe(1)
  expect(await listOf(name)).toMatchObject({ mode: mode === 'on' ? 'off' : 'on', decided: null })
  await (await operatorOf(served, 'treasury')).done('approvals', 'approve', requestIn(asked))
  await until(
    () => listOf(name),
    (list: any) => list.mode === mode && list.decided === null && list.pending === 0,
  )
}

async function withdraw(client: Client, blockchain: Chain, destination: string): Promise<string> {
  const ask = { asset: 'VCHF', quantity: '100', destination, blockchain }
  const { body } = await uat.call(client, 'withdraw', ask)
  expect(body).toMatchObject({ status: 'pending' })
  return body.withdrawalid
}
const held = async (blockchain: Chain, wallet: string) => (await coin(uat, 'VCHF', blockchain)).held(wallet)

describe.each(['ETH', 'SOL'] as const)('VCHF on %s', (blockchain) => {
  const name = `VCHF/${blockchain}`

  test('is switched on by two people, pays a new wallet, drops a revoked one, and is switched off again', async () => {
    const client = await uat.onboard()
    const { institutionid } = client
    await sandboxControl(uat, 'deposits', { institutionid, asset: 'VCHF', blockchain, quantity: '1000' })
    const early = await register(client, blockchain, 'early')
    await until(
      () => deposits(uat, client),
      ([one]) => one?.status === 'credited',
    )
    expect(await listOf(name)).toMatchObject({ mode: 'off', listed: 0, pending: 0, waiting: 0 })

    await switchTo(name, 'on')
    const { listed } = await listOf(name)
    expect(listed).toBeGreaterThanOrEqual(3) // omnibus, deposit address, wallet
    await register(client, blockchain, 'late')
    const late = (await uat.call(client, 'withdrawAddresses', { blockchain })).body.addresses
    const withdrawalid = await withdraw(client, blockchain, 'late')
    await uat.pass(settlement)
    const done = (await uat.call(client, 'queryWithdrawals', { withdrawalid })).body.withdrawals[0]
    expect(done).toMatchObject({ status: 'completed' })
    const { address } = late.find((one: any) => one.label === 'late')
    expect(await held(blockchain, address)).toBe(100_000_000n)
    expect((await listOf(name)).listed).toBe(listed + 1)
    expect(await brokenInvariants(uat)).toEqual([])

    const { addressid } = late.find((one: any) => one.label === 'early')
    await sandboxControl(uat, `addresses/${addressid}/revoke`)
    await until(
      () => listOf(name),
      (list: any) => list.listed === listed && list.pending === 0,
    )
    if (blockchain === 'ETH') expect(await isListed(early)).toBe(false)
    expect(await brokenInvariants(uat)).toEqual([])

    await switchTo(name, 'off')
    expect(await brokenInvariants(uat)).toEqual([])
  })
})

async function isListed(holder: string): Promise<boolean> {
  const client = createPublicClient({ transport: http(`${uat.devnet!.origin}/ETH`) })
  const address = (await contractOf(uat, 'VCHF', 'ETH')) as Address
  return client.readContract({ address, abi: coinAbi, functionName: 'listed', args: [holder as Address] })
}

describe('the database', () => {
  const at = '2026-11-19T12:00:00Z'
  const id = '00000000-0000-7000-8000-00000000000a'

  test('records no mode without the approval of two people', async () => {
    const alone = uat.database.app.query(
      `insert into chains.allow_list (id, chain, asset, is_on, created_at) values ($1, 'ETH', 'VCHF', true, $2)`,
      [id, at],
    )
    await expect(alone).rejects.toThrow('two people switch the allow list of VCHF on ETH')
  })

  test('lists no wallet that is neither ours nor usable, and queues no switch without a decision', async () => {
    const stranger = uat.database.app.query(
      `insert into chains.listing (id, chain, asset, address, is_listed, created_at)
       values ($1, 'BASE', 'VCHF', '0x000000000000000000000000000000000000dEaD', true, $2)`,
      [id, at],
    )
    await expect(stranger).rejects.toThrow('is no wallet that may hold VCHF')
    const forged = uat.database.app.query(
      `insert into chains.operation (id, chain, key, purpose, subject, kind, asset, amount, request_id, state, created_at, updated_at)
       values ($1, 'ETH', 'switcher', 'allow_list', $1, 'allow_list_off', 'VCHF', 0, $2, 'queued', $3, $3)`,
      [id, `0x${'ab'.repeat(32)}`, at],
    )
    await expect(forged).rejects.toThrow('matches no requested allow_list')
  })
})
