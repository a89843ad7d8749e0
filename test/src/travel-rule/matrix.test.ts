import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { coin, deposits, sandboxControl, until } from '../chains/story.ts'
import { onChain } from '../chains/ledger-of-chain.ts'
import type { Client } from '../client.ts'
import { sumOf } from '../exact.ts'
import { withConstants } from '../programs/constants.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { drawnSeed, seeded } from '../seeded-random.ts'
import { pairwise, type Row } from './pairwise.ts'
import { callbackOrders, type CallbackOrder, type Decision, replies } from './second-peer/behaviour.ts'
import { type Asked, type Form, forms, inquiryIn } from './second-peer/inquiry.ts'
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
const pick = seeded(seed)
/** Combinations of more than two values that have revealed a defect before. */
const known: Outward[] = [
  // The last version cannot name the coin, and the rejection was waiting for a reply.
  { asset: 'VCHF', accepts: '3.2.1', reply: '400', fault: 'once', callbacks: 'rejecting', confirmation: 'second time' },
  { asset: 'VCHF', accepts: '3.2.1', reply: '503', fault: 'always', callbacks: 'rejecting', confirmation: 'taken' },
]
const rows = [...pairwise(pick, outward), ...known]
const payees = { ours: 'approved', 'another name': 'open', 'another wallet': 'rejected' } as const
const inward = pairwise(pick, {
  ...forms,
  payee: Object.keys(payees) as (keyof typeof payees)[],
  end: ['txid', 'canceled'],
})
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

/** Before 3.2 the coin of a contract has no name. */
const isReadable = ({ asset, accepts }: Outward): boolean =>
  accepts !== 'none' && (accepts !== '3.1.0' || asset === 'ETH')

/** What the peer has told, authentically and about this transfer. */
function decisionsOf(row: Outward): Set<Decision> {
  if (!isReadable(row)) return new Set()
  const { reply, callbacks } = row
  const plan: { send: Decision[]; token?: string } = callbackOrders[callbacks]
  const replied: Partial<Record<string, Decision>> = { approved: 'approve', rejected: 'reject' }
  const called = plan.token === 'wrong' ? [] : plan.send
  return new Set([replied[reply] ?? called, called].flat())
}

/** Each version was refused with 400. A version that cannot name the coin is not tried. */
const isRefused = ({ asset, accepts, reply }: Outward): boolean =>
  asset === 'ETH' && (accepts === 'none' || reply === '400')

const hasApproved = (row: Outward): boolean =>
  [...decisionsOf(row)].some((decision) => decision === 'approve' || decision === 'approve another wallet')

function endsOf(row: Outward): { early: string[]; late: string[] } {
  const told = decisionsOf(row)
  const isApproved = told.size === 1 && told.has('approve')
  // An approval counts if it is here before the last version is refused; then it contradicts, and later it is too late.
  if (isRefused(row) && isApproved) return { early: ['completed', 'held', 'rejected'], late: ['completed', 'rejected'] }
  if (isRefused(row)) return { early: hasApproved(row) ? ['held', 'rejected'] : ['rejected'], late: ['rejected'] }
  if (isApproved) return { early: ['completed'], late: ['completed'] }
  if (told.size === 1 && told.has('reject')) return { early: ['rejected'], late: ['rejected'] }
  return { early: told.has('reject') ? ['held', 'rejected'] : ['held'], late: ['rejected'] }
}

/** Without a reply the same inquiry is sent again, after some seconds. */
const isRepeated = (row: Outward): boolean =>
  ['none', '503'].includes(row.reply) && isReadable(row) && !hasApproved(row)
const readIn = ({ inquiries, behaviour }: Case): number =>
  inquiries.filter(({ headers }) => headers['api-version'] === behaviour.accepts).length
const isEmpty = (some: readonly unknown[]): boolean => some.length === 0

/** Transfers without a decision whose inquiry is still to be sent again. */
async function unanswered(): Promise<Outward[]> {
  const open: Outward[] = []
  for (const transfer of transfers.filter(({ row, one }) => isRepeated(row) && readIn(one) < 2))
    if ((await withdrawal(transfer)).status === 'pending') open.push(transfer.row)
  return open
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
    await until(unanswered, isEmpty)
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
      const { status } = await withdrawal(transfer)
      const isPaid = status === 'completed' && endsOf(transfer.row).late.includes('completed')
      const quantity = await arrived(transfer)
      return quantity === (isPaid ? quantities[transfer.row.asset] : 0) ? null : { status, quantity }
    }
    expect(await exceptions(wrong)).toEqual([])
  })

  test('the balance is what was not paid', async () => {
    const { balances } = (await uat.call(client, 'accountBalance')).body
    for (const asset of ['VCHF', 'ETH'] as const) {
      const paid: any[] = []
      for (const transfer of transfers) if (transfer.row.asset === asset) paid.push(await withdrawal(transfer))
      const spent = paid.filter(({ status }) => status === 'completed').flatMap(({ quantity, fee }) => [quantity, fee])
      const left = sumOf(asset, String(start[asset]), ...spent.map((amount: string) => `-${amount}`))
      const { available, pending } = balances.find((one: any) => one.asset === asset)
      expect([asset, available, pending]).toEqual([asset, left, '0'])
    }
  })

  test('each peer that has approved knows the transaction, or that nothing comes', async () => {
    const untold = () =>
      transfers.filter(({ row, one }) => {
        const isFirstLost = row.confirmation !== 'taken'
        return hasApproved(row) && one.confirmations.length < (isFirstLost ? 2 : 1)
      })
    await until(async () => untold().map(({ row }) => row), isEmpty)
    const wrong = async ({ one, row, id, name }: Transfer) => {
      const told = [...new Set(one.confirmations.map(({ body }) => body))].map((body) => JSON.parse(body))
      const { status, txids } = await withdrawal({ one, row, id, name })
      if (!hasApproved(row)) return told.length === 0 ? null : { told }
      if (status === 'completed') return told.length === 1 && told[0].txid === txids.at(-1) ? null : { told, txids }
      return told.length === 1 && 'canceled' in told[0] ? null : { told }
    }
    expect(await exceptions(wrong)).toEqual([])
  })

  test('every message is as published', async () => {
    expect(await exceptions(async ({ one }) => (one.problems.length === 0 ? null : one.problems))).toEqual([])
  })
})

describe(`${inward.length} inquiries of a second implementation, SEED=${seed}`, () => {
  type Inward = (typeof inward)[number]
  const address = async (asset: string): Promise<string> =>
    (await uat.call(client, 'depositAddress', { asset, blockchain: 'ETH' })).body.address
  const send = (version: string, body: string) =>
    post(`${uat.service.origin}/travel-rule/v1/inquiries?t=i`, version, body)
  /** The code of the coin, as our own inquiries name it. */
  const dtiOf = (asset: string): string =>
    JSON.parse(transfers.find(({ row }) => row.asset === asset)!.one.inquiries[0]!.body).asset.dti

  async function askedIn(row: Form & Partial<Inward>, name: string): Promise<Asked> {
    const asset = row.asset === 'dti' ? 'VCHF' : 'ETH'
    return {
      wallet: row.payee === 'another wallet' ? `0x${randomBytes(20).toString('hex')}` : await address(asset),
      beneficiary: row.payee === 'another name' ? 'Cedar Holdings Ltd' : 'Acme Treasury AG',
      callback: `${peer.base}/${name}/decision`,
      amount: asset === 'VCHF' ? '5000000' : '1000000000000000001',
      dti: dtiOf('VCHF'),
    }
  }

  /** Returns what was wrong. */
  async function converse(row: Inward, name: string): Promise<unknown> {
    const asked = await askedIn(row, name)
    const one = peer.open(name, asked.wallet)
    const { status, body, problems } = await send(row.version, inquiryIn(row, asked))
    if (status !== 200) return { status, body }
    const faults = [...problems, ...problemsOfAnswer(body)]
    if (faults.length > 0) return faults
    const answer = JSON.parse(body)
    const expected = payees[row.payee]
    if (expected === 'open') return 'version' in answer && one.decisions.length === 0 ? null : answer
    if ('version' in answer)
      await until(
        async () => one.decisions,
        (all) => all.length > 0,
      )
    const decision = 'version' in answer ? one.decisions[0] : answer
    if (!(expected in decision) || one.problems.length > 0) return { decision, problems: one.problems }
    if (expected === 'rejected') return null
    if (decision.approved.address.toLowerCase() !== asked.wallet.toLowerCase()) return decision
    const end = row.end === 'txid' ? { txid: `0x${randomBytes(32).toString('hex')}` } : { canceled: 'by the payer' }
    const told = await post(decision.approved.callback, row.version, end)
    return told.status === 204 && told.body === '' && told.problems.length === 0 ? null : told
  }

  test('each form is read, and answered as published', async () => {
    const found: unknown[] = []
    for (const [index, row] of inward.entries()) {
      const problem = await converse(row, `inquiry-${index}`)
      if (problem !== null) found.push({ ...row, problem })
    }
    expect(found).toEqual([])
  })

  const usual = Object.fromEntries(Object.entries(forms).map(([name, [first]]) => [name, first])) as Form
  const without = (field: string) => (inquiry: any) => void delete inquiry[field]
  const faults: Record<string, (inquiry: any) => void> = {
    'no asset': without('asset'),
    'no amount': without('amount'),
    'no callback': without('callback'),
    'no parties': without('IVMS101'),
    'an unknown coin': (inquiry) => (inquiry.asset = { dti: 'ZZZZZZZZZ' }),
    'two different coins': (inquiry) => (inquiry.asset.slip0044 = 0),
    nothing: (inquiry) => (inquiry.amount = 0),
    'less than nothing': (inquiry) => (inquiry.amount = -5),
    'more than any coin has': (inquiry) => (inquiry.amount = `1${'0'.repeat(80)}`),
    'an amount that is no number': (inquiry) => (inquiry.amount = 'five'),
    'a callback that is no address': (inquiry) => (inquiry.callback = 'javascript:1'),
    'a callback with a password': (inquiry) => (inquiry.callback = 'https://a:b@example.com/'),
    'no payee': (inquiry) => void delete inquiry.IVMS101.beneficiary,
    'no payer': (inquiry) => void delete inquiry.IVMS101.originator,
    'a payer without a name': (inquiry) => (inquiry.IVMS101.originator.originatorPersons = [{ legalPerson: {} }]),
    'parties as text': (inquiry) => (inquiry.IVMS101 = 'Acme Treasury AG'),
    'a deep nesting': (inquiry) => (inquiry.IVMS101 = JSON.parse(`${'['.repeat(500)}${']'.repeat(500)}`)),
  }
  test('without a fault it is approved', async () => {
    const { status, body } = await send('3.2.1', inquiryIn(usual, await askedIn(usual, 'whole')))
    expect([status, JSON.parse(body)]).toEqual([200, { approved: expect.anything() }])
  })

  test.each(Object.entries(faults))('an inquiry with %s is refused', async (what, spoil) => {
    const asked = await askedIn(usual, 'spoilt')
    const inquiry = JSON.parse(inquiryIn(usual, asked))
    spoil(inquiry)
    const { status, body, problems } = await send('3.2.1', JSON.stringify(inquiry))
    expect([what, status, body, problems]).toEqual([what, expect.toBeOneOf([400, 422]), expect.any(String), []])
  })
})
