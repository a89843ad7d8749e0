import { randomUUID } from 'node:crypto'
import { type Ramps, rampsForTests } from '@specie/test/rails/onramp.ts'
import { newInstitution } from '@specie/test/institution.ts'
import { whitelisted } from '@specie/test/issuance.ts'
import { expect, test } from 'vitest'
import { addPaymentRail } from './request.ts'
import { advanceRails } from './job.ts'
import { listRails } from './list.ts'

let ramps: Ramps
rampsForTests((opened) => (ramps = opened))

const sender = { partyname: { name: 'Acme AG' }, address: { country: 'CH' }, partytype: 'company' as const }

/** A rail that the provider opens with a delay. */
async function opening(): Promise<{ acme: string; status: () => Promise<string> }> {
  const { env, database } = ramps
  const acme = await newInstitution(env.db, { name: 'Acme' })
  await whitelisted(database, acme, 'main')
  await ramps.tell('provider/control/next', { next: 'pending', seconds: 60 })
  const { answer } = await addPaymentRail(
    env,
    { institutionId: acme, actor: 'key' },
    {
      clreqid: randomUUID(),
      railtype: 'FiatToStablecoin',
      sender,
      wallet: { destination: 'main' },
      instructions: { asset: 'VCHF', currency: 'CHF', blockchain: 'ETH' },
    },
  )
  await advanceRails.run(env)
  const status = async () => (await listRails(env, acme, { railid: answer.railid })).rails[0]!.status
  expect(await status()).toBe('pending')
  return { acme, status }
}

async function later(): Promise<void> {
  await ramps.pass(10)
  for (let n = 0; n < 3; n += 1) await advanceRails.run(ramps.env)
}

test('a rail that the provider opens later becomes active', async () => {
  const { status } = await opening()
  await later()
  expect(await status()).toBe('active')
})

test('a rail whose institution gets its legal name meanwhile becomes active too', async () => {
  const { acme, status } = await opening()
  // Its KYB case is approved: from now on the institution has its legal name (onboarding/kyb/decide.ts).
  await ramps.database.owner.query(`update directory.institution set name = 'Acme Treasury AG' where id = $1`, [acme])
  await later()
  expect(await status()).toBe('active')
})
