import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect } from 'vitest'
import { sandboxControl } from '../chains/story.ts'
import type { Client } from '../client.ts'
import { booked, brokenRails } from '../rails/rails.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { inWallet, newWallet, place, shown } from './story.ts'
import { withConstants } from '../programs/constants.ts'

// Holds against the clock: two processes process withdrawals and mints while holds are placed on them.

type Raced = { client: Client; wallet: string; kind: 'withdrawal' | 'mint'; sum: number; id: string; status: string }

let sums = 20_000

async function opened(uat: Uat): Promise<{ client: Client; wallet: string }> {
  const client = await uat.onboard()
  const { institutionid } = client
  const wallet = newWallet()
  await sandboxControl(uat, 'wires', { institutionid, currency: 'CHF', amount: '2000000' })
  await sandboxControl(uat, 'addresses', { institutionid, blockchain: 'BASE', address: wallet, label: 'vault' })
  const account = { institutionid, label: 'bank', currency: 'CHF', identifier: 'CH9300762011623852957' }
  await sandboxControl(uat, 'bankaccounts', { ...account, name: 'Acme Treasury AG' })
  return { client, wallet }
}

/** Requested, and held a moment later. */
async function race(uat: Uat, client: Client, wallet: string, isMint: boolean): Promise<Raced> {
  const sum = (sums += 1)
  const request = isMint
    ? await uat.call(client, 'mintTokens', {
        asset: 'VCHF',
        blockchain: 'BASE',
        quantity: String(200_000 + sum),
        destination: 'vault',
      })
    : await uat.call(client, 'withdraw', { asset: 'CHF', quantity: String(sum), destination: 'bank' })
  expect([request.status, request.body]).toEqual([200, expect.anything()])
  const id = request.body.requestid ?? request.body.withdrawalid
  await sleep(randomInt(0, 120)) // the race
  const { status } = await place(uat, client, id)
  return { client, wallet, kind: isMint ? 'mint' : 'withdrawal', sum, id, status }
}

/** `hours` pass afterwards, so that everything that can leave has left. An operation answered as held never leaves. */
export async function raceHolds(size: { institutions: number; rounds: number; hours: number[] }): Promise<void> {
  const uat = await startUat(withConstants({ signingWaitMs: 0 }), { DEVNET_CHAINS: 'BASE' })
  const worker = await uat.another({ SPECIE_ROLE: 'worker', ...withConstants({ signingWaitMs: 0 }) })
  try {
    await raceIn(uat, size)
  } finally {
    await worker.stop()
    await uat.end()
  }
}

async function raceIn(uat: Uat, { institutions, rounds, hours }: Parameters<typeof raceHolds>[0]): Promise<void> {
  const all = await Promise.all(Array.from({ length: institutions }, () => opened(uat)))
  await uat.pass(1_800)
  const raced: Raced[] = []
  for (let round = 0; round < rounds; round += 1) {
    const isMint = round === 0 // one for each wallet, so that its coins identify it
    raced.push(...(await Promise.all(all.map(({ client, wallet }) => race(uat, client, wallet, isMint)))))
  }
  for (const each of hours) await uat.pass(each * 3_600)
  const paid = new Set((await booked(uat, 'CHF')).map(({ amount }) => amount))
  const hasLeft = async ({ kind, wallet, sum }: Raced) =>
    kind === 'mint' ? (await inWallet(uat, 'BASE', wallet)) !== 0n : paid.has(BigInt(sum) * 100n)
  for (const one of raced) {
    const { client, kind, id, status } = one
    expect([status, await hasLeft(one)], `${kind} ${id}`).toEqual([status, status === 'too_late'])
    const row = await shown(uat, client, kind, id)
    if (status === 'held') expect(row.status, `${kind} ${id}`).toBe('held')
  }
  expect(raced.filter(({ status }) => status === 'held').length).toBeGreaterThan(0)
  expect(await brokenRails(uat)).toEqual([])
}
