import { randomUUID } from 'node:crypto'
import { put } from '@specie/test/database-rights/rows.ts'
import { type OnRamp, type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { expect, test } from 'vitest'

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

const there = { blockchain: 'ETH', travel_address: 'ta1' }

/** A rail to a wallet at a provider. */
async function hostedRail(): Promise<OnRamp & { address: string }> {
  const rail = await ramps.rail()
  const address = randomUUID()
  await ramps.database.owner.tx(async (tx) => {
    const wallet = { id: address, institution_id: rail.institutionId, address: rail.wallet, label: `hosted ${address}` }
    const usable = {
      state: 'active',
      travel_rule_status: 'complete',
      travel_rule: '{}',
      ownership: 'vasp',
      custody: 'custodian',
      vasp: 'UAT VASP',
      ...there,
    }
    await put(tx, 'destinations.address', { ...wallet, ...usable })
    await tx.query('set local session_replication_role = replica')
    await tx.query('update rails.rail set address_id = $2 where id = $1', [rail.railid, address])
  })
  return { ...rail, address }
}

/** The provider of the wallet approves the payment. */
const approve = (id: string) =>
  ramps.database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    const [exchange] = await tx.query<{ id: string; wallet: string }>(
      `update compliance.exchange set state = 'approved', problem = null, travel_address = 'ta1' where subject_id = $1
       returning id, wallet`,
      [id],
    )
    const received = { way: 'received', kind: 'resolution', authentic: true, sealed_body: 'x' }
    const says = JSON.stringify({ kind: 'approved', address: exchange!.wallet, callback: 'https://their.example' })
    await put(tx, 'compliance.exchange_message', { exchange_id: exchange!.id, ...received, says })
  })

const amountAsked = async (id: string) => {
  const rows = await ramps.env.db.query<{ amount: bigint }>(
    'select amount from compliance.exchange where subject_id = $1',
    [id],
  )
  return rows.map(({ amount }) => amount)
}

test('nothing is converted before the provider of the wallet has approved', async () => {
  const [payment] = await ramps.arrives(await hostedRail(), '1000')
  const { id } = payment!
  for (let n = 0; n < 3; n += 1) await ramps.run()
  const { sent } = await ramps.paymentOf(id)
  expect(await amountAsked(id)).toEqual([sent])
  expect(await ramps.done(id, 'settlements')).toEqual([])
  await approve(id)
  await ramps.run()
  expect(await ramps.done(id, 'settlements')).toMatchObject([{ status: 'settled' }])
})

test('a refused conversion is ordered again at the approved price, without another question', async () => {
  const [payment] = await ramps.arrives(await hostedRail(), '1000')
  const { id } = payment!
  await approve(id)
  await ramps.misbehave('reject')
  for (let n = 0; n < 3; n += 1) await ramps.run()
  expect(await ramps.done(id, 'settlements')).toMatchObject([{ status: 'rejected' }, { status: 'settled' }])
  expect(await amountAsked(id)).toHaveLength(1)
})

test('a payment whose price has changed since the approval returns to its payer', async () => {
  const [payment] = await ramps.arrives(await hostedRail(), '1000')
  const { id } = payment!
  await approve(id)
  await ramps.misbehave('reject')
  await ramps.run()
  for (let n = 0; n < 3; n += 1) await ramps.run({ config: ramps.charging(50).config })
  expect(await ramps.paymentOf(id)).toMatchObject({
    state: 'returned',
    reason: 'Its price has changed since the provider of the wallet approved it.',
  })
  expect(await ramps.done(id, 'returns')).toMatchObject([{ status: 'settled' }])
  expect(await ramps.onRail(id)).toBe(0n)
})
