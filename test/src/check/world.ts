import { agree } from '../people.ts'
import { randomUUID } from 'node:crypto'
import { evmClient } from '../devnet-client.ts'
import { type BankEntry, writeNotification } from '@specie/payments/camt.ts'
import { importManually } from '@specie/service/banking/file/manual-import.ts'
import { askMint, coin, funded, sandboxControl, mint, settlement, until } from '../chains/story.ts'
import type { Client } from '../client.ts'
import { testEnv } from '../env.ts'
import { frozen, place, reaches } from '../holds/story.ts'
import { activeRail, offRamp, onRamp, pay, paymentsOf } from '../rails/rails.ts'
import { orderFields } from '../trading.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { withConstants } from '../programs/constants.ts'

// One of everything, in every resting state: by calls of users, and events of bank, provider, venues and chains. The service is
// stopped at the end.

const vault = '0x52908400098527886E0F7030069857D2E4169EE7'
const iban = 'CH9300762011623852957'

export async function aWorld(begun: (uat: Uat) => void = () => {}): Promise<{ uat: Uat; acme: Client }> {
  const uat = await startUat(
    {
      FEES_BPS: 'mint=10,redeem=10,rail=25',
      LIQUIDITY: 'both',
      DESK_FUNDING: 'on',
      SUPPLY_MAXIMUM: '1000000',
      MARKET_LIMITS: 'ETH/CHF.loss=900000',
      // Prices set here are trusted at once.
      ...withConstants({ mintMinimum: 1_000, feeSweepFrom: 1, referenceCalmSeconds: 0 }),
    },
    { DEVNET_CHAINS: 'ETH,BASE', PATH: '/nowhere' },
  )
  begun(uat)
  await provider(uat, { symbol: 'ETH/CHF', price: '2000', frozen: true })
  await provider(uat, { symbol: 'ETH/GBP', price: '1777.78', frozen: true })
  await provider(uat, { symbol: 'GBP/CHF', price: '1.125', frozen: true })
  await sandboxControl(uat, 'rates')
  const acme = await funded(uat, { CHF: '9000000', GBP: '300000' })
  await places(uat, acme)
  await wires(uat, acme)
  await deskIsFunded(uat)
  await mints(uat, acme)
  await uat.pass(settlement)
  await redemptions(uat, acme)
  await withdrawals(uat, acme)
  await stoppedLate(uat, acme)
  await canceledInLine(uat, acme)
  await withoutOwner(uat, acme)
  await paymentsOverRails(uat, acme)
  await trades(uat, acme)
  await reverted(uat, acme)
  await uat.pass(2 * 24 * 3_600)
  await whatIsOpen(uat, acme)
  await filesByHand(uat, acme)
  return { uat, acme }
}

const provider = (uat: Uat, ask: object) => sandboxControl(uat, 'counterparts/provider', ask)

async function places(uat: Uat, { institutionid }: Client): Promise<void> {
  for (const blockchain of ['ETH', 'BASE'])
    await sandboxControl(uat, 'addresses', { institutionid, blockchain, address: vault, label: `vault ${blockchain}` })
  await sandboxControl(uat, 'bankaccounts', {
    institutionid,
    label: 'main',
    currency: 'CHF',
    identifier: iban,
    name: 'Acme Treasury AG',
  })
}

/** Credited, held, with an unknown owner, recalled, and returned. */
async function wires(uat: Uat, { institutionid }: Client): Promise<void> {
  const wire = { institutionid, currency: 'CHF' }
  await sandboxControl(uat, 'wires', { ...wire, amount: '11', sendername: 'Somebody Else Ltd' })
  await sandboxControl(uat, 'wires', { ...wire, amount: '12', reference: '' })
  await sandboxControl(uat, 'wires', { ...wire, amount: '13', recall: true })
  await sandboxControl(uat, 'wires', { ...wire, amount: '14', reference: '' })
  await sandboxControl(uat, 'wires', { ...wire, amount: '15', sendername: 'Somebody Else Ltd' })
  await uat.pass(1_800)
  const found = await uat.database.app.query<{ id: string }>(`select id from banking.wire where amount in (1400, 1500)`)
  for (const { id } of found) await agree(testEnv(uat.database), 'bank.send_back', { wireid: id })
}

/** Manual imports: one also reported by the bank, one retracted, and one waiting. */
async function filesByHand(uat: Uat, { institutionid }: Client): Promise<void> {
  const env = testEnv(uat.database)
  const ann = { actor: 'operator ann', why: 'the line is down' }
  const [known] = await env.db.query<{ account: string; reported: Omit<BankEntry, 'amount'> & { amount: string } }>(
    `select account, reported from banking.wire join banking.entry on entry.id = entry_id
     where institution_id = $1 and currency = 'CHF' and wire.state = 'credited' limit 1`,
    [institutionid],
  )
  const genuine = { ...known!.reported, amount: BigInt(known!.reported.amount) }
  const [later] = await env.db.query<{ day: string }>(`select (settlement::date + 1)::text as day from work.clock`)
  const forged = (bankref: string): BankEntry => ({
    ...genuine,
    bankref,
    endToEndId: bankref,
    bookingDate: later!.day,
    valueDate: later!.day,
  })
  const file = (messageId: string, entry: BankEntry) => {
    const heading = {
      messageId,
      createdAt: `${later!.day}T06:00:00`,
      account: known!.account,
      currency: 'CHF' as const,
    }
    return Buffer.from(writeNotification({ kind: 'camt.054', ...heading, sequence: 1n, entries: [entry] }))
  }
  await importManually(env, file('H1', genuine), ann)
  const { sha256 } = await importManually(env, file('H2', forged('FORGED')), ann)
  await agree(env, 'bank.retract_file', { sha256 })
  await importManually(env, file('H3', forged('WAITING')), ann)
}

const sum = (uat: Uat, what: string) => async () => {
  const [row] = await uat.database.app.query<{ n: bigint }>(`select count(*) as n from ${what}`)
  return Number(row!.n)
}

async function deskIsFunded(uat: Uat): Promise<void> {
  const funded = sum(
    uat,
    `ledger.account join trading.venue on institution_id::text = owner
     where account.name = 'available' and asset in ('CHF', 'VCHF') and balance > 0`,
  )
  await until(
    async () => (await uat.pass(600), funded()),
    (n) => n === 4,
  )
}

async function mints(uat: Uat, acme: Client): Promise<void> {
  const { institutionid } = acme
  const hold = (on: string) => sandboxControl(uat, 'holds', { institutionid, on, reason: 'aml_review' })
  await mint(uat, acme, { clreqid: randomUUID() })
  await mint(uat, acme, { destination: 'vault BASE' })
  await mint(uat, acme, { fulfilment: 'trade' })
  await mint(uat, acme, { fulfilment: 'trade', destination: 'vault BASE', quantity: '110000' })
  const { holdid } = await hold('next mint')
  await mint(uat, acme)
  await sandboxControl(uat, `holds/${holdid}/reject`)
  await hold('next mint')
  await mint(uat, acme, { quantity: '150000' })
  await mint(uat, acme, { funding_currency: 'ETH' })
  await sandboxControl(uat, 'deposits', { institutionid, asset: 'ETH', blockchain: 'ETH', quantity: '130' })
  await uat.pass(settlement)
  await mint(uat, acme, { funding_currency: 'ETH', quantity: '190000' })
  await mint(uat, acme, { funding_currency: 'GBP', quantity: '20000' })
}

async function redemptions(uat: Uat, acme: Client): Promise<void> {
  const { institutionid } = acme
  const redeem = (over: Record<string, string> = {}) =>
    taken(uat, acme, 'redeemTokens', { asset: 'VCHF', blockchain: 'BASE', quantity: '100000', ...over })
  await redeem()
  await redeem({ bankaccount: 'main' })
  await sandboxControl(uat, 'holds', { institutionid, on: 'next redemption', reason: 'aml_review' })
  await redeem({ quantity: '100000.01' })
}

async function taken(uat: Uat, client: Client, name: string, fields: Record<string, string>): Promise<any> {
  const { status, body } = await uat.call(client, name, fields)
  if (status !== 200) throw new Error(`${name} answered ${status}: ${JSON.stringify(body)}`)
  return body
}

async function withdrawals(uat: Uat, acme: Client): Promise<void> {
  const { institutionid } = acme
  const byBank = (quantity: string) => taken(uat, acme, 'withdraw', { asset: 'CHF', quantity, destination: 'main' })
  const byChain = (quantity: string) =>
    taken(uat, acme, 'withdraw', { asset: 'VCHF', quantity, destination: 'vault BASE', blockchain: 'BASE' })
  for (const quantity of ['50', '1000'])
    await sandboxControl(uat, 'deposits', { institutionid, asset: 'VCHF', blockchain: 'BASE', quantity })
  await sandboxControl(uat, 'deposits', { institutionid, asset: 'VCHF', blockchain: 'BASE', quantity: '0.01' })
  await byBank('101')
  await byChain('102')
  await ofEther(uat, acme, '2')
  const { withdrawalid } = await byChain('103')
  await taken(uat, acme, 'cancelWithdrawal', { withdrawalid })
  await uat.pass(settlement)
  await sandboxControl(uat, 'counterparts/bank', { next: 'return_payment' })
  await byBank('104')
  await uat.pass(24 * 3_600)
  await sandboxControl(uat, 'holds', { institutionid, on: 'next withdrawal', reason: 'aml_review' })
  await byBank('105')
}

const ofEther = (uat: Uat, acme: Client, quantity: string) =>
  taken(uat, acme, 'withdraw', { asset: 'ETH', quantity, destination: 'vault ETH' })

/** Canceled while it is queued for the bank. */
async function canceledInLine(uat: Uat, acme: Client): Promise<void> {
  await frozen(uat, ['banking.payouts'], async () => {
    const { withdrawalid } = await taken(uat, acme, 'withdraw', { asset: 'CHF', quantity: '109', destination: 'main' })
    await reaches(uat, 'withdrawal', withdrawalid, 'sending')
    await taken(uat, acme, 'cancelWithdrawal', { withdrawalid })
  })
}

/** A hold is placed when the payout is prepared, and people refuse it. */
async function stoppedLate(uat: Uat, acme: Client): Promise<void> {
  await frozen(uat, ['banking.payouts'], async () => {
    const { withdrawalid } = await taken(uat, acme, 'withdraw', { asset: 'CHF', quantity: '108', destination: 'main' })
    await reaches(uat, 'withdrawal', withdrawalid, 'sending')
    await taken(uat, acme, 'statement', { from: '2020-01-01T00:00:00Z', to: '2099-01-01T00:00:00Z', format: 'camt053' })
    const { holdid } = await place(uat, acme, withdrawalid)
    await sandboxControl(uat, `holds/${holdid}/reject`)
    await reaches(uat, 'withdrawal', withdrawalid, 'rejected')
  })
}

/** Coins of a stranger at our omnibus wallet, and at the minter's: people assign the latter. */
async function withoutOwner(uat: Uat, acme: Client): Promise<void> {
  const { institutionid } = acme
  const stranger = await evmClient(uat.devnet!.origin, 'BASE')
  const { address } = stranger.account
  await sandboxControl(uat, 'addresses', { institutionid, blockchain: 'BASE', address, label: 'stranger' })
  await mint(uat, acme, { destination: 'stranger' })
  await uat.pass(settlement)
  const { contract } = await coin(uat, 'VCHF', 'BASE')
  const wallets = await uat.database.owner.query<{ address: string }>(
    `select address from chains.wallet where chain = 'BASE' and key in ('omnibus', 'minter') order by key`,
  )
  for (const { address: to } of wallets) {
    // ERC-20 transfer(address,uint256)
    const data =
      `0xa9059cbb${to.slice(2).toLowerCase().padStart(64, '0')}${100_000_000n.toString(16).padStart(64, '0')}` as const
    const hash = await stranger.wallet.sendTransaction({ to: contract as `0x${string}`, data })
    await stranger.reader.waitForTransactionReceipt({ hash })
  }
  await uat.pass(60)
  const env = testEnv(uat.database)
  const [found] = await until(
    () => env.db.query<{ id: string }>(`select id from transfers.deposit where at_key = 'minter' and state = 'held'`),
    (rows) => rows.length === 1,
  )
  // With the service's own role: writes of another role are reported.
  await agree(env, 'deposit.assign', { depositid: found!.id, institutionid })
  await uat.pass(60)
}

/** A world that began on a Thursday may meet a weekend here: the bank pays on Monday. */
const sixHours = 6 * 3_600

async function paymentsOverRails(uat: Uat, acme: Client): Promise<void> {
  const { institutionid } = acme
  const on = await activeRail(uat, acme, onRamp('VCHF', 'ETH', 'vault ETH'))
  const off = await activeRail(uat, acme, offRamp('VCHF', 'ETH'))
  await pay(uat, on, '1000.01')
  await pay(uat, off, '432.09')
  await until(
    async () => (await uat.pass(sixHours), paymentsOf(uat, acme, off)),
    ([one]) => one?.status === 'completed',
  )
  await until(
    async () => (await uat.pass(sixHours), paymentsOf(uat, acme, on)),
    ([one]) => one?.status === 'completed',
  )
  await creditedByTwo(uat, acme, on)
  await pay(uat, on, '2000', { sendername: 'Somebody Else Ltd' })
  await pay(uat, off, '77', { asset: 'VGBP' })
  await uat.pass(6 * 3_600)
  await sandboxControl(uat, 'holds', { institutionid, on: 'next payment', reason: 'aml_review' })
  await pay(uat, on, '3000')
  await uat.pass(600)
}

/** Its coins are never delivered, and two people credit what is left of it once the reserve has its money. */
async function creditedByTwo(uat: Uat, acme: Client, on: string): Promise<void> {
  await sandboxControl(uat, 'chains/ETH/revert-next', { count: 20 })
  await pay(uat, on, '500')
  const [failed] = await until(
    async () => (await uat.pass(600), (await paymentsOf(uat, acme, on)).filter(({ status }) => status === 'failed')),
    ({ length }) => length === 1,
  )
  await sandboxControl(uat, 'chains/ETH/revert-next', { count: 0 })
  await until(
    async () => (await uat.pass(sixHours), sum(uat, 'treasury.prefunded_mints where not paid')()),
    (n) => n === 0,
  )
  await sandboxControl(uat, `payments/${failed.paymentid}/credit`)
}

async function trades(uat: Uat, acme: Client): Promise<void> {
  const symbol = 'VCHF/CHF'
  const order = (side: string, orderqty: string, price: string) =>
    taken(uat, acme, 'addOrder', orderFields({ side, orderqty, price }))
  const lp = (venue: string, ask: object) =>
    sandboxControl(uat, 'counterparts/lp', 'next' in ask ? { venue, ...ask } : { venue, symbol, ...ask })
  for (const venue of ['alpha', 'beta']) await lp(venue, { bids: [], asks: [] })
  await order('Buy', '100', '1.0005')
  await order('Sell', '110', '0.9995')
  await order('Buy', '120', '0.9991')
  await lp('alpha', { bids: [], asks: [['0.9998', '100000']] })
  const settled = sum(uat, `trading.execution where state = 'settled'`)
  await until(
    async () => (await order('Buy', '130', '1.0005'), settled()),
    (n) => n > 0,
  )
  for (const next of ['late', 'kill', 'lose']) {
    await lp('alpha', { next })
    await order('Buy', '140', '1.0005')
  }
  await until(sum(uat, `trading.execution where state in ('sent', 'filled')`), (n) => n === 0)
  const { quoteid } = await taken(uat, acme, 'requestQuote', { symbol, side: 'Buy', orderqty: '20' })
  await taken(uat, acme, 'convert', { quoteid })
  await taken(uat, acme, 'convert', { from_currency: 'CHF', to_currency: 'VCHF', quantity: '30', min_received: '0' })
  await taken(uat, acme, 'requestQuote', { symbol, side: 'Sell', orderqty: '20' })
}

/** A withdrawal that its chain refuses. Open operations on it end first, or they would be reverted instead. */
async function reverted(uat: Uat, acme: Client): Promise<void> {
  const request = { asset: 'VCHF', blockchain: 'ETH', quantity: '100' }
  await sandboxControl(uat, 'deposits', { institutionid: acme.institutionid, ...request, quantity: '500' })
  await uat.pass(settlement)
  const { withdrawalid } = await taken(uat, acme, 'withdraw', { ...request, destination: 'vault ETH' })
  await sandboxControl(uat, 'chains/ETH/revert-next')
  await uat.pass(settlement)
  await reaches(uat, 'withdrawal', withdrawalid, 'failed')
}

/** Open operations when the service stops. */
async function whatIsOpen(uat: Uat, acme: Client): Promise<void> {
  await sandboxControl(uat, 'chains/BASE/stall')
  await askMint(uat, acme, { quantity: '120000' })
  await uat.call(acme, 'withdraw', { asset: 'VCHF', quantity: '106', destination: 'vault BASE', blockchain: 'BASE' })
  await uat.call(acme, 'withdraw', { asset: 'CHF', quantity: '107', destination: 'main' })
  await ofEther(uat, acme, '3')
  await uat.call(acme, 'redeemTokens', { asset: 'VCHF', blockchain: 'BASE', quantity: '100000' })
}
