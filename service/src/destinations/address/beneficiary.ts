import { isCountryCode } from '@specie/protocol/countries.ts'
import { isLei } from '@specie/protocol/onboarding/lei.ts'
import type { Beneficiary } from '@specie/protocol/portal/addresses.ts'
import { checkIvms101 } from '@specie/travel-rule/ivms101/check.ts'
import { latinOf, legalNames } from '@specie/travel-rule/ivms101/latin.ts'
import type { Address, Person } from '@specie/travel-rule/ivms101/types.ts'
import { badRequest } from '../../base/http/errors.ts'

// The owner of a hosted wallet, as its provider receives it (IVMS101).

/** Throws if it could not be sent later. */
export function checkedBeneficiary(given: Beneficiary): Beneficiary {
  if (!isCountryCode(given.country))
    throw badRequest('country', 'There is no country with this code (ISO 3166).', 'beneficiary.country')
  if (given.kind === 'company' && given.given_names !== null)
    throw badRequest('kind', 'A company has no given names. Leave them out.', 'beneficiary.given_names')
  const person = personOf(given)
  if (person === null)
    throw badRequest('latin', 'Write the name in Latin letters, as in a passport or a register.', 'beneficiary.name')
  const self = { ...person, accountNumber: ['0'] }
  const [problem] = checkIvms101(
    { originator: { originatorPerson: [self] }, beneficiary: { beneficiaryPerson: [self] } },
    '9999-12-31',
  ).filter(({ field }) => field.startsWith('beneficiary'))
  if (problem) throw badRequest('travel_rule', `${problem.problem} ${problem.cure}`, 'beneficiary')
  return given
}

/** The name that is screened (SQL: destinations.address_label). */
export const fullName = ({ name, given_names }: Beneficiary): string => [given_names, name].filter(Boolean).join(' ')

/** Null if a name is not in Latin letters. */
export function personOf(given: Beneficiary): Person | null {
  const address = addressOf(given)
  const more = address === null ? {} : { geographicAddress: [address] }
  return given.kind === 'company' ? company(given, more) : person(given, more)
}

type Placed = { readonly geographicAddress?: readonly Address[] }

function company({ name, country, identifier }: Beneficiary, more: Placed): Person | null {
  const names = legalNames(name)
  if (names === null) return null
  const isKnownByLei = identifier !== null && isLei(identifier)
  return {
    legalPerson: {
      name: names,
      ...more,
      ...(isKnownByLei
        ? { nationalIdentification: { nationalIdentifier: identifier, nationalIdentifierType: 'LEIX' } }
        : customer(identifier)),
      countryOfRegistration: country,
    },
  }
}

function person({ name, given_names, country, identifier }: Beneficiary, more: Placed): Person | null {
  const primaryIdentifier = latinOf(name)
  const secondaryIdentifier = given_names === null ? undefined : latinOf(given_names)
  if (primaryIdentifier === null || secondaryIdentifier === null) return null
  const own = {
    primaryIdentifier,
    ...(secondaryIdentifier === undefined ? {} : { secondaryIdentifier }),
    naturalPersonNameIdentifierType: 'LEGL' as const,
  }
  return {
    naturalPerson: {
      name: { nameIdentifier: [own] },
      ...more,
      ...customer(identifier),
      countryOfResidence: country,
    },
  }
}

const customer = (identifier: string | null) =>
  identifier === null ? {} : { customerIdentification: latinOf(identifier) ?? identifier }

/** Null if it is not in Latin letters. */
function addressOf({ kind, street, postal_code, city, country }: Beneficiary): Address | null {
  const [line, town] = [latinOf(street), latinOf(city)]
  if (line === null || town === null) return null
  return {
    addressType: kind === 'company' ? 'BIZZ' : 'HOME',
    addressLine: [line],
    townName: town,
    ...(postal_code === null ? {} : { postCode: postal_code }),
    country,
  }
}
