import { expect, test } from 'vitest'
import { decideHold } from '../people.ts'
import { type Ramps, rampsForTests } from '../rails/onramp.ts'
import { leftOf, setLimit } from './set.ts'

// Money over a rail arrives from outside and cannot be refused: what exceeds a limit waits for two people.

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

async function rest(): Promise<void> {
  while ((await ramps.run()) > 0);
}

const holdOn = async (id: string) =>
  (
    await ramps.env.db.query<{ id: string; reason: string }>(
      `select id, reason from compliance.hold where subject_id = $1 and state in ('placed', 'under_review')`,
      [id],
    )
  )[0]

test('a payment above the limit is held, and continues once two people have released it', async () => {
  const rail = await ramps.rail()
  await setLimit(ramps.env, rail.institutionId, 'onramp', 'CHF', '1500')
  const [within] = await ramps.arrives(rail, '1000')
  const [above] = await ramps.arrives(rail, '1000')
  await rest()
  expect(await leftOf(ramps.env, rail.institutionId)).toEqual({ 'onramp CHF day': '0' })
  expect(await ramps.paymentOf(within!.id)).toMatchObject({ state: 'converting' })
  expect(await ramps.paymentOf(above!.id)).toMatchObject({ state: 'held' })
  const hold = await holdOn(above!.id)
  expect(hold).toMatchObject({ reason: 'edd_required' })
  await decideHold(ramps.env, hold!.id, 'release')
  await rest()
  expect(await ramps.paymentOf(above!.id)).toMatchObject({ state: 'converting' })
})

test('a rejected one is returned, and its amount with it', async () => {
  const rail = await ramps.rail()
  await setLimit(ramps.env, rail.institutionId, 'onramp', 'CHF', '500')
  const [above] = await ramps.arrives(rail, '1000')
  await rest()
  expect(await leftOf(ramps.env, rail.institutionId)).toEqual({ 'onramp CHF day': '0' })
  await decideHold(ramps.env, (await holdOn(above!.id))!.id, 'reject')
  await rest()
  await ramps.pass(20)
  await rest()
  expect(await ramps.paymentOf(above!.id)).toMatchObject({ state: 'returned' })
  expect(await leftOf(ramps.env, rail.institutionId)).toEqual({ 'onramp CHF day': '500' })
})
