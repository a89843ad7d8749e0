import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { newInstitution, putAgreement, putKyb } from '@specie/test/institution.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isStopped, standingOfInstitution } from './standing.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

test('an institution has the state of its own case and its own active agreements', async () => {
  const { app } = database
  const [acme, beta] = [await newInstitution(app), await newInstitution(app)]
  expect(await standingOfInstitution(app, acme)).toEqual({ kyb: null, agreements: [] })
  await putKyb(database, acme, 'approved')
  await putKyb(database, beta, 'suspended')
  await putAgreement(database, acme)
  const [{ product } = { product: '' }] = await app.query<{ product: string }>(
    'select product from onboarding.agreement where institution_id = $1',
    [acme],
  )
  expect(await standingOfInstitution(app, acme)).toEqual({ kyb: 'approved', agreements: [product] })
  expect(await standingOfInstitution(app, beta)).toEqual({ kyb: 'suspended', agreements: [] })
  await database.owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(`update onboarding.agreement set state = 'terminated' where institution_id = $1`, [acme])
  })
  expect(await standingOfInstitution(app, acme)).toEqual({ kyb: 'approved', agreements: [] })
})

test('an institution is stopped while it is suspended, and once it is offboarded', async () => {
  const id = await newInstitution(database.app)
  const stoppedIn = async (state: string) => {
    await putKyb(database, id, state)
    return isStopped(database.app, id)
  }
  expect(await isStopped(database.app, id)).toBe(false)
  for (const state of ['draft', 'approved', 'periodic_review']) expect(await stoppedIn(state)).toBe(false)
  for (const state of ['suspended', 'offboarded']) expect(await stoppedIn(state)).toBe(true)
})
