import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { travelAddressOf } from '@specie/travel-rule/trp/travel-address.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { change, coin, deposits, mint, money, sandboxControl, until } from '../chains/story.ts'
import { openPeer, type Received, type TrpPeer } from '../customers/trp-peer.ts'
import { type Client, get } from '../client.ts'
import { minorOf } from '../exact.ts'
import { withConstants } from '../programs/constants.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import { activeRail, onRamp, pay, paymentComes, paymentsOf } from '../rails/rails.ts'

// Exchanges with a counterparty of the test, which answers as each test wants, and inquiries of others.

let uat: Uat
let client: Client
let peer: TrpPeer
beforeAll(async () => {
  uat = await startUat(withConstants({ signingWaitMs: 60_000 }), { DEVNET_CHAINS: 'ETH' })
  peer = await openPeer()
  client = await uat.onboard()
  const { institutionid } = client
  await sandboxControl(uat, 'wires', { institutionid, currency: 'CHF', amount: '500000' })
  await uat.pass(1_800)
  await sandboxControl(uat, 'deposits', { institutionid, asset: 'VCHF', blockchain: 'ETH', quantity: '1000' })
  await until(
    () => deposits(uat, client, { asset: 'VCHF' }),
    ([one]) => one?.status === 'credited',
  )
})
afterAll(async () => {
  await peer.close()
  await uat.end()
})

let count = 0
/** A whitelisted wallet at the counterparty of the test, or at another one. */
async function hostedWallet(more: object = {}): Promise<{ label: string; wallet: string; path: string }> {
  const path = `inquiry-${(count += 1)}`
  const wallet = `0x${randomBytes(20).toString('hex')}`
  const travel_address = travelAddressOf(`${peer.base.replace('http://', '')}/${path}?t=i`)
  const listed = { institutionid: client.institutionid, blockchain: 'ETH', address: wallet, label: path }
  await sandboxControl(uat, 'addresses', { ...listed, vasp: 'Alder Exchange Ltd', travel_address, ...more })
  return { label: path, wallet, path }
}

async function withdraw(label: string): Promise<string> {
  const { status, body } = await uat.call(client, 'withdraw', { asset: 'VCHF', quantity: '10', destination: label })
  expect([status, body.message, body.status]).toEqual([200, undefined, 'pending'])
  return body.withdrawalid
}
const withdrawal = async (withdrawalid: string): Promise<any> =>
  (await uat.call(client, 'queryWithdrawals', { withdrawalid })).body.withdrawals[0]

type Row = { id: string; state: string; problem: string | null; due: string | null; txid: string | null }
async function exchangeOf(subject: string): Promise<Row> {
  const [row] = await uat.database.owner.query<Row>('select * from compliance.exchange where subject_id = $1', [
    subject,
  ])
  return row!
}
const stateOf = async (subject: string) => (await exchangeOf(subject))?.state

const inquiriesTo = (path: string): Received[] => peer.received.filter(({ token }) => token === `${path}?t=i`)
const inquiryTo = async (path: string): Promise<Received> => {
  await until(
    async () => inquiriesTo(path),
    ([one]) => one !== undefined,
  )
  return inquiriesTo(path)[0]!
}
const callbackIn = ({ body }: Received): string => JSON.parse(body).callback
const approval = (address: string) => ({ approved: { address, callback: `${peer.base}/confirm` } })

async function callBack(url: string, body: unknown, id = `callback-${(count += 1)}`): Promise<number> {
  const headers = { 'api-version': '3.2.1', 'request-identifier': id, 'content-type': 'application/json' }
  const { status } = await fetch(url, { method: 'POST', headers, body: JSON.stringify(body) })
  return status
}

const pending = () => ({ status: 200, body: JSON.stringify({ version: '3.2.1' }) })

describe('transfers', () => {
  test('the inquiry names both parties, the wallet, the amount and the coin', async () => {
    peer.answerWith(pending)
    const person = {
      kind: 'person',
      name: 'Muster',
      given_names: 'Änne',
      street: 'Seeweg 1',
      city: 'Thun',
      country: 'CH',
    }
    const { label, wallet, path } = await hostedWallet({ beneficiary: person })
    const id = await withdraw(label)
    const { body, headers } = await inquiryTo(path)
    expect(headers).toMatchObject({ 'api-version': '3.2.1', 'request-identifier': expect.any(String) })
    const { asset, amount, callback, IVMS101 } = JSON.parse(body)
    expect([asset, amount]).toEqual([{ dti: expect.stringMatching(/^.{9}$/) }, 10_000_000])
    expect(callback).toMatch(new RegExp(`^${uat.service.origin}/travel-rule/v1/callbacks/`))
    const { originator, beneficiary, originatingVASP, beneficiaryVASP } = IVMS101
    expect(originator.originatorPerson).toMatchObject([
      { legalPerson: { name: { nameIdentifier: [{ legalPersonName: 'Acme Treasury AG' }] } } },
    ])
    expect(beneficiary.beneficiaryPerson).toMatchObject([
      {
        naturalPerson: {
          name: { nameIdentifier: [{ primaryIdentifier: 'Muster', secondaryIdentifier: 'Anne' }] },
          geographicAddress: [{ addressType: 'HOME', addressLine: ['Seeweg 1'], townName: 'Thun', country: 'CH' }],
        },
        accountNumber: [expect.stringMatching(new RegExp(wallet, 'i'))],
      },
    ])
    expect(originatingVASP.originatingVASP.legalPerson.name.nameIdentifier[0].legalPersonName).toBe('Specie UAT AG')
    expect(beneficiaryVASP.beneficiaryVASP.legalPerson.name.nameIdentifier[0].legalPersonName).toBe(
      'Alder Exchange Ltd',
    )
    // An approval counts once; a repeated one and another token change nothing.
    expect(await callBack(callback.replace(/.{6}$/, 'wrong0'), approval(wallet))).toBe(404)
    expect(await stateOf(id)).toBe('acknowledged')
    expect(await callBack(callback, approval(wallet), 'the-same')).toBe(204)
    expect(await callBack(callback, approval(wallet), 'the-same')).toBe(204)
    expect(await stateOf(id)).toBe('approved')
  })

  test('without an answer the same inquiry is sent again', async () => {
    peer.answerWith(({ token }) =>
      inquiriesTo(token.replace('?t=i', '')).length > 1 ? pending() : { status: 503, body: '' },
    )
    const { label, path } = await hostedWallet()
    const id = await withdraw(label)
    await until(
      async () => inquiriesTo(path),
      (sent) => sent.length === 2,
    )
    const [first, second] = inquiriesTo(path)
    expect(second!.body).toBe(first!.body)
    expect(second!.headers['request-identifier']).toBe(first!.headers['request-identifier'])
    await until(
      () => stateOf(id),
      (state) => state === 'acknowledged',
    )
  })

  test('an approval counts after many inquiries without an answer', async () => {
    peer.answerWith(pending)
    const { label, wallet, path } = await hostedWallet()
    const id = await withdraw(label)
    const callback = callbackIn(await inquiryTo(path))
    // Those of two and a half days.
    await uat.database.owner.query(
      `insert into compliance.exchange_message (id, exchange_id, at, way, kind, authentic)
       select gen_random_uuid(), e.id, now(), way, kind, true from compliance.exchange e, generate_series(1, 250),
         (values ('sent', 'inquiry'), ('received', 'reply')) message (way, kind) where e.subject_id = $1`,
      [id],
    )
    expect(await callBack(callback, approval(wallet))).toBe(204)
    expect(await stateOf(id)).toBe('approved')
  })

  test('an approval for another wallet pays nothing: staff decide', async () => {
    peer.answerWith(pending)
    const { label, path } = await hostedWallet()
    const id = await withdraw(label)
    const callback = callbackIn(await inquiryTo(path))
    expect(await callBack(callback, approval(`0x${'1'.repeat(40)}`))).toBe(204)
    await until(
      () => withdrawal(id),
      ({ status }) => status === 'held',
    )
    expect(await exchangeOf(id)).toMatchObject({
      state: 'conflict',
      problem: 'The counterparty has approved another wallet.',
    })
  })

  test('a canceled withdrawal is canceled at the provider too, even if its approval comes later', async () => {
    peer.answerWith(({ token }) => (token === 'confirm' ? { status: 204, body: '' } : pending()))
    const { label, wallet, path } = await hostedWallet()
    const id = await withdraw(label)
    const callback = callbackIn(await inquiryTo(path))
    expect((await uat.call(client, 'cancelWithdrawal', { withdrawalid: id })).status).toBe(200)
    await until(
      () => stateOf(id),
      (state) => state === 'canceled',
    )
    const confirmations = () =>
      peer.received.filter(({ token }) => token === 'confirm').map(({ body }) => JSON.parse(body))
    expect(confirmations()).toEqual([])
    expect(await callBack(callback, approval(wallet))).toBe(204)
    await until(
      async () => confirmations(),
      (sent) => sent.length > 0,
    )
    expect(confirmations()).toEqual([{ canceled: expect.any(String) }])
  })

  test('an exchange stays open until its provider knows the transaction', async () => {
    let isReached = false
    peer.answerWith(({ token }) =>
      token !== 'chased' ? pending() : isReached ? { status: 204, body: '' } : { status: 503, body: '' },
    )
    const { label, wallet, path } = await hostedWallet()
    const id = await withdraw(label)
    const approved = { approved: { address: wallet, callback: `${peer.base}/chased` } }
    expect(await callBack(callbackIn(await inquiryTo(path)), approved)).toBe(204)
    await uat.pass(4 * 3_600)
    expect(await withdrawal(id)).toMatchObject({ status: 'completed', txids: [expect.any(String)] })
    expect(await exchangeOf(id)).toMatchObject({ state: 'approved', due: 'confirmation', txid: expect.any(String) })
    isReached = true
    await until(
      () => stateOf(id),
      (state) => state === 'confirmed',
    )
    const { txids } = await withdrawal(id)
    const told = peer.received.filter(({ token }) => token === 'chased')
    expect(new Set(told.map(({ headers }) => headers['request-identifier'])).size).toBe(1)
    expect(JSON.parse(told.at(-1)!.body)).toEqual({ txid: txids.at(-1) })
  })

  test('an address without an answer or of an inner network is never paid, and its withdrawal is held', async () => {
    const metadata = travelAddressOf('169.254.169.254/latest?t=i')
    const { label, wallet } = await hostedWallet({ travel_address: metadata })
    const id = await withdraw(label)
    await uat.pass(5 * 3_600)
    expect(await withdrawal(id)).toMatchObject({ status: 'held', hold: { reason: 'travel_rule' } })
    expect((await exchangeOf(id)).problem).toMatch(/^169\.254\.169\.254 resolves to .*not a public address\.$/)
    expect(await (await coin(uat, 'VCHF', 'ETH')).held(wallet)).toBe(0n)
  })

  test('a mint to a hosted wallet waits for its provider, and returns the money after a rejection', async () => {
    const { institutionid } = client
    const before = await money(uat, client, 'CHF')
    const listed = { institutionid, blockchain: 'ETH' }
    const [good, bad] = [1, 2].map(() => `0x${randomBytes(20).toString('hex')}`)
    await sandboxControl(uat, 'addresses', { ...listed, address: good, label: 'good', vasp: 'UAT VASP Approve' })
    await sandboxControl(uat, 'addresses', { ...listed, address: bad, label: 'bad', vasp: 'UAT VASP Reject' })
    const paid = await mint(uat, client, { blockchain: 'ETH', quantity: '150000', destination: 'good' })
    const refused = await mint(uat, client, { blockchain: 'ETH', quantity: '150000', destination: 'bad' })
    await uat.pass(4 * 3_600)
    expect(await change(uat, client, paid.requestid)).toMatchObject({ status: 'settled' })
    expect(await change(uat, client, refused.requestid)).toMatchObject({
      status: 'rejected',
      reason: 'The provider of the wallet has rejected the transfer.',
    })
    const { held } = await coin(uat, 'VCHF', 'ETH')
    expect([await held(good!), await held(bad!)]).toEqual([150_000n * 10n ** 6n, 0n])
    const after = await money(uat, client, 'CHF')
    expect(Number(before.available) - Number(after.available)).toBe(150_000)
    expect(await stateOf(paid.requestid)).toBe('confirmed')
  })

  test('a rail payment to a hosted wallet waits for its provider; after a rejection no coin leaves, and the money returns to its payer', async () => {
    const { institutionid } = client
    const wallets = new Map<string, string>()
    const rails = new Map<string, string>()
    for (const vasp of ['UAT VASP Slow', 'UAT VASP Reject']) {
      const address = `0x${randomBytes(20).toString('hex')}`
      await sandboxControl(uat, 'addresses', { institutionid, blockchain: 'ETH', address, label: `rail ${vasp}`, vasp })
      wallets.set(vasp, address)
      const railid = await activeRail(uat, client, onRamp('VCHF', 'ETH', `rail ${vasp}`))
      await pay(uat, railid, '1000')
      rails.set(vasp, railid)
    }
    const paymentTo = async (vasp: string) => (await paymentsOf(uat, client, rails.get(vasp)!))[0]
    const { held } = await coin(uat, 'VCHF', 'ETH')
    await uat.pass(3_600)
    expect(await paymentTo('UAT VASP Slow')).toMatchObject({ status: expect.stringMatching(/converting|sent|pending/) })
    expect(await held(wallets.get('UAT VASP Slow')!)).toBe(0n)
    const paid = await paymentComes(uat, client, rails.get('UAT VASP Slow')!, 'completed')
    expect(await held(wallets.get('UAT VASP Slow')!)).toBe(minorOf('VCHF', paid.sent))
    const refused = await paymentTo('UAT VASP Reject')
    expect(await stateOf(refused.paymentid)).toBe('rejected')
    expect(await paymentTo('UAT VASP Reject')).toMatchObject({
      status: 'returned',
      reason: 'The provider of the wallet has rejected the transfer.',
    })
    const { returns } = (await get(`${uat.counterparts.origin}/provider/control/state`)).body
    expect(returns).toMatchObject([{ status: 'settled', why: 'The provider of the wallet has rejected the transfer.' }])
    expect(await held(wallets.get('UAT VASP Reject')!)).toBe(0n)
    await until(
      () => stateOf(paid.paymentid),
      (state) => state === 'confirmed',
    )
  })
})

describe('inquiries of others', () => {
  const inbound = async (id: string): Promise<any> =>
    (await get(`${uat.counterparts.origin}/vasp/control/state`)).body.outbound.find((one: any) => one.id === id)
  const decided = (id: string) =>
    until(
      () => inbound(id),
      (one) => one.decision !== null,
    )
  const asked = async (more: object = {}) =>
    sandboxControl(uat, 'counterparts/vasp/inquiries', {
      institutionid: client.institutionid,
      asset: 'VCHF',
      blockchain: 'ETH',
      quantity: '77',
      ...more,
    })

  test('an inquiry about an address and a name of ours is approved, and its deposit is the one that was announced', async () => {
    const { id, wallet } = await asked()
    expect(await decided(id)).toMatchObject({ decision: { approved: { address: wallet } } })
    const { institutionid } = client
    const { txid } = await sandboxControl(uat, 'deposits', {
      institutionid,
      asset: 'VCHF',
      blockchain: 'ETH',
      quantity: '77',
    })
    await until(
      () => deposits(uat, client, { txid }),
      ([one]) => one?.status === 'credited',
    )
    await sandboxControl(uat, 'counterparts/vasp/confirmations', { id, txid })
    const [deposit] = await deposits(uat, client, { txid })
    await until(
      () => stateOf(deposit.depositid),
      (state) => state === 'confirmed',
    )
  })

  test('a wallet that is not ours is rejected', async () => {
    const { id } = await asked({ wallet: `0x${'7'.repeat(40)}` })
    expect(await decided(id)).toMatchObject({ decision: { rejected: expect.any(String) } })
  })

  test('staff decide on another name and on a listed payer', async () => {
    const other = await asked({ beneficiary: 'Another Company Ltd' })
    const listed = await asked({ originator: 'Zarkovia Sanctioned Trading LLC', quantity: '78' })
    const waiting = () =>
      uat.database.owner.query(
        `select problem from compliance.exchange where direction = 'in' and state = 'acknowledged' order by created_at`,
      )
    await until(waiting, (rows) => rows.length === 2)
    expect(await waiting()).toEqual([
      { problem: 'The name of the payee is not that of the institution.' },
      { problem: 'The payer or their provider matches an entry of a list.' },
    ])
    await sleep(200)
    expect([(await inbound(other.id)).decision, (await inbound(listed.id)).decision]).toEqual([null, null])
  })

  test.each([
    ['another type', 415, { 'content-type': 'text/plain' }, '{}'],
    ['no version', 400, { 'api-version': '' }, '{}'],
    ['a body that is not JSON', 400, {}, '{'],
    ['a key twice', 400, {}, '{"asset":1,"asset":1}'],
    ['an inquiry without an asset', 422, {}, '{}'],
    ['an extension', 501, { 'api-extensions': 'x' }, '{}'],
    ['a long body', 400, {}, `"${'a'.repeat(300_000)}"`],
  ])('%s is refused with %i', async (_what, expected, more, body) => {
    const headers = { 'api-version': '3.2.1', 'request-identifier': 'x', 'content-type': 'application/json', ...more }
    const { status } = await fetch(`${uat.service.origin}/travel-rule/v1/inquiries?t=i`, {
      method: 'POST',
      headers,
      body,
    })
    expect([expected, 413]).toContain(status)
  })
})
