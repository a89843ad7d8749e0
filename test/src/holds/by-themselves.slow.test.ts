import { type HeldKind, heldKinds } from '@specie/protocol/holds.ts'
import { activeRail, addRail, onRamp, pay } from '../rails/rails.ts'
import { expect, test } from 'vitest'
import { type Held, prepared, uat, useUat } from './late.ts'
import { sandboxControl, until } from '../chains/story.ts'

// Reasons of reviews reach every kind of item by themselves: no person places a hold.

useUat()

/** One item of each kind, requested or sent in. */
async function bringEach({ client, wallet }: Held, railid: string): Promise<void> {
  const { institutionid } = client
  await uat.call(client, 'mintTokens', { asset: 'VCHF', blockchain: 'BASE', quantity: '200000' })
  await uat.call(client, 'redeemTokens', { asset: 'VCHF', blockchain: 'BASE', quantity: '1500', bankaccount: 'bank' })
  await uat.call(client, 'withdraw', { asset: 'CHF', quantity: '120', destination: 'bank' })
  const coins = { institutionid, asset: 'VCHF', blockchain: 'BASE', quantity: '700' }
  await sandboxControl(uat, 'deposits', coins)
  await sandboxControl(uat, 'wires', { institutionid, currency: 'CHF', amount: '900' })
  await addRail(uat, client, onRamp('VCHF', 'BASE', 'vault'))
  await pay(uat, railid, '800')
  expect(wallet).toMatch(/^0x/)
}

/** The kinds on which there are holds with this reason, and who has placed them. */
async function heldFor({ client: { institutionid } }: Held, reason: string) {
  const rows = await uat.database.app.query<{ kind: HeldKind; actor: string }>(
    `select distinct h.subject_kind as kind, s.actor from compliance.hold h
     join state.step s on s.machine = 'hold' and s.subject = h.id and s.from_state is null
     where h.institution_id = $1 and h.reason = $2 and h.subject_id is not null and h.cause is null`,
    [institutionid, reason],
  )
  return { kinds: rows.map(({ kind }) => kind).toSorted(), actors: [...new Set(rows.map(({ actor }) => actor))] }
}

const comes = (held: Held, reason: string, kinds: readonly HeldKind[]) =>
  until(
    async () => {
      await uat.pass(60)
      return heldFor(held, reason)
    },
    (found) => kinds.every((kind) => found.kinds.includes(kind)),
  )

test.each(['aml_review', 'edd_required'])('a rule holds every kind of item with %s', async (effect) => {
  const held = await prepared()
  await uat.pass(3_600)
  const railid = await activeRail(uat, held.client, onRamp('VCHF', 'BASE', 'vault'))
  const { institutionid } = held.client
  await sandboxControl(uat, 'rules', { institutionid, looks_for: { kind: 'country', countries: ['CH'] }, effect })
  await bringEach(held, railid)
  expect(await comes(held, effect, heldKinds)).toEqual({ kinds: heldKinds.toSorted(), actors: ['screening'] })
})

test('the KYB case holds every kind of item with edd_required when the risk rises', async () => {
  const held = await prepared()
  await uat.pass(3_600)
  const railid = await activeRail(uat, held.client, onRamp('VCHF', 'BASE', 'vault'))
  await uat.database.owner.tx(async (tx) => {
    await tx.query(`select state.set_actor('test', 'a review finds a higher risk', now())`)
    for (const change of [`state = 'periodic_review'`, `risk = jsonb_set(risk, '{class}', '"high"')`])
      await tx.query(`update onboarding.kyb_case set ${change} where institution_id = $1`, [held.client.institutionid])
  })
  await bringEach(held, railid)
  expect(await comes(held, 'edd_required', heldKinds)).toEqual({ kinds: heldKinds.toSorted(), actors: ['screening'] })
})

// The coins of the sandbox come from the faucet, which has no sender: deposits are in screening/wallets.test.ts.
test('a list holds every other kind of item with sanctions_review', async () => {
  const held = await prepared()
  await uat.pass(3_600)
  const railid = await activeRail(uat, held.client, onRamp('VCHF', 'BASE', 'vault'))
  const [owner] = await uat.database.app.query<{ name: string }>(
    'select name from directory.institution where id = $1',
    [held.client.institutionid],
  )
  const names = [...new Set([owner!.name, 'Acme Treasury AG'])]
  await sandboxControl(uat, 'lists/own', { add: names.map((name) => ({ name, effect: 'review' })) })
  await bringEach(held, railid)
  const kinds = heldKinds.filter((kind) => kind !== 'deposit')
  expect(await comes(held, 'sanctions_review', kinds)).toEqual({ kinds: kinds.toSorted(), actors: ['screening'] })
})
