import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { FaultPoint } from '@specie/service/base/faults.ts'
import { check } from '@specie/service/ledger/check.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Client, sandbox } from '../client.ts'
import { startUat, type Uat } from '../uat.ts'

// Killed while coins come in or go out on a real chain: they are credited once, and they leave once (E1).

let uat: Uat

beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'AVAX' })
  await uat.pass(1_800)
}, 120_000)
afterAll(async () => {
  const halts = await uat.database.app.query('select * from chains.halt') // L7
  await uat.end()
  expect(halts).toEqual([])
})

const moments = ['before', 'after'] as const
const at = (...points: FaultPoint[]) => points.flatMap((point) => moments.map((moment) => `${point}:${moment}`))
const chain = 'AVAX'

async function pulled(path: string, ask: object): Promise<void> {
  expect((await sandbox(uat.service.origin, path, ask)).status).toBe(200)
}

const give = (client: Client) =>
  pulled('deposits', { institutionid: client.institutionid, asset: 'VCHF', blockchain: chain, quantity: '100' })

const vchf = async (client: Client) =>
  (await uat.call(client, 'accountBalance')).body.balances.find((one: { asset: string }) => one.asset === 'VCHF')

async function statusBecomes(status: string, look: () => Promise<{ status: string } | undefined>): Promise<void> {
  for (let tries = 0; (await look())?.status !== status; tries += 1) {
    if (tries === 300) throw new Error(`it never became ${status}: ${JSON.stringify(await look())}`)
    await sleep(100)
  }
}

const credited = (client: Client) =>
  statusBecomes('credited', async () => (await uat.call(client, 'queryDeposits')).body.deposits[0])

const whole = async () => expect((await check(uat.database.app)).filter((row) => !row.ok)).toEqual([])

/** Starts the service with the fault, does what leads to it, waits for its end, and starts it again as it should be. */
async function killedAt(fault: string, work: () => Promise<unknown>): Promise<void> {
  await uat.restart({ SPECIE_FAULT: fault })
  const died = once(uat.service.process, 'exit')
  await work().catch(() => {})
  expect((await died)[1]).toBe('SIGKILL')
  await uat.restart()
}

test.each(at('deposit.booked', 'deposit.credited'))('a deposit, killed at %s', { timeout: 120_000 }, async (fault) => {
  const client = await uat.onboard()
  await killedAt(fault, () => give(client))
  await credited(client)
  expect(await vchf(client)).toEqual({ asset: 'VCHF', available: '100', pending: '0' })
  await whole()
})

test.each(at('withdrawal.enqueued', 'withdrawal.booked'))(
  'a withdrawal, killed at %s',
  { timeout: 120_000 },
  async (fault) => {
    const client = await uat.onboard()
    const { institutionid } = client
    const address = '0x8617E340B3D01FA5F11F306F4090FD50E238070D'
    await pulled('addresses', { institutionid, blockchain: chain, address, label: 'vault' })
    await give(client)
    await credited(client)
    await killedAt(fault, async () => {
      await uat.call(client, 'withdraw', { asset: 'VCHF', quantity: '60', destination: 'vault', blockchain: chain })
      await uat.pass(3 * 3_600 + 60)
    })
    await statusBecomes('completed', async () => (await uat.call(client, 'queryWithdrawals')).body.withdrawals[0])
    expect(await vchf(client)).toEqual({ asset: 'VCHF', available: '39.9', pending: '0' })
    const { withdrawals } = (await uat.call(client, 'queryWithdrawals')).body
    expect(withdrawals.length).toBe(1)
    await whole()
  },
)
