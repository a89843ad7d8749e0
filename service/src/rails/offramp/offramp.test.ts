import { decideHold } from '@specie/test/people.ts'
import { clientChf } from '@specie/test/banking/bank-files.ts'
import { becomes } from '@specie/test/chains/chain-rows.ts'
import { landed, ledgerOf, sweep } from '@specie/test/issuance.ts'
import {
  acme,
  arrive,
  requestPayouts,
  requestedPayouts,
  bank,
  burnedPayment,
  advance,
  cases,
  charge,
  circulate,
  env,
  lands,
  offRamp,
  offRampsForEachTest,
  omnibusOn,
  operations,
  paymentOf,
  payments,
  railOf,
  statesOf,
  vchf,
} from '@specie/test/rails/offramp.ts'
import { debitOf, returnOf } from '@specie/test/banking/scripted-bank.ts'
import { finalByHand, signedByHand } from '@specie/test/sender.ts'
import { describe, expect, test } from 'vitest'
import { matchPayout, returnPayout } from '../../banking/payout/match.ts'
import { holdAndReport } from '../../stopping/place.ts'
import { account } from '../../ledger/chart.ts'
import { inWallet } from '../../treasury/holdings.ts'
import { resumePayment } from '../processing/resume.ts'

offRampsForEachTest()

describe('coins that arrive on an off-ramp', () => {
  test('are burned and paid out to the bank account; the payment completes when the bank has booked it', async () => {
    const { rail, address } = await offRamp()
    const { txid } = await arrive(address, 1_000_500_000n)
    await advance()
    await advance()
    const payment = await paymentOf(rail)
    expect(payment).toMatchObject({
      state: 'converting',
      source: `ETH/${txid}/0`,
      received: 1_000_500_000n,
      received_currency: 'VCHF',
      sent_currency: 'CHF',
      sent: null,
      blockchain: 'ETH',
    })
    expect(await railOf(payment)).toEqual([1_000_500_000n, 0n])
    expect(await omnibusOn('ETH')).toBe(1_000_500_000n)
    expect(await env.db.tx((tx) => inWallet(tx, { chain: 'ETH', asset: 'VCHF' }))).toBe(0n) // they are at the rail's address
    expect(await operations(payment.id)).toMatchObject([
      { purpose: 'rail_collection', kind: 'collect', recipient: '0x0b', amount: 1_000_500_000n, state: 'queued' },
    ])

    await lands('rail_collection', payment)
    expect(await env.db.tx((tx) => inWallet(tx, { chain: 'ETH', asset: 'VCHF' }))).toBe(0n) // their burn is queued
    const burn = await lands('rail_burn', payment)
    expect(await paymentOf(rail)).toMatchObject({ state: 'converting', sent: 100_050n, commission: 0n, txid: burn })
    expect(await railOf(payment)).toEqual([0n, 100_050n])
    expect(await omnibusOn('ETH')).toBe(0n)
    expect(await ledgerOf(env, account('supply', 'issued', 'ETH', 'VCHF'))).toEqual([198_999_500_000n])

    await requestPayouts()
    expect(requestedPayouts()).toEqual([]) // other clients' money is not lent
    await sweep(env)
    await requestPayouts()
    expect(requestedPayouts()).toMatchObject([
      {
        amount: 100_050n,
        currency: 'CHF',
        creditor: { name: 'Acme', account: { iban: 'CH9300762011623852957' } },
        remittance: `Payment ${payment.id}`,
      },
    ])
    expect((await paymentOf(rail)).state).toBe('sending')
    const entry = debitOf(requestedPayouts()[0]!)
    expect(await env.db.tx((tx) => matchPayout(env, tx, clientChf, entry))).toBeNull()
    await advance()
    const completed = await paymentOf(rail)
    expect(completed).toMatchObject({ state: 'completed', bankref: entry.bankref, attempt: 1, reason: null })
    expect(completed.completed_at).toBeInstanceOf(Date)
    expect(completed.legs.map(({ leg, status, ref }) => [leg, status, ref])).toEqual([
      ['received', 'arrived', txid],
      ['screening', 'cleared', null],
      ['collection', 'final', expect.any(String)],
      ['burn', 'final', burn],
      ['commission', 'taken', '0 CHF'],
      ['payout', 'asked', '1000.5 CHF'],
      ['payout', 'booked', entry.bankref],
      ['completed', 'completed', '1000.5 CHF'],
    ])
    expect(await railOf(payment)).toEqual([0n, 0n])
    expect(await statesOf(payment.id)).toEqual(['received', 'screening', 'converting', 'sending', 'completed'])
  })

  test('are paid less our commission, where one is set, to the recipient with the memo', async () => {
    charge(25)
    const recipient = { partyname: { name: 'Beta Ltd' }, address: { country: 'GB' }, partytype: 'company' as const }
    const { rail } = await burnedPayment(333_330_000n, { recipient, memo: 'Invoice 7' })
    expect(await paymentOf(rail)).toMatchObject({ commission: 84n, sent: 33_249n })
    expect(await ledgerOf(env, account('client', 'fees_due', 'CHF'), account('house', 'fees', 'CHF'))).toEqual([
      84n,
      84n,
    ])
    await sweep(env)
    await requestPayouts()
    expect(requestedPayouts()).toMatchObject([
      { amount: 33_249n, creditor: { name: 'Beta Ltd' }, remittance: 'Invoice 7' },
    ])
  })

  test('become a payment when final, and none when the chain drops them', async () => {
    const { rail, address } = await offRamp()
    const young = await arrive(address, 5n * vchf, { state: 'seen' })
    const dropped = await arrive(address, 6n * vchf, { state: 'seen' })
    await advance()
    expect(await payments(rail)).toEqual([])
    await becomes(env.db, dropped.block, 'orphaned')
    await becomes(env.db, young.block, 'final')
    await advance()
    expect((await paymentOf(rail)).received).toBe(5n * vchf)
    expect(await env.db.query('select 1 from chains.movement where unread')).toEqual([])
    await becomes(env.db, young.block, 'final') // reported again
    await advance()
    await advance()
    expect((await payments(rail)).length).toBe(1)
  })

  test('several times on one rail are separate payments', async () => {
    const { rail, address } = await offRamp()
    const [, other] = [await arrive(address, 10n * vchf), await arrive(address, 20n * vchf)]
    await arrive(address, 30n * vchf, { txid: other.txid, block: other.block, index: 1 })
    await advance()
    await advance()
    expect(new Set((await payments(rail)).map((one) => one.received))).toEqual(
      new Set([10n * vchf, 20n * vchf, 30n * vchf]),
    )
    for (const one of await payments(rail)) await lands('rail_collection', one)
    for (const one of await payments(rail)) await lands('rail_burn', one)
    await sweep(env)
    await requestPayouts()
    expect(new Set(requestedPayouts().map((one) => one.amount))).toEqual(new Set([1_000n, 2_000n, 3_000n]))
  })

  test('on Solana are processed in the same way', async () => {
    await circulate('SOL')
    const { rail } = await burnedPayment(1_000n * vchf, { blockchain: 'SOL' })
    await sweep(env)
    await requestPayouts()
    expect(await paymentOf(rail)).toMatchObject({ state: 'sending', blockchain: 'SOL', sent: 100_000n })
  })
})

describe('a payment that the bank refuses', () => {
  /** The bank is asked to pay 1,000 francs. */
  async function sendingPayment() {
    const { rail, id } = await burnedPayment()
    await sweep(env)
    return { rail, id }
  }

  test('is tried once more', async () => {
    const { rail, id } = await sendingPayment()
    bank.next = ['reject', 'accept']
    await requestPayouts()
    expect(await paymentOf(rail)).toMatchObject({ state: 'sending', attempt: 2, reason: null })
    await requestPayouts()
    await env.db.tx((tx) => matchPayout(env, tx, clientChf, debitOf(requestedPayouts()[1]!)))
    await advance()
    expect(await paymentOf(rail)).toMatchObject({ state: 'completed', attempt: 2 })
    expect((await statesOf(id)).slice(2)).toEqual(['converting', 'sending', 'failed', 'sending', 'completed'])
    expect(await cases()).toEqual([])
  })

  test('twice is escalated; the money is safe', async () => {
    const { rail, id } = await sendingPayment()
    bank.next = ['reject']
    await requestPayouts()
    await requestPayouts()
    const payment = await paymentOf(rail)
    expect(payment).toMatchObject({ state: 'failed', attempt: 2, reason: expect.stringContaining('AC04') })
    expect(await cases()).toMatchObject([{ detail: { paymentid: id, leg: 'payout' } }])
    expect(await railOf(payment)).toEqual([0n, 100_000n])
    expect(requestedPayouts().length).toBe(2)
    bank.next = ['accept']
    await env.db.tx((tx) =>
      resumePayment(env, tx, id, { actor: 'operator', why: 'the account is open again', at: env.clock.now() }),
    )
    expect(await advance()).toBe(1)
    expect(await paymentOf(rail)).toMatchObject({ state: 'sending', attempt: 3, stuck: null })
  })

  test('or returns is also tried once more', async () => {
    const { rail } = await sendingPayment()
    await requestPayouts()
    await env.db.tx(async (tx) => {
      await matchPayout(env, tx, clientChf, debitOf(requestedPayouts()[0]!))
      await returnPayout(env, tx, clientChf, returnOf(requestedPayouts()[0]!))
    })
    await advance()
    expect(await paymentOf(rail)).toMatchObject({ state: 'sending', attempt: 2, completed_at: null })
  })

  test('or returns after its completion has failed, and is tried once more', async () => {
    const { rail, id } = await sendingPayment()
    await requestPayouts()
    await env.db.tx((tx) => matchPayout(env, tx, clientChf, debitOf(requestedPayouts()[0]!)))
    await advance()
    await env.db.tx((tx) => returnPayout(env, tx, clientChf, returnOf(requestedPayouts()[0]!)))
    await advance()
    expect(await paymentOf(rail)).toMatchObject({ state: 'sending', attempt: 2, completed_at: null })
    expect((await statesOf(id)).slice(-3)).toEqual(['completed', 'failed', 'sending'])
    expect((await paymentOf(rail)).legs.slice(-3).map(({ leg, status, ref }) => [leg, status, ref])).toEqual([
      ['completed', 'completed', '1000 CHF'],
      ['payout', 'returned', 'AC04: closed account'],
      ['payout', 'asked', '1000 CHF'],
    ])
    expect(await cases()).toEqual([])
  })
})

describe('a hold on coins that are', () => {
  const place = (on: string) =>
    env.db.tx((tx) => holdAndReport(env, tx, { institutionId: acme, on, reason: 'aml_review' }, 'ann'))
  const decide = async (holdid: string, decision: 'release' | 'reject') => {
    await decideHold(env, holdid, decision)
    while ((await advance()) > 0);
  }
  async function collecting() {
    const { rail, address } = await offRamp()
    await arrive(address, 1_000n * vchf)
    await advance()
    await advance()
    return paymentOf(rail)
  }
  const states = async (id: string) => (await operations(id)).map((one: any) => `${one.purpose} ${one.state}`)

  test('collected prevents the burn; a rejection returns them', async () => {
    const payment = await collecting()
    await signedByHand(env.db, 'rail_collection', payment.id)
    const { holdid, status } = await place(payment.id)
    expect(status).toBe('held') // they move to our own wallet only
    await finalByHand(env.db, 'rail_collection', payment.id)
    await advance()
    expect(await states(payment.id)).toEqual(['rail_collection final'])
    await decide(holdid, 'reject')
    expect(await states(payment.id)).toEqual(['rail_collection final', 'rail_return queued'])
    await lands('rail_return', payment)
    expect((await paymentOf(payment.rail_id)).state).toBe('returned')
  })

  test('queued for burning stops the burn; a release burns them, a rejection returns them', async () => {
    for (const decision of ['release', 'reject'] as const) {
      const payment = await collecting()
      await lands('rail_collection', payment)
      const { holdid, status } = await place(payment.id)
      expect(status).toBe('held')
      await expect(landed(env, 'rail_burn', payment.id)).rejects.toThrow(/carries an item on hold/)
      await decide(holdid, decision)
      await lands(decision === 'release' ? 'rail_burn' : 'rail_return', payment)
    }
  })

  test('signed for burning: a rejection does not return them, and escalates the payment after the burn', async () => {
    const payment = await collecting()
    await lands('rail_collection', payment)
    await signedByHand(env.db, 'rail_burn', payment.id)
    const { holdid } = await place(payment.id)
    await decide(holdid, 'reject')
    expect((await states(payment.id)).toSorted()).toEqual(['rail_burn working', 'rail_collection final'])
    await finalByHand(env.db, 'rail_burn', payment.id)
    while ((await advance()) > 0);
    expect((await states(payment.id)).toSorted()).toEqual(['rail_burn final', 'rail_collection final'])
    expect([await paymentOf(payment.rail_id), await cases()]).toMatchObject([
      { stuck: 'payout' },
      [{ detail: { paymentid: payment.id } }],
    ])
    await requestPayouts()
    expect(requestedPayouts()).toEqual([])
  })

  test('burned prevents the payout; a rejection escalates the payment', async () => {
    const { rail, id } = await burnedPayment()
    const { holdid, status } = await place(id)
    expect(status).toBe('partly')
    await sweep(env)
    await requestPayouts()
    expect(requestedPayouts()).toEqual([])
    await decide(holdid, 'reject')
    expect([await paymentOf(rail), await cases()]).toMatchObject([{ stuck: 'payout' }, [{ detail: { paymentid: id } }]])
    await requestPayouts()
    expect(requestedPayouts()).toEqual([])
  })

  test('about to be paid stops the unsent payout; a release sends it', async () => {
    const { rail, id } = await burnedPayment()
    await sweep(env)
    await advance()
    expect((await paymentOf(rail)).state).toBe('sending')
    const { holdid } = await place(id)
    await requestPayouts()
    expect(requestedPayouts()).toEqual([])
    await decide(holdid, 'release')
    await requestPayouts()
    expect(requestedPayouts().length).toBe(1)
    expect(await place(id)).toMatchObject({
      status: 'too_late',
      irrevocable: expect.stringMatching(/bank has the order/),
    })
  })
})
