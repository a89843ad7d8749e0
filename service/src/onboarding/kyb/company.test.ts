import type { EntityDraft } from '@specie/protocol/onboarding/kyb.ts'
import { machines, statesOf } from '@specie/protocol/machines.ts'
import { freshDatabase, type TestDatabase } from '@specie/test/database.ts'
import { newInstitution, putKyb } from '@specie/test/institution.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { assertCountries, saveEntity } from './company.ts'

// What an institution enters about itself.

let database: TestDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

const by = { actor: 'test', why: 'a test', at: new Date() }
const editable = ['draft', 'info_requested', 'edd_required', 'periodic_review', 'review_overdue']

test.each(statesOf(machines.kyb_case))(
  'a case that is %s takes new data only while the institution may edit it',
  async (state) => {
    const id = await newInstitution(database.app)
    await putKyb(database, id, state)
    const entity = { legal_name: 'Acme AG' } as Partial<EntityDraft> as EntityDraft
    const saved = database.app
      .tx((tx) => saveEntity(tx, id, entity, by))
      .then(
        () => 'saved',
        (error: { details: { rule: string } }) => error.details.rule,
      )
    expect(await saved).toBe(editable.includes(state) ? 'saved' : 'state')
    const [row] = await database.app.query<{ entity: unknown }>(
      'select entity from onboarding.kyb_case where institution_id = $1',
      [id],
    )
    if (editable.includes(state)) expect(row!.entity).toEqual(entity)
    else expect(row!.entity).not.toEqual(entity)
  },
)

test('a country that does not exist is refused, in every field', () => {
  const refusal = (value: unknown): string => {
    try {
      assertCountries(value, [])
      return 'ok'
    } catch (error) {
      const { field, rule } = (error as { details: { field: string; rule: string } }).details
      return `${rule} ${field}`
    }
  }
  expect(refusal({ country: 'CH', chain: [{ nationality: 'GB' }], note: null, city: 'XX' })).toBe('ok')
  expect(refusal({ country: 'XX' })).toBe('country country')
  expect(refusal({ owners: [{ birth_country: 'CH' }, { birth_country: 'QQ' }] })).toBe('country owners.1.birth_country')
  expect(refusal(null)).toBe('ok')
})
