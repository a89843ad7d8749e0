import { isCountryCode } from '@specie/protocol/countries.ts'
import type { EntityDraft } from '@specie/protocol/onboarding/kyb.ts'
import type { Tx } from '../../base/database/db.ts'
import { badRequest } from '../../base/http/errors.ts'
import type { By } from '../../base/state-machine/move.ts'
import { type KybCase, lockCase, note, notNow } from './row.ts'

/** A case under review by staff, or approved, cannot be edited; a periodic review opens it again. */
const editable = new Set(['draft', 'info_requested', 'edd_required', 'periodic_review', 'review_overdue'])

export async function lockEditable(tx: Tx, institutionId: string): Promise<KybCase> {
  const kyb = await lockCase(tx, institutionId)
  if (!editable.has(kyb.state)) throw notNow(kyb)
  return kyb
}

/** Replaces the data that the institution has entered. */
export async function saveEntity(tx: Tx, institutionId: string, entity: EntityDraft, by: By): Promise<void> {
  assertCountries(entity, [])
  const kyb = await lockEditable(tx, institutionId)
  await tx.query('update onboarding.kyb_case set entity = $2, confirmed_at = null, updated_at = $3 where id = $1', [
    kyb.id,
    JSON.stringify(entity),
    by.at,
  ])
  note(tx, by, 'kyb.entity_saved', institutionId)
}

const countryFields = new Set(['country', 'birth_country', 'nationality'])

/** The protocol checks the form of a country code; this checks that the country exists. */
export function assertCountries(value: unknown, path: readonly string[]): void {
  if (value === null || typeof value !== 'object') return
  for (const [name, member] of Object.entries(value)) {
    const field = [...path, name]
    if (countryFields.has(name) && typeof member === 'string' && !isCountryCode(member))
      throw badRequest('country', 'There is no country with this code (ISO 3166).', field.join('.'))
    assertCountries(member, field)
  }
}
