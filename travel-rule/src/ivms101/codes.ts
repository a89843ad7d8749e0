// The code lists of IVMS101. Both versions have the same.

export const naturalNameTypes = ['ALIA', 'BIRT', 'MAID', 'LEGL', 'MISC'] as const
export const legalNameTypes = ['LEGL', 'SHRT', 'TRAD'] as const
export const addressTypes = ['HOME', 'BIZZ', 'GEOG'] as const
export const transliterations = [
  'arab',
  'aran',
  'armn',
  'cyrl',
  'deva',
  'geor',
  'grek',
  'hani',
  'hebr',
  'kana',
  'kore',
  'thai',
  'othr',
] as const

export const identifierTypes = [
  'ARNU', // alien registration number
  'CCPT', // passport
  'RAID', // number at a registration authority
  'DRLC', // driver licence
  'FIIN', // foreign investor
  'TXID', // tax
  'SOCS', // social security
  'IDCD', // identity card
  'LEIX', // Legal Entity Identifier
  'MISC',
] as const

/** The types that a legal person may have (C7). */
export const legalIdentifierTypes: readonly IdentifierType[] = ['RAID', 'MISC', 'LEIX', 'TXID']

/** An indicator for an unknown country (C3). */
export const unknownCountry = 'XX'

export type NaturalNameType = (typeof naturalNameTypes)[number]
export type LegalNameType = (typeof legalNameTypes)[number]
export type AddressType = (typeof addressTypes)[number]
export type Transliteration = (typeof transliterations)[number]
export type IdentifierType = (typeof identifierTypes)[number]
