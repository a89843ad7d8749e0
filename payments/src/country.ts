import { countrySpecs } from 'ibantools'

/** A country code of two letters (ISO 3166), or XK, the banks' code for Kosovo. */
export const isCountry = (code: string): boolean => Object.hasOwn(countrySpecs, code)
