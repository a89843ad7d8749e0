import { expect, test } from 'vitest'
import { pullSwitch } from '@specie/service/compliance/switch/row.ts'
import { agree } from '../people.ts'
import { type Ramps, rampsForTests } from '../rails/onramp.ts'

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

async function rest(): Promise<void> {
  while ((await ramps.run()) > 0);
}

test.each(['onramp', 'provider'])(
  '%s: money that arrives waits, and continues once two people have lifted it',
  async (what) => {
    const rail = await ramps.rail()
    const by = { actor: 'officer', why: 'the provider is under attack', at: ramps.env.clock.now() }
    await ramps.env.db.tx((tx) => pullSwitch(tx, what, by))
    const [payment] = await ramps.arrives(rail, '1000')
    await rest()
    await ramps.pass(20)
    await rest()
    expect(await ramps.done(payment!.id, 'settlements')).toEqual([])
    const intent = `update work.intent set state = 'sent' where subject = $1 and state = 'recorded'`
    await expect(ramps.database.owner.query(intent, [payment!.id])).rejects.toThrow(/switched off/)
    expect(await ramps.shown(rail.institutionId, payment!.id)).toMatchObject({ status: 'converting', reason: null })
    await agree(ramps.env, 'switch.lift', { what })
    await rest()
    expect(await ramps.done(payment!.id, 'settlements')).toHaveLength(1)
  },
)
