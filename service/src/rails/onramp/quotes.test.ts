import { type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { expect, test } from 'vitest'
import { resumePayment } from '../processing/resume.ts'

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

test('a payment refused nine times by the provider is tried again when staff resume it', async () => {
  const rail = await ramps.rail()
  await ramps.misbehave('reject', 9)
  const [payment] = await ramps.arrives(rail, '1000')
  const { id } = payment!
  for (let round = 0; round < 3; round += 1) {
    for (let n = 0; n < 8; n += 1) await ramps.run()
    expect(await ramps.paymentOf(id)).toMatchObject({ stuck: 'conversion', attempt: 3 * (round + 1) })
    const by = { actor: 'operator', why: 'the provider will take it now', at: ramps.env.clock.now() }
    await ramps.env.db.tx((tx) => resumePayment(ramps.env, tx, id, by))
  }
  for (let n = 0; n < 8; n += 1) await ramps.run()
  const settled = (await ramps.done(id, 'settlements')).some(({ status }) => status === 'settled')
  expect({ settled, cases: await ramps.casesOf(id) }).toEqual({ settled: true, cases: [] })
})

test('a payment without a usable quote for an hour opens a case; it continues with the next usable quote', async () => {
  const { env } = ramps
  const rail = await ramps.rail()
  const provider = { ...env.provider!, settlementQuote: () => Promise.reject(new Error('no price')) }
  const after = (minutes: number) => ({
    provider,
    clock: { ...env.clock, now: () => new Date(env.clock.now().getTime() + minutes * 60_000) },
  })
  await ramps.tell('provider/control/arrivals', {
    reference: rail.reference,
    currency: 'CHF',
    amount: '1000',
    payername: 'Acme Ltd',
  })
  for (const minutes of [0, 1, 50]) await ramps.run(after(minutes))
  const [payment] = await env.db.query<{ id: string }>('select id from rails.payment where rail_id = $1', [rail.railid])
  const { id } = payment!
  expect(await ramps.casesOf(id), 'the provider may only be down').toEqual([])
  for (const minutes of [62, 64]) await ramps.run(after(minutes))
  expect(await ramps.casesOf(id)).toEqual([{ kind: 'rail_payout', problem: expect.stringContaining('no price') }])
  for (let n = 0; n < 3; n += 1) await ramps.run()
  expect(await ramps.casesOf(id)).toEqual([])
  expect(await ramps.done(id, 'settlements')).toMatchObject([{ status: 'settled' }])
  const conversion = (await ramps.paymentOf(id)).legs.filter(({ leg }) => leg === 'conversion')
  expect(conversion.map(({ status }) => status)).toEqual(['waits', 'under review', 'asked', 'settled'])
})

test.each([
  ['a negative spread', { net: 100_001n, spread: -1n }],
  ['nothing for us', { net: 0n, spread: 100_000n }],
  ['less than has arrived', { net: 99_000n, spread: 1n }],
])('a quote with %s is refused: the payment waits with a case', async (_, quote) => {
  const { env } = ramps
  const provider = { ...env.provider!, settlementQuote: async () => quote }
  const rail = await ramps.rail()
  const arrived = { reference: rail.reference, currency: 'CHF', amount: '1000', payername: 'Acme Ltd' }
  await ramps.tell('provider/control/arrivals', arrived)
  const after = (minutes: number) => new Date(env.clock.now().getTime() + minutes * 60_000)
  for (const minutes of [0, 1, 62]) await ramps.run({ provider, clock: { ...env.clock, now: () => after(minutes) } })
  const [payment] = await env.db.query<{ id: string }>('select id from rails.payment where rail_id = $1', [rail.railid])
  expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'converting', reference: null, spread: 0n })
  expect(await ramps.casesOf(payment!.id)).toMatchObject([
    {
      problem: expect.stringContaining(
        `the provider quotes a wire of ${quote.net} and a spread of ${quote.spread}, which do not add up to 100000`,
      ),
    },
  ])
  await ramps.run()
  expect(await ramps.paymentOf(payment!.id)).toMatchObject({ spread: 100n })
})

test('the database refuses a negative spread or commission', async () => {
  const rail = await ramps.rail()
  const [payment] = await ramps.arrives(rail, '1000')
  for (const column of ['spread', 'commission', 'sent'])
    await expect(
      ramps.env.db.query(`update rails.payment set ${column} = -1 where id = $1`, [payment!.id]),
    ).rejects.toThrow(`payment_${column}_check`)
})
