import { putKyb } from '@specie/test/institution.ts'
import { type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { failedByHand, signedByHand } from '@specie/test/sender.ts'
import { expect, test } from 'vitest'
import { endStandingHolds } from '../../compliance/standing.ts'

// The coins of an on-ramp are signed when the institution is stopped, and the chain refuses them. They are not minted again.

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

const rest = async () => {
  while ((await endStandingHolds.run(ramps.env)) + (await ramps.run()) > 0);
}

test.each(['suspended', 'offboarded'])('%s: a mint that the chain refuses is not sent again', async (state) => {
  const rail = await ramps.rail()
  const [payment] = await ramps.arrives(rail, '1000')
  await rest()
  await ramps.pass(20)
  await rest()
  await ramps.sweep()
  await ramps.pass(7 * 24 * 60)
  await rest()
  const id = payment!.id
  expect((await ramps.paymentOf(id)).state).toBe('sending')
  await signedByHand(ramps.env.db, 'rail_mint', id)
  await rest()
  await putKyb(ramps.database, rail.institutionId, state)
  await failedByHand(ramps.env.db, 'rail_mint', id, 'execution reverted')
  await rest()
  expect((await ramps.ordersOf(id)).length).toBe(1)
})
