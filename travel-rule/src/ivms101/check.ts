import { isLei } from '@specie/protocol/onboarding/lei.ts'
import type { Problem } from '../problem.ts'
import { checkComponent } from './check-elements.ts'
import { legalIdentifierTypes } from './codes.ts'
import { type NameSet, payloads } from './elements.ts'
import { shapedFor } from './party-accounts.ts'
import type { Address, Identification, Ivms101, LegalPerson, NaturalPerson, Person } from './types.ts'

/**
 * Everything that the standard demands of a message and this one lacks: datatypes, occurrences and the constraints C1 to C12.
 * `today` is a day as `YYYY-MM-DD`. That a registration authority is on the list of GLEIF (C10) is not checked, only its form.
 */
export function checkIvms101(data: Ivms101, today: string, names: NameSet = '2023'): Problem[] {
  return [...checkComponent('', payloads[names], shapedFor(names, data)), ...constraints(data, today)]
}

function constraints(data: Ivms101, today: string): Problem[] {
  const { originator, beneficiary, originatingVASP, beneficiaryVASP, transferPath } = data
  const path = transferPath?.transferPath ?? []
  return [
    ...originator.originatorPerson.flatMap((person, i) => {
      const field = `originator.originatorPerson[${i}]`
      return [...checkPerson(field, person, today), ...identified(field, person)]
    }),
    ...beneficiary.beneficiaryPerson.flatMap((person, i) =>
      checkPerson(`beneficiary.beneficiaryPerson[${i}]`, person, today),
    ),
    ...(originatingVASP ? checkPerson('originatingVASP.originatingVASP', originatingVASP.originatingVASP, today) : []),
    ...(beneficiaryVASP ? checkPerson('beneficiaryVASP.beneficiaryVASP', beneficiaryVASP.beneficiaryVASP, today) : []),
    ...path.flatMap(({ intermediaryVASP, sequence }, i) => {
      const field = `transferPath.transferPath[${i}]`
      const gap =
        sequence === i ? [] : [fault(`${field}.sequence`, 'The sequence has a gap.', `It must be ${i}. (C12)`)]
      return [...gap, ...checkPerson(`${field}.intermediaryVASP`, intermediaryVASP, today)]
    }),
  ]
}

const fault = (field: string, problem: string, cure: string): Problem => ({ field, problem, cure })

function checkPerson(field: string, { naturalPerson, legalPerson }: Person, today: string): Problem[] {
  if ((naturalPerson === undefined) === (legalPerson === undefined))
    return [fault(field, 'A person is either natural or legal.', 'Give naturalPerson or legalPerson.')]
  return naturalPerson
    ? checkNatural(`${field}.naturalPerson`, naturalPerson, today)
    : checkLegal(`${field}.legalPerson`, legalPerson!)
}

function checkNatural(field: string, person: NaturalPerson, today: string): Problem[] {
  const born = person.dateAndPlaceOfBirth?.dateOfBirth
  const isNamed = person.name.nameIdentifier.some((name) => name.naturalPersonNameIdentifierType === 'LEGL')
  return [
    ...(isNamed ? [] : [noLegalName(field, 'C6')]),
    ...(born !== undefined && born >= today
      ? [fault(`${field}.dateAndPlaceOfBirth.dateOfBirth`, 'It is not in the past.', 'Correct the date. (C2)')]
      : []),
    ...checkAddresses(field, person.geographicAddress),
    ...checkLei(`${field}.nationalIdentification`, person.nationalIdentification),
  ]
}

function checkLegal(field: string, person: LegalPerson): Problem[] {
  const isNamed = person.name.nameIdentifier.some((name) => name.legalPersonNameIdentifierType === 'LEGL')
  return [
    ...(isNamed ? [] : [noLegalName(field, 'C5')]),
    ...checkAddresses(field, person.geographicAddress),
    ...(person.nationalIdentification
      ? checkLegalIdentification(`${field}.nationalIdentification`, person.nationalIdentification)
      : []),
  ]
}

const noLegalName = (field: string, rule: string): Problem =>
  fault(
    `${field}.name.nameIdentifier`,
    'None of the names is the legal name.',
    `Give a name of the type LEGL. (${rule})`,
  )

function checkLegalIdentification(field: string, given: Identification): Problem[] {
  const { nationalIdentifierType: type, countryOfIssue, registrationAuthority } = given
  const faults = checkLei(field, given)
  if (!legalIdentifierTypes.includes(type))
    faults.push(
      fault(
        `${field}.nationalIdentifierType`,
        `A legal person has no ${type}.`,
        `Use ${legalIdentifierTypes.join(', ')}. (C7)`,
      ),
    )
  if (countryOfIssue !== undefined)
    faults.push(fault(`${field}.countryOfIssue`, 'A legal person has none.', 'Leave it out. (C9)'))
  if (type === 'LEIX' && registrationAuthority !== undefined)
    faults.push(fault(`${field}.registrationAuthority`, 'An LEI has none.', 'Leave it out. (C9)'))
  if (type !== 'LEIX' && registrationAuthority === undefined)
    faults.push(
      fault(
        `${field}.registrationAuthority`,
        'It is missing.',
        `Name the authority of a ${type} by its code at GLEIF, or give the LEI. (C9)`,
      ),
    )
  return faults
}

function checkLei(field: string, given: Identification | undefined): Problem[] {
  if (given?.nationalIdentifierType !== 'LEIX' || isLei(given.nationalIdentifier)) return []
  return [fault(`${field}.nationalIdentifier`, 'The check digits of the LEI are wrong.', 'Correct the LEI. (C11)')]
}

function checkAddresses(field: string, addresses: readonly Address[] = []): Problem[] {
  return addresses.flatMap(({ addressLine, streetName, buildingName, buildingNumber }, i) => {
    const hasLines = (addressLine ?? []).length > 0
    if (hasLines || (streetName && (buildingName || buildingNumber))) return []
    return [
      fault(
        `${field}.geographicAddress[${i}]`,
        'It is neither structured nor in lines.',
        'Give streetName with buildingNumber or buildingName, or addressLine. (C8)',
      ),
    ]
  })
}

/** Of an originator, more than the name must be known (C1, C4). */
function identified(field: string, { naturalPerson, legalPerson }: Person): Problem[] {
  if (naturalPerson) {
    const { geographicAddress, customerIdentification, nationalIdentification, dateAndPlaceOfBirth } = naturalPerson
    const known = [geographicAddress?.[0], customerIdentification, nationalIdentification, dateAndPlaceOfBirth]
    if (known.some((one) => one !== undefined)) return []
    const cure = 'Give an address, a customer number, an identification or the birth. (C1)'
    return [fault(`${field}.naturalPerson`, 'Only the name is known.', cure)]
  }
  if (!legalPerson) return []
  const { geographicAddress = [], customerIdentification, nationalIdentification } = legalPerson
  const isPlaced = geographicAddress.some(({ addressType }) => addressType === 'GEOG')
  if (isPlaced || customerIdentification !== undefined || nationalIdentification) return []
  const cure = 'Give an identification such as the LEI, a customer number or an address of the type GEOG. (C4)'
  return [fault(`${field}.legalPerson`, 'Only the name is known.', cure)]
}
