import { isCountryCode } from '@specie/protocol/countries.ts'
import type { EntityDraft } from '@specie/protocol/onboarding/kyb.ts'
import { latinOf, legalNames } from '@specie/travel-rule/ivms101/latin.ts'
import type { Address, Identification, LegalPerson } from '@specie/travel-rule/ivms101/types.ts'
import type { Sql } from '../base/database/db.ts'
import { institutionNames } from '../directory/institutions.ts'

// An institution as other providers receive it (IVMS101), from its KYB case.

/** By id. Null if the name is not in Latin letters. */
export async function legalPersonsOf(
  sql: Sql,
  institutionIds: readonly string[],
): Promise<Map<string, LegalPerson | null>> {
  const names = await institutionNames(sql, institutionIds)
  const cases = await sql.query<{ institution_id: string; entity: EntityDraft }>(
    'select institution_id, entity from onboarding.kyb_case where institution_id = any($1::uuid[])',
    [institutionIds],
  )
  const entities = new Map(cases.map(({ institution_id, entity }) => [institution_id, entity]))
  return new Map([...names].map(([id, name]) => [id, legalPerson(id, name, entities.get(id) ?? {})]))
}

/** The customer number is our id of the institution. */
export function legalPerson(id: string, registered: string, entity: EntityDraft): LegalPerson | null {
  const name = legalNames(entity.legal_name ?? registered)
  if (name === null) return null
  const address = addressOf(entity.registered_address)
  const identification = identificationOf(entity)
  return {
    name,
    ...(address === null ? {} : { geographicAddress: [address] }),
    customerIdentification: id,
    ...(identification === null ? {} : { nationalIdentification: identification }),
    ...(isCountryCode(entity.country ?? '') ? { countryOfRegistration: entity.country! } : {}),
  }
}

function addressOf(given: EntityDraft['registered_address']): Address | null {
  const [street, town] = [given && latinOf(given.street), given && latinOf(given.city)]
  if (!given || !street || !town || !isCountryCode(given.country)) return null
  const postCode = given.postal_code && latinOf(given.postal_code)
  return {
    addressType: 'BIZZ',
    addressLine: halves(street),
    townName: town.slice(0, 35),
    ...(postCode ? { postCode } : {}),
    country: given.country,
  }
}

/** A line has at most 70 characters. */
const halves = (line: string): string[] => (line.length <= 70 ? [line] : [line.slice(0, 70), line.slice(70, 140)])

/** The LEI, or the number at an authority that is named by its code at GLEIF. */
function identificationOf({
  lei,
  registration_number: number,
  registration_authority,
}: EntityDraft): Identification | null {
  if (lei) return { nationalIdentifier: lei, nationalIdentifierType: 'LEIX' }
  const authority = /\bRA\d{6}\b/.exec(registration_authority ?? '')?.[0]
  const plain = number && latinOf(number)
  if (!authority || !plain || plain.length > 35) return null
  return { nationalIdentifier: plain, nationalIdentifierType: 'RAID', registrationAuthority: authority }
}
