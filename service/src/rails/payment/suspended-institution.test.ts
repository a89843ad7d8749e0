import { randomUUID } from 'node:crypto'
import { type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { expect, test } from 'vitest'
import { suspend } from '../../institutions/kyb/decide.ts'

// «The account is suspended: it can neither be used nor read» (account_suspended). A rail is a use of it.

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

/** Staff suspend an approved institution: one person, at once. */
async function suspended(institutionId: string): Promise<void> {
  await ramps.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into institutions.kyb_case (id, institution_id, state, created_at, updated_at) values ($1, $2, 'approved', now(), now())`,
      [randomUUID(), institutionId],
    )
  })
  const by = { actor: 'officer', why: 'a match with a sanctions list', at: ramps.env.clock.now() }
  await ramps.env.db.tx((tx) => suspend(tx, institutionId, by))
}

test('money that arrives on a rail of a suspended institution is not converted', async () => {
  const rail = await ramps.rail()
  await suspended(rail.institutionId)
  const [payment] = await ramps.arrives(rail, '1000')
  for (let n = 0; n < 5; n += 1) await ramps.run()
  await ramps.pass(60)
  await ramps.run()
  await ramps.sweep()
  await ramps.run()
  // Held or returned: but no coins are minted for somebody who is suspended.
  expect(await ramps.ordersOf(payment!.id)).toEqual([])
  expect(await ramps.done(payment!.id, 'settlements')).toEqual([])
  expect((await ramps.paymentOf(payment!.id)).state).toMatch(/^(received|held|returning|returned)$/)
})
