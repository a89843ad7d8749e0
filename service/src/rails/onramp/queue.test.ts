import { pastTriggers } from '@specie/test/database.ts'
import { addManyRows } from '@specie/test/many-rows.ts'
import { decideHold } from '@specie/test/people.ts'
import { type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { expect, test } from 'vitest'
import { addToWatchlist } from '../../compliance/list/own.ts'
import { suspendAddress } from '../../destinations/address/suspend.ts'
import { skipCooling, whitelistAddress } from '../../destinations/address/whitelist.ts'

// More payments than fit into one transaction are blocked; others continue.

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

const officer = { actor: 'test', why: 'because' }
const rest = async () => {
  while ((await ramps.run()) > 0);
}

test('payments to a suspended wallet do not block others', async () => {
  const { env, database } = ramps
  const [blocked, other] = [await ramps.rail(), await ramps.rail()]
  const { institutionId, railid } = blocked
  const address = '0x52908400098527886E0F7030069857D2E4169EE7'
  const listed = { institutionId, blockchain: 'ETH' as const, address, label: 'vault', memo: null, vasp: null }
  const wallet = await whitelistAddress(env, listed, officer)
  await skipCooling(env, wallet, officer)
  const point = 'update rails.rail set address_id = $2, destination = $3 where id = $1'
  await pastTriggers(database.owner, point, [railid, wallet, address])
  const [first] = await ramps.arrives(blocked, '1000')
  await env.db.tx((tx) => suspendAddress(env, tx, { institutionId }, wallet, { ...officer, at: env.clock.now() }))
  const [good] = await ramps.arrives(other, '1000')
  await rest()
  await ramps.pass(20)
  await rest()
  await ramps.sweep()
  await ramps.pass(3 * 24 * 60) // the bank may be closed
  const leave = await addManyRows(database, 'rails.payment', first!.id, {
    source: 'gen_random_uuid()',
    reference: 'null',
  })
  await rest()
  const states = [(await ramps.paymentOf(good!.id)).state, (await ramps.paymentOf(first!.id)).state]
  await leave()
  expect(states).toEqual(['sending', 'converting'])
})

test('escalated payments do not block the return of another', async () => {
  const { env, database } = ramps
  const name = 'Zarkovia Sanctioned Trading'
  await env.db.tx((tx) => addToWatchlist(tx, [{ name, list: 'new', effect: 'review' }], env.clock.now()))
  const rail = await ramps.rail({ sender: name })
  const [payment] = await ramps.arrives(rail, '1000', { payername: name })
  const [hold] = await env.db.query<{ id: string }>('select id from compliance.hold where subject_id = $1', [
    payment!.id,
  ])
  const stopped = { source: 'gen_random_uuid()', reference: 'null', stuck: "'mint'" }
  const leave = await addManyRows(database, 'rails.payment', payment!.id, stopped)
  await decideHold(env, hold!.id, 'reject')
  await rest()
  await leave()
  expect((await ramps.shown(rail.institutionId, payment!.id)).status).toBe('returned')
})
