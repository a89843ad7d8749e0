import { attributeWires } from '@specie/service/banking/wire/attribute.ts'
import { endStandingHolds } from '@specie/service/compliance/standing.ts'
import { expect, test } from 'vitest'
import { balances } from '../balances.ts'
import { bankFilesForEachTest, importAndAttribute, type Reported } from '../banking/at-bank.ts'
import { putKyb } from '../institution.ts'
import { decideHold } from '../people.ts'

// Wires that arrive for a stopped institution.

let at: Reported
bankFilesForEachTest((reported) => (at = reported))

const wire = async () => {
  const [row] = await at.env.db.query<{ state: string }>('select state from banking.wire')
  return row!.state
}
const available = async () => (await balances(at.env, at.acme)).get('CHF')?.available ?? 0n

async function rest(): Promise<void> {
  while ((await endStandingHolds.run(at.env)) + (await attributeWires.run(at.env)) > 0);
}

const arrives = async (bankref: string) => {
  await importAndAttribute(at.env, at.bank.notify([at.quoting(bankref)]))
  await rest()
}

test('a wire to a suspended institution is booked and not available; it is credited once the suspension is lifted', async () => {
  await putKyb(at.database, at.acme, 'suspended')
  await arrives('W1')
  expect([await wire(), await available()]).toEqual(['held', 0n])
  await putKyb(at.database, at.acme, 'approved')
  await rest()
  expect([await wire(), await available()]).toEqual(['credited', 100_000n])
})

test('a wire to an offboarded institution is returned to its sender', async () => {
  await putKyb(at.database, at.acme, 'offboarded')
  await arrives('W1')
  expect([await wire(), await available()]).toEqual(['return_pending', 0n])
  const payouts = await at.env.db.query('select kind, amount from banking.payout')
  expect(payouts).toMatchObject([{ kind: 'return', amount: 100_000n }])
})

test('one from a third party still waits for people, and is returned when they refuse it', async () => {
  await putKyb(at.database, at.acme, 'offboarded')
  const counterparty = { name: 'Somebody Else', account: 'CH9300762011623852957', bic: null }
  await importAndAttribute(at.env, at.bank.notify([at.quoting('W1', { counterparty })]))
  await rest()
  expect(await wire()).toBe('held')
  const [review] = await at.env.db.query<{ id: string }>(`select id from compliance.hold where reason = 'aml_review'`)
  await decideHold(at.env, review!.id, 'reject')
  await rest()
  expect([await wire(), await available()]).toEqual(['return_pending', 0n])
})
