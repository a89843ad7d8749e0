import { type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { expect, test } from 'vitest'
import { resumePayment } from '../payment/resume.ts'

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

test('a payment that the provider has refused nine times is tried again when a person lets it go on', async () => {
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
  const cases = await ramps.casesOf(id)
  // The provider takes it; or else somebody is told that it does not go on.
  expect({ settled: (await ramps.done(id, 'settlements')).some(({ status }) => status === 'settled'), cases }).toEqual({
    settled: true,
    cases: [],
  })
})
