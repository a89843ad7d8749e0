import { expect, test } from 'vitest'
import { sandboxControl, until } from '../chains/story.ts'
import { sandbox } from '../client.ts'
import { activeRail, brokenRails, pay, paymentsOf } from '../rails/rails.ts'
import {
  bank,
  both,
  type Case,
  comeTo,
  expectStopped,
  fourHours,
  type Held,
  hold,
  holdAll,
  mints,
  offBase,
  onBase,
  overRail,
  prepared,
  redeems,
  released,
  toBank,
  toWallet,
  uat,
  undecided,
  useUat,
  wallet,
} from './late.ts'
import { inLine, settling, waiting } from './late-cases.ts'
import { expectHeld, frozen, inWallet, place, shown, usable } from './story.ts'

// A hold may be placed at any moment (S1). Each operation is brought to a state by the real flow, and then held: from then on
// none of its money leaves or becomes usable, and the answer names what could not be stopped. At the end people decide all of
// them together: released, they end as usual.

useUat()

test('before any processing', async () => {
  await expectStopped(await hold(both(waiting), ['transfers.withdrawals']))
})

test('in the hours of its settlement', async () => {
  await expectStopped(await hold(both(settling)))
})

test('signed and not on the chain yet: facts are booked, and later steps wait', async () => {
  const signed: Case[] = [
    { name: 'a mint to the balance', kind: 'mint', at: 'confirming', answer: 'partly', bring: mints, ends: 'settled' },
    {
      name: 'a redemption to the bank',
      kind: 'redemption',
      at: 'confirming',
      answer: 'partly',
      bring: (one) => redeems(one, { bankaccount: 'bank' }),
      outside: bank,
      ends: 'settled',
    },
  ]
  const stall = async (one: Held) => {
    await sandboxControl(uat, 'chains/BASE/stall')
    return one
  }
  const held = await hold(
    released(signed).map((one) => ({ ...one, bring: async (held: Held) => one.bring(await stall(held)) })),
    [],
    () => sandboxControl(uat, 'chains/BASE/resume'),
  )
  await expectStopped(held)
})

test('an irrevocable operation says so, and completes', async () => {
  const gone: Case[] = [
    {
      name: 'a fiat withdrawal that is in an order',
      kind: 'withdrawal',
      at: 'sending',
      and: `exists (select from banking.payout p where p.subject = thing.id and p.state = 'batched')`,
      answer: 'too_late',
      bring: toBank,
      outside: bank,
      meanwhile: 'completed',
      ends: 'completed',
    },
    {
      name: 'a signed mint to a wallet',
      kind: 'mint',
      at: 'confirming',
      answer: 'too_late',
      bring: (one) => mints(one, { destination: 'vault' }),
      meanwhile: 'held',
      ends: 'settled',
    },
  ]
  await sandboxControl(uat, 'counterparts/bank', { next: 'timeout', count: 3 })
  const held = await hold(released(gone))
  await expectStopped(held)
  const [order, coins] = held.all as [Case & Held, Case & Held]
  await comeTo(
    held.all,
    held.all.map(({ name, meanwhile }) => [name, meanwhile!, meanwhile === 'held']),
  )
  expect([await bank(order), await wallet(coins)]).toEqual([1, 200_000_000_000n])
})

test('an on-ramp payment at every step', { timeout: 240_000 }, async () => {
  const provider = (ask: object) => sandboxControl(uat, 'counterparts/provider', ask)
  const onramp = (
    name: string,
    at: string,
    answer: Case['answer'],
    and: string,
    first: () => Promise<unknown>,
  ): Case => {
    const bring = async (one: Held) => {
      await first()
      return overRail(one, onBase)
    }
    return { name, kind: 'payment', at, and, answer, bring, outside: wallet, ends: 'completed', refused: 'returned' }
  }
  const late = onramp(
    'the provider has settled, its wire is under way',
    'converting',
    'partly',
    `exists (select from banking.expected e where e.reference = thing.reference and e.owed)`,
    () => provider({ next: 'settle_late', seconds: 7_200 }),
  )
  const request = onramp(
    'the provider is slow to answer',
    'converting',
    'partly',
    'reference is not null',
    async () => 0,
  )
  await expectStopped(await hold(released([late])))
  // The rail is opened before the provider is slow.
  const slow: Case = {
    ...request,
    bring: async (one) => {
      const railid = await activeRail(uat, one.client, onBase)
      await provider({ next: 'pending', seconds: 3_600 })
      await pay(uat, railid, String(one.sum))
      for (;;) {
        const [payment] = await paymentsOf(uat, one.client, railid)
        if (payment?.status === 'converting') return payment.paymentid
      }
    },
  }
  await expectStopped(await hold(released([slow])))
})

test('a mint that waits for its crypto', async () => {
  const funding: Case = {
    name: 'no deposit yet',
    kind: 'mint',
    at: 'funding',
    answer: 'held',
    bring: (one) => mints(one, { funding_currency: 'ETH' }),
    ends: 'failed',
    refused: 'rejected',
  }
  const { all } = await hold([funding])
  const [one] = all as [Case & Held]
  const { institutionid } = one.client
  await sandboxControl(uat, 'deposits', { institutionid, asset: 'ETH', blockchain: 'ETH', quantity: '150' })
  await uat.pass(fourHours)
  expectHeld(await shown(uat, one.client, 'mint', one.id), one.name)
  expect((await usable(uat, one.client))['ETH']).toBe('150')
  await sandboxControl(uat, `holds/${one.holdid}/reject`)
  await uat.pass(60)
  expect((await shown(uat, one.client, 'mint', one.id)).status).toBe('rejected')
  expect((await usable(uat, one.client))['ETH']).toBe('150')
})

test('an active rail: new payments wait, open ones are held with it', async () => {
  const { client, wallet: address } = await prepared()
  await uat.pass(1_800)
  const railid = await activeRail(uat, client, onBase)
  const { holdid, status } = await place(uat, client, railid)
  expect(status).toBe('held')
  await pay(uat, railid, '1000')
  await uat.pass(fourHours)
  expectHeld(await shown(uat, client, 'rail', railid), 'the rail')
  expect((await paymentsOf(uat, client, railid)).map((one) => one.status)).toEqual(['received'])
  expect(await inWallet(uat, 'BASE', address)).toBe(0n)
  await sandboxControl(uat, `holds/${holdid}/release`)
  await uat.pass(fourHours)
  expect((await paymentsOf(uat, client, railid)).map((one) => one.status)).toEqual(['completed'])
})

test('a held withdrawal can be canceled, and its hold moves to the next; a hold on another institution’s operation is refused', async () => {
  const one = await prepared()
  const other = await uat.onboard()
  await uat.pass(1_800)
  const withdrawalid = await toWallet(one)
  const ask = { institutionid: other.institutionid, on: withdrawalid, reason: 'aml_review' }
  expect((await sandbox(uat.service.origin, 'holds', ask)).body.details).toMatchObject({ rule: 'other_institution' })
  await place(uat, one.client, withdrawalid)
  const { body } = await uat.call(one.client, 'cancelWithdrawal', { withdrawalid })
  expect(body).toMatchObject({ result: 'ok', status: 'canceled' })
  const next = await toWallet(one)
  await uat.pass(fourHours)
  expectHeld(await shown(uat, one.client, 'withdrawal', next), 'the next withdrawal')
})

// The last before the decisions: time passes slowly while the queue is not empty.

test.each(['release', 'reject'] as const)(
  'coins of an off-ramp that are still at its address, to %s',
  async (decision) => {
    const one = await prepared()
    await uat.pass(1_800)
    const railid = await activeRail(uat, one.client, offBase)
    let thawPayments = () => {}
    const payments = new Promise<void>((resolve) => (thawPayments = resolve))
    // The payment is not processed before the coins are final, and then they are not collected.
    const learned = frozen(uat, ['rails.payments'], () => payments)
    await pay(uat, railid, String(one.sum))
    const arrived = `select 1 from chains.movement where unread and state = 'final' and amount = $1`
    await until(
      () => uat.database.owner.query(arrived, [BigInt(one.sum) * 1_000_000n]),
      (rows) => rows.length > 0,
    )
    const offramp: Case = {
      name: `an off-ramp, to ${decision}`,
      kind: 'payment',
      at: 'converting',
      answer: 'held',
      bring: async () => {
        thawPayments()
        await learned
        const look = () => paymentsOf(uat, one.client, railid)
        const [payment] = await until(look, ([row]) => row?.status === 'converting')
        return payment.paymentid
      },
      outside: bank,
      ends: 'completed',
      refused: 'returned',
      decision,
    }
    await expectStopped(await holdAll([{ ...offramp, ...one }], ['chains.send.BASE']))
  },
)

test('queued for chain or bank, unsigned', async () => {
  await expectStopped(await hold(both(inLine), ['chains.send.BASE', 'banking.payouts']))
})

test('released, each ends as usual; rejected, nothing of it has left', async () => {
  for (const { one } of undecided) await sandboxControl(uat, `holds/${one.holdid}/${one.decision}`)
  await comeTo(
    undecided.map(({ one }) => one),
    undecided.map(({ one }) => [one.name, (one.decision === 'reject' ? one.refused : one.ends)!, false]),
  )
  for (const { one, outside } of undecided) {
    if (one.decision === 'reject') expect([one.name, await one.outside?.(one)]).toEqual([one.name, outside])
    else if (one.outside === bank) expect([one.name, await bank(one)]).toEqual([one.name, 1])
  }
})

test('ledger, bank, provider and chains agree at the end', async () => {
  expect(await brokenRails(uat)).toEqual([])
})
