import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coin, deposits, sandboxControl, until } from '../chains/story.ts'
import { onChain } from '../chains/ledger-of-chain.ts'
import type { Client } from '../client.ts'
import { withConstants } from '../programs/constants.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { drawnSeed, seeded } from '../seeded-random.ts'
import { pairwise, type Row } from './pairwise.ts'
import { callbackOrders, type CallbackOrder, type Decision, replies } from './second-peer/behaviour.ts'
import { forms, inquiryIn } from './second-peer/inquiry.ts'
import { problemsOfAnswer, versions } from './second-peer/messages.ts'
import { type Case, openSecondPeer, post, type SecondPeer } from './second-peer/peer.ts'

// Conversations with a second implementation: versions × replies × orders × faults. Each pair of values occurs.

const outward = {
  asset: ['VCHF', 'ETH'],
  accepts: [...versions, 'none'],
  reply: replies,
  fault: ['once', 'always'],
  callbacks: Object.keys(callbackOrders) as CallbackOrder[],
  confirmation: ['taken', 'second time', 'reply lost'],
} as const
type Outward = Row<typeof outward>

const seed = drawnSeed()
const rows = pairwise(seeded(seed), outward)
const hours = (count: number) => count * 3_600
const quantities = { VCHF: 10, ETH: 0.5 }
const start = { VCHF: 10_000, ETH: 100 }

let uat: Uat
let client: Client
let peer: SecondPeer
type Transfer = { name: string; row: Outward; one: Case; id: string }
const transfers: Transfer[] = []

beforeAll(async () => {
  uat = await startUat(withConstants({ signingWaitMs: 60_000, travelRuleReturnSeconds: hours(8) }), {
    DEVNET_CHAINS: 'ETH',
  })
  peer = await openSecondPeer()
  await uat.pass(1_800)
  client = await uat.onboard()
  const { institutionid } = client
  for (const [asset, quantity] of Object.entries(start))
    await sandboxControl(uat, 'deposits', { institutionid, asset, blockchain: 'ETH', quantity: String(quantity) })
  await until(
    () => deposits(uat, client),
    (all) => all.length === 2 && all.every(({ status }) => status === 'credited'),
  )
  for (const [index, row] of rows.entries()) transfers.push(await withdraw(`case-${index}`, row))
})
afterAll(async () => {
  await peer.close()
  await uat.end()
})

async function withdraw(name: string, row: Outward): Promise<Transfer> {
  const wallet = `0x${randomBytes(20).toString('hex')}`
  const one = peer.open(name, wallet, row)
  const { institutionid } = client
  const listed = { institutionid, blockchain: 'ETH', address: wallet, label: name, vasp: 'Alder Exchange Ltd' }
  await sandboxControl(uat, 'addresses', { ...listed, travel_address: one.travelAddress })
  const ask = { asset: row.asset, quantity: String(quantities[row.asset]), destination: name }
  const { status, body } = await uat.call(client, 'withdraw', ask)
  expect([status, body.message]).toEqual([200, undefined])
  return { name, row, one, id: body.withdrawalid }
}

const withdrawal = async ({ id }: Transfer): Promise<any> =>
  (await uat.call(client, 'queryWithdrawals', { withdrawalid: id })).body.withdrawals[0]

/** What the peer has told, authentically and about this transfer. */
function decisionsOf({ asset, accepts, reply, callbacks }: Outward): Set<Decision> {
  // Before 3.2 the coin of a contract has no name.
  if (accepts === 'none' || (accepts === '3.1.0' && asset === 'VCHF')) return new Set()
  const plan: { send: Decision[]; token?: string } = callbackOrders[callbacks]
  const replied: Partial<Record<string, Decision>> = { approved: 'approve', rejected: 'reject' }
  const called = plan.token === 'wrong' ? [] : plan.send
  return new Set([replied[reply] ?? called, called].flat())
}

function endsOf(row: Outward): { early: string[]; late: string[] } {
  const told = decisionsOf(row)
  if (told.size === 1 && told.has('approve')) return { early: ['completed'], late: ['completed'] }
  if (told.size === 1 && told.has('reject')) return { early: ['rejected'], late: ['rejected'] }
  return { early: told.has('reject') ? ['held', 'rejected'] : ['held'], late: ['rejected'] }
}

/** The transfers for which this is not so, with what was found. */
async function exceptions(check: (transfer: Transfer) => Promise<unknown>): Promise<unknown[]> {
  const found: unknown[] = []
  for (const transfer of transfers) {
    const problem = await check(transfer)
    if (problem !== null) found.push({ ...transfer.row, problem, answers: transfer.one.answers })
  }
  return found
}

async function otherEnds(when: 'early' | 'late'): Promise<unknown[]> {
  return exceptions(async (transfer) => {
    const { status, hold, reason } = await withdrawal(transfer)
    return endsOf(transfer.row)[when].includes(status) ? null : { status, hold, reason }
  })
}

/** Coins that have arrived at a wallet, in units of the asset. */
async function arrived({ row, one }: Transfer): Promise<number> {
  if (row.asset === 'VCHF') return Number(await (await coin(uat, 'VCHF', 'ETH')).held(one.wallet)) / 1e6
  return Number(await onChain(uat.devnet!.origin, 'ETH').balance(null, one.wallet)) / 1e18
}

describe(`${rows.length} transfers to a second implementation, SEED=${seed}`, () => {
  test('each is paid, rejected or held, as its peer has decided', async () => {
    await uat.pass(hours(1.5))
    await peer.settled()
    await uat.pass(hours(3.5))
    await peer.settled()
    expect(await otherEnds('early')).toEqual([])
  })

  test('without a decision the money returns', async () => {
    await uat.pass(hours(6))
    await peer.settled()
    expect(await otherEnds('late')).toEqual([])
  })

  test('no coin has left without an approval', async () => {
    const wrong = async (transfer: Transfer) => {
      const isPaid = endsOf(transfer.row).late.includes('completed')
      const quantity = await arrived(transfer)
      return quantity === (isPaid ? quantities[transfer.row.asset] : 0) ? null : { quantity }
    }
    expect(await exceptions(wrong)).toEqual([])
  })

  test('the balance is what was not paid', async () => {
    const { balances } = (await uat.call(client, 'accountBalance')).body
    for (const asset of ['VCHF', 'ETH'] as const) {
      const paid = await Promise.all(transfers.filter(({ row }) => row.asset === asset).map(withdrawal))
      const spent = paid
        .filter(({ status }) => status === 'completed')
        .reduce((sum, { quantity, fee }) => sum + Number(quantity) + Number(fee), 0)
      const { available, pending } = balances.find((one: any) => one.asset === asset)
      expect([asset, Number(available), Number(pending)]).toEqual([asset, expect.closeTo(start[asset] - spent, 6), 0])
    }
  })

  test('each peer that has approved knows the transaction, or that nothing comes', async () => {
    const wrong = async (transfer: Transfer) => {
      const { confirmations } = transfer.one
      const told = [...new Set(confirmations.map(({ body }) => body))].map((body) => JSON.parse(body))
      const { status, txids } = await withdrawal(transfer)
      const decided = decisionsOf(transfer.row)
      if (status === 'completed') return told.length === 1 && told[0].txid === txids.at(-1) ? null : { told, txids }
      if (told.some((one) => 'txid' in one)) return { told }
      return decided.size === 0 && told.length > 0 ? { told } : null
    }
    expect(await exceptions(wrong)).toEqual([])
  })

  test('every message is as published', async () => {
    expect(await exceptions(async ({ one }) => (one.problems.length === 0 ? null : one.problems))).toEqual([])
  })
})
