import { landed } from '@specie/test/issuance.ts'
import { type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { expect, test } from 'vitest'

// Only a wire of the provider pays for the coins of an on-ramp.

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

async function rest(): Promise<void> {
  while ((await ramps.run()) > 0);
}

async function delivered(id: string): Promise<void> {
  await ramps.pass(20)
  await rest()
  await ramps.sweep()
  await rest()
  await landed(ramps.env, 'rail_mint', id)
  await rest()
}

test('money of a listed party that quotes the provider’s reference does not become coins', async () => {
  const rail = await ramps.rail()
  const [payment] = await ramps.arrives(rail, '1000')
  await rest()
  const { reference } = await ramps.paymentOf(payment!.id)
  const wire = { currency: 'CHF', amount: '999', sendername: 'Zarkovia Sanctioned Trading LLC', reference }
  const { bankref } = await ramps.tell<{ bankref: string }>('bank/control/wires', wire)
  await ramps.pass(1)
  await rest()
  expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'converting', reserved: false })
  expect(await ramps.env.db.query('select state from banking.wire where bankref = $1', [bankref])).toHaveLength(1)
  await delivered(payment!.id)
  expect(await ramps.paymentOf(payment!.id)).toMatchObject({ state: 'completed' })
})

test('the references of two payments of one rail cannot be derived from each other', async () => {
  const rail = await ramps.rail()
  const payments = await ramps.arrives(rail, '1000', { count: 2 })
  await rest()
  const references = await Promise.all(payments.map(async ({ id }) => (await ramps.paymentOf(id)).reference))
  for (const [n, reference] of references.entries()) {
    expect(reference).toMatch(/^RF\d\dR[0-9A-Z]{20}$/)
    const end = BigInt(`0x${payments[n]!.id.replaceAll('-', '')}`)
      .toString(36)
      .toUpperCase()
      .slice(-8)
    expect(reference).not.toContain(end)
  }
  for (const { id } of payments) await delivered(id)
})
