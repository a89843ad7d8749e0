import { isCountryCode } from '@specie/protocol/countries.ts'

const names = new Intl.DisplayNames('en', { type: 'region' })

/** `CH` → «Switzerland». */
export const countryName = (code: string): string => (isCountryCode(code) ? (names.of(code) ?? code) : code)
