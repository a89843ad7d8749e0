import { once } from 'node:events'
import { type BankEntry, readCamt } from '@specie/payments/camt.ts'
import { formatAmount } from '@specie/protocol/money.ts'
import type { Fault } from '@specie/service/base/faults.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, type Client, get, sandbox } from '../client.ts'
import { drawnSeed, seeded } from '../seeded-random.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { drawnOf } from './deaths.ts'
import { payoutPoints } from './payouts.ts'
import { check } from '../checks.ts'
import { withConstants } from '../programs/constants.ts'

// The service is killed at every named moment of a payout, before and after it, and restarted: no payout is lost, none is paid
// twice (E1), and the books hold.

let uat: Uat
let client: Client

beforeAll(async () => {
  uat = await startUat()
  client = await uat.onboard()
  const { institutionid } = client
  await sandbox(uat.service.origin, 'wires', { institutionid, currency: 'CHF', amount: '1000000' })
  const bank = { label: 'main', currency: 'CHF', identifier: 'CH93 0076 2011 6238 5295 7', name: 'Acme Treasury AG' }
  await sandbox(uat.service.origin, 'bankaccounts', { institutionid, ...bank })
  await uat.pass(60)
})
afterAll(() => uat.end())

const seed = drawnSeed()
const faults = drawnOf(
  seeded(seed),
  payoutPoints.flatMap((point): Fault[] => [`${point}:before`, `${point}:after`]),
)
const perCrash = 3

const withdraw = (clreqid: string): Promise<Answer> =>
  uat.call(client, 'withdraw', { asset: 'CHF', quantity: '10.01', destination: 'main', clreqid })

/** Every debit of the client money account that the bank has ever reported. */
async function debits(): Promise<BankEntry[]> {
  const bank = `${uat.counterparts.origin}/bank/v1/files`
  const { files } = (await get(`${bank}?after=0`)).body
  const notified = files.filter((file: { type: string }) => file.type === 'camt.054')
  const texts = await Promise.all(
    notified.map(async (file: { name: string }) => (await fetch(`${bank}/${file.name}`)).text()),
  )
  return texts
    .flatMap((text) => readCamt(text).flatMap(({ entries }) => entries))
    .filter((one) => one.direction === 'debit')
}

/** Until every withdrawal has ended; each poll advances settlement time by a minute. */
async function finished(ids: readonly string[]): Promise<string[]> {
  for (let looks = 0; ; looks += 1) {
    const { withdrawals } = (await uat.call(client, 'queryWithdrawals', { limit: '500' })).body
    const mine = withdrawals.filter((row: { withdrawalid: string }) => ids.includes(row.withdrawalid))
    const states = mine.map((row: { status: string }) => row.status)
    if (!states.includes('pending') || looks > 60) return states
    await uat.pass(60)
  }
}

test.each(faults)(`killed at %s (seed ${seed})`, async (fault) => {
  const before = new Set((await debits()).map((entry) => entry.endToEndId))
  await uat.restart(withConstants({ fault }))
  const died = once(uat.service.process, 'exit')
  const names = Array.from({ length: perCrash }, (_, n) => `${fault}-${n}`)
  for (const name of names) await withdraw(name).catch(() => {})
  expect((await died)[1]).toBe('SIGKILL')

  await uat.restart()
  // A client without an answer repeats the request under the same id (O2).
  const ids: string[] = []
  for (const name of names) ids.push((await withdraw(name)).body.withdrawalid)
  expect(await finished(ids)).toEqual(names.map(() => 'completed'))

  const after = (await debits()).filter((entry) => !before.has(entry.endToEndId))
  expect(after.map((entry) => entry.amount)).toEqual(names.map(() => 1_001n))
  expect(new Set(after.map((entry) => entry.endToEndId)).size).toBe(perCrash)
  expect((await check(uat.database.app)).filter((row) => !row.ok)).toEqual([])
})

test('afterwards the bank and the ledger agree to the cent (L7)', async () => {
  const [ledger] = await uat.database.app.query<{ balance: bigint }>(
    `select balance from ledger.account where pool = 'client' and name = 'bank' and asset = 'CHF'`,
  )
  expect(ledger!.balance).toBe(100_000_000n - 1_001n * BigInt(faults.length * perCrash))
  const { accounts } = (await get(`${uat.counterparts.origin}/bank/control/state`)).body
  const own = {
    purpose: 'client_money',
    currency: 'CHF',
    balance: formatAmount({ asset: 'CHF', minor: ledger!.balance }),
  }
  expect(accounts).toContainEqual(expect.objectContaining(own))
})
