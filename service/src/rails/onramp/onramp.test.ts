import { agree } from '@specie/test/people.ts'
import { landed, ledgerOf } from '@specie/test/issuance.ts'
import { type OnRamp, type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { failedByHand, signedByHand } from '@specie/test/sender.ts'
import { checkRails } from '@specie/test/checks.ts'
import { expect, test } from 'vitest'
import { account } from '../../ledger/chart.ts'
import type { Payment } from '../payment/row.ts'
import { resumePayment } from '../processing/resume.ts'

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

/** Runs until nothing changes, and once more: a repeated step does nothing. */
async function rest(): Promise<void> {
  while ((await ramps.run()) > 0);
  expect(await ramps.run()).toBe(0)
}

/** CHF 1,000 has arrived, and the provider has confirmed a wire of 999. */
async function converting(over: Parameters<Ramps['rail']>[0] = {}): Promise<{ rail: OnRamp; payment: Payment }> {
  const rail = await ramps.rail(over)
  const [payment] = await ramps.arrives(rail, '1000')
  await rest()
  return { rail, payment: payment! }
}

/** Its money is in the reserve, and its mint is queued. */
async function sending(): Promise<{ rail: OnRamp; payment: Payment }> {
  const made = await converting()
  await ramps.pass(20)
  await rest()
  await ramps.sweep()
  await rest()
  expect(await ramps.paymentOf(made.payment.id)).toMatchObject({ state: 'sending' })
  return made
}

async function delivered(id: string): Promise<string> {
  await ramps.pass(20)
  await rest()
  await ramps.sweep()
  await rest()
  const txid = await landed(ramps.env, 'rail_mint', id)
  await rest()
  return txid
}

test('francs arrive, are converted, swept to the reserve and delivered as coins, explained to the cent', async () => {
  const rail = await ramps.rail({ memo: 'invoice 7' })
  const [{ id } = { id: '' }] = await ramps.arrives(rail, '1234.56')
  await rest()
  const [spread, sent] = [124n, 123_332n]
  expect(await ramps.paymentOf(id)).toMatchObject({ state: 'converting', spread, sent: sent * 10_000n, commission: 0n })
  expect(await ramps.onRail(id)).toBe(sent)
  await ramps.pass(19)
  await rest()
  expect(await ramps.paymentOf(id)).toMatchObject({ reserved: false })
  await ramps.pass(1)
  await rest()
  // The wire has arrived and is moved in advance; no coins before it is in the reserve (L5).
  expect(await ramps.paymentOf(id)).toMatchObject({ state: 'converting', reserved: true })
  expect(await ramps.onRail(id)).toBe(0n)
  expect(await ramps.ordersOf(id)).toEqual([])
  await ramps.sweep()
  await rest()
  expect(await ramps.paymentOf(id)).toMatchObject({ state: 'sending' })
  expect(await ramps.ordersOf(id)).toEqual([
    { kind: 'mint', amount: sent * 10_000n, recipient: rail.wallet, chain: 'ETH' },
  ])
  const txid = await landed(ramps.env, 'rail_mint', id)
  await rest()

  const view = await ramps.shown(rail.institutionId, id)
  expect(view).toMatchObject({
    status: 'completed',
    reason: null,
    received: '1234.56',
    received_currency: 'CHF',
    sent: '1233.32',
    sent_currency: 'VCHF',
    fee: '1.24',
    fee_currency: 'CHF',
    txid,
  })
  expect(view.completed_at).not.toBeNull()
  expect(view.legs.map(({ leg, status, ref }) => [leg, status, ref])).toEqual([
    ['received', 'arrived', expect.any(String)],
    ['screening', 'cleared', null],
    ['conversion', 'asked', null],
    ['conversion', 'settled', null],
    ['spread', 'kept', '1.24 CHF'],
    ['wire', 'booked', expect.stringMatching(/^RF/)],
    ['commission', 'taken', '0 CHF'],
    ['reserve', 'funding', null],
    ['reserve', 'covered', null],
    ['mint', 'sent', rail.wallet],
    ['memo', 'kept', 'invoice 7'],
    ['mint', 'final', txid],
    ['completed', 'completed', '1233.32 VCHF'],
  ])
})

test('our commission is deducted from the wire, and belongs to the house', async () => {
  const rail = await ramps.rail()
  const fees = account('house', 'fees', 'CHF')
  const [before] = await ledgerOf(ramps.env, fees)
  await ramps.tell('provider/control/arrivals', {
    reference: rail.reference,
    currency: 'CHF',
    amount: '1000.01',
    payername: 'Acme',
  })
  await ramps.run(ramps.charging(25))
  const [payment] = await ramps.env.db.query<Payment>('select * from rails.payment where rail_id = $1', [rail.railid])
  // 10 bps and 25 bps of 1000.01, each rounded up: 1.01 and 2.51.
  expect(payment).toMatchObject({ spread: 101n, commission: 251n, sent: 99_649n * 10_000n })
  await delivered(payment!.id)
  expect(await ramps.shown(rail.institutionId, payment!.id)).toMatchObject({
    status: 'completed',
    sent: '996.49',
    fee: '3.52',
  })
  expect(await ledgerOf(ramps.env, fees)).toEqual([before! + 251n])
})

test('pounds become VGBP', async () => {
  const rail = await ramps.rail({ asset: 'VGBP' })
  const [payment] = await ramps.arrives(rail, '50', { currency: 'GBP' })
  await delivered(payment!.id)
  expect(await ramps.shown(rail.institutionId, payment!.id)).toMatchObject({
    status: 'completed',
    sent: '49.95',
    sent_currency: 'VGBP',
    fee: '0.05',
    fee_currency: 'GBP',
  })
})

test('each of many arrivals on one rail is a payment, and all are delivered', async () => {
  const rail = await ramps.rail()
  const payments = await ramps.arrives(rail, '100', { count: 25 })
  expect(payments).toHaveLength(25)
  await ramps.pass(20)
  await rest()
  await ramps.sweep()
  await rest()
  for (const { id } of payments) await landed(ramps.env, 'rail_mint', id)
  await rest()
  const states = await ramps.env.db.query(
    'select state, count(*)::int, sum(sent) as sent from rails.payment where rail_id = $1 group by state',
    [rail.railid],
  )
  expect(states).toEqual([{ state: 'completed', count: 25, sent: 25n * 9_990n * 10_000n }])
})

test('an arrival that is reported twice is one payment', async () => {
  const rail = await ramps.rail()
  await ramps.misbehave('arrive_twice')
  expect(await ramps.arrives(rail, '100')).toHaveLength(1)
  await rest()
})

test('an arrival without a rail of ours opens a case, and is not a payment', async () => {
  const opened = await ramps.env.provider!.openCollection('stray', { currency: 'CHF', name: 'Nobody' })
  const { reference } = opened as { reference: string }
  const answer = await ramps.tell<{ arrivals: { id: string }[] }>('provider/control/arrivals', {
    reference,
    currency: 'CHF',
    amount: '7',
    payername: 'Stranger',
  })
  await rest()
  const [{ id } = { id: '' }] = answer.arrivals
  const cases = await ramps.env.db.query(
    `select kind, detail ->> 'reference' as reference from banking.bank_case where cause = $1`,
    [id],
  )
  expect(cases).toEqual([{ kind: 'provider_statement', reference }])
  expect(await ramps.env.db.query('select 1 from rails.payment where source like $1', [`%${id}`])).toEqual([])
})

test('when the provider settles without an answer, the settlement is looked up and made once', async () => {
  const rail = await ramps.rail()
  await ramps.misbehave('timeout_after_accept')
  const [payment] = await ramps.arrives(rail, '1000')
  expect(await ramps.onRail(payment!.id)).toBe(100_000n)
  await rest()
  expect(await ramps.onRail(payment!.id)).toBe(99_900n)
  expect(await ramps.done(payment!.id, 'settlements')).toHaveLength(1)
  await delivered(payment!.id)
  expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'completed', attempt: 1 })
})

test('a wire that arrives before the answer of the provider waits, and is booked when the provider has confirmed it', async () => {
  const rail = await ramps.rail()
  await ramps.misbehave('timeout_after_accept')
  const [payment] = await ramps.arrives(rail, '1000')
  await ramps.pass(20)
  const open = () =>
    ramps.env.db.query(`select 1 from banking.bank_case where kind = 'unmatched_entry' and closed_at is null`)
  expect(await open()).toHaveLength(1)
  await rest()
  expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'converting', reserved: true })
  expect(await open()).toEqual([])
})

test('wired twice: one payment is funded, the other wire opens a case and is not credited', async () => {
  const rail = await ramps.rail()
  await ramps.misbehave('fill_twice')
  const [payment] = await ramps.arrives(rail, '1000')
  await delivered(payment!.id)
  expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'completed' })
  const cases = await ramps.env.db.query(
    `select kind from banking.bank_case where detail ->> 'rail' = $1 and closed_at is null`,
    [payment!.id],
  )
  expect(cases).toEqual([{ kind: 'unmatched_entry' }])
  await ramps.database.owner.query(`update banking.bank_case set closed_at = now(), closed_by = 'test'`)
})

test('a provider that settles later is polled until it has', async () => {
  const rail = await ramps.rail()
  await ramps.misbehave('pending')
  const [payment] = await ramps.arrives(rail, '1000')
  await rest()
  expect(await ramps.onRail(payment!.id)).toBe(100_000n)
  await ramps.pass(10)
  await rest()
  expect(await ramps.onRail(payment!.id)).toBe(99_900n)
})

test('after one refusal the provider gets another order with a new quote', async () => {
  const rail = await ramps.rail()
  await ramps.misbehave('reject')
  const [payment] = await ramps.arrives(rail, '1000')
  expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'converting', reference: null, sent: null })
  await rest()
  expect((await ramps.done(payment!.id, 'settlements')).map(({ status }) => status)).toEqual(['rejected', 'settled'])
  await delivered(payment!.id)
  expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'completed', attempt: 2 })
  expect(await ramps.casesOf(payment!.id)).toEqual([])
})

test('it is escalated after three refusals', async () => {
  const rail = await ramps.rail()
  await ramps.misbehave('reject', 3)
  const [payment] = await ramps.arrives(rail, '1000')
  await rest()
  expect(await ramps.done(payment!.id, 'settlements')).toHaveLength(3)
  expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'converting', attempt: 3, reference: null })
  expect(await ramps.onRail(payment!.id)).toBe(100_000n)
  expect(await ramps.casesOf(payment!.id)).toMatchObject([{ kind: 'rail_payout' }])
  await ramps.env.db.tx((tx) =>
    resumePayment(ramps.env, tx, payment!.id, {
      actor: 'operator',
      why: 'they will take it now',
      at: ramps.env.clock.now(),
    }),
  )
  await rest()
  expect((await ramps.done(payment!.id, 'settlements')).at(-1)).toMatchObject({ status: 'settled' })
})

test('a payment waits while the minting of its coin is halted, then continues', async () => {
  const { payment } = await converting()
  await ramps.pass(20)
  await rest()
  await ramps.sweep()
  await ramps.env.db.query(
    `insert into compliance.switch (what, reason, actor, at) values ('mint:VCHF', 'supply', 'x', now())`,
  )
  await rest()
  expect(await ramps.paymentOf(payment.id)).toMatchObject({ state: 'converting', reserved: true })
  await agree(ramps.env, 'mint.resume', { asset: 'VCHF' })
  await rest()
  expect(await ramps.paymentOf(payment.id)).toMatchObject({ state: 'sending' })
})

test('coins that the chain refuses are tried once more; then staff must resume the payment', async () => {
  const { payment } = await sending()
  const refuse = async () => {
    await signedByHand(ramps.env.db, 'rail_mint', payment.id)
    await rest()
    await failedByHand(ramps.env.db, 'rail_mint', payment.id, 'recipient is frozen')
    await rest()
  }
  await refuse()
  expect(await ramps.paymentOf(payment.id)).toMatchObject({ state: 'sending', stuck: null })
  expect(await ramps.casesOf(payment.id)).toEqual([])
  await refuse()
  expect(await ramps.paymentOf(payment.id)).toMatchObject({
    state: 'failed',
    stuck: 'mint',
    reason: 'The chain refused its coins: recipient is frozen.',
  })
  expect(await ramps.casesOf(payment.id)).toMatchObject([{ kind: 'rail_payout' }])
  await ramps.env.db.tx((tx) =>
    resumePayment(ramps.env, tx, payment.id, {
      actor: 'operator',
      why: 'the wallet is free again',
      at: ramps.env.clock.now(),
    }),
  )
  expect(await ramps.casesOf(payment.id)).toEqual([])
  await rest()
  await landed(ramps.env, 'rail_mint', payment.id)
  await rest()
  expect(await ramps.paymentOf(payment.id)).toMatchObject({ state: 'completed', stuck: null })
})

test('suspending a rail does not stop its cleared payments', async () => {
  const { rail, payment } = await converting()
  await ramps.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(`update rails.rail set state = 'suspended' where id = $1`, [rail.railid])
  })
  await delivered(payment.id)
  expect(await ramps.paymentOf(payment.id)).toMatchObject({ state: 'completed' })
})

test('work without the provider continues during its outage', async () => {
  const { payment } = await sending()
  await landed(ramps.env, 'rail_mint', payment.id)
  const provider = {
    ...ramps.env.provider!,
    arrivals: async () => {
      throw new Error('no answer')
    },
  }
  await ramps.run({ provider })
  expect(await ramps.paymentOf(payment.id)).toMatchObject({ state: 'completed' })
})

test('the coins of a payment are booked once, however often the chain’s outcome is read', async () => {
  const { payment } = await sending()
  await landed(ramps.env, 'rail_mint', payment.id)
  await rest()
  const { legs: _legs, ...before } = await ramps.paymentOf(payment.id)
  expect(before).toMatchObject({ state: 'completed' })
  const books = () => ramps.env.db.query('select id, balance, version from ledger.account order by id')
  const booked = await books()
  await ramps.env.db.query(`update chains.operation set unread = true where subject = $1`, [payment.id])
  await rest()
  expect(await ramps.paymentOf(payment.id)).toMatchObject(before)
  expect(await books()).toEqual(booked)
  expect(await ramps.env.db.query('select unread from chains.operation where subject = $1', [payment.id])).toEqual([
    { unread: false },
  ])
})

test('two concurrent workers execute each step once (E1)', async () => {
  const rail = await ramps.rail()
  await ramps.tell('provider/control/arrivals', {
    reference: rail.reference,
    currency: 'CHF',
    amount: '10',
    payername: 'Acme',
    count: 8,
  })
  const both = async () => {
    for (let steps = 1; steps > 0;) steps = (await Promise.all([ramps.run(), ramps.run()])).reduce((a, b) => a + b)
  }
  await both()
  await ramps.pass(20)
  await both()
  await ramps.sweep()
  await both()
  const payments = await ramps.env.db.query<Payment>('select * from rails.payment where rail_id = $1', [rail.railid])
  for (const { id } of payments) await landed(ramps.env, 'rail_mint', id)
  await both()
  expect(payments).toHaveLength(8)
  for (const { id } of payments) {
    expect(await ramps.paymentOf(id)).toMatchObject({ state: 'completed', attempt: 1 })
    expect(await ramps.done(id, 'settlements')).toHaveLength(1)
    expect(await ramps.ordersOf(id)).toHaveLength(1)
  }
})

test('the check finds a payment whose money is not on the account of its state', async () => {
  const { payment } = await converting()
  const says = (state: string) =>
    ramps.database.owner.tx(async (tx) => {
      await tx.query('set local session_replication_role = replica')
      await tx.query('update rails.payment set state = $2 where id = $1', [payment.id, state])
    })
  const broken = async () => (await checkRails(ramps.env.db)).filter((row) => !row.ok).map((row) => row.detail)
  await says('completed')
  expect(await broken()).toContain(`payment ${payment.id} has 99900 CHF, by its state 0`)
  await says('converting')
  await ramps.database.owner.query('update banking.expected set owed = false where subject = $1', [payment.id])
  expect(await broken()).toHaveLength(2)
  await ramps.database.owner.query('update banking.expected set owed = true where subject = $1', [payment.id])
  expect(await broken()).toEqual([])
})
