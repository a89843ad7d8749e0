import type { Ivms101, LegalPerson, NaturalPerson } from '../src/ivms101/types.ts'

export const today = '2026-11-19'
export const alice: NaturalPerson = {
  name: {
    nameIdentifier: [
      { primaryIdentifier: 'Smith', secondaryIdentifier: 'Dr Alice', naturalPersonNameIdentifierType: 'LEGL' },
    ],
  },
  geographicAddress: [
    {
      addressType: 'GEOG',
      streetName: 'Potential Street',
      buildingNumber: '24',
      buildingName: 'Weathering Views',
      postCode: '91765',
      townName: 'Walnut',
      countrySubDivision: 'California',
      country: 'US',
    },
  ],
  customerIdentification: '1002390',
}
export const bob: NaturalPerson = {
  name: {
    nameIdentifier: [
      { primaryIdentifier: 'Barnes', secondaryIdentifier: 'Robert', naturalPersonNameIdentifierType: 'LEGL' },
    ],
  },
}
export const vaspA: LegalPerson = {
  name: { nameIdentifier: [{ legalPersonName: 'VASP A', legalPersonNameIdentifierType: 'LEGL' }] },
  nationalIdentification: { nationalIdentifier: '3M5E1GQKGL17HI8CPN20', nationalIdentifierType: 'LEIX' },
}
/** The first business example of the standard, of which the LEI has wrong check digits. */
export const example: Ivms101 = {
  originator: { originatorPerson: [{ naturalPerson: alice, accountNumber: ['10023909'] }] },
  beneficiary: {
    beneficiaryPerson: [{ naturalPerson: bob, accountNumber: ['1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2'] }],
  },
  originatingVASP: {
    originatingVASP: {
      legalPerson: {
        ...vaspA,
        nationalIdentification: { nationalIdentifier: '506700T7Z685VUOZL877', nationalIdentifierType: 'LEIX' },
      },
    },
  },
}
