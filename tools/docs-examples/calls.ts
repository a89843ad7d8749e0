import { clientOf, type Client } from '@specie/test/client.ts'
import { house } from '@specie/service/ledger/house.ts'
import { testEnv } from '@specie/test/env.ts'
import { endow } from '@specie/test/trading.ts'
import type { Uat } from '@specie/test/programs/uat.ts'
import { investmentBansPage } from '../../screening/samples/investment-bans.ts'
import { other, treasury } from './normalise.ts'
import type { Sender, Sent } from './recorder.ts'

// One walk through UAT that makes every call of the API and of the sandbox once, in an order in which each has something to
// show.

export type Walk = {
  readonly calls: Record<string, Sent>
  readonly sandbox: Record<string, Sent>
  readonly acme: Client
}

const rail = {
  railtype: 'FiatToStablecoin',
  sender: { partyname: { name: 'Acme Treasury AG' }, address: { country: 'CH' }, partytype: 'company' },
  wallet: { destination: 'treasury' },
  instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
}
const iban = 'CH93 0076 2011 6238 5295 7'
const book = { symbol: 'VCHF/CHF', bids: [['0.9999', '5000000']], asks: [['1.0001', '5000000']], frozen: true }

export async function walk(uat: Uat, send: Sender): Promise<Walk> {
  const calls: Record<string, Sent> = {}
  const sandbox: Record<string, Sent> = {}
  const well = (name: string, sent: Sent): Sent => {
    if (sent.status !== 200) throw new Error(`${name} answered ${sent.status}: ${JSON.stringify(sent.body)}`)
    return sent
  }
  const shown = async (name: string, sending: Promise<Sent>): Promise<any> =>
    (calls[name] = well(name, await sending)).body
  const led = async (name: string, sending: Promise<Sent>): Promise<any> =>
    (sandbox[name] = well(name, await sending)).body
  /** A preparation, not shown. */
  const quietly = async (sending: Promise<Sent>): Promise<any> => well('a preparation', await sending).body

  // The desk gets coins to sell and money to pay with.
  await endow(testEnv(uat.database), house, { CHF: '9000000', VCHF: '9000000' })
  const made = await led('institutions', send.sandbox('institutions', { name: 'Acme Treasury AG' }))
  const { institutionid } = made
  const acme = clientOf(uat.service.origin, institutionid, made.publickey, made.privatekey)
  const signed = (name: string, fields?: Record<string, string>) => send.signed(acme, name, fields)
  const person = { email: 'jane@acme.example', name: 'Jane Doe', institutionid, roles: ['admin'] }
  await led('people', send.sandbox('people', person))

  await led('provider', send.sandbox('counterparts/provider', { symbol: 'GBP/CHF', price: '1.13', frozen: true }))
  for (const [symbol, price] of [
    ['BTC/CHF', '92500'],
    ['BTC/GBP', '82200'],
  ] as const)
    await quietly(send.sandbox('counterparts/provider', { symbol, price, frozen: true }))
  await led('refreshRates', send.sandbox('rates'))
  await led('rates', send.get('/sandbox/v1/rates'))
  await led('liquidity', send.sandbox('liquidity', book))
  await led('wires', send.sandbox('wires', { institutionid, currency: 'CHF', amount: '1000000' }))
  await quietly(send.sandbox('wires', { institutionid, currency: 'GBP', amount: '400000' }))
  await led('advanceClock', send.sandbox('clock/advance', { seconds: 3600 }))
  await led('clock', send.get('/sandbox/v1/clock'))
  await led('scenarios', send.get('/sandbox/v1/scenarios'))
  await led('ownList', send.sandbox('lists/own', { add: [{ name: 'Harwick Shell Trading Ltd', effect: 'review' }] }))
  await quietly(send.sandbox('lists/own', { remove: ['Harwick Shell Trading Ltd'] }))
  await led(
    'loadList',
    send.sandbox('lists', { list: 'uk_investment_bans', file: Buffer.from(investmentBansPage).toString('base64') }),
  )
  await led('listAge', send.sandbox('lists/age', { list: 'own', old: false }))
  await led('counterpart', send.get('/sandbox/v1/counterparts/bank'))

  const wallet = { institutionid, blockchain: 'ETH', address: treasury, label: 'treasury' }
  await led('addresses', send.sandbox('addresses', wallet))
  const account = { institutionid, label: 'main', currency: 'CHF', identifier: iban, name: 'Acme Treasury AG' }
  await led('bankAccounts', send.sandbox('bankaccounts', account))
  await led('deposits', send.sandbox('deposits', { institutionid, asset: 'VCHF', blockchain: 'ETH', quantity: '1000' }))
  const ofWithdrawals = { product: 'withdraw', asset: 'GBP', period: 'day', amount: '50000' }
  await led('limits', send.sandbox('limits', { institutionid, limits: [ofWithdrawals] }))
  await led('decideParties', send.sandbox('parties', { institutionid }))
  const { versionid } = await led(
    'setRule',
    send.sandbox('rules', { institutionid, looks_for: { kind: 'amount', over: '5000000' }, effect: 'aml_review' }),
  )
  await led('retireRule', send.sandbox(`rules/${versionid}/retire`))
  await led('vaspAddress', send.get('/sandbox/v1/counterparts/vasp/travel-address?vasp=UAT%20VASP%20Approve'))
  const announced = { institutionid, asset: 'VCHF', blockchain: 'ETH', quantity: '1000' }
  const { id: inquiry } = await led('vaspInquiry', send.sandbox('counterparts/vasp/inquiries', announced))
  await uat.pass(600)
  await led('decideInquiries', send.sandbox('exchanges', { institutionid, decision: 'approve' }))
  await led('vaspConfirmation', send.sandbox('counterparts/vasp/confirmations', { id: inquiry }))
  await uat.pass(3600)

  await shown('getAssets', send.get('/api/v1/client/assets'))
  await shown('getTradingPairs', send.get('/api/v1/client/tradingPairs?status=online'))
  await shown('getQuotes', send.get('/api/v1/client/quotes?symbol=VCHF%2FCHF'))
  await shown('getStatus', send.get('/api/v1/client/status'))
  await shown('getTime', send.get('/api/v1/client/time'))

  await shown('accountBalance', signed('accountBalance'))
  await shown('keyInfo', signed('keyInfo'))
  await shown('depositAddress', signed('depositAddress', { asset: 'CHF' }))
  await shown('withdrawAddresses', signed('withdrawAddresses', { asset: 'VCHF' }))
  await shown('bankAccounts', signed('bankAccounts'))
  await shown('queryDeposits', signed('queryDeposits', { limit: '2' }))

  const order = { timestamp: new Date().toISOString(), clordid: 'order-2026-0001', symbol: 'VCHF/CHF', side: 'Buy' }
  const limit = { ordtype: 'Limit', timeinforce: 'FOK', orderqty: '1000', price: '1.001' }
  const filled = await shown('addOrder', signed('addOrder', { ...order, ...limit }))
  if (filled.order.ordstatus !== 'Filled') throw new Error(`the order was not filled: ${JSON.stringify(filled)}`)
  await shown('queryOrders', signed('queryOrders', { clordid: 'order-2026-0001' }))
  await shown('queryTrades', signed('queryTrades', { clordid: 'order-2026-0001' }))
  const { quoteid } = await shown(
    'requestQuote',
    signed('requestQuote', { symbol: 'VCHF/CHF', side: 'Buy', orderqty: '500' }),
  )
  await shown('convert', signed('convert', { quoteid, clreqid: 'convert-2026-0001' }))
  await shown('queryConversions', signed('queryConversions', { limit: '1' }))

  const coins = { asset: 'VCHF', blockchain: 'ETH', quantity: '250000' }
  const { txid, requestid } = await shown('mintTokens', signed('mintTokens', { ...coins, clreqid: 'mint-2026-0001' }))
  await uat.pass(14_400)
  await shown('querySupplyChanges', signed('querySupplyChanges', { requestid }))
  await shown('getReserves', send.get('/api/v1/client/reserves'))
  await led('explorerTx', send.get(`/sandbox/v1/explorer/ETH/tx/${txid}`))
  await led('explorerAddress', send.get(`/sandbox/v1/explorer/ETH/address/${treasury}`))
  await shown('redeemTokens', signed('redeemTokens', { ...coins, quantity: '100000', clreqid: 'redeem-2026-0001' }))
  await cancelledMint()

  const out = { asset: 'CHF', quantity: '2500.50', destination: 'main' }
  const { withdrawalid } = await shown('withdraw', signed('withdraw', { ...out, clreqid: 'payout-2026-0001' }))
  await uat.pass(14_400)
  await shown('queryWithdrawals', signed('queryWithdrawals', { withdrawalid }))
  await shown('queryTransfers', signed('queryTransfers', { limit: '2' }))
  const now = Date.now()
  const day = (offset: number) => new Date(now + offset * 86_400_000).toISOString()
  await shown('statement', signed('statement', { from: day(-30), to: day(2) }))

  const { railid } = await shown('addPaymentRail', send.signedJson(acme, 'addPaymentRail', rail))
  await uat.pass(120)
  await shown('queryPaymentRails', signed('queryPaymentRails', { railid }))
  await led('payments', send.sandbox('payments', { railid, amount: '1000' }))
  await uat.pass(7200)
  await shown('queryPayments', signed('queryPayments', { railid }))
  await shown('queryEvents', signed('queryEvents', { limit: '2' }))

  await holdsAndDestinations()
  await rails(railid)
  await chains()
  await led('pairs', send.sandbox('pairs', { symbol: 'VGBP/ETH', halted: 'maintenance' }))
  await led('bank', send.sandbox('counterparts/bank', { sweeps: 'normal' }))
  const quotes = { venue: 'alpha', symbol: 'ETH/CHF', bids: [['2995', '1']], asks: [['3005', '1']] }
  await led('venue', send.sandbox('counterparts/lp', quotes))
  return { calls, sandbox, acme }

  /** Held while the rate gets worse. Converting would then exceed the agreed maximum, so the mint waits. */
  async function cancelledMint(): Promise<void> {
    const { holdid } = await quietly(send.sandbox('holds', { institutionid, on: 'next mint', reason: 'aml_review' }))
    const mint = { ...coins, quantity: '150000', funding_currency: 'GBP' }
    const { spent } = await quietly(signed('mintTokens', { ...mint, validate: 'true' }))
    const { requestid: waiting } = await quietly(
      signed('mintTokens', { ...mint, max_spent: spent, clreqid: 'mint-2026-0002' }),
    )
    // By less than the jump that makes the rate doubtful.
    await quietly(send.sandbox('counterparts/provider', { symbol: 'GBP/CHF', price: '1.12', frozen: true }))
    await quietly(send.sandbox('rates'))
    await quietly(send.sandbox(`holds/${holdid}/release`))
    await uat.pass(60)
    await shown('cancelMint', signed('cancelMint', { requestid: waiting }))
    await quietly(send.sandbox('counterparts/provider', { symbol: 'GBP/CHF', price: '1.13', frozen: true }))
    await quietly(send.sandbox('rates'))
  }

  async function holdsAndDestinations(): Promise<void> {
    const hold = { institutionid, on: 'next withdrawal', reason: 'aml_review' }
    const { holdid } = await led('holds', send.sandbox('holds', hold))
    // The hold applies to the withdrawal after its screening; an earlier decision would not reach the withdrawal.
    const held = async (clreqid: string): Promise<any> => {
      const withdrawal = await quietly(signed('withdraw', { ...out, clreqid }))
      await uat.pass(60)
      return withdrawal
    }
    await held('payout-2026-0002')
    await led('releaseHold', send.sandbox(`holds/${holdid}/release`))
    const second = await quietly(send.sandbox('holds', hold))
    await held('payout-2026-0003')
    await led('rejectHold', send.sandbox(`holds/${second.holdid}/reject`))
    const third = await quietly(send.sandbox('holds', { institutionid, on: 'next wire', reason: 'sanctions_review' }))
    await quietly(send.sandbox('wires', { institutionid, currency: 'CHF', amount: '10' }))
    await uat.pass(60)
    await led('freezeHold', send.sandbox(`holds/${third.holdid}/freeze`))
    // The held withdrawal is canceled; the hold then applies to the next one, so that no later withdrawal leaves either.
    await quietly(send.sandbox('holds', hold))
    const { withdrawalid } = await held('payout-2026-0004')
    await shown('cancelWithdrawal', signed('cancelWithdrawal', { withdrawalid }))

    const spare = await quietly(send.sandbox('addresses', { ...wallet, address: other, label: 'spare' }))
    await led('suspendAddress', send.sandbox(`addresses/${spare.addressid}/suspend`))
    await led('reinstateAddress', send.sandbox(`addresses/${spare.addressid}/reinstate`))
    await led('revokeAddress', send.sandbox(`addresses/${spare.addressid}/revoke`))
    const old = await quietly(
      send.sandbox('bankaccounts', { ...account, label: 'old', identifier: 'CH56 0483 5012 3456 7800 9' }),
    )
    await led('disableBankAccount', send.sandbox(`bankaccounts/${old.bankaccountid}/disable`))
  }

  async function rails(railid: string): Promise<void> {
    await led('suspendRail', send.sandbox(`rails/${railid}/suspend`))
    await led('resumeRail', send.sandbox(`rails/${railid}/resume`))
    await quietly(send.sandbox('chains/ETH/revert-next', { count: 20 }))
    for (const amount of ['500', '400']) await quietly(send.sandbox('payments', { railid, amount }))
    await uat.pass(7200)
    await quietly(send.sandbox('chains/ETH/revert-next', { count: 0 }))
    const failed = await quietly(signed('queryPayments', { railid, status: 'failed' }))
    // The list is newest first, and both may be of the same millisecond.
    const byAmount = (amount: string) => failed.payments.find((one: { received: string }) => one.received === amount)
    const [resumed, credited] = [byAmount('400'), byAmount('500')]
    if (resumed) await led('resumePayment', send.sandbox(`payments/${resumed.paymentid}/resume`))
    await uat.pass(4 * 86_400) // the sweep to the reserve is booked, also over a weekend
    if (credited) await led('creditPayment', send.sandbox(`payments/${credited.paymentid}/credit`))
    await uat.pass(7200)
    await led('closeRail', send.sandbox(`rails/${railid}/close`))
  }

  async function chains(): Promise<void> {
    await led('explorerChains', send.get('/sandbox/v1/explorer'))
    await led('explorerChain', send.get('/sandbox/v1/explorer/ETH'))
    await led('explorerBlock', send.get('/sandbox/v1/explorer/ETH/block/1'))
    await led('chainStall', send.sandbox('chains/ETH/stall'))
    await led('chainResume', send.sandbox('chains/ETH/resume'))
    await led('chainMine', send.sandbox('chains/ETH/mine', { blocks: 2 }))
    await led('chainReorg', send.sandbox('chains/ETH/reorg', { depth: 1 }))
    for (const [name, lever] of [
      ['chainRevertNext', 'revert-next'],
      ['chainDropNext', 'drop-next'],
      ['chainAcceptThenError', 'accept-then-error'],
      ['chainTimeoutNext', 'timeout-next'],
    ] as const) {
      await led(name, send.sandbox(`chains/ETH/${lever}`, { count: 1 }))
      await quietly(send.sandbox(`chains/ETH/${lever}`, { count: 0 }))
    }
    await led('resetClock', send.sandbox('clock/reset'))
  }
}
