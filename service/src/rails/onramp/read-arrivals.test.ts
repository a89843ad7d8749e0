import { type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { expect, test } from 'vitest'

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

test('an arrival without an amount opens a case, and the others become payments', async () => {
  const { env } = ramps
  const good = await ramps.rail()
  const provider = env.provider!
  const arrivals = async (after: number) =>
    (await provider.arrivals(after)).map((one, i) => (i === 0 ? { ...one, amount: 0n } : one))
  const { arrivals: made } = await ramps.tell<{ arrivals: { id: string }[] }>('provider/control/arrivals', {
    reference: good.reference,
    currency: 'CHF',
    amount: '10',
    payername: 'Acme Ltd',
    count: 2,
  })
  await ramps.run({ provider: { ...provider, arrivals } })
  expect(await env.db.query('select from rails.payment where rail_id = $1', [good.railid])).toHaveLength(1)
  const cases = await env.db.query(`select detail ->> 'problem' as problem from banking.bank_case where cause = $1`, [
    made[0]!.id,
  ])
  expect(cases).toMatchObject([{ problem: expect.stringContaining('is unreadable') }])
})
