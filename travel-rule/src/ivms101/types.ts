import type { AddressType, IdentifierType, LegalNameType, NaturalNameType, Transliteration } from './codes.ts'

// The normal form of IVMS101: the elements of IVMS101.2023 by their own names, every repeatable element as a list. What the
// standard requires is checked before writing (check.ts); data that was read may lack it.

export type Ivms101 = {
  readonly originator: { readonly originatorPerson: readonly Person[] }
  readonly beneficiary: { readonly beneficiaryPerson: readonly Person[] }
  readonly originatingVASP?: { readonly originatingVASP: Person }
  readonly beneficiaryVASP?: { readonly beneficiaryVASP: Person }
  readonly transferPath?: { readonly transferPath: readonly Intermediary[] }
  readonly payloadMetadata?: { readonly transliterationMethod?: readonly Transliteration[] }
}

/** Exactly one of the two. The accounts are wallets, or the customer's account at the provider. */
export type Person = {
  readonly naturalPerson?: NaturalPerson
  readonly legalPerson?: LegalPerson
  readonly accountNumber?: readonly string[]
}

export type Intermediary = { readonly intermediaryVASP: Person; readonly sequence?: number }

export type NaturalPerson = {
  readonly name: Names<NaturalName, LocalNaturalName>
  readonly geographicAddress?: readonly Address[]
  readonly nationalIdentification?: Identification
  readonly customerIdentification?: string
  readonly dateAndPlaceOfBirth?: Birth
  readonly countryOfResidence?: string
}

export type LegalPerson = {
  readonly name: Names<LegalName, LegalName>
  readonly geographicAddress?: readonly Address[]
  readonly customerIdentification?: string
  readonly nationalIdentification?: Identification
  readonly countryOfRegistration?: string
}

export type Names<Name, Local> = {
  readonly nameIdentifier: readonly Name[]
  readonly localNameIdentifier?: readonly Local[]
  readonly phoneticNameIdentifier?: readonly Local[]
}

/** `primaryIdentifier` is the family name, or the whole name if it has no parts. */
export type NaturalName = {
  readonly primaryIdentifier: string
  readonly secondaryIdentifier?: string
  readonly naturalPersonNameIdentifierType: NaturalNameType
}

/** The renaming of 2023 left the type of local names as it was. */
export type LocalNaturalName = Omit<NaturalName, 'naturalPersonNameIdentifierType'> & {
  readonly nameIdentifierType: NaturalNameType
}

export type LegalName = { readonly legalPersonName: string; readonly legalPersonNameIdentifierType: LegalNameType }

/** Structured (street with a number or a building), or in lines. */
export type Address = {
  readonly addressType: AddressType
  readonly department?: string
  readonly subDepartment?: string
  readonly streetName?: string
  readonly buildingNumber?: string
  readonly buildingName?: string
  readonly floor?: string
  readonly postBox?: string
  readonly room?: string
  readonly postCode?: string
  readonly townName?: string
  readonly townLocationName?: string
  readonly districtName?: string
  readonly countrySubDivision?: string
  readonly addressLine?: readonly string[]
  readonly country?: string
}

export type Identification = {
  readonly nationalIdentifier: string
  readonly nationalIdentifierType: IdentifierType
  readonly countryOfIssue?: string
  /** A code of GLEIF, such as `RA000548`. */
  readonly registrationAuthority?: string
}

/** The date as `YYYY-MM-DD`. */
export type Birth = { readonly dateOfBirth?: string; readonly placeOfBirth?: string }
