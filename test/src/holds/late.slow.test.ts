import { isDeepStrictEqual } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { lever, mint, until } from '../chains/story.ts'
import { type Client, sandbox } from '../client.ts'
import { activeRail, brokenRails, feed, offRamp, onRamp, pay, paymentsOf } from '../rails/rails.ts'
import { startUat, type Uat } from '../programs/uat.ts'
import {
  expectHeld,
  frozen,
  inWallet,
  type Kind,
  newWallet,
  paidByBank,
  place,
  reaches,
  shown,
  usable,
} from './story.ts'

// A hold may come at any moment (S1). Each thing is brought to a state by the real flow, and then held: from then on no
// money of it leaves or becomes usable, and the answer says what could not be stopped. In the end people decide on all of
// them at once: released, it ends as it would have.

let uat: Uat
beforeAll(async () => {
  uat = await startUat({}, { DEVNET_CHAINS: 'ETH,BASE' })
  await uat.pass(1_800)
})
afterAll(() => uat?.end())

const fourHours = 4 * 3_600

/** Something that is held at a state, and where its money would go. */
type Case = {
  name: string
  kind: Kind
  /** The state in which the hold meets it, and more of its row where the state does not say enough. */
  at: string
  and?: string
  answer: 'held' | 'partly' | 'too_late'
  bring(one: Held): Promise<string>
  /** What has reached the outside; it does not change while the hold lies. */
  outside?(one: Held): Promise<unknown>
  /** As clients see it while the hold lies, where that came too late. */
  meanwhile?: string
  /** As clients see it after the release. */
  ends: string
  /** As clients see it after a rejection, where that is tried. */
  refused?: string
  decision?: Decision
}
type Decision = 'release' | 'reject'
type Held = { client: Client; wallet: string; addressid: string; sum: number; id: string; holdid: string }

/** Held, and what had reached the outside then. */
const undecided: { one: Case & Held; outside: unknown }[] = []

const released = (cases: readonly Case[]): Case[] => cases.map((one) => ({ ...one, decision: 'release' }))
const both = (cases: readonly Case[]): Case[] => [
  ...released(cases),
  ...cases.map((one): Case => ({ ...one, name: `${one.name}, to be rejected`, decision: 'reject' })),
]

let sums = 1_000
/** An institution with money, coins and places to send to. Each has an amount of its own, by which the bank's entries are told. */
async function prepared(): Promise<Held> {
  const client = await uat.onboard()
  const { institutionid } = client
  const wallet = newWallet()
  sums += 1
  await lever(uat, 'wires', { institutionid, currency: 'CHF', amount: '400000' })
  await lever(uat, 'deposits', { institutionid, asset: 'VCHF', blockchain: 'BASE', quantity: '5000' })
  const listed = { institutionid, blockchain: 'BASE', address: wallet, label: 'vault' }
  const { addressid } = await lever(uat, 'addresses', listed)
  const account = { institutionid, label: 'bank', currency: 'CHF', identifier: 'CH9300762011623852957' }
  await lever(uat, 'bankaccounts', { ...account, name: 'Acme Treasury AG' })
  return { client, wallet, addressid, sum: sums, id: '', holdid: '' }
}

const call = async ({ client }: Held, name: string, fields: Record<string, string>): Promise<any> => {
  const { status, body } = await uat.call(client, name, fields)
  expect([status, body]).toEqual([200, expect.anything()])
  return body
}
const toBank = async (one: Held) =>
  (await call(one, 'withdraw', { asset: 'CHF', quantity: String(one.sum), destination: 'bank' })).withdrawalid
const toWallet = async (one: Held) => {
  const ask = { asset: 'VCHF', blockchain: 'BASE', quantity: String(one.sum), destination: 'vault' }
  return (await call(one, 'withdraw', ask)).withdrawalid
}
const mints = async ({ client }: Held, over: Record<string, string> = {}) => (await mint(uat, client, over)).requestid
const redeems = async (one: Held, over: Record<string, string> = {}) => {
  const ask = { asset: 'VCHF', blockchain: 'BASE', quantity: String(one.sum), ...over }
  return (await call(one, 'redeemTokens', ask)).requestid
}
/** A payment over a new rail. */
const overRail = async ({ client, sum }: Held, rail: object) => {
  const railid = await activeRail(uat, client, rail)
  await pay(uat, railid, String(sum))
  for (;;) {
    const [payment] = await paymentsOf(uat, client, railid)
    if (payment) return payment.paymentid
  }
}
const onBase = onRamp('VCHF', 'BASE', 'vault')
const offBase = offRamp('VCHF', 'BASE')

const bank = ({ sum }: Held) => paidByBank(uat, BigInt(sum) * 100n)
const wallet = (one: Held) => inWallet(uat, 'BASE', one.wallet)

/** Brings all to their states, holds them, and lets everything go on. */
async function hold(
  cases: readonly Case[],
  jobs: readonly string[] = [],
  goOn: () => Promise<unknown> = async () => 0,
) {
  const all: (Case & Held)[] = []
  for (const one of cases) all.push({ ...one, ...(await prepared()) })
  await uat.pass(1_800)
  return holdAll(all, jobs, goOn)
}

async function holdAll(
  all: readonly (Case & Held)[],
  jobs: readonly string[],
  goOn: () => Promise<unknown> = async () => 0,
) {
  await frozen(uat, jobs, async () => {
    for (const one of all) one.id = await one.bring(one)
    for (const one of all) await reaches(uat, one.kind, one.id, one.at, one.and)
    for (const one of all) {
      const answer = await place(uat, one.client, one.id)
      one.holdid = answer.holdid
      expect([answer.status, answer.irrevocable === null], `${one.name}: ${answer.irrevocable}`).toEqual([
        one.answer,
        one.answer === 'held',
      ])
    }
  })
  return { all, goOn }
}

async function expectStopped({ all, goOn }: Awaited<ReturnType<typeof hold>>): Promise<void> {
  const before = await Promise.all(all.map(async (one) => [await usable(uat, one.client), await one.outside?.(one)]))
  await goOn()
  await uat.pass(fourHours)
  for (const [i, one] of all.entries()) {
    undecided.push({ one, outside: before[i]![1] })
    if (one.answer === 'too_late') continue
    const row = await shown(uat, one.client, one.kind, one.id)
    expectHeld(row, one.name)
    expectHeld(await shown(uat, one.client, one.kind, one.id, 'held'), `${one.name}, by status`)
    expect(await shown(uat, one.client, one.kind, one.id, 'pending'), one.name).toBeUndefined()
    expect([await usable(uat, one.client), await one.outside?.(one)], one.name).toEqual(before[i])
    expect((await feed(uat, one.client)).findLast(({ id }) => id === one.id)!.told, one.name).toMatch(/ held$/)
  }
}

type Seen = readonly [name: string, status: string, isHeld: boolean]

/** Time passes until clients see that of each of them: a bank has its days. */
async function comeTo(all: readonly (Case & Held)[], wanted: readonly Seen[]): Promise<void> {
  const seen = () =>
    Promise.all(
      all.map(async ({ name, client, kind, id }): Promise<Seen> => {
        const { status, hold } = await shown(uat, client, kind, id)
        return [name, status, hold !== null]
      }),
    )
  for (let hours = 0; hours < 80; hours += 4) {
    if (isDeepStrictEqual(await seen(), wanted)) return
    await uat.pass(fourHours)
  }
  expect(await seen()).toEqual(wanted)
}

const waiting: Case[] = [
  {
    name: 'a fiat withdrawal just asked for',
    kind: 'withdrawal',
    at: 'requested',
    answer: 'held',
    bring: toBank,
    outside: bank,
    ends: 'completed',
    refused: 'rejected',
  },
  {
    name: 'a coin withdrawal just asked for',
    kind: 'withdrawal',
    at: 'requested',
    answer: 'held',
    bring: toWallet,
    outside: wallet,
    ends: 'completed',
    refused: 'rejected',
  },
]
const inLine: Case[] = [
  {
    name: 'a mint to a wallet, in line',
    kind: 'mint',
    at: 'sending',
    answer: 'held',
    bring: (one) => mints(one, { destination: 'vault' }),
    outside: wallet,
    ends: 'settled',
    refused: 'rejected',
  },
  {
    name: 'a mint to the balance, in line',
    kind: 'mint',
    at: 'sending',
    answer: 'held',
    bring: mints,
    ends: 'settled',
    refused: 'rejected',
  },
  {
    name: 'a redemption, in line',
    kind: 'redemption',
    at: 'burning',
    answer: 'held',
    bring: redeems,
    ends: 'settled',
    refused: 'rejected',
  },
  {
    name: 'a fiat withdrawal, in no order yet',
    kind: 'withdrawal',
    at: 'sending',
    answer: 'held',
    bring: toBank,
    outside: bank,
    ends: 'completed',
    refused: 'rejected',
  },
]
const settling: Case[] = [
  {
    name: 'a coin withdrawal in its three hours',
    kind: 'withdrawal',
    at: 'travel_rule',
    answer: 'held',
    bring: toWallet,
    outside: wallet,
    ends: 'completed',
    refused: 'rejected',
  },
  {
    name: 'a mint whose coins exist and are not settled',
    kind: 'mint',
    at: 'confirming',
    and: 'booked_at is not null',
    answer: 'partly',
    bring: mints,
    ends: 'settled',
    refused: 'settled',
  },
  {
    name: 'a redemption that is burned and not settled',
    kind: 'redemption',
    at: 'paying',
    answer: 'partly',
    bring: redeems,
    ends: 'settled',
    refused: 'settled',
  },
]

test('nobody has looked at it yet', async () => {
  await expectStopped(await hold(both(waiting), ['transfers.withdrawals']))
})

test('in the hours of its settlement', async () => {
  await expectStopped(await hold(both(settling)))
})

test('signed and not on the chain yet: facts are booked, and what follows waits', async () => {
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
    await lever(uat, 'chains/BASE/stall')
    return one
  }
  const held = await hold(
    released(signed).map((one) => ({ ...one, bring: async (held: Held) => one.bring(await stall(held)) })),
    [],
    () => lever(uat, 'chains/BASE/resume'),
  )
  await expectStopped(held)
})

test('what cannot be stopped says so, and goes its way', async () => {
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
  await lever(uat, 'counterparts/bank', { next: 'timeout', count: 3 })
  const held = await hold(released(gone))
  await expectStopped(held)
  const [order, coins] = held.all as [Case & Held, Case & Held]
  await comeTo(
    held.all,
    held.all.map(({ name, meanwhile }) => [name, meanwhile!, meanwhile === 'held']),
  )
  expect([await bank(order), await wallet(coins)]).toEqual([1, 200_000_000_000n])
})

test('a payment over an on-ramp, wherever it is', { timeout: 240_000 }, async () => {
  const provider = (ask: object) => lever(uat, 'counterparts/provider', ask)
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
  const asked = onramp(
    'the provider is asked and takes its time',
    'converting',
    'partly',
    'reference is not null',
    async () => 0,
  )
  await expectStopped(await hold(released([late])))
  // The rail is opened before the provider is slow.
  const slow: Case = {
    ...asked,
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
  await lever(uat, 'deposits', { institutionid, asset: 'ETH', blockchain: 'ETH', quantity: '150' })
  await uat.pass(fourHours)
  expectHeld(await shown(uat, one.client, 'mint', one.id), one.name)
  expect((await usable(uat, one.client))['ETH']).toBe('150')
  await lever(uat, `holds/${one.holdid}/reject`)
  await uat.pass(60)
  expect((await shown(uat, one.client, 'mint', one.id)).status).toBe('rejected')
  expect((await usable(uat, one.client))['ETH']).toBe('150')
})

test('an active rail: what arrives waits, what is under way is held with it', async () => {
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
  await lever(uat, `holds/${holdid}/release`)
  await uat.pass(fourHours)
  expect((await paymentsOf(uat, client, railid)).map((one) => one.status)).toEqual(['completed'])
})

test('a held withdrawal can be canceled, its hold lies on the next; a hold for another institution’s thing is refused', async () => {
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

// The last before the decisions: while something stands in line, time passes slowly.

test.each(['release', 'reject'] as const)(
  'coins of an off-ramp that are still at its address, to %s',
  async (decision) => {
    const one = await prepared()
    await uat.pass(1_800)
    const railid = await activeRail(uat, one.client, offBase)
    let thawPayments = () => {}
    const payments = new Promise<void>((resolve) => (thawPayments = resolve))
    // Nobody looks at the payment before the coins are final, and then nobody collects them.
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

test('in line for chain or bank, nothing signed', async () => {
  await expectStopped(await hold(both(inLine), ['chains.send.BASE', 'banking.payouts']))
})

test('released, each ends as it would have; rejected, nothing of it has left', async () => {
  for (const { one } of undecided) await lever(uat, `holds/${one.holdid}/${one.decision}`)
  await comeTo(
    undecided.map(({ one }) => one),
    undecided.map(({ one }) => [one.name, (one.decision === 'reject' ? one.refused : one.ends)!, false]),
  )
  for (const { one, outside } of undecided) {
    if (one.decision === 'reject') expect([one.name, await one.outside?.(one)]).toEqual([one.name, outside])
    else if (one.outside === bank) expect([one.name, await bank(one)]).toEqual([one.name, 1])
  }
})

test('in the end ledger, bank, provider and chains agree', async () => {
  expect(await brokenRails(uat)).toEqual([])
})
