import { randomBytes } from 'node:crypto'
import { behaviours, type VaspName } from '@specie/counterparts/vasp/behaviour.ts'
import { clientSteps } from '@specie/service/compliance/travel-rule/client-steps.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { coin, deposits, money, sandboxControl, until } from '../chains/story.ts'
import { type Client, get } from '../client.ts'
import { withConstants } from '../programs/constants.ts'
import { startUat, type Uat } from '../programs/uat.ts'

// Withdrawals to wallets at another provider. It runs as a process of its own and answers over HTTP, as its name says.

let uat: Uat
let client: Client
const names = Object.keys(behaviours) as VaspName[]
const asked = new Map<string, { wallet: string; id: string }>()

const hours = (count: number) => count * 3_600

beforeAll(async () => {
  uat = await startUat(withConstants({ signingWaitMs: 60_000, travelRuleReturnSeconds: hours(8) }), {
    DEVNET_CHAINS: 'ETH',
  })
  await uat.pass(1_800)
  client = await uat.onboard()
  const { institutionid } = client
  await sandboxControl(uat, 'deposits', { institutionid, asset: 'VCHF', blockchain: 'ETH', quantity: '10000' })
  await until(
    () => deposits(uat, client),
    ([one]) => one?.status === 'credited',
  )
  for (const vasp of names) await askWithdrawal(vasp, vasp, { vasp })
  await askWithdrawal('own wallet', 'own wallet')
})
afterAll(() => uat.end())

async function askWithdrawal(name: string, label: string, more: object = {}): Promise<void> {
  const wallet = `0x${randomBytes(20).toString('hex')}`
  const { institutionid } = client
  const listed = { institutionid, blockchain: 'ETH', address: wallet, label, ...more }
  expect(await sandboxControl(uat, 'addresses', listed)).toMatchObject({ status: 'Confirmed' })
  const { status, body } = await uat.call(client, 'withdraw', { asset: 'VCHF', quantity: '10', destination: label })
  expect([status, body]).toMatchObject([200, { status: 'pending' }])
  asked.set(name, { wallet, id: body.withdrawalid })
}

const withdrawal = async (name: string): Promise<any> =>
  (await uat.call(client, 'queryWithdrawals', { withdrawalid: asked.get(name)!.id })).body.withdrawals[0]

async function statuses(): Promise<Record<string, string>> {
  const found: [string, string][] = []
  for (const name of asked.keys()) found.push([name, (await withdrawal(name)).status])
  return Object.fromEntries(found)
}

async function exchanges(): Promise<Record<string, string>> {
  const rows = await uat.database.owner.query<{ subject_id: string; state: string }>(
    'select subject_id, state from compliance.exchange',
  )
  return Object.fromEntries(
    [...asked].map(([name, { id }]) => [name, rows.find((row) => row.subject_id === id)?.state ?? 'none']),
  )
}

const all = (value: string, ...which: (VaspName | 'own wallet')[]) =>
  Object.fromEntries(which.map((one) => [one, value]))

const approving = ['UAT VASP Approve', 'UAT VASP At Once', 'UAT VASP Twice', 'UAT VASP Early'] as const
const undecided = ['UAT VASP Silent', 'UAT VASP Malformed', 'UAT VASP Wrong Token'] as const
// The last one reads a version in which only the coin of a chain has a name.
const contradicting = ['UAT VASP Contradict', 'UAT VASP Other Wallet', 'UAT VASP Old'] as const

test('each provider answers as it is', async () => {
  await uat.pass(hours(1.5))
  expect(await exchanges()).toEqual({
    ...all('approved', ...approving),
    'UAT VASP Reject': 'rejected',
    'UAT VASP Silent': 'acknowledged',
    'UAT VASP Slow': 'acknowledged',
    'UAT VASP Wrong Token': 'acknowledged',
    'UAT VASP Malformed': 'sent',
    ...all('conflict', ...contradicting),
    'UAT VASP Old': 'sent',
    'own wallet': 'not_required',
  })
  expect(await statuses()).toEqual({
    ...all('pending', ...approving, ...undecided, 'UAT VASP Slow', 'own wallet'),
    'UAT VASP Reject': 'rejected',
    ...all('held', ...contradicting),
  })
  expect((await withdrawal('UAT VASP Reject')).reason).toBe('The provider of the wallet has rejected the transfer.')
})

test('the institution follows its exchange, without what is for staff only', async () => {
  const seen = (name: string) => clientSteps(uat.database.owner, asked.get(name)!.id)
  const time = expect.stringMatching(/Z$/)
  const known = { sent_at: time, received_at: time }
  expect(await seen('own wallet')).toBe(null)
  expect(await seen('UAT VASP Approve')).toMatchObject({ ...known, is_waiting: false, accepted_at: time })
  expect(await seen('UAT VASP Silent')).toMatchObject({ ...known, is_waiting: true, accepted_at: null })
  expect(await seen('UAT VASP Other Wallet')).toMatchObject({ ...known, is_waiting: true, accepted_at: null })
  expect(await seen('UAT VASP Old')).toMatchObject({ sent_at: time, received_at: null, accepted_at: null })
})

test('about three hours later the approved ones are paid, and the provider knows the transaction; the others are held', async () => {
  await uat.pass(hours(3.5))
  expect(await statuses()).toEqual({
    ...all('completed', ...approving, 'UAT VASP Slow', 'own wallet'),
    ...all('held', ...undecided, ...contradicting),
    'UAT VASP Reject': 'rejected',
  })
  expect(await exchanges()).toMatchObject(all('confirmed', ...approving, 'UAT VASP Slow'))
  const { inbound } = (await get(`${uat.counterparts.origin}/vasp/control/state`)).body
  for (const name of [...approving, 'UAT VASP Slow'] as const) {
    const { txids } = await withdrawal(name)
    expect(inbound.filter((one: any) => one.vasp === name && one.confirmation !== null)).toMatchObject([
      { confirmation: { txid: txids.at(-1) }, wallet: expect.stringMatching(new RegExp(asked.get(name)!.wallet, 'i')) },
    ])
  }
})

test('without a decision the money returns, and the provider learns that nothing comes', async () => {
  await uat.pass(hours(6))
  expect(await statuses()).toMatchObject(all('rejected', ...undecided, ...contradicting))
  const reasons = {
    'UAT VASP Silent': 'The provider of the wallet has not answered in time.',
    'UAT VASP Other Wallet': 'The provider of the wallet has not given a clear answer in time.',
    'UAT VASP Old': 'The provider of the wallet could not be asked about the transfer.',
  }
  for (const [name, reason] of Object.entries(reasons)) expect((await withdrawal(name)).reason).toBe(reason)
  expect(await exchanges()).toMatchObject(all('timed_out', ...undecided, ...contradicting))
  const { inbound } = (await get(`${uat.counterparts.origin}/vasp/control/state`)).body
  expect(inbound.filter((one: any) => one.vasp === 'UAT VASP Contradict')).toMatchObject([
    { confirmation: { canceled: expect.any(String) } },
  ])
})

test('no coin has left without an approval, and the others are in the balance again', async () => {
  const { held } = await coin(uat, 'VCHF', 'ETH')
  for (const [name, { wallet }] of asked) {
    const isPaid = (await withdrawal(name)).status === 'completed'
    expect([name, await held(wallet)]).toEqual([name, isPaid ? 10n * 10n ** 6n : 0n])
  }
  const paid = Object.values(await statuses()).filter((status) => status === 'completed').length
  expect(await money(uat, client, 'VCHF')).toEqual({ available: String(10_000 - paid * 12), pending: '0' })
})
