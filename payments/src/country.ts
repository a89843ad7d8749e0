import { countrySpecs } from 'ibantools'

/** A country by its two letters (ISO 3166), and XK, by which banks know Kosovo. */
export const isCountry = (code: string): boolean => Object.hasOwn(countrySpecs, code)
